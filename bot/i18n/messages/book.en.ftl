# The score book: which part of it
period-days = last { $days ->
    [one] day
   *[other] { $days } days
}
period-all = all time
period-season = season { $number }
period-unknown = I cannot tell which part you mean. You can write: week, month, season, last, all, s2; and “min 5” rounds.
period-no-season = There is no such season. There are { $seasons }.
period-button-week = 7 days
period-button-month = 30 days
period-button-season = Season
period-button-all = All time

# The score book: tables
sheet-chat-in = Totals · { $period }
sheet-best = Best round
sheet-round-corrected = Round { $round } ed.
sheet-round-driven = Round { $round } auto
sheet-round-bots = Round { $round } bots
sheet-round-corrected-driven = Round { $round } ed. auto
sheet-round-corrected-bots = Round { $round } ed. bots
sheet-anonymous = anonymous
sheet-somebody = somebody
scores-none = No round has been finished here yet.
scores-none-in = No round has been finished here yet ({ $period }).
scores-driven = Mostly played by the autopilot: it counts for settling up, but has no rank.
scores-unranked = Not in the totals and ranks: { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
} of one person with bots (“bots”), or mostly played by the autopilot (“auto”). All of them count for settling up. “How it works” says more.
scores-corrected = Round { $round } was corrected: { $changes } (asked for by { $who }, { $at })
scores-button-settle = Settle up
scores-button-export = Export
scores-button-correct = Correct
scores-button-how = How it works

me-title = My scores
me-here = In this chat
me-all = Everywhere
me-course = { $game }: your last { $rounds } rounds
me-line = You
me-against = You against others, round by round
me-won = Ahead
me-lost = Behind
me-none = You have not finished a round yet.
me-unranked = Not in your scores: { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
} you played with bots alone, or that the autopilot mostly played.

# How scores count
book-rules =
    【How scores count】
    · Every finished round goes into the scores of this chat, and all of them count when you settle up.
    · Totals, ranks, best rounds and “My scores” are of rounds in which people met people and mostly played for themselves.
    · So two kinds of rounds have no rank: those of one person with bots in all other seats (marked “bots”), and those in which everybody else was away, or at least half of the people’s decisions were made for somebody who was away (marked “auto”). A game for one counts when one plays it.
    · Whoever is there when the cards are dealt has played that round: everyone who sat down themselves, or pressed for the next one. If they then hand over, leave or never act at all, it still counts: there is no way out of a bad hand.
    · Whoever handed over or left before the deal, or was drawn to a table and never came, is away. A round with only one person there has no rank, whoever wins it.
    · A round in which nobody decided anything themselves does not count either.
    · Places in a game go by its ranked rounds; without any, there are none.
    · The coin room and tournaments are no exception; coins still change hands, and winners still go through.
    · Practice with a seed word counts nowhere.
    · A wrong score can be put right: press “Correct” under “Scores”, and everyone who played that round has to agree.

# Settling up
settle-title = Settling up · { $period } (points only, as few payments as can be)
settle-game = { $game }:
settle-line = {"  "}{ $by } → { $to }: { $points }
settle-even = {"  "}Everybody is even.
settle-not = {"  "}Points of this game are not won from each other; there is nothing to settle.
settle-computers = the bots

# Export
export-text = The scores ({ $period }, { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}) are in the attached file, for any spreadsheet.
export-newest = Only the newest { $rounds } rounds fit into a file.
csv-time = time
csv-match = match
csv-game = game
csv-round = round
csv-seat = seat
csv-player = player
csv-points = points
csv-scored = as first scored
csv-corrections = corrections
csv-why = why
csv-unranked = has no rank

# Corrections
correct-how =
    To correct a round of the newest game, write its number and then the points of every seat. It counts once everyone who played it agrees; the old points stay in its history.
    Round { $round } is now: { $seats }
    For example: /correct { $example }
correct-no-round = There is no round { $round }: { $count ->
    [one] one round of this game is finished.
   *[other] { $count } rounds of this game are finished.
}
correct-seats = That round has { $seats } seats, and you gave { $given } numbers. Write the round first, then the points seat by seat.
correct-same = Round { $round } is so already.
correct-sum = The points of a round of { $game } always have the same sum; yours add up to { $sum }.
correct-not-yours = Only those who played that round, or an administrator, can ask for a correction.
correct-unreadable = I cannot read that. Write numbers alone, without names.
correct-open-already = A correction of round { $round } is being asked about. Wait for its answer.
correct-seat = { $seat } { $before } → { $now }
correct-asked = Someone asks to correct round { $round }: { $changes }. It counts once everyone who played it agrees, until { $until }.
correct-agreed = Round { $round } is corrected: { $changes }. The totals are new; the old points stay in its history.
correct-refused = Round { $round } stays as it is ({ $changes }): not everyone agreed.

# Votes
motion-asked = { $count ->
    [one] Asked. 1 more has to agree.
   *[other] Asked. { $count } more have to agree.
}
motion-counted = Noted; { $count } more needed.
motion-answered = You have answered already.
motion-agreed = That has been agreed already.
motion-refused = That has been refused already.
motion-gone = That is not there any more.
motion-late = It was open until { $until } only. You can ask again.
motion-not-yours = This is not for you to decide.
motion-button-yes = Agree
motion-button-no = Disagree

# Seasons
season-title = Seasons
season-line = Season { $number }: { $since } – { $until }
season-first = the beginning
season-now = now
season-how = A new season counts from zero, and the old ones are kept: /scores last, /scores s1, /scores all.
season-button = New season
season-in-group = Type /season new in the group.
season-open-already = A new season is being asked about already.
season-not-yours = Administrators can begin a new season; whoever has played here in the last 30 days can ask for one.
season-asked = Someone asks for a new season: counting from zero, the present one is kept. It begins once more than half of those who played in the last 30 days agree, until { $until }.
season-agreed = Season { $number } begins, counting from zero. The one before: /scores last.
season-refused = Season { $number } does not begin: less than half agreed.

# My data
mydata-text =
    This is kept of you (all of it in the attached file):
    { $matches } finished games in { $chats } places: { $games }
    { $settings } settings; you sit at { $tables } tables now
    Every move is kept with its game. What people say is not kept. To delete it: /forgetme.
mydata-coins = Your purses are in the file too. The first purse of a group is given once, and not again after you are forgotten: a mark that names nobody is kept for that.
mydata-none = none
forget-ask =
    Being forgotten: your seats of the past become “anonymous”, your name and settings are deleted. The points stay: nobody’s total changes, and a bad score does not go away.
    You can take it back for { $days } days; after that nobody can tell it was you. A game being played does not count: ask again when it is over.
    Only this stays: if you were blocked or asked to leave a table, a code that names nobody. Being forgotten does not lift it.
forget-ask-coins = Your purse stays with “anonymous” too, and you start again with 0 coins: the first purse is not given twice. For that a mark is kept which names nobody.
forget-cup = You are still in a tournament; it keeps your name. Ask again when it is over.
forget-button-here = Forget me here
forget-button-all = Everywhere
forget-button-undo = Undo ({ $until })
forget-done = Done: you are anonymous in { $matches } games. You can take it back until { $until }.
forget-playing = You still sit at a table; it keeps your name. Ask again when that game is over.
forget-nothing = Nothing is kept of you.
forget-undone = Taken back; everything is here again.
forget-no-undo = There is nothing to take back, or it is more than { $days } days ago.

command-about-me = My own scores
command-about-settle = Settle up: who owes whom how many points
command-about-correct = Correct a round, if all who played it agree
command-about-season = Seasons: list them or begin a new one
command-about-export = Export the scores as a file and a picture
command-about-mydata = What is kept of me
command-about-forgetme = Forget me: my seats become anonymous; can be undone for seven days
field-about-period = week, month, season, last, all; also “min 5”
field-about-points = The round and the points by seat: 3 12 -6 -6
field-about-season = new: begins a new season
field-about-undo = undo: take it back
