erbagang-name = Erbagang 二八杠
erbagang-about = 3 min · beat the banker
erbagang-option-base = Base
erbagang-option-banker = Who banks
erbagang-value-banker-random = a bidder, by lot
erbagang-value-banker-highest = the highest bidder
erbagang-option-tie = Equal points
erbagang-value-tie-high-tile = higher tile wins
erbagang-value-tie-banker = banker wins
erbagang-value-tie-push = nobody pays
erbagang-verb-bid = Bid
erbagang-verb-stake = Bet
erbagang-kind-king = two blanks
erbagang-kind-pair = pair of { $number }
erbagang-kind-gang = 2 and 8
erbagang-kind-points = { $number ->
    [one] 1 point
   *[other] { $number } points
}
erbagang-kind-half = { $number }½ points
erbagang-sum = base { $a } × bet { $b }
