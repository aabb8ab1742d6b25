# Coins on the table
stakes-no-chat = Coins are in the purses of a group; a table of your own plays chips.
stakes-no-purses = Nobody signs in here, so nobody has a purse: play for chips.
stakes-computers = Computer players have no purse, so only people sit at a table for coins. To play with them, set “chips or coins” back to chips; the host can send those who sit here away.
stakes-uneven = The points of a round of this game are not won from each other and do not add up to zero, so it plays chips only.
stakes-uneven-option = To play for coins, first set “Scores” to “won and lost, 0 in all”, so that it is clear who pays whom.
stakes-chips = This table plays chips, the same number for everybody; set it to coins first, then say how many each brings.
stakes-buyin = Each brings { $least } to { $most } coins; write a whole number.
stakes-lacks = { $name } (has { $has }, { $lacks } short)
stakes-short = Each needs { $needs } coins to begin; these have too few: { $who }. You can lower what each brings, or play for chips; with fewer than 200 coins, /daily gives some once a day.
stakes-overdrawn = Somebody's coins have just gone to another table and are too few for this one; press Start again to see whose.
stakes-correction-short = This round was played for coins, and whoever would have to pay has too few, so nothing was changed: { $who }.
stakes-correction-late = Somebody has just spent the coins that this correction takes; please press again.
stakes-correction-uneven = This round was played for coins: the corrected points must add up to zero.

stakes-all = Everybody brings { $coins } coins.
stakes-one = { $seat } brings { $coins } coins
stakes-fee = Everybody pays a room fee of { $coins }.
stakes-fee-back = No deal was finished, so everybody gets the room fee of { $coins } back.
stakes-no-stop = This deal is played for coins and somebody is away, so it has to be finished before the table can end; the autopilot plays for whoever is away.
stakes-round = { $seat } { $moved } coins, { $held } left in front
stakes-capped = The losers' coins do not cover it: they pay what they have, the winners share it in proportion, and the rest goes to the largest winner.
stakes-broke = No coins are left in front of { $names }, so it ends here.
stakes-back = { $seat } takes { $coins } coins home ({ $won })
