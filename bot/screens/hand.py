"""What one person sees of a table.

At a table without a place it is all there is: lobby, board, lines and hand in one message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.players.autopass import PASS
from bot.ports.messages import Button, Outgoing, Picker, Style
from bot.screens import plays
from bot.screens.controls import control
from bot.screens.final import course, with_final
from bot.screens.more import next_row
from bot.screens.panes import own_part
from bot.screens.screen import Screen, lines, one_gold, with_message
from bot.table import tokens, waiting
from bot.table.state import Phase
from engine.frozen import changed

if TYPE_CHECKING:
    from bot.screens.board import Screens
    from bot.screens.plays import Hint, Offer
    from bot.table.table import Table
    from engine.core import Seat


def hand(
    screens: Screens,
    table: Table,
    seat: Seat,
    hint: Hint | None = None,
    *,
    panes: bool = False,
    passing: bool | None = None,
) -> Screen:
    """The private screen of a seat; with a hint that play stands first, its cards stand out.

    With ``panes`` the part is made as well that stands beside the board; ``passing`` is whether
    自动过牌 is on, where it has a switch.
    """
    alone = table.state.place is None
    match table.state.phase:
        case Phase.LOBBY if alone:
            screen = screens.board(table)
        case Phase.LOBBY:
            leave = control(table, "leave", screens.say("button-leave"))
            message = Outgoing(screens.say("hand-lobby"), rows=((leave,),))
            screen = Screen(None, table.names, message)
        case Phase.CLOSED:
            rows = (next_row(screens, table),) if alone else ()
            screen = Screen(None, table.names, Outgoing(screens.closed(table), rows=rows))
        case _:
            screen = _playing(screens, table, seat, hint, passing)
            if alone:
                screen = _with_board(screens, table, screen)
            elif panes:
                screen = _beside_the_board(screens, table, screen)
    if alone:
        said = map(screens.catalogue.speaker(table.names), table.said)
        screen = with_message(screen, text=lines(*said, screen.message.text))
    message = changed(one_gold(screen.message), title=_title(screens, table, seat))
    return changed(screen, message=message, public=0)


def _title(screens: Screens, table: Table, seat: Seat) -> str:
    state, name = table.state, table.names[seat]
    if state.chat is None:
        return screens.say("hand-title-alone", game=game_name(state.game), name=name)
    game = game_name(state.game)
    return screens.say("hand-title", chat=state.chat_title, game=game, name=name)


def _playing(
    screens: Screens, table: Table, seat: Seat, hint: Hint | None, passing: bool | None
) -> Screen:
    state = table.state
    view = screens.private_view(table, seat)
    question = table.question_of(seat)
    rows: list[tuple[Button, ...]] = []
    pickers: tuple[Picker, ...] = ()
    words: list[str] = []
    offer = None
    if state.sitters[seat].autopilot and not state.over:
        words.append(screens.say("hand-autopilot"))
        rows.append((control(table, "back", screens.say("button-back"), Style.PRIMARY),))
    if question is not None and state.suspended_at is None:
        prompt = table.prompt(seat)
        words.append(screens.catalogue.say(prompt.ask, table.names))
        rows += screens.controls.answers(table, question, prompt)
        pickers = screens.controls.pickers(table, question, prompt)
        offer = plays.offer_to(table, seat) if prompt.picks else None
        if offer is not None and plays.shapes_open(prompt):
            rows = _with_hint(screens, offer, rows, hint)
        if offer is not None and hint is not None:
            view = plays.raised(view, hint.action.cards)
            words.append(screens.say("hint-line", number=hint.at + 1, count=hint.count))
            offer = None
    else:
        words += screens.standing(table)
    if state.phase is Phase.BETWEEN and seat not in state.ready:
        rows.append((control(table, "next", screens.say("button-next"), Style.PRIMARY),))
    elif state.phase is Phase.BETWEEN:
        words.append(screens.say("hand-ready"))
    vote = state.vote
    if vote is not None and seat not in vote.yes and not state.sitters[seat].left:
        rows.append(screens.vote_row(table, vote))
    if state.suspended_at is not None and not state.over:
        rows.append((control(table, "resume", screens.say("button-resume"), Style.PRIMARY),))
    switch: tuple[Button, ...] = ()
    if passing is not None and _may_pass(table, seat, on=passing):
        made = control(table, "autopass", screens.say("prefs-name-autopass"))
        switch = (changed(made, on=passing),)
    rest = ["look"] if view.details else []
    rest += [] if state.over else ["more"]
    if rest:
        read = (control(table, name, screens.say(f"button-{name}")) for name in rest)
        rows.append((*switch, *read))
    asked = waiting.open_questions(table)
    if question is not None and state.suspended_at is None:
        asked = [question]
    message = Outgoing(
        lines(*words), rows=tuple(rows), pickers=pickers, until=waiting.deadline(asked),
        thinking=screens.thinking(table), asked=waiting.asked(table, seat),
    )  # fmt: skip
    turns = tuple(screens.turns(table))
    return Screen(view, table.names, message, offer=offer, turns=turns, course=course(table))


def _may_pass(table: Table, seat: Seat, *, on: bool) -> bool:
    """Whether 自动过牌 concerns a seat now: it may pass, or waits while it is on."""
    if table.state.phase is not Phase.PLAYING or table.state.suspended_at is not None:
        return False
    if table.question_of(seat) is None:
        return on
    return any(choice.action == PASS for choice in table.prompt(seat).choices)


def _beside_the_board(screens: Screens, table: Table, screen: Screen) -> Screen:
    """The screen with the part of it that the board beside it does not show."""
    if screen.view is None:
        return screen
    speak = screens.catalogue.speaker(table.names)
    own = own_part(screen.view, screens.public_view(table), screen.message.pickers, speak)
    return changed(screen, own=own)


def _with_hint(
    screens: Screens, offer: Offer, rows: list[tuple[Button, ...]], hint: Hint | None
) -> list[tuple[Button, ...]]:
    """The answers with a button that thinks of a play, and of the next at the next press."""
    following = 0 if hint is None else (hint.at + 1) % hint.count
    label = "button-hint" if hint is None else "button-hint-next"
    token = tokens.button(offer.table, offer.question, f"h{following}")
    ask = Button(token, screens.say(label), hint=True)
    first, *others = rows or [()]
    rows = [(*first, ask), *others]
    if hint is None:
        return rows
    speak = screens.catalogue.speaker(offer.names)
    thought = (changed(b, style=Style.PRIMARY) for b in plays.buttons(offer, [hint.action], speak))
    return [tuple(thought), *rows]


def _with_board(screens: Screens, table: Table, screen: Screen) -> Screen:
    """The hand with what the board would show and offer beside it."""
    state, say = table.state, screens.say
    news = map(screens.catalogue.speaker(table.names), table.news)
    rows = list(screen.message.rows)
    view = screen.view
    if state.phase is Phase.FINISHED and view is not None:
        view = with_final(table, view)
        rows.append(next_row(screens, table))
    names = ["set"] if state.phase is Phase.BETWEEN and not state.cup else []
    names += ["scores", "rules"]
    rows.append(tuple(control(table, name, say(f"button-{name}")) for name in names))
    text = lines(*news, screen.message.text)
    return changed(screen, view=view, message=changed(screen.message, text=text, rows=tuple(rows)))
