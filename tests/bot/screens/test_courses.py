"""One's own points over time and who beats whom: they add up, and name nobody who is gone."""

from dataclasses import replace

import pytest

from bot.screens import courses
from bot.store.lately import Against, OwnRound
from bot.store.scorebook import PersonTotal
from tests.kit.actors import answer, begin, chance, said, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons

WHO = ("甲", "乙", "丙")


@pytest.fixture
async def house(tmp_path):
    """Three people have played two rounds, and the second was corrected."""
    async with service(tmp_path / "t.db") as open_house:
        await begin(open_house, "比大小", persons=3, quan=2)
        rng = chance(4)
        for _ in range(2):
            for seat, _ in waited_for(open_house.table):
                await answer(open_house, open_house.table, seat, rng)
            for who in WHO:
                await open_house.say(who, "/next")
        _, second = await open_house.store.scores.rounds(ROOM_KEY)
        points = " ".join(map(str, second.scores[1:] + second.scores[:1]))
        await open_house.say("甲", f"/correct 2 {points}")
        asked = [s.message for s in open_house.platform.in_chat() if "提议改" in s.message.text]
        for who in WHO[1:]:
            await open_house.press(who, buttons(asked[-1])["同意"])
        yield open_house


def faults(totals, lately):
    """Where a line does not end at what its game adds up to."""
    for total in totals:
        own = [r.points for r in lately if r.game == total.game]
        if len(own) != total.rounds or sum(own) != total.points:
            yield total.game
    for course in courses.of_person(lately, totals):
        if course.points[-1][0] not in {total.points for total in totals}:
            yield course.title


async def test_ones_own_rounds_add_up_to_what_is_corrected_and_name_nobody_who_is_gone(house):
    store = house.store.scores
    rounds = await store.rounds(ROOM_KEY)
    assert any(r.corrections for r in rounds)
    for who in WHO:
        lately, totals = await own(store, who)
        assert list(faults(totals, lately)) == []
        for played, scored in zip(lately, rounds, strict=True):
            points = {row.user: at for row, at in zip(scored.seats, scored.scores, strict=True)}
            assert played.points == points.pop(f"memory:{who}")
            assert {a.person: a.points for a in played.others} == points
    seat = next(at for at, r in enumerate(rounds[1].scores) if r != rounds[1].dealt[at])
    lately, totals = await own(store, rounds[1].seats[seat].name)
    dealt = [replace(r, points=d.dealt[seat]) for r, d in zip(lately, rounds, strict=True)]
    assert dealt != lately
    assert list(faults(totals, dealt)), "the law catches rounds without their corrections"

    shown = said(await house.say("甲", "/me"))
    assert "我 现在" in shown and "丙：" in shown
    await house.forward(5)
    asked = (await house.say("丙", "/forgetme")).message
    await house.press("丙", buttons(asked)["到处都忘记我"])
    lately, _ = await own(store, WHO[0])
    assert {a.person for r in lately for a in r.others} == {"memory:乙"}
    assert "丙" not in said(await house.say("甲", "/me"))


async def own(store, who):
    return await store.lately(f"memory:{who}"), await store.person_totals(f"memory:{who}")


def test_a_line_ends_where_its_game_adds_up_however_long_ago_it_began():
    total = PersonTotal("dazha", 900, 50, 9, 9, 1)
    rounds = [OwnRound("dazha", 1, ())] * 300
    (course,) = courses.of_person(rounds, [total])
    assert len(course.points) == courses.LENGTH + 1
    assert course.points[-1] == (50,)


def test_people_of_one_name_are_two_and_those_met_most_come_first():
    others = (Against("web:b", "小明", 3), Against("web:c", "小明", -3))
    rounds = [OwnRound("dazha", 0, others), OwnRound("dazha", 5, others[:1])]
    found, names = courses.records(rounds)
    assert [(r.person, r.rounds, r.won, r.lost) for r in found] == [
        ("web:b", 2, 1, 1),
        ("web:c", 1, 1, 0),
    ]
    assert names == {"web:b": "小明", "web:c": "小明"}
