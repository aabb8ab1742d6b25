# Who is waited for: each line says for whom, since when and until when
why-unsaved = The database has refused to write since { $since }: cards and clocks stand still. It is tried again every two seconds, and then we play on.
why-silent = The group cannot be written to just now; I try again at { $until }. Everything played is kept.
why-owed = { $names }: the hand has not arrived; I send it again at { $until }. “My hand” shows it in the group meanwhile.
why-queue = In the queue for a seat: { $names }.

why-lobby-few = Not started (opened { $since }): { $missing ->
    [one] 1 more player is needed
   *[other] { $missing } more players are needed
}. Press “Join” or “Add bot”; untouched, the table closes at { $until }.
why-lobby-seats = Not started (opened { $since }): { $here ->
    [one] 1 player is here
   *[other] { $here } players are here
}, the game takes { $seats }. Untouched, the table closes at { $until }.
why-lobby-host = Enough players. Since { $since } the host, { $host }, has been waited for to press “Start”; from { $until } anyone seated may.
why-lobby-anybody = Enough players, and the host is away: anyone seated may press “Start” (opened { $since }). Untouched, the table closes at { $until }.
why-again = Since { $since } waiting for { $names } to press “Join” and play again; whoever has not by { $until } is left out.

why-between = The round is over. Since { $since } waiting for { $names } to press “Next round”; at { $until } it begins anyway.
why-between-nobody = The round is over. Since { $since } waiting for { $names } to press “Next round”; if nobody has by { $until }, the table pauses.

why-you = you
why-turn = Waiting for { $who } since { $since }; there is no time limit.
why-turn-until = Waiting for { $who } since { $since }, until { $until }; after that a move is made for them.
why-named = Waiting for { $names } since { $since }; there is no time limit.
why-named-until = Waiting for { $names } since { $since }, until { $until }; after that moves are made for them.
why-several = { $count ->
    [one] Waiting for 1 player
   *[other] Waiting for { $count } players
} since { $since }; there is no time limit.
why-several-until = { $count ->
    [one] Waiting for 1 player
   *[other] Waiting for { $count } players
} since { $since }, until { $until }; after that moves are made for them.
why-computer = { $who } is thinking (since { $since }, at most until { $until }).
why-autopilot = { $who } is away; a move is made for them at { $until } (asked { $since }).

why-vote-stop = Voting on whether to stop: { $yes } for it, waiting for { $names } until { $until }; no vote counts as no.
why-vote-pause = Voting on a pause: { $yes } for it, waiting for { $names } until { $until }; no vote counts as no.

why-suspended = The table is paused since { $since }; the clock stands still. Anyone seated can press “Resume”.
why-suspended-until = The table is paused since { $since }; the clock stands still. Anyone seated can press “Resume”; if nobody has by { $until }, the table closes.
why-still-pause = Everyone agreed to a break.
why-still-empty = Everyone seated has gone.
why-still-idle = Nobody pressed “Next round”.
why-still-forsaken = Nobody has played for seven days, and there is no clock here.
why-still-trouble = Something went wrong at this table, so it stopped here.
why-hurdle-rights = I lack rights in the group and cannot send messages.
why-hurdle-gone = The group can no longer be written to.
why-hurdle-removed = I am no longer in that group.
why-hurdle-locked = That topic is closed.
why-hurdle-slow = The platform wants me to be quiet in the group for a while.
why-hurdle-refused = The platform refuses my messages to the group; I keep trying.

hurdle-refused = The platform takes no messages from me in the group just now. The table is paused, the clock stands still and everything is kept. I keep trying; once the table shows there, “Resume” goes on.

# Pause
pause-asked = { $seat } wants a break. Vote until { $until }; no vote counts as no.
pause-already = The table is paused already.
paused = The table is paused. The clock stands still and the hands are kept. Anyone seated can press “Resume”.
vote-other = Another vote is open; finish it first.
vote-pause-no = { $seat } wants to play on: no pause.
vote-pause-expired = Not everyone agreed in time: no pause.
button-yes-pause = Yes, pause
button-no-pause = No pause
standing-vote-pause = Voting on a pause: { $yes } for it, until { $until }.
table-swept = { $rounds ->
    [0] Nobody came for a long time, so the table closed.
    [one] Nobody came for a long time, so the table closed. The finished { $unit } counts, the unfinished one does not.
   *[other] Nobody came for a long time, so the table closed. The { $rounds } finished { $unit }s count, the unfinished one does not.
}
lobby-ready = Enough players: { $host }, the host, presses “Start”. After two quiet minutes, anyone seated may.
lobby-ready-alone = Enough players: { $host } can press “Start”.
lobby-queue = In the queue for a seat: { $names }

# Seats
table-kicked = The host has asked { $name } to leave the table.
table-queued = All seats are taken. You are number { $place } in the queue and sit down when somebody leaves.
table-queued-next = A game is on. You are number { $place } in the queue: a bot’s seat, or that of someone who left, is yours from the next round; otherwise you sit down in the next game.
table-queued-match = Nobody can be replaced during this game. You are number { $place } in the queue for the next one.
table-queued-already = You are in the queue, number { $place }.
table-queue-full = The queue is full too (at most { $most }). Join the next game.
table-deserted = Everyone at this table has gone and it is paused. /newgame opens another.
table-queue-left = You have left the queue.
table-seated-next = { $name } takes { $old }’s seat. Finished rounds stay with whoever played them; from this round on they are the newcomer’s.
table-seated-lobby = { $name } sits down.
settings-seating = Seats
settings-seating-lot = by lot
settings-seating-chosen = as in the lobby
settings-hints = Hints
settings-hints-on = on
settings-hints-off = off
table-seating = Seats can be by lot (lot) or as in the lobby (chosen).
table-seat-lot = Seats are drawn by lot. To choose them, the host sets “Seats” to “as in the lobby”.
table-seat-taken = Somebody sits there; only the host can move people.
button-more-seat = Change seats
seat-moved = Done: you have seat { $seat }.

# Once more
again-mark = asked
again-title = The same table plays again as soon as { $names } press “Join”; waiting until { $until }.
again-late = That table is long gone. Open another with /newgame.

call-turn-until = It is your turn and everyone is waiting: please play by { $until }.
command-about-pause = Pause, if everyone agrees
command-about-seat = Take another seat in the lobby
command-about-again = The same players play again
table-yours-there = Your table ({ $game }) is here: { $link }
table-yours-near = Your table ({ $game }) is in another thread of this chat: say it there.
table-yours-private = Your table ({ $game }) is in your private chat with me: say it there.
