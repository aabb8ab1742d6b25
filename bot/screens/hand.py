"""What one person sees of a table.

At a table without a place it is all there is: lobby, board, lines and hand in one message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.players.autopass import PASS
from bot.ports.messages import Button, Outgoing, Picker, Style
from bot.screens import plays
from bot.screens.board import board, closed, standing, thinking, turns, vote_row
from bot.screens.controls import control
from bot.screens.more import next_row
from bot.screens.panes import own_part
from bot.screens.screen import Screen, lines, one_gold, with_message
from bot.screens.table_view import course, private_view, public_view, with_final
from bot.table import lesson, tokens, waiting
from bot.table.state import Phase
from engine.frozen import changed

if TYPE_CHECKING:
    from bot.screens.plays import Hint, Offer
    from bot.screens.reader import Reader
    from bot.table.table import Table
    from engine.core import Seat


def hand(
    reader: Reader,
    table: Table,
    seat: Seat,
    hint: Hint | None = None,
    *,
    notify: bool = False,
    panes: bool = False,
    passing: bool | None = None,
) -> Screen:
    """The private screen of a seat; with a hint that play stands first, its cards stand out.

    ``notify``: the person should notice it. With ``panes`` the part is made as well that stands
    beside the board; ``passing`` is whether 自动过牌 is on, where it has a switch.
    """
    alone = table.state.place is None
    match table.state.phase:
        case Phase.LOBBY if alone:
            screen = board(reader, table)
        case Phase.LOBBY:
            leave = control(table, "leave", reader.say("button-leave"))
            message = Outgoing(reader.say("hand-lobby"), rows=((leave,),))
            screen = Screen(None, table.names, message)
        case Phase.CLOSED:
            rows = (next_row(reader, table),) if alone else ()
            screen = Screen(None, table.names, Outgoing(closed(reader, table), rows=rows))
        case _:
            screen = _playing(reader, table, seat, hint, passing)
            if alone:
                screen = _with_board(reader, table, screen)
            elif panes:
                screen = _beside_the_board(reader, table, screen)
    if alone:
        said = map(reader.catalogue.speaker(table.names), table.said)
        screen = with_message(screen, text=lines(*said, screen.message.text))
    message = changed(one_gold(screen.message), title=_title(reader, table, seat))
    return changed(screen, message=changed(message, notify=notify), public=0, taste=reader.taste)


def _title(reader: Reader, table: Table, seat: Seat) -> str:
    state, name = table.state, table.names[seat]
    if state.chat is None:
        return reader.say("hand-title-alone", game=game_name(state.game), name=name)
    game = game_name(state.game)
    return reader.say("hand-title", chat=state.chat_title, game=game, name=name)


def _playing(
    reader: Reader, table: Table, seat: Seat, hint: Hint | None, passing: bool | None
) -> Screen:
    state = table.state
    view = private_view(table, seat)
    question = table.question_of(seat)
    rows: list[tuple[Button, ...]] = []
    pickers: tuple[Picker, ...] = ()
    words: list[str] = []
    offer = None
    asked = waiting.open_questions(table)
    whose = turns(reader, table, asked)
    ask: tuple[Button, ...] = ()
    if state.sitters[seat].autopilot and not state.over:
        words.append(reader.say("hand-autopilot"))
        rows.append((control(table, "back", reader.say("button-back"), Style.PRIMARY),))
    if question is not None and state.suspended_at is None:
        prompt = table.prompt(seat)
        taught = lesson.ask(table, seat) if state.lesson else None
        words.append(reader.catalogue.say(taught or prompt.ask, table.names))
        rows += reader.controls.answers(table, question, prompt)
        pickers = reader.controls.pickers(table, question, prompt)
        told = table.state.hints == "on" or state.coached
        counsel = plays.offer_to(table, seat) if told else None
        offer = counsel if prompt.picks or state.coached else None
        free = prompt.picks or prompt.number is not None or len(prompt.choices) > 1
        if counsel is not None and free and not counsel.first and not prompt.answered:
            rows, ask = _with_hint(reader, counsel, rows, hint)
        if counsel is not None and hint is not None:
            view = plays.raised(view, hint.action.cards)
            words.append(plays.hint_line(counsel, hint, reader.catalogue.speaker(table.names)))
            offer = None
    else:
        words += standing(reader, table, whose)
    if state.lesson and state.phase is Phase.FINISHED:
        words.append(reader.catalogue.say(lesson.over(table)))
    if state.phase is Phase.BETWEEN and seat not in state.ready:
        rows.append((control(table, "next", reader.say("button-next"), Style.PRIMARY),))
    elif state.phase is Phase.BETWEEN:
        words.append(reader.say("hand-ready"))
    vote = state.vote
    if vote is not None and seat not in vote.yes and not state.sitters[seat].left:
        rows.append(vote_row(reader, table, vote))
    if state.suspended_at is not None and not state.over:
        rows.append((control(table, "resume", reader.say("button-resume"), Style.PRIMARY),))
    switch: tuple[Button, ...] = ()
    if passing is not None and _may_pass(table, seat, on=passing):
        made = control(table, "autopass", reader.say("prefs-name-autopass"))
        switch = (changed(made, on=passing),)
    rest = ["look"] if view.details else []
    rest += [] if state.over else ["more"]
    if rest:
        read = (control(table, name, reader.say(f"button-{name}")) for name in rest)
        rows.append((*ask, *switch, *read))
    counted = asked if question is None or state.suspended_at is not None else [question]
    message = Outgoing(
        lines(*words), rows=tuple(rows), pickers=pickers,
        until=waiting.deadline(counted),
        thinking=thinking(reader, table, asked), asked=waiting.asked(table, seat),
    )  # fmt: skip
    return Screen(view, table.names, message, offer=offer, turns=tuple(whose), course=course(table))


def _may_pass(table: Table, seat: Seat, *, on: bool) -> bool:
    """Whether 自动过牌 concerns a seat now: it may pass, or waits while it is on."""
    if table.state.phase is not Phase.PLAYING or table.state.suspended_at is not None:
        return False
    if table.question_of(seat) is None:
        return on
    return any(choice.action == PASS for choice in table.prompt(seat).choices)


def _beside_the_board(reader: Reader, table: Table, screen: Screen) -> Screen:
    """The screen with the part of it that the board beside it does not show."""
    if screen.view is None:
        return screen
    speak = reader.catalogue.speaker(table.names)
    own = own_part(screen.view, public_view(table), screen.message.pickers, speak)
    return changed(screen, own=own)


def _with_hint(
    reader: Reader, offer: Offer, rows: list[tuple[Button, ...]], hint: Hint | None
) -> tuple[list[tuple[Button, ...]], tuple[Button, ...]]:
    """The answers, and a button that gives an idea, and the next at the next press.

    It stands beside the answers where cards are picked, else apart from them.
    """
    following = 0 if hint is None else (hint.at + 1) % hint.count
    label = "button-hint" if hint is None else "button-hint-next"
    token = tokens.button(offer.table, offer.question, f"h{following}")
    ask = Button(token, reader.say(label), hint=True)
    apart: tuple[Button, ...] = (ask,)
    if plays.shapes_open(offer.prompt):
        first, *others = rows or [()]
        rows, apart = [(*first, ask), *others], ()
    if hint is not None:
        speak = reader.catalogue.speaker(offer.names)
        thought = plays.all_buttons(offer, [hint.action], speak)
        said = tuple(changed(button, style=Style.PRIMARY, hint=True) for button in thought)
        meant = {button.token for button in said}
        if meant & {button.token for row in rows for button in row}:
            rows = [tuple(_meant(button, meant) for button in row) for row in rows]
        elif said:
            rows = [said, *rows]
    return rows, apart


def _meant(button: Button, meant: set[str]) -> Button:
    return changed(button, style=Style.PRIMARY) if button.token in meant else button


def _with_board(reader: Reader, table: Table, screen: Screen) -> Screen:
    """The hand with what the board would show and offer beside it."""
    state, say = table.state, reader.say
    news = map(reader.catalogue.speaker(table.names), table.news)
    rows = list(screen.message.rows)
    view = screen.view
    if state.phase is Phase.FINISHED and view is not None:
        view = with_final(table, view)
        rows.append(next_row(reader, table))
    names = ["set"] if state.phase is Phase.BETWEEN and not state.tournament else []
    names += ["scores", "rules"]
    rows.append(tuple(control(table, name, say(f"button-{name}")) for name in names))
    text = lines(*news, screen.message.text)
    return changed(screen, view=view, message=changed(screen.message, text=text, rows=tuple(rows)))
