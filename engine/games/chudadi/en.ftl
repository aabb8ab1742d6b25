chudadi-name = Big Two 锄大地
chudadi-about = 5 min · first out wins
chudadi-option-straights = A 2 in a straight
chudadi-value-straights-top = 2 is highest
chudadi-value-straights-low2 = A and 2 are low
chudadi-value-straights-taiwan = 23456 highest, A2345 lowest
chudadi-option-pass-lock = After a pass
chudadi-value-pass-lock-false = you may still play
chudadi-value-pass-lock-true = you are out of the trick
chudadi-option-first-lead = Who leads
chudadi-value-first-lead-d3 = ♦3 in every deal
chudadi-value-first-lead-winner = the last winner
chudadi-house-hongkong = Hong Kong
chudadi-house-mainland = Mainland
chudadi-verb-play = Play
chudadi-title-play = Big Two · { $seat } to play
chudadi-title-over = Big Two · settlement
chudadi-first-d3 = Cards are dealt; { $seat } has ♦3 and leads
chudadi-first-winner = Cards are dealt; { $seat } won the last deal and leads
chudadi-mark-first = leads
chudadi-mark-locked = out of this trick
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
chudadi-lesson-1 = Whoever has ♦3 leads, and the first play must include it. Begin with a single card.
chudadi-lesson-1-else = That is allowed, but lead ♦3 alone and see how single cards beat each other.
chudadi-lesson-2 = ♠K is on the table, and you have no higher single. If you cannot beat it, pass and wait for the next trick.
chudadi-lesson-2-else = You cannot beat this one, so pass.
chudadi-lesson-3 = A pair of nines was led. Between equal ranks the suit decides, ♠ over ♥ over ♣ over ♦, so your own nines beat it.
chudadi-lesson-3-else = That is allowed, but the nines are enough: keep tens and jacks for five cards.
chudadi-lesson-4 = Nobody could beat it, so you lead. Five cards in a row are a straight, and take five cards off your hand at once.
chudadi-lesson-4-else = That is allowed, but five cards at once are much faster.
chudadi-lesson-5 = A flush beat your straight. Fives go up from straight, flush, full house and four of a kind to straight flush: your three tens with two jacks are a full house, and your last cards.
chudadi-lesson-5-else = Pass and the lead is theirs, though you can beat this.
