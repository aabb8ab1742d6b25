# Problems: one a day, which everybody solves alone.

command-about-puzzle = A problem a day, which everybody solves alone
help-do-puzzle = Problem
puzzle-level-1 = easy
puzzle-level-2 = medium
puzzle-level-3 = hard
puzzle-of-day = Problem of the day: no. { $number } ({ $level })
puzzle-ask = The landlord leads and wins against anything. All cards lie open; solve it alone, and keep the answer to yourself.
puzzle-open = Let me try
puzzle-turn = You are the landlord, and it is your turn:
puzzle-play = { $cards }
puzzle-more = Other plays
puzzle-give = Show me
puzzle-share = Share
puzzle-step = { $who } { $cards }
puzzle-then = { $some } → { $more }
puzzle-beside = { $some } { $more }
puzzle-went = { $line }
puzzle-wrong = That does not win: { $line }. I have taken it back, so think again.
puzzle-solved = Solved, in try { $tries }! Days in a row: { $row }.
puzzle-solved-late = Solved, but you had seen the answer, so it does not count.
puzzle-was-solved = You solved this one in try { $tries }. Solving it again does not count.
puzzle-was-shown = You have seen the answer of this one, so it does not count.
puzzle-way = This wins: { $line }
puzzle-why = And this is why the obvious play does not: { $line }
puzzle-solved-by = { $name }: in try { $tries }, days in a row: { $row }
puzzle-not-yours = Somebody else is solving this. Press “Let me try” for your own.
puzzle-name = { $name }
puzzle-card-told = It gives nothing away: send it to a friend.
puzzle-card-title = Problem no. { $number } ({ $level })
puzzle-card-who = Solver
puzzle-card-how = Result
puzzle-card-solved = solved in try { $tries }
puzzle-card-shown = saw the answer
puzzle-card-open = not solved yet
puzzle-card-row = Days in a row
puzzle-card-all = Solved in all
puzzle-over = That problem is over; this is the current one.

# Posted into a chat each day.

puzzle-last = Who solved the one before (no. { $number }):
puzzle-last-nobody = Nobody solved the one before (no. { $number }).
puzzle-daily = One a day
puzzle-daily-on = A problem is posted here each day at { $at }, with who solved the one before. Next: { $time }.
puzzle-daily-off = No problem of the day is posted here. To have one each day, press a time ({ $zone }).
puzzle-daily-type = Any other time can be typed: /puzzle daily 7:30
puzzle-daily-type-on-page = To change the time, press another.
puzzle-daily-stop = No more
puzzle-daily-unseen = Nobody looked at the last { $days } problems, so I post no more of them. An administrator can turn them on again with /puzzle daily.
puzzle-daily-unseen-on-page = Nobody looked at the last { $days } problems, so I post no more of them. To have them again, type “puzzle” and press “One a day”.
puzzle-daily-unknown = Give a time, as in /puzzle daily 20:00; to end it, /puzzle daily off.
puzzle-daily-unknown-on-page = Give a time, such as 20:00. Or type “puzzle”, press “One a day” and choose.
puzzle-daily-in-group = Type /puzzle daily in the group that is to get one each day.
puzzle-daily-in-group-on-page = Set this in the room that is to get one each day.
field-about-daily = Post one here each day: a time, such as 20:00, or off
