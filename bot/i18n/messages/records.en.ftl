# Records in writing: where one cannot be read, and how it should be written.

notation-misread-line = Line { $line }: { $why }
notation-misread = Line { $line }, character { $column }, “{ $word }”: { $why }
notation-pile-hand = the hand of seat { $seat }
notation-pile-bottom = the bottom cards
notation-pile-stock = the stock

notation-foreign = This is no game of doudizhu as rlcard or DouZero write it.
notation-empty = There is nothing in it.
notation-too-long = That is too long: I read { $most } characters at most.
notation-too-many-actions = I read { $most } moves at most.
notation-which-game = It does not say which game it is. Begin like this: Record 1: doudizhu
notation-no-game = There is no game of that name.
notation-other-game = Another game is played at this table.
notation-version = This record is written in a newer way than I know: I read version { $version }.
notation-newer = This record has newer rules than I know: mine are version { $version }.
notation-seats = This game is for { $least } to { $most } players.
notation-no-option = There is no such option. There are: { $known }
notation-no-value = That option cannot be set so. It can be: { $known }
notation-no-chips = This game has no chips.
notation-teams = Every seat has to be in one side, and in one only.
notation-no-pack = What is undealt and what is gone do not make up a whole pack.
notation-number = A number has to stand here.
notation-number-between = This number has to be between { $least } and { $most }.
notation-so-many-numbers = One number for each seat: { $count } in all.
notation-nothing-said = Nothing is written behind it.
notation-twice = This was written before.
notation-late = This comes too late: it belongs before the first move.
notation-no-word = I do not know this word.
notation-random = To deal the other cards at random, write “random” (or “{ $word }”).

notation-no-card = This is no card. Write ♠3, H10 or BJ.
notation-no-suit = The suit is needed here, as in ♠3.
notation-once-too-often = { $card } is there once too often for this pack.
notation-rank-too-often = This rank is there once too often for this pack.
notation-too-many = Too many cards for { $pile }: { $count } instead of { $size }.
notation-missing = Cards are missing in { $pile }: { $count }. Write them, or add a line “Others: random” and they are dealt at random.
notation-no-hand = Seat { $seat } has no hand here.
notation-no-pile = This game deals no such cards: { $pile }.
notation-other-deck = Of the cards that were left, this one does not lie here.
notation-nothing-dealt = No new cards are dealt here.
notation-nothing-drawn = Nothing is drawn by lot here.
notation-impossible-lot = It cannot be this seat.
notation-impossible-cells = It cannot be these cells.
notation-impossible-pack = It cannot be these cards.
notation-seat = The number of a seat belongs here, from 1.
notation-cell = Cells are letters, from a.

notation-no-seat = There are only { $seats } seats.
notation-not-asked = It is not the turn of seat { $seat }, but of { $asked }.
notation-no-action = I do not understand this move.
notation-round-number = The next one is deal { $number }.
notation-round-open = Deal { $round } is not over yet.
notation-round-over = Deal { $round } is over.
notation-match-over = The match is over: deal { $rounds } was the last.
notation-other-score = By the rules, seat { $seat } has { $score } here.
