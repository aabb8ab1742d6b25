# Tournaments: the board in the chat, the picture, what is said.

cup-title-open = Tournament · { $game } · registration
cup-title-playing = Tournament · { $game } · { $players } players
cup-title-over = Tournament · { $game } · { $players } players · over
cup-title-cancelled = Tournament · { $game } · cancelled

cup-stage = Stage { $n }
cup-stage-final = Final
cup-of = { $n } / { $all }
cup-many = { $stage }: { $tables } tables, { $over } of them over; the best of each goes on
cup-more = { $n } more have registered

cup-fact-registered = Registered
cup-fact-field = Would play now
cup-fact-fee = Fee (coins)
cup-fact-pool = Pool (coins)
cup-fact-players = Players
cup-fact-stage = Stage
cup-fact-over = Tables over

cup-fact-champion = Champion
cup-mark-host = organiser
cup-mark-surplus = reserve
cup-mark-champion = champion

command-about-tournament = A tournament: register, go on, and the champion takes the pool
field-about-terms = Fee, minutes to the start, rounds a stage; for example 50 10 10

cup-how = Call a tournament like this: /tournament 上饶打炸 50 10 10. The numbers are the fee, the minutes to the start and the rounds of a stage; without them 50 coins, 10 minutes, 10 rounds.
cup-no-table = You are at no table of the tournament now: you do not play in it, your turn is still to come, or it is over for you.
cup-gone = That tournament is over. For another one: /tournament

cup-text-start = Called by { $host }; it begins at { $time }.
cup-text-field = { $here } registered; as things stand, { $players } play at { $tables } tables.
cup-text-field-surplus = { $here } registered; as things stand, the first { $players } play at { $tables } tables and the last { $surplus } are reserves.
cup-text-few = { $here } registered; it takes { $least } at least, { $missing } more.
cup-text-rules = 4, 16, 64 … play. { $deals } rounds a stage; the best of each table goes on, scores begin anew, equal ones go to whoever registered earlier.
cup-text-fee = { $fee } coins of each who plays at the start make the pool, and the champion takes it all; whoever does not play pays nothing.
cup-text-lacking = I may not open a place for each table here, so they are played in private messages. Permissions I lack: { $rights }.
cup-text-removed = Registered too late to play: { $names }.
cup-text-removed-free = Registered too late to play, and paid nothing: { $names }.
cup-text-poor = Not playing, without the fee of { $fee } coins: { $names }.
cup-and-more = { $names } and others, { $count } in all

button-cup-join = Register
button-cup-withdraw = Withdraw
button-cup-start = Begin now
button-cup-cancel = Call it off
button-cup-hand = My hand
button-cup-table = Table { $table }

cup-tell-here = Stage { $stage } begins: you are at table { $table }, and play right here.
cup-tell-there = Stage { $stage } begins: you are at table { $table }: { $link }
cup-tell-place = Stage { $stage } begins: you are at table { $table }. Go back to the tournament’s room and press “Table { $table }”.

cup-table-of = { $title } · tournament
cup-table-of-pool = { $title } · pool: { $pool } coins
