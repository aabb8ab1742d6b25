dazha-name = Shangrao Dazha 上饶打炸
dazha-about = 10 min · two against two
dazha-name-twelve = Shangrao Dazha · Twelve Jokers
dazha-option-mode = Mode
dazha-value-mode-base = Shangrao Dazha
dazha-value-mode-twelve = Twelve Jokers 12炸神
dazha-option-showdown = Showdown
dazha-value-showdown-all = four jokers, jokers without a bomb, or the cap
dazha-value-showdown-kings-cap = four jokers or the cap
dazha-value-showdown-off = none
dazha-option-cap = Bombs are capped
dazha-value-cap-none = no cap
dazha-note-cap = 9: from level 9 on 16 points each; 20, 26: from level 10 on that many points each. Twelve Jokers is always capped at level 13, 160 points each.
dazha-option-team-base = Base of the result
dazha-note-team-base = Each wins or loses the base, twice that for a double finish, three times for all 200 points; 0 counts bombs only.
dazha-option-double-kou-cancels-bombs = Bomb rewards after a double finish
dazha-value-double-kou-cancels-bombs-false = paid
dazha-value-double-kou-cancels-bombs-true = not paid
dazha-option-wsk = 5-10-K
dazha-value-wsk-on = on
dazha-value-wsk-off = off
dazha-option-triple-answer = 5-10-K on a triple
dazha-value-triple-answer-free = yes
dazha-value-triple-answer-strict = no
dazha-option-single-joker = Single jokers
dazha-value-single-joker-none = no
dazha-value-single-joker-penalty = yes, for 3 points each
dazha-option-lucky-ranks = Bombs of 7, J, K, A
dazha-value-lucky-ranks-off = as they are
dazha-value-lucky-ranks-on = one level higher
dazha-option-six-joker = Six jokers of one colour
dazha-value-six-joker-60 = 60 from each
dazha-value-six-joker-60-total = 60 in all
dazha-note-six-joker = Only in Twelve Jokers.
dazha-option-counter = Card counter
dazha-value-counter-off = off
dazha-value-counter-on = on
dazha-house-twelve = Twelve jokers
dazha-house-prize = Lucky ranks
dazha-verb-play = Play

# The table
dazha-title-play = { $game } · { $seat } to play
dazha-title-over = { $game } · Result
dazha-title-shown = { $game } · Showdown
dazha-fact-side = Team { $team } points
dazha-fact-circle = In this trick
dazha-left-of = Left with { $seat }
dazha-hand-of = { $seat }: { $worth }
dazha-worth-none = no bomb, no joker
dazha-worth-four = only a four-card bomb, no reward
dazha-mark-three = { $count ->
    [1] has ♠3
   *[other] has both ♠3
}
dazha-mark-out-1 = 1st out
dazha-mark-out-2 = 2nd out
dazha-mark-out-3 = 3rd out
dazha-mark-out-4 = last
dazha-worth-and = { $some }, { $more }
dazha-worth-bomb = level { $level }
dazha-worth-fourkings = four jokers
dazha-worth-sixsmall = six small jokers
dazha-worth-sixbig = six big jokers
dazha-worth-godly = all jokers
dazha-worth-penalty = { $count ->
    [one] fined for 1 joker
   *[other] fined for { $count } jokers
}

# What happened
dazha-partners-new = ♠3 makes partners: team 1 { $one } and { $other }, team 2 { $two } and { $four }; { $leader } got the first ♠3 and leads
dazha-partners = Partners stay: team 1 { $one } and { $other }, team 2 { $two } and { $four }; { $leader } leads
dazha-shown-kings = Showdown: { $count ->
    [4] { $seat } has four jokers
   *[other] { $seat } has all { $count } jokers
}
dazha-shown-bare = Showdown: { $count ->
    [one] { $seat } has 1 joker and no bomb
   *[other] { $seat } has { $count } jokers and no bomb
}
dazha-shown-cap = Showdown: with the jokers, { $seat }’s bomb reaches the cap
dazha-reward = { $level ->
    [0] { $seat } plays six jokers of one colour; each other player pays { $unit }
   *[other] { $seat } is paid for level { $level }; each other player pays { $unit }
}
dazha-lone = { $count ->
    [one] { $seat } plays a joker alone and pays { $all }; the others get 1 each
   *[other] { $seat } plays { $count } jokers alone and pays { $all }; the others get { $count } each
}
dazha-few = { $count ->
    [one] { $seat } has 1 card left
   *[other] { $seat } has { $count } cards left
}
dazha-out-1 = { $seat } is out first
dazha-out-2 = { $seat } is out second
dazha-out-3 = { $seat } is out third
dazha-takes = { $seat } takes { $points } points

# What cannot be played
dazha-jokers = { $cards } cannot be played: jokers may { $single ->
    [penalty] be played one by one (rule 11), or
   *[none] only
} join a bomb of four or more equal cards, { $whole ->
    [six] or six of one colour are played together (rules 7, 21)
   *[four] or all four are played together (rule 7)
}.
dazha-jokers-all = Only { $count } jokers are left: when you lead, put them down all at once{ $single ->
    [penalty] , or one by one
   *[none] { "" }
} (rule 11).
dazha-triple-lead = { $cards } is a triple, which you may lead only with fewer than 5 cards in hand (rule 5). It may carry any two cards.
dazha-triple-answer = { $cards } is 5-10-K; at this table only a higher triple or a bomb beats a triple (rule 5).

# Why
dazha-sums = { $left ->
    [0] Team 1 has { $one } points, team 2 has { $two }
   *[other] Team 1 has { $one } points, team 2 has { $two } ({ $left } still in hands go to the side that is out)
}
dazha-result-double = Double finish of { $one } and { $two }: +{ $amount } each, the other two −{ $amount }
dazha-result-doubleless = Double finish of { $one } and { $two } with fewer points: +{ $amount } each, the other two −{ $amount }
dazha-result-all = All 200 points for { $one } and { $two }: +{ $amount } each, the other two −{ $amount }
dazha-result-more = { $one } and { $two } win: +{ $amount } each, the other two −{ $amount }
dazha-cancelled = A double finish; at this table no bomb is paid for
dazha-paid-bomb = { $seat }, bomb of { $rank } ({ $count } cards), level { $level }: +{ $all }, the others −{ $unit } each
dazha-paid-fourkings = { $seat }, four jokers, level { $level }: +{ $all }, the others −{ $unit } each
dazha-paid-sixsmall = { $seat }, six small jokers: +{ $all }, the others −{ $unit } each
dazha-paid-sixbig = { $seat }, six big jokers: +{ $all }, the others −{ $unit } each
dazha-paid-godly = { $seat }, all 12 jokers, level { $level }: +{ $all }, the others −{ $unit } each
dazha-penalty = { $count ->
    [one] { $seat } has 1 joker and no bomb: −{ $all }, the others +1 each
   *[other] { $seat } has { $count } jokers and no bomb: −{ $all }, the others +{ $count } each
}
