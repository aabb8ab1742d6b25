"""A match goes to text and back and is the same, in all games; what was written stays readable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.records.reader import read
from bot.records.story import ALL
from bot.records.writer import write
from engine.chance import Notebook, Script
from engine.match import act, deal
from engine.written import CHINESE, ENGLISH
from tests.kit import written
from tests.kit.tiers import DEEP

LANGUAGES = pytest.mark.parametrize("language", [CHINESE, ENGLISH], ids=["zh", "en"])
ENDINGS = ("zh", "en")
TIMES = 40 if DEEP else 3


def same(found, match):
    """Whether two matches are one, whatever chance they come from."""
    found = replace(found, seed=match.seed)
    return found == match or laid_out(found) == laid_out(match)


def laid_out(match):
    """A match whose cards are not dealt yet, by whom they lie there for.

    They are written down hand by hand, and in a hand they have no order.
    """
    state = match.state
    if any(getattr(state, "hands", ((None,),))):
        return match
    lie = [[state.deck[at] for at in pile.at] for pile in match.game.piles(state)]
    hands = [pile.seat is not None for pile in match.game.piles(state)]
    lie = [sorted(cards) if hand else cards for cards, hand in zip(lie, hands, strict=True)]
    return replace(match, state=replace(state, deck=lie))


def test_another_hand_of_cards_that_are_not_dealt_yet_is_another_match():
    game = next(game for game in written.everywhere() if game.info.id == "erbagang")
    fresh = written.at_random(game, written.luck_of("laid out")).fresh
    match, _ = deal(fresh, fresh.options)
    deck, hand = match.state.deck, match.game.piles(match.state)[0].at
    elsewhere = next(at for at, card in enumerate(deck) if at not in hand and card != deck[0])

    def swapped(at):
        lie = {0: deck[at], at: deck[0]}
        cards = tuple(lie.get(where, card) for where, card in enumerate(deck))
        return replace(match, state=replace(match.state, deck=cards))

    assert same(swapped(hand[-1]), match)
    assert not same(swapped(elsewhere), match)


@LANGUAGES
@pytest.mark.parametrize("name", written.FILES)
def test_a_playthrough_goes_to_text_and_back(name, language):
    fresh, log, final = written.playthrough(name)

    text = write(fresh, log, ALL, language)
    found = read(text)

    assert same(found.match, final)
    assert found.log == log
    assert found.filled == 0
    assert write(found.fresh, found.log, ALL, language) == text


@LANGUAGES
@pytest.mark.parametrize("name", written.FILES)
def test_what_was_once_written_is_written_so_and_read_so_for_ever(name, language):
    """A golden file is never written anew: python -m tests.kit.written adds those missing."""
    path = written.GOLDEN / f"{name.removesuffix('.txt')}.{ENDINGS[language]}.txt"
    kept = path.read_text("utf-8")

    found = read(kept)

    assert found.filled == 0
    assert write(found.fresh, found.log, ALL, language) == kept


@pytest.mark.parametrize("game", written.everywhere(), ids=lambda game: game.info.id)
def test_any_match_goes_to_text_and_back_at_any_moment(game):
    luck = written.luck_of("back", game.info.id)
    for _ in range(TIMES):
        played = written.at_random(game, luck)
        log = written.cut(played.log, luck)
        text = write(played.fresh, log)

        found = read(text)

        assert write(found.fresh, found.log) == text
        assert found.log == log
        match = replace(played.fresh, source=Notebook(played.fresh.source))
        for round_ in log:
            match, _ = deal(match, round_.options, anew=round_.anew)
            for seat, action in round_.actions:
                match, _ = act(match, seat, action)
        assert same(found.match, match)


@pytest.mark.parametrize("game", written.everywhere(), ids=lambda game: game.info.id)
def test_all_actions_have_words(game):
    """A form without words is there for what nobody has thought of; the games do not need it."""
    luck = written.luck_of("words", game.info.id)
    for language in (CHINESE, ENGLISH):
        played = written.at_random(game, luck)
        text = write(played.fresh, played.log, ALL, language)
        assert not [line for line in text.splitlines() if " = " in line]


def test_a_text_deals_whatever_the_seed():
    """The written deal alone decides: another seed changes nothing of it."""
    fresh, log, final = written.playthrough("doudizhu.txt")
    found = read(write(fresh, log), seed=bytes(range(32)))
    assert same(found.match, final)
    assert isinstance(found.fresh.source, Script)
