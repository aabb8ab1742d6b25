zhajinhua-name = Zhajinhua 炸金花
zhajinhua-about = 2 min · bet on three cards

## Options
zhajinhua-option-base = Ante
zhajinhua-option-most = Highest stake, in antes
zhajinhua-note-most = The most that a blind player puts in at a time; whoever has looked pays double.
zhajinhua-option-limit = Laps at most
zhajinhua-option-bonus = Bonus
zhajinhua-value-bonus-usual = 10 antes for three of a kind, 5 for a straight flush
zhajinhua-value-bonus-double = 20 and 10 antes
zhajinhua-value-bonus-none = none
zhajinhua-option-a23 = A23
zhajinhua-value-a23-low = lowest straight
zhajinhua-value-a23-second = next to AKQ
zhajinhua-option-suits = Suits
zhajinhua-value-suits-on = decide ties
zhajinhua-value-suits-off = no: a challenger loses ties
zhajinhua-option-compare = Duels from lap
zhajinhua-option-min-live = Players who can pay, at least
zhajinhua-house-nosuits = No suits
zhajinhua-house-folk = Folk rules

## Buttons and questions
zhajinhua-verb-raise = Raise
zhajinhua-choice-look = Look
zhajinhua-choice-call = Call { $chips }
zhajinhua-choice-raise = Raise to { $chips }
zhajinhua-choice-compare = Duel { $seat }
zhajinhua-choice-fold = Fold
zhajinhua-choice-allin = All in { $chips }
zhajinhua-ask-blind-first = Call{ $raises ->
    [0] { "" }
   *[other] , raise
} or fold, or look first (then everything costs you double). { $duels ->
    [2] No duels in the first lap.
   *[other] No duels before lap { $duels }.
}
zhajinhua-ask-looked-first = A call is { $price }. Call{ $raises ->
    [0] { "" }
   *[other] , raise
} or fold; { $duels ->
    [2] no duels in the first lap.
   *[other] no duels before lap { $duels }.
}
zhajinhua-ask-blind = Call{ $raises ->
    [0] { "" }
   *[other] , raise
}, duel or fold, or look first (then everything costs you double). A call or a duel is { $price }.
zhajinhua-ask-looked = Call{ $raises ->
    [0] { "" }
   *[other] , raise
}, duel or fold. A call or a duel is { $price }.
zhajinhua-ask-short = A call is { $price } and you have { $chips }: put in all you have and duel the others one by one, or fold.

## What happened
zhajinhua-begins = Everybody puts in { $chips } and gets three cards; by lot { $seat } begins
zhajinhua-too-few = Fewer than { $least } can pay the ante: the match is over
zhajinhua-did-look = { $seat } looks
zhajinhua-did-call = { $seat } calls { $chips }
zhajinhua-did-raise = { $seat } raises to { $chips }
zhajinhua-did-compare = { $seat } puts in { $chips } and duels { $other }
zhajinhua-did-lose = { $seat } loses to { $other } and is out
zhajinhua-did-fold = { $seat } folds
zhajinhua-did-allin = { $seat } is all in with { $chips } and duels the others one by one
zhajinhua-forced = { $rounds } laps are over: no more stakes, duels in order from the first seat
zhajinhua-won = Only { $seat } is left and takes the pot

## Not like this
zhajinhua-no-such = Now you can look, call, raise, duel or fold. Type “call”, “raise 40”, “duel 2” (seat 2), or press a button.
zhajinhua-call-costs = A call is { $price } now (rule 5). Type “call” for it; to put in more, type “raise” and how much.
zhajinhua-looked-already = You have looked already (rule 4). Put in chips or fold.
zhajinhua-too-early = No duels before lap { $duels } (rule 7). Call, raise or fold.
zhajinhua-no-target = You can only duel somebody else who is still in (rule 7). “duel 2” means seat 2.
zhajinhua-short = That takes { $price } at least, and you have { $chips }: all in, or fold (rule 9).
zhajinhua-not-short = You can pay { $price } to call, so you cannot be all in (rule 9).
zhajinhua-highest = The stake is at its highest (rule 6). { $can }
zhajinhua-no-raise = You have { $chips }, too few to raise (rule 6). { $can }
zhajinhua-can-first = Call or fold (no duels before lap { $duels }).
zhajinhua-can = Call, duel or fold.
zhajinhua-raise-to = A raise must be higher than the stake: { $least } to { $most } in steps of { $step } (rule 6).
zhajinhua-raise-only = A raise can only be to { $chips } (rule 6).

## Pictures
zhajinhua-title = Zhajinhua · Lap { $round }/{ $rounds }
zhajinhua-title-over = Zhajinhua · Result
zhajinhua-fact-pot = Pot
zhajinhua-fact-unit = A call
zhajinhua-fact-most = Highest
zhajinhua-price = blind { $blind } · looked { $looked }
zhajinhua-mark-chips = { $chips } chips
zhajinhua-mark-paid = in: { $chips }
zhajinhua-mark-first = first
zhajinhua-mark-blind = blind
zhajinhua-mark-looked = looked
zhajinhua-mark-folded = folded
zhajinhua-mark-beaten = out
zhajinhua-mark-away = too few chips
zhajinhua-mark-winner = wins
zhajinhua-hand = Your cards
zhajinhua-not-looked = not looked at yet
zhajinhua-result = { $seat } takes the pot
zhajinhua-kind-high = high card
zhajinhua-kind-special = high card (235)
zhajinhua-kind-pair = pair
zhajinhua-kind-straight = straight
zhajinhua-kind-flush = flush
zhajinhua-kind-straight-flush = straight flush
zhajinhua-kind-triple = three of a kind

## Scores
zhajinhua-won-with = { $seat } wins with { $cards }, { $kind }
zhajinhua-won-unseen = Nobody else is left; { $seat } need not show
zhajinhua-takes = { $seat } wins what the others put in: { $sum } = { $total }
zhajinhua-returned = No all-in can win that much: { $chips } go back to { $seat }
zhajinhua-lucky = { $seat } has { $kind }: a bonus of { $each } × { $others } = { $total }
zhajinhua-bonus = { $seat }, bonus in all { $chips }

zhajinhua-hint-blind = Blind costs half: stay blind in the first lap.
zhajinhua-hint-look = Look before you pay any more.
zhajinhua-hint-fold = Your hand beats { $percent }% of hands, but whoever stays in is likely to hold more.
zhajinhua-hint-call = Your hand beats { $percent }% of hands: stay in.
zhajinhua-hint-raise = Your hand beats { $percent }% of hands: let the others pay more.
zhajinhua-hint-bluff = Your hand is weak, but a raise may scare them.
zhajinhua-hint-compare = Your hand beats { $percent }% of hands: a duel will settle it.
zhajinhua-hint-compare-blind = You have not looked: a duel may rid you of one rival.
zhajinhua-hint-allin = Your hand beats { $percent }% of hands: worth the chips you have left.
zhajinhua-hint-allin-blind = You have not looked, but there is little left to lose.
