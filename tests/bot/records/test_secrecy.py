"""Who may read what: a record shows what ``observe`` showed its reader, and not a card more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.records import sight, story
from bot.records.reader import read
from bot.records.story import ALL
from bot.records.writer import write
from engine.cards import pack
from engine.chance import Script
from engine.errors import RuleError
from engine.registry import games
from tests.kit import written
from tests.kit.tiers import DEEP

EACH = pytest.mark.parametrize("game", written.everywhere(), ids=lambda game: game.info.id)
MATCHES = 40 if DEEP else 1
WORLDS = 20 if DEEP else 8
"""Others that are tried for each reader; in some of them he sees the same."""


def told_apart(game, luck, matches=MATCHES, *, first=False):
    """Worlds that look the same to a reader and are written otherwise for him; and how many looked
    the same in all. ``first``: one such world is enough."""
    apart, alike = [], 0
    for _ in range(matches):
        played = written.at_random(game, luck)
        log = written.cut(played.log, luck)
        for reader in (None, luck.below(played.fresh.seats)):
            seen, draws = written.watched(played.fresh, log, reader)
            text = write(played.fresh, log, reader)
            for _ in range(WORLDS):
                other, others = another(game, played.fresh, log, draws, luck)
                try:
                    if written.watched(other, others, reader)[0] != seen:
                        continue
                except (RuleError, ValueError):
                    continue
                alike += 1
                if write(other, others, reader) != text:
                    apart.append((reader, played.fresh.seed))
                    if first:
                        return apart, alike
    return apart, alike


def another(game, fresh, log, draws, luck):
    """The same match with other cards in a pack, or with another answer of somebody."""
    if not luck.below(3):
        return fresh, changed_answer(game, fresh, log, luck)
    dealt = [moment for moment, drawn in draws.items() if drawn.pack]
    if not dealt:
        return fresh, log
    moment = luck.choice(dealt)
    pack = list(draws[moment].pack)
    for _ in range(luck.choice((1, 1, 3))):
        one, two = luck.below(len(pack)), luck.below(len(pack))
        pack[one], pack[two] = pack[two], pack[one]
    moments = {**draws, moment: replace(draws[moment], pack=tuple(pack))}
    return replace(fresh, source=Script(moments)), log


def changed_answer(game, fresh, log, luck):
    """The log with another of the actions of its last round, mostly one of the last."""
    last = log[-1]
    if not last.actions:
        return log
    at = max(0, len(last.actions) - 1 - luck.below(3))
    seat, action = last.actions[at]
    if action.number is not None:
        action = replace(action, number=luck.below(12))
    elif action.verb in ("yes", "no"):
        action = replace(action, verb="no" if action.verb == "yes" else "yes")
    elif len(action.cards) == 1:
        action = replace(action, cards=(luck.choice(pack()),))
    actions = (*last.actions[:at], (seat, action), *last.actions[at + 1 :])
    return (*log[:-1], replace(last, actions=actions))


@EACH
def test_what_looks_the_same_is_written_the_same(game):
    luck, alike = written.luck_of("secrecy", game.info.id), 0
    while not alike:
        apart, alike = told_apart(game, luck)
        assert not apart


@EACH
def test_a_record_names_no_card_that_was_not_seen(game):
    """The same from the other side: every card in a text was in something that was observed."""
    luck = written.luck_of("named", game.info.id)
    for _ in range(MATCHES):
        played = written.at_random(game, luck)
        log = written.cut(played.log, luck)
        for reader in (None, luck.below(played.fresh.seats)):
            seen, _ = written.watched(played.fresh, log, reader)
            known = {card for one in seen for card in sight.cards_in(one)}
            told = story.story(played.fresh, log, reader)
            shown = {
                card
                for _, steps in told.rounds
                for step in steps
                for card in step.draws.pack or ()
                if told.knows(card)
            }
            assert shown <= known


def test_a_hand_that_was_never_shown_stays_unknown():
    """炸金花: who folds shows nothing, to nobody, for ever."""
    fresh, log, final = written.playthrough("zhajinhua.txt")
    shown = {seat for seat, hand in enumerate(final.state.public.shown) if hand}
    lines = write(fresh, log, None).splitlines()
    for seat in range(fresh.seats):
        assert (f"{seat + 1}: ?×3" in lines) == (seat not in shown)
    assert len(shown) < fresh.seats


def test_an_answer_is_told_when_it_lies_open():
    """抢庄牛牛: what others bid is told when all have bid, and one's own at once."""
    fresh, (log,), _ = written.playthrough("niuniu.txt")
    first = replace(log, actions=log.actions[:2])
    (seat, _), (other, _) = first.actions

    assert "抢庄 " not in write(fresh, (first,), None)
    assert f"{seat + 1} 抢庄" in write(fresh, (first,), seat)
    assert f"{other + 1} 抢庄" not in write(fresh, (first,), seat)
    assert write(fresh, (replace(log, actions=log.actions[:3]),), None).count("抢庄 ") == 3


def test_which_three_cards_made_a_niu_is_not_told():
    """抢庄牛牛, 组牌 by hand: all see the hand and that it has 牛, not what was pointed at."""
    game, fives = games()["niuniu"], "1: ♠5 ♥5 ♠10 ♥10 ♣10\n2: ♠2 ♠3 ♠4 ♠6 ♠7\n其余: 随机"
    said = "1 抢庄 1, 2 抢庄 0, 2 下倍 1, 2 没牛, 1 组牌 {}"
    both = [
        read(f"选项: arrange=manual\n{fives}\n{said.format(three)}", game)
        for three in ("♠5 ♥5 ♠10", "♠10 ♥10 ♣10")
    ]
    one, other = (write(record.fresh, record.log, None) for record in both)
    assert one == other
    assert write(both[0].fresh, both[0].log, 0) != write(both[1].fresh, both[1].log, 0)
    assert all(record.match.outcome is not None for record in both)


def test_a_choice_that_was_changed_is_not_told():
    """扑克矩阵: the cell that somebody had chosen first was never seen by anybody."""
    game = games()["matrix"]
    played = written.at_random(game, written.luck_of("changed-cell"), most=3)
    assert played.fresh.seats > 1
    log = played.log[0]
    seat, action = log.actions[0]
    free = next(n for n in range(25) if n != action.number)
    changed = ((seat, replace(action, number=free)), *log.actions)
    text = write(played.fresh, (replace(log, actions=changed),), None)
    assert text == write(played.fresh, (log,), None)


# Planted faults: the laws find them.


def test_a_reader_who_places_all_he_sees_is_found(monkeypatch):
    """To have seen a card played is not to know whether it was dealt or drawn."""
    monkeypatch.setattr(
        story.Story, "knows", lambda told, card: told.sight is None or told.sight.saw(card)
    )
    apart, _ = told_apart(games()["dunmazi"], written.luck_of("planted"), matches=60, first=True)
    assert apart


def test_a_writer_who_tells_all_is_found(monkeypatch):
    monkeypatch.setattr(story.Story, "knows", lambda told, card: True)
    for name in ("zhajinhua", "niuniu"):
        apart, _ = told_apart(games()[name], written.luck_of("planted"), matches=20, first=True)
        assert apart, name


def test_answers_that_are_told_too_early_are_found(monkeypatch):
    monkeypatch.setattr(story, "_sealed", lambda before, step: False)
    apart, _ = told_apart(games()["niuniu"], written.luck_of("sealed"), matches=60, first=True)
    assert apart


def test_everything_is_told_to_who_may_see_everything():
    fresh, log, _ = written.playthrough("zhajinhua.txt")
    assert "?" not in write(fresh, log, ALL)


def test_whoever_came_later_reads_nothing_of_the_hands_before():
    """A seat that changed hands: each reads the rounds in which they sat there, and no others."""
    game = games()["dunmazi"]
    luck = written.luck_of("came later")
    played = written.at_random(game, luck)
    while len(played.log) < 2:
        played = written.at_random(game, luck)
    first, second = (0, None), (None, 0)

    def hands(reader):
        lines = write(played.fresh, played.log, reader).splitlines()
        return [line for line in lines if line.startswith("1: ")]

    everybody, owner = hands(None), hands(0)
    assert everybody[0] != owner[0]
    assert everybody[1] != owner[1]
    assert hands(first) == [owner[0], everybody[1]]
    assert hands(second) == [everybody[0], owner[1]]
