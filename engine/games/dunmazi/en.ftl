dunmazi-name = Dunmazi 蹲麻子
dunmazi-about = 5 min · swap for a flush

## Options
dunmazi-option-target = Target
dunmazi-note-target = You may knock with a flush worth at least this. The host may change it between deals.
dunmazi-option-sudden-death = Forced showdown
dunmazi-value-sudden-death-hand = pays hand points
dunmazi-value-sudden-death-basic = pays margins
dunmazi-note-sudden-death = Hand points are 40 and more at once, so near the end of the pile waiting often beats knocking; margins make for a faster game.
dunmazi-option-stall-laps = Laps of swapping
dunmazi-note-stall-laps = After so many laps without a draw or a knock, all hands are shown and everyone gets their margin.
dunmazi-option-strict-over = To knock
dunmazi-value-strict-over-false = reach the target
dunmazi-value-strict-over-true = beat the target
dunmazi-option-joker-score = Joker’s points
dunmazi-value-joker-score-ten = always 10
dunmazi-value-joker-score-represented = card it stands for
dunmazi-note-joker-score = It stands for the highest card of the suit that you do not hold; the big joker chooses first.
dunmazi-option-joker-rank = Joker’s rank
dunmazi-value-joker-rank-joker = between A and K
dunmazi-value-joker-rank-represented = card it stands for
dunmazi-option-hand-size = Cards in a hand
dunmazi-note-hand-size = The middle holds as many; the starter is dealt one more.
dunmazi-option-decks = Packs
dunmazi-option-quan = Deals a round
dunmazi-value-quan-deal = 1
dunmazi-value-quan-lap = one a player
dunmazi-option-final-tie = Tie for first
dunmazi-value-final-tie-joint = both win
dunmazi-value-final-tie-playoff = play on
dunmazi-house-basic = Forced showdown pays margins

## Buttons and questions
dunmazi-verb-put = Put in the middle
dunmazi-verb-swap = Swap
dunmazi-verb-draw = Draw
dunmazi-verb-clear = Clear the middle
dunmazi-verb-knock = Knock
dunmazi-verb-pass = Pass
dunmazi-verb-fold = Keep
dunmazi-verb-call = Challenge
dunmazi-choice-draw = Draw
dunmazi-choice-clear = Clear the middle
dunmazi-choice-knock = Knock (margin { $basic })
dunmazi-choice-pass = Pass
dunmazi-choice-fold = Keep your { $basic }
dunmazi-choice-call = Challenge
dunmazi-ask-first = You start. Do not draw: put 1 card from your hand in the middle.
dunmazi-ask-put = You have drawn. Put 1 card in the middle; it may be the one you drew.
dunmazi-ask-turn = Your turn. { $can }
dunmazi-ask-answer = In the pot: { $pool }. Keep: { $basic } for sure. Challenge: your { $basic } joins the pot; the best hand takes it all, the others get 0.
dunmazi-can-first = For now you can only put 1 card from your hand in the middle.
dunmazi-can-put = You still have to put 1 card in the middle.
dunmazi-can-answer = Now choose: keep or challenge.
dunmazi-can-part = You can draw 1 and put 1 down, or swap { $count ->
    [one] 1 card for the 1 in the middle
   *[other] { $count } cards for all { $count } in the middle
}; with a flush that reaches the target you can knock.
dunmazi-can-part-dry = You can swap { $count ->
    [one] 1 card for the 1 in the middle
   *[other] { $count } cards for all { $count } in the middle
}, or pass; with a flush that reaches the target you can knock.
dunmazi-can-full = The middle is full: you can swap any 1 to { $most } cards with it, or clear it and draw 1, put 1; with a flush that reaches the target you can knock.
dunmazi-can-full-dry = You can swap any 1 to { $most } cards with the middle, or pass; with a flush that reaches the target you can knock.

## What happened
dunmazi-starts-lot = By lot { $seat } starts and puts down 1 card.
dunmazi-starts-last = { $seat } had the fewest points in the last deal, so starts and puts down 1 card.
dunmazi-starts-total = A tie for fewest points in the last deal; { $seat } has the lower total, so starts and puts down 1 card.
dunmazi-starts-tied = A tie for fewest points; by lot { $seat } starts and puts down 1 card.
dunmazi-drew = You have drawn { $card }.
dunmazi-cleared = { $seat } clears the middle: { $cards } go to the discards.
dunmazi-did-clear = { $seat } clears the middle
dunmazi-did-first = { $seat } starts with { $card }
dunmazi-did-draw = { $seat } draws 1, puts down { $card }
dunmazi-did-swap = { $seat } swaps { $count } for { $count }: gives { $given }, takes { $taken }
dunmazi-did-pass = { $seat } passes
dunmazi-did-knock = { $seat } knocks!
dunmazi-did-fold = { $seat } keeps
dunmazi-did-call = { $seat } challenges!
dunmazi-did-mazi = { $seat } is a mazi and shows { $cards }
dunmazi-pile-out = The pile is used up: swap, pass or knock. After { $laps } more laps without a knock comes a forced showdown.
dunmazi-over = All hands are shown; the deal is over.

## Not like this
dunmazi-not-your-turn = It is not your turn now.
dunmazi-too-much = No cards or numbers belong to that move. { $can }
dunmazi-no-such = There is no such move now. { $can }
dunmazi-now-first = In the first turn the starter does not draw, swap or knock (rule 7). { $can }
dunmazi-now-put = You have drawn, so the turn ends with 1 card put down (rule 8). { $can }
dunmazi-now-answer = Somebody has knocked: no more draws or swaps (rule 14). { $can }
dunmazi-no-answer = Nobody has knocked yet, so there is nothing to keep or challenge (rule 14). { $can }
dunmazi-draw-first = Draw or clear the middle first, then put a card down (rules 9, 12). { $can }
dunmazi-put-one = Put down just 1 card from your hand; you chose { $given } (rule 8).
dunmazi-not-held = You do not hold that card. Choose from your own hand.
dunmazi-not-in-zone = That card is not in the middle. Choose from those that are.
dunmazi-twice = You named the same card twice. Choose each once.
dunmazi-zone-full = The middle is full, so you cannot draw and put down (rule 9). { $can }
dunmazi-zone-not-full = The middle has { $count ->
    [one] 1 card
   *[other] { $count } cards
}; it can be cleared when it has { $size } (rule 12). { $can }
dunmazi-pile-empty = The pile is used up: no more drawing or clearing (rule 17). { $can }
dunmazi-no-pass = The pile still has { $pile ->
    [one] 1 card
   *[other] { $pile } cards
}, so you cannot pass (rule 17). { $can }
dunmazi-swap-all = The middle is not full: give { $count ->
    [one] 1 card and take the 1 that is there
   *[other] { $count } cards and take all { $count }
} (rule 10). { $can }
dunmazi-swap-equal = Give as many as you take, 1 to { $most }: you gave { $given } and took { $taken } (rule 11). Type it as “swap S3 for D9”.
dunmazi-no-knock = You cannot knock yet (rule 13): { $why }.
dunmazi-lacks-suit = it is no flush, with { $count } not in { $suit } ({ $cards })
dunmazi-lacks-points = a { $suit } flush of only { $score }; it takes { $need }, { $short } more

## Pictures
dunmazi-title-first = Dunmazi · target { $target } · { $seat } starts and puts down 1
dunmazi-title-turn = Dunmazi · target { $target } · { $seat } to play
dunmazi-title-put = Dunmazi · target { $target } · { $seat } has drawn, puts down 1
dunmazi-title-answer = Dunmazi · target { $target } · { $knocker } knocked: { $seat }, keep or challenge?
dunmazi-title-knock = Dunmazi · target { $target } · showdown
dunmazi-title-sudden = Dunmazi · target { $target } · forced showdown
dunmazi-title-stall = Dunmazi · target { $target } · too many swaps
dunmazi-mark-starter = starter
dunmazi-mark-open = undecided
dunmazi-mark-knock = knock
dunmazi-mark-call = challenge
dunmazi-mark-fold = keep
dunmazi-mark-mazi = mazi
dunmazi-pile = Pile
dunmazi-pile-none = used up
dunmazi-zone = Middle { $count }/{ $size }
dunmazi-discard = Discards
dunmazi-discard-all = Discards: { $count ->
    [one] 1 card
   *[other] { $count } cards
}
dunmazi-known = Taken from the middle by { $seat } and not put down since
dunmazi-dry = The pile is used up: { $left ->
    [one] 1 more turn
   *[other] { $left } more turns
} without a knock, then a forced showdown.
dunmazi-stalling = Lap { $lap } of { $laps } of nothing but swaps: { $left ->
    [one] 1 more
   *[other] { $left } more
}, then all show and get their margins.
dunmazi-hand-title = Your hand
dunmazi-just-drawn = just drawn { $card }
dunmazi-fact-score = Hand points
dunmazi-fact-score-after = Hand points without { $card }
dunmazi-fact-suit = Suit
dunmazi-fact-target = To the target
dunmazi-fact-basic = Your margin
dunmazi-fact-pool = In the pot
dunmazi-fact-you = You
dunmazi-missing = { $count } short of { $suit }: get rid of { $cards }
dunmazi-flush = { $suit } flush
dunmazi-flush-of = { $suit } flush, { $score } points
dunmazi-reached = reached, margin { $over }
dunmazi-enough = enough, but no flush yet
dunmazi-short = { $short } short
dunmazi-stands = { $seat } has knocked · one after another
dunmazi-you-mazi = mazi, 0 points this deal
dunmazi-you-fold = you keep { $basic } for sure
dunmazi-you-pool = in the pot; the others decide
dunmazi-stake-fold = { $basic } for sure
dunmazi-stake-call = beat { $pool } and take all margins, else 0
dunmazi-shown = Showdown
dunmazi-shown-all = All hands shown, none compared

## Scores
dunmazi-one = { $seat }
dunmazi-and = { $some }, { $more }
dunmazi-hand = { $seat } ({ $stand } { $suit }{ $score })
dunmazi-points = { $suit } { $score } pts
dunmazi-stand-open = flush
dunmazi-stand-knock = knock
dunmazi-stand-call = challenge
dunmazi-stand-fold = keep
dunmazi-won = { $hand } beats { $over }: { $sum } = { $points }
dunmazi-won-alone = { $hand }, no challenge: { $score } − { $target } = { $points }
dunmazi-lost = { $hand } loses to { $winner } ({ $why }): 0
dunmazi-why-score = { $high } is more than { $low }
dunmazi-why-suit = equal points, { $high } beats { $low }
dunmazi-why-single = equal points and suit, the highest single cards decide
dunmazi-why-knocker = identical hands, the knocker wins
dunmazi-why-first = identical hands, the first challenger wins
dunmazi-kept = { $hand }: { $score } − { $target } = { $points }
dunmazi-nothing = { $seat } is a mazi ({ $why }): 0
dunmazi-end-sudden = { $laps } laps without a knock after the pile ran out, forced showdown: nothing is compared, { $pays }.
dunmazi-end-stall = { $laps } laps of nothing but swaps end the deal: nothing is compared, { $pays }.
dunmazi-pays-hand = everybody but a mazi gets their hand points
dunmazi-pays-basic = everybody but a mazi gets their margin
dunmazi-paid-hand = { $hand }: hand points { $points }
dunmazi-paid-basic = { $hand }: { $score } − { $target } = { $points }

## The lesson
dunmazi-lesson-1 = You want five cards of one suit that add up to 40 or more. Spades are your longest suit, so put down the smallest card of another one.
dunmazi-lesson-1-else = That is allowed, but keep your spades: of the others ♣2 is worth least.
dunmazi-lesson-2 = There is room on the table, so you may draw one and put one down, or swap for all three cards there. Only one of those is a spade: better draw.
dunmazi-lesson-2-else = That is allowed, but taking all three breaks up your spades.
dunmazi-lesson-3 = You drew ♠4, which makes four spades. Put down a card you do not need.
dunmazi-lesson-3-else = That is allowed, but never part with a spade here: ♥3 is worth least.
dunmazi-lesson-4 = Five cards are on the table, so now you may pick which to swap, card for card. ♠10 is among them: it makes five spades.
dunmazi-lesson-4-else = That is allowed, but with ♠10 your five are complete.
dunmazi-lesson-5 = 11 + 10 + 10 + 9 + 4 = 44 points in one suit, over the 40 you need: you may knock. Whoever is not ready yet scores nothing.
dunmazi-lesson-5-else = That is allowed, but you are ready: knock before somebody else does.

dunmazi-hint-put = You need this card least.
dunmazi-hint-swap = What you get fits your suit better.
dunmazi-hint-knock = You hold { $score } points: enough to knock.
dunmazi-hint-draw = Nothing in the middle helps you: try your luck with the pile.
dunmazi-hint-clear = Nothing in the middle helps you: clear it.
dunmazi-hint-pass = Any swap would cost you: pass this time.
dunmazi-hint-fold = You hold { $score } points, most likely too few: keep your margin.
dunmazi-hint-call = You hold { $score } points: that may win.
