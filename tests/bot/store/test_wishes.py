"""What people and chats have set, who cannot be reached, and chats that got another key."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store.rows import ChatAlias, ChatSet, PersonReach, PersonSet, Unreachable
from bot.store.store import Store
from tests.kit.stored import NOW, later, played


async def test_a_person_has_the_last_value_of_a_key_on_every_platform_alone(store):
    await store.commit([PersonSet("web:A", "suits", "four"), PersonSet("web:A", "dm", "off")])
    await store.commit([PersonSet("web:A", "suits", "two"), PersonSet("chat:A", "dm", "on")])
    assert await store.preferences.people(["web:A", "chat:A", "web:B"]) == {
        "web:A": {"suits": "two", "dm": "off"},
        "chat:A": {"dm": "on"},
        "web:B": {},
    }
    assert await store.preferences.people([]) == {}


async def test_an_empty_value_takes_a_setting_back(store):
    await store.commit([PersonSet("web:A", "language", "en"), ChatSet("web:a", "language", "en")])
    await store.commit([PersonSet("web:A", "language", ""), ChatSet("web:a", "language", "")])
    assert await store.preferences.people(["web:A"]) == {"web:A": {}}
    assert await store.preferences.chat("web:a") == {}


async def test_settings_outlive_a_restart(url):
    store = await Store.open(url)
    await store.commit([PersonSet("web:A", "language", "en"), ChatAlias("web:a", "web:b")])
    await store.commit([PersonReach("web:A", "closed", NOW)])
    await store.close()
    store = await Store.open(url)
    assert await store.preferences.people(["web:A"]) == {"web:A": {"language": "en"}}
    assert await store.preferences.moved() == {"web:a": "web:b"}
    assert await store.people.unreachable() == {"web:A": Unreachable("closed", NOW)}
    await store.close()


async def test_who_can_be_reached_again_is_no_longer_marked(store):
    await store.commit([PersonReach("web:A", "closed", NOW), PersonReach("web:B", "gone", NOW)])
    await store.commit([PersonReach("web:A", "", later(1)), PersonReach("web:B", "shy", later(2))])
    assert await store.people.unreachable() == {"web:B": Unreachable("shy", later(2))}


async def test_within_one_transaction_the_last_mark_counts(store):
    marks = [PersonReach("web:A", reason, NOW) for reason in ("closed", "", "gone", "")]
    await store.commit(marks)
    assert await store.people.unreachable() == {}


async def test_totals_and_settings_follow_a_chat_that_moves(store):
    await store.commit([*played("old", [(5, -5)], chat="web:a", seats="AB")])
    await store.commit([ChatSet("web:a", "game", "dazha"), ChatSet("web:a", "language", "en")])
    await store.commit([*played("new", [(3, -3)], chat="web:b", seats="AB", at=later(1))])
    await store.commit([ChatSet("web:b", "game", "niuniu")])
    await store.commit([ChatAlias("web:a", "web:b")])
    await store.commit([ChatAlias("web:a", "web:b")])  # platforms say it as often as they like
    for key in ("web:a", "web:b"):
        assert [t.points for t in await store.scores.game_totals(key)] == [5 + 3, -5 - 3]
        assert [r.match for r in await store.scores.rounds(key)] == ["old", "new"]
        assert [t.matches for t in (await store.scores.sheet(key)).together] == [2, 2]
        assert await store.preferences.chat(key) == {"game": "niuniu", "language": "en"}


async def test_several_chats_are_read_each_as_alone(store):
    for chat, game in (("web:a", "dazha"), ("web:b", "niuniu"), ("web:c", "doudizhu")):
        await store.commit([ChatSet(chat, "game", game)])
    await store.commit([ChatSet("web:c", "language", "en"), ChatSet("web:c", "suits", "")])
    await store.commit([ChatAlias("web:a", "web:b"), ChatSet("web:a", "language", "zh-Hant")])
    chats = ["web:a", "web:b", "web:c", "web:never"]
    assert (
        await store.preferences.chats(chats)
        == {chat: await store.preferences.chat(chat) for chat in chats}
        == {
            "web:a": {"game": "niuniu", "language": "zh-Hant"},
            "web:b": {"game": "niuniu", "language": "zh-Hant"},
            "web:c": {"game": "doudizhu", "language": "en"},
            "web:never": {},
        }
    )


async def test_what_is_stored_late_under_the_old_key_counts_too(store):
    await store.commit([ChatAlias("web:a", "web:b")])
    await store.commit([*played("late", [(5, -5)], chat="web:a", seats="AB")])
    assert [t.points for t in await store.scores.game_totals("web:b")] == [5, -5]


KEYS = ("web:a", "web:b", "web:c", "web:d")


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS)), max_size=6))
async def test_no_order_of_moves_loses_a_point_or_never_ends(tmp_path_factory, moves):
    """Even moves in a circle, which no platform should tell."""
    store = await Store.open(f"sqlite:///{tmp_path_factory.mktemp('moves') / 'poker.db'}")
    try:
        for key in KEYS:
            await store.commit(played(key, [(1, -1)], chat=key, seats="AB"))
        for old, new in moves:
            await store.commit([ChatAlias(old, new)])
        now = await store.preferences.moved()
        for key in KEYS:
            points = [t.points for t in await store.scores.game_totals(key)]
            family, grown = {key}, 0
            while grown != len(family):
                grown = len(family)
                for old, new in now.items():
                    family |= {old, new} if new in family or old in family else set()
            assert points == [len(family), -len(family)]
    finally:
        await store.close()


async def test_which_chats_have_set_something_is_told_by_their_newest_keys(store):
    await store.commit([ChatSet("web:a", "daily", "1"), ChatSet("web:a", "zone", "UTC+1")])
    await store.commit([ChatSet("web:b", "zone", "UTC"), ChatSet("web:c", "daily", "")])
    await store.commit([ChatSet("web:old", "daily", "2"), ChatAlias("web:old", "web:new")])
    await store.commit([ChatSet("web:x", "daily", "3"), ChatAlias("web:x", "web:y")])
    await store.commit([ChatSet("web:y", "daily", ""), ChatSet("web:new", "language", "en")])
    found = await store.preferences.chats_with("daily", ("zone",))
    assert found == {"web:a": {"daily": "1", "zone": "UTC+1"}, "web:new": {"daily": "2"}}
