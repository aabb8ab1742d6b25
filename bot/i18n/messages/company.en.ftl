# Rooms, people one has played with, open tables
company-home = Play on
company-rooms = My rooms
company-rooms-none = Rooms you have played in are listed here.
company-rooms-text = Press one to go back there:
company-room = A room
company-playing = playing now
company-waiting = waiting for players
company-last = { $days ->
    [0] played today
    [1] played yesterday
   *[other] played { $days } days ago
  }
company-with = with { $names }
company-fellows = People you have played with
company-fellows-none = Whoever you play with is named here.
company-fellow = { $matches ->
    [one] one match together
   *[other] { $matches } matches together
  }
company-house = Open tables
company-house-none = No table is open to everybody just now. Hosts can open theirs in its settings.
company-house-text = Press one to sit down:
company-join = { $game } · { $host }’s table · { $free } free
company-watch = { $game } · { $host }’s table · watch
settings-house = Who may come
settings-house-closed = whoever has the link
settings-house-open = everybody
settings-house-note-open = The table is listed under “Open tables”: anybody may sit down or watch.
button-display = Show all hands
button-people = Who is here
button-help-page = How to play
button-rooms = My rooms
button-fellows = People I played with
button-house = Open tables
