chudadi-name = Big Two 锄大地
chudadi-option-straights = A 2 in a straight
chudadi-value-straights-top = 2 is highest
chudadi-value-straights-low2 = A and 2 are low
chudadi-value-straights-taiwan = 23456 highest, A2345 lowest
chudadi-option-pass-lock = Having passed
chudadi-value-pass-lock-false = one may come back
chudadi-value-pass-lock-true = one is out of the round
chudadi-option-first-lead = Who leads
chudadi-value-first-lead-d3 = ♦3 in every deal
chudadi-value-first-lead-winner = the last winner
chudadi-verb-play = Play
chudadi-title-play = Big Two · { $seat } to play
chudadi-title-over = Big Two · settlement
chudadi-first-d3 = Cards are dealt; { $seat } has ♦3 and leads
chudadi-first-winner = Cards are dealt; { $seat } won the last deal and leads
chudadi-mark-first = leads
chudadi-mark-locked = out of this round
chudadi-total = All cards left cost { $total }; everybody scores { $total } − 4 × their own
chudadi-out = { $seat } is out first, costs 0, and scores { $total }
chudadi-left = { $seat } has { $count ->
    [one] { $count } card
   *[other] { $count } cards
} left, costs { $sum }, and scores { $total } − 4 × { $own }
chudadi-left-twos = { $seat } has { $count ->
    [one] { $count } card
   *[other] { $count } cards
} left with { $twos }, costs { $sum }, and scores { $total } − 4 × { $own }
