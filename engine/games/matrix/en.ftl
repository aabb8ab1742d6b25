matrix-name = Poker matrix 扑克矩阵
matrix-about = 10 min · fill a 5 × 5 board

## Options
matrix-option-special = Special cells
matrix-value-special-on = yes (27 cards)
matrix-value-special-off = none (25 cards)
matrix-note-special = One red and one black bonus cell, one double cell and two skip cells, drawn by lot, the same for everyone.
matrix-option-matrix-total = Points for the match
matrix-value-matrix-total-score = board points
matrix-value-matrix-total-rank-points = rank points
matrix-note-matrix-total = Rank points: 1 for each player with fewer points than you.

## Buttons and questions
matrix-verb-place = Place the card
matrix-ask = Where do you put { $card }? Press a letter, or type it.
matrix-ask-again = { $card } is in { $cell }. Until everyone has placed you may change it: press another cell.
matrix-button = { $letter }
matrix-button-red = { $letter } R
matrix-button-black = { $letter } B
matrix-button-double = { $letter } ×2
matrix-button-skip = { $letter } »
matrix-button-card = { $card }

## What happened
matrix-begins = Dealt: { $rounds } cards, the same for everyone, and so are the special cells.
matrix-closed = { $card } is placed by everyone.
matrix-gained = { $seat } +{ $points }
matrix-passed = Nobody places { $card }; it is skipped.
matrix-over = All boards are full: the deal is over.

## Not like this
matrix-no-such = Now a card goes into an empty cell (rule 4): type one letter from { $first } to { $last }.
matrix-too-much = One letter is enough, for example “{ $cell }”, and nothing after it.
matrix-filled = { $card } is in { $cell } already, and stays there (rule 4). Still empty: { $empty }.

## Pictures
matrix-title = Poker matrix · card { $round } of { $rounds }
matrix-title-over = Poker matrix · scores
matrix-board = Your board
matrix-boards = All boards
matrix-board-of = { $points } · { $seat }
matrix-board-of-answered = ✓ { $points } · { $seat }
matrix-board-of-rests = skips { $points } · { $seat }
matrix-board-of-full = full { $points } · { $seat }
matrix-now = Now, and the next { $count }
matrix-points = Points
matrix-ranking = Ranking
matrix-place = { $place } of { $of }
matrix-best = Best so far
matrix-kinds = Different hands { $count } of 8
matrix-kinds-so-many = { $count ->
    [one] 1 hand
   *[other] { $count } hands
}
matrix-lamp = +{ $points }
matrix-cell-red = { $letter } red
matrix-cell-black = { $letter } black
matrix-cell-double = { $letter } double
matrix-cell-skip = { $letter } skip
matrix-badge-red = R
matrix-badge-black = B
matrix-badge-double = ×2
matrix-badge-skip = »
matrix-sheet = Score sheet
matrix-head-line = Line
matrix-head-kind = Hand
matrix-head-product = Cards×hand
matrix-head-points = Pts
matrix-head-place = #
matrix-head-seat = Player
matrix-head-lines = Lines
matrix-head-extra = Extra
matrix-row = Row { $n }
matrix-column = Column { $n }
matrix-down = Diagonal ↘
matrix-up = Diagonal ↙
matrix-possible = { $card } would complete
matrix-product = { $cards }×{ $pattern }
matrix-product-2 = { $cards }×{ $pattern }×2
matrix-product-3 = { $cards }×{ $pattern }×3
matrix-bonus-red = red { $card }
matrix-bonus-black = black { $card }
matrix-bonus = Bonus cells
matrix-collection = Variety
matrix-total = Total
matrix-paid = { $kind } { $points }
matrix-collected = { $count } hands { $points }
matrix-seat = { $seat }
matrix-mark-answered = placed
matrix-mark-rests = skips
matrix-mark-full = full
matrix-done = Placed
matrix-count = { $done } of { $of }
matrix-kind-high = high card
matrix-kind-pair = pair
matrix-kind-two-pairs = two pairs
matrix-kind-triple = three of a kind
matrix-kind-straight = straight
matrix-kind-flush = flush
matrix-kind-full-house = full house
matrix-kind-four = four of a kind
matrix-kind-straight-flush = straight flush

## Settlement
matrix-reason = { $seat }: lines { $lines } + cells { $cells } + variety { $collection } ({ $kinds ->
    [one] 1 hand
   *[other] { $kinds } hands
}) = { $total }
matrix-by-rank = { $seat }: { $count ->
    [one] 1 player has fewer points, 1 rank point
   *[other] { $count } players have fewer points, { $count } rank points
}
matrix-record = { $seat } beats their own best of { $old }!

## The lesson
matrix-lesson-1 = Each card goes into a cell, and every full row, column and diagonal scores as a poker hand. Row three has two sevens and two twos, so ♣7 makes a full house there.
matrix-lesson-1-else = You could put it there, but in o it makes row three a full house.
matrix-lesson-2 = Row two is all spades: ♠6 makes it a flush.
matrix-lesson-2-else = You could put it there, but in j it makes row two a flush.
matrix-lesson-3 = Row one is 10 J Q K, and ♥A makes it a straight, which is worth more than a flush here.
matrix-lesson-3-else = You could put it there, but in e it makes row one a straight.
matrix-lesson-4 = Row four has three nines: ♣9 makes it four of a kind.
matrix-lesson-4-else = You could put it there, but in t it makes row four four of a kind.
matrix-lesson-5 = One cell is left. ♥5 makes row five three of a kind, and the board is full and scored.
matrix-lesson-5-else = Only this cell is left.

matrix-hint-place = Here it leaves you the most chances in row and column.
