# Tournaments: registering, starting, going on, and what cannot be done at their tables.

cup-where = Tournament in { $chat } ({ $game })
cup-tell = { $where }: { $what }

cup-table-title = Stage { $stage } table { $number }

# Registering.

cup-registered = You are in, as number { $place }. Until the start you may press “Withdraw”; as long as you are in, you cannot sit down at other tables.
cup-registered-already = You have registered already.
cup-withdrawn = You have left the tournament{ $fee ->
    [0] .
   *[other] ; no coins were taken.
}
cup-not-registered = You have not registered for this tournament.
cup-full = The tournament is full ({ $most } at most).
cup-purse = The fee is { $fee } coins; you have only { $purse }.
cup-computers = A tournament with a fee is for people only.
cup-seated = You are sitting at a table in { $chat } ({ $game }). Finish or leave it before you register.
cup-queued = You are waiting for the coin room in { $chat }. Leave its queue before you register.
cup-held = You have registered for the tournament in { $chat }: until you are out or withdraw you can neither sit down elsewhere nor queue for the coin room.
cup-host-only = Only the organiser ({ $host }) and administrators may do this.
cup-few = It takes at least { $least } to start; there are only { $here }.

# Calling one.

cup-in-group = Tournaments are called in a group.
cup-another = There is a tournament in this group already; wait until it is over.
cup-game = Tournament tables are for four, and { $game } is not played by four.
cup-no-purses = There are no coins here, so a tournament cannot have a fee.
cup-fee = The fee may be { $least } to { $most } coins.
cup-minutes = The start may be { $least } to { $most } minutes away.
cup-deals = A stage may have { $least } to { $most } rounds.
cup-none = There is no tournament here.
cup-here = There is no table here yet, but people register for a tournament that begins at { $time }. Take part with “/tournament register”, or open a table of something else with /newgame.
cup-here-yours = The tournament has not begun; you have registered. It begins at { $time }, and you will be told which table is yours.
cup-here-playing = There is no other table here; a tournament is on. Look at it with /tournament; players press “My hand” there.

cup-not-in-open = The tournament has not started yet.
cup-not-in-playing = The tournament has started already.
cup-not-in-over = The tournament is over.
cup-not-in-cancelled = The tournament was cancelled.

# Results.

cup-say-begun = The tournament begins: { $players } players, { $stages } stages. The best of each table goes on, and scores start anew at each stage.
cup-say-stage = Stage { $stage } begins with { $tables } tables.
cup-say-won = { $name } has won the tournament!
cup-say-won-pool = { $name } has won the tournament and takes the pool of { $pool } coins!
cup-say-cancelled = The tournament was cancelled: { $why }.{ $fee ->
    [0] {""}
   *[other] {" "}No coins were taken.
}
cup-say-broken = The tournament cannot go on and was cancelled{ $fee ->
    [0] .
   *[other] ; whatever was paid has been given back.
}
cup-say-gone = I am no longer in this group, so the tournament was cancelled{ $fee ->
    [0] .
   *[other] ; whatever was paid has been given back.
}
cup-say-stuck = One table could not be played to its end, so the tournament was cancelled{ $fee ->
    [0] .
   *[other] ; whatever was paid has been given back.
}
cup-say-again = Stage { $stage }, table { $table } broke off before it was over. It does not count and is played again.
cup-say-silent = { $names } cannot be reached by private message, so they are not playing{ $fee ->
    [0] .
   *[other] ; no coins were taken from them.
}
cup-why-few = it was time, and fewer than four could play
cup-why-nobody = it was time, and nobody had registered
cup-why-host = by its organiser
cup-why-admin = by an administrator

cup-tell-poor = You did not have the fee of { $fee } coins at the start, so you are not playing; no coins were taken. You may sit down elsewhere now.
cup-tell-removed = Only { $players } can play, and you registered after them, so you are not in this one{ $fee ->
    [0] .
   *[other] ; no coins were taken.
} You may sit down elsewhere now.
cup-tell-ahead = Stage { $stage }: { $score } points, and you go on! Scores start anew; wait for the next stage.
cup-tell-again = Stage { $stage }, table { $table } broke off before it was over. It does not count; you play it again in a moment.
cup-tell-out = The final: { $score } points, which is place { $best }. You may sit down elsewhere now.
cup-tell-out-among = Stage { $stage }: { $score } points, and you are out, in places { $best }–{ $worst }. You may sit down elsewhere now.

# At its tables.

cup-table-closed = This is a table of a tournament; nobody can join it.
cup-no-stop = A tournament's table cannot be ended early; the autopilot plays for whoever is away. An administrator who does not play may end it with /stop: finished rounds count, and if there are none it is played again.
cup-no-pause = A tournament's table cannot be paused; the autopilot plays for whoever is away.
cup-no-settings = The settings of a tournament's table cannot be changed.
