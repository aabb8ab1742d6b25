"""Who gets a lease that several want."""

from bot.cluster.holder import RELUCTANT, Holder
from bot.lease.row import Lease


class One:
    """One lease, as a database keeps it."""

    def __init__(self):
        self.now, self.row = 1000.0, Lease()

    async def change(self, name, judged, *, longer=False):
        after = judged(self.row, self.now)
        if after is not None:
            self.row = after
        return after is not None


async def look(holder, lease, seconds=1.0):
    """What is done by and by."""
    lease.now += seconds
    holder._keeper.want(["house"])
    for request in holder._keeper.tick(lease.now):
        await holder._ask(request)


def of(lease, name, busy=0.0):
    return Holder(lease, f"{name}.{name}", "house", lambda: lease.now, lambda: busy)


async def test_whoever_has_most_to_give_up_for_it_leaves_it_to_the_others_for_a_moment():
    lease = One()
    first, busy, idle = of(lease, "a", busy=1.0), of(lease, "b", busy=1.0), of(lease, "c")
    await look(first, lease)
    assert first.epoch == 1, "nobody else is known to be there"
    await look(busy, lease)
    lease.now = lease.row.until + RELUCTANT / 2
    await look(busy, lease, seconds=0.0)
    assert not busy.epoch and busy.other == ""
    await look(idle, lease, seconds=0.0)
    assert idle.epoch == 2
    lease.now = lease.row.until + RELUCTANT
    await look(busy, lease, seconds=0.0)
    assert busy.epoch == 3, "for a moment alone"
