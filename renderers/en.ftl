# Words of pictures and of screens in text.

render-turn = { $names } to play
render-turn-you = Your turn
render-seat = Seat { $n }
render-you = you
render-named-you = { $name } (you)
render-score = { $n } pts
render-team = Team { $n }
render-left = { $n } left
render-count = { $n ->
    [one] 1 card
   *[other] { $n } cards
}
render-hidden = { $n } more face down
render-more = More than fits here: see the text
render-nothing = empty
render-list = { $some }, { $more }
render-free = open
render-won = wins
render-ahead = goes on
render-lit = marked
render-dim = does not count
render-row = row { $n }
render-column = column { $n }
render-diagonal-down = diagonal from top left
render-diagonal-up = diagonal from bottom left

# Only in text.
render-text-turn = { $line }.
render-text-seat = { $name }: { $facts }
render-text-title = { $title }: { $words }
render-text-free = { $n ->
    [one] 1 free place
   *[other] { $n } free places
}
render-text-hidden = { $n } face down
render-text-pile = { $card } on top, { $n ->
    [one] 1 card
   *[other] { $n } cards
} in all
render-text-chosen = marked { $cards }
render-text-marked = { $word } ({ $mark })
render-text-row = Row { $n }: { $words }
render-text-stage = Table { $n }: { $names }
render-text-course = { $name } now { $now }, highest { $most }, lowest { $least }
render-text-cell = { $head } { $value }
render-text-comma = { $some }, { $more }
render-text-lines = Complete: { $lines }
render-text-lamps = { $lit } of { $all } lit

# Mahjong tiles (二八杠)
card-tw = Blank
card-t1 = 1-dot
card-t2 = 2-dot
card-t3 = 3-dot
card-t4 = 4-dot
card-t5 = 5-dot
card-t6 = 6-dot
card-t7 = 7-dot
card-t8 = 8-dot
card-t9 = 9-dot
