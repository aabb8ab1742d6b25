"""What one person sees of a table.

At a table without a place it is all there is: lobby, board, lines and hand in one message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.autopass import PASS
from bot.ports.messages import Button, Outgoing, Picker, Style
from bot.screens import plays
from bot.screens.board import board, closed, vote_row
from bot.screens.controls import control
from bot.screens.more import next_row
from bot.screens.panes import own_part
from bot.screens.screen import Screen, lines, one_gold, with_message
from bot.screens.situation import Situation
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
    now: Situation | None = None,
) -> Screen:
    """The private screen of a seat; with a hint that play stands first, its cards stand out.

    ``notify``: the person should notice it. With ``panes`` the part is made as well that stands
    beside the board; ``passing`` is whether 自动过牌 is on, where it has a switch; ``now`` is how
    the table stands, where other screens of it are made too.
    """
    alone, now = table.state.place is None, now or Situation(table)
    match table.state.phase:
        case Phase.LOBBY if alone:
            screen = board(reader, table)
        case Phase.LOBBY:
            leave = control(table, "leave", reader.say("button-leave"))
            message = Outgoing(reader.say("hand-lobby"), rows=((leave,),))
            screen = Screen(None, now.names, message)
        case Phase.CLOSED:
            rows = (next_row(reader, table),) if alone else ()
            screen = Screen(None, now.names, Outgoing(closed(reader, table), rows=rows))
        case _:
            screen = _playing(reader, now, seat, hint, passing)
            if alone:
                screen = _with_board(reader, now, screen)
            elif panes:
                screen = _beside_the_board(reader, now, screen)
    if alone:
        said = map(reader.catalogue.speaker(table.names), table.said)
        screen = with_message(screen, text=lines(*said, screen.message.text))
    title = now.told(reader).title(now.names[seat])
    shown = "" if table.state.over else table.state.id
    message = changed(one_gold(screen.message), title=title, table=shown)
    return changed(screen, message=changed(message, notify=notify), public=0, taste=reader.taste)


def _playing(
    reader: Reader, now: Situation, seat: Seat, hint: Hint | None, passing: bool | None
) -> Screen:
    table, told = now.table, now.told(reader)
    state, over = table.state, now.over
    view = now.facts.private_view(seat)
    question, prompt = now.questions.get(seat), now.prompts.get(seat)
    rows: list[tuple[Button, ...]] = []
    pickers: tuple[Picker, ...] = ()
    words: list[str] = []
    offer = None
    ask: tuple[Button, ...] = ()
    if state.players[seat].autopilot and not over:
        words.append(reader.say("hand-autopilot"))
        rows.append((control(table, "back", reader.say("button-back"), Style.PRIMARY),))
    if question is not None and prompt is not None:
        taught = lesson.ask(table, seat) if state.lesson else None
        words.append(told.speak(taught or prompt.ask))
        rows += reader.controls.answers(table, question, prompt, told.speak)
        pickers = reader.controls.pickers(table, question, prompt, told.speak)
        counsel = None
        if state.hints == "on" or state.coached:
            counsel = plays.offer_of(table, question, prompt, now.names)
        offer = counsel if prompt.picks or state.coached else None
        free = prompt.picks or prompt.number is not None or len(prompt.choices) > 1
        if counsel is not None and free and not counsel.first and not prompt.answered:
            rows, ask = _with_hint(reader, counsel, rows, hint)
        if counsel is not None and hint is not None:
            view = plays.raised(view, hint.action.cards)
            words.append(plays.hint_line(counsel, hint, told.speak))
            offer = None
    else:
        words += told.standing()
    if state.lesson and state.phase is Phase.FINISHED:
        words.append(reader.catalogue.say(lesson.over(table)))
    if state.phase is Phase.BETWEEN and seat not in state.ready:
        rows.append((control(table, "next", reader.say("button-next"), Style.PRIMARY),))
    elif state.phase is Phase.BETWEEN:
        words.append(reader.say("hand-ready"))
    vote = state.vote
    if vote is not None and seat not in vote.yes and not state.players[seat].left:
        rows.append(vote_row(reader, table, vote))
    if state.suspended_at is not None and not over:
        rows.append((control(table, "resume", reader.say("button-resume"), Style.PRIMARY),))
    switch: tuple[Button, ...] = ()
    if passing is not None and _may_pass(now, seat, on=passing):
        made = control(table, "autopass", reader.say("prefs-name-autopass"))
        switch = (changed(made, on=passing),)
    rest = ["look"] if view.details else []
    rest += [] if over else ["more"]
    if rest:
        rows.append((*ask, *switch, *told.reading(*rest)))
    until = now.until if question is None or prompt is None else question.deadline
    message = Outgoing(
        lines(*words), rows=tuple(rows), pickers=pickers, until=until,
        thinking=told.thinking, asked=waiting.asked(state, seat, prompt),
        turn="" if question is None else f"{state.id}:{question.number}",
    )  # fmt: skip
    shown = state.fingerprint
    foot = reader.say("hand-fingerprint", fingerprint=shown) if shown else ""
    return Screen(
        view, now.names, message, offer=offer, turns=told.turns, course=now.facts.course, foot=foot
    )


def _may_pass(now: Situation, seat: Seat, *, on: bool) -> bool:
    """Whether 自动过牌 concerns a seat now: it may pass, or waits while it is on."""
    state, prompt = now.table.state, now.prompts.get(seat)
    if state.phase is not Phase.PLAYING or state.suspended_at is not None:
        return False
    return on if prompt is None else any(one.action == PASS for one in prompt.choices)


def _beside_the_board(reader: Reader, now: Situation, screen: Screen) -> Screen:
    """The screen with the part of it that the board beside it does not show."""
    if screen.view is None:
        return screen
    speak, board_view = now.told(reader).speak, now.facts.public_view()
    message = one_gold(screen.message)
    own = own_part(screen.view, board_view, message.pickers, speak)
    return with_message(changed(screen, own=own), rows=_once(message))


def _once(message: Outgoing) -> tuple[tuple[Button, ...], ...]:
    """The buttons without those of some numbers, where all numbers stand there to be picked."""
    listed = {
        picker.token.removesuffix(tokens.NUMBERS) + tokens.number_item(option.value)
        for picker in message.pickers
        if picker.token.endswith(tokens.NUMBERS)
        for group in picker.groups
        for option in group.options
    }
    kept = (
        tuple(b for b in row if b.style is not Style.PLAIN or b.token not in listed)
        for row in message.rows
    )
    return tuple(row for row in kept if row)


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


def _with_board(reader: Reader, now: Situation, screen: Screen) -> Screen:
    """The hand with what the board would show and offer beside it."""
    table, told = now.table, now.told(reader)
    state = table.state
    news = map(told.speak, table.news)
    rows = list(screen.message.rows)
    view = screen.view
    if state.phase is Phase.FINISHED and view is not None:
        view = now.facts.with_final(view)
        rows.append(next_row(reader, table))
    names = ["set"] if state.phase is Phase.BETWEEN and not state.tournament else []
    names += ["scores", "rules"]
    rows.append(told.reading(*names))
    text = lines(*news, screen.message.text)
    return changed(screen, view=view, message=changed(screen.message, text=text, rows=tuple(rows)))
