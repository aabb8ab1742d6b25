# Shared by the games with a landlord
landlord-title-auction = { $game } · { $seat } to bid
landlord-title-double = { $game } · The farmers decide whether to double
landlord-title-redouble = { $game } · { $seat } decides whether to redouble
landlord-title-play = { $game } · { $seat } to play
landlord-title-over = { $game } · Result
landlord-first = Cards are dealt; { $seat } is asked first
landlord-redeal = Nobody wants it: dealt again, { $seat } is asked first
landlord-forced = Nobody wants it: { $seat }, asked first, is landlord
landlord-call = { $seat } calls
landlord-no-call = { $seat } does not call
landlord-grab = { $seat } grabs
landlord-no-grab = { $seat } does not grab
landlord-bid = { $bid ->
    [0] { $seat } passes
   *[other] { $seat } bids { $bid }
}
landlord-is = { $seat } is landlord and takes the bottom cards; now { $product } each
landlord-ask-call = Do you want to be landlord?
landlord-ask-grab = Grab the landlord’s role? Each grab doubles the stakes.
landlord-ask-bid = How much do you bid?
landlord-ask-double = Do you double? Answers are shown once both farmers have chosen.
landlord-ask-redouble = A farmer has doubled. Do you redouble?
landlord-choice-call = Call
landlord-choice-no-call = Pass
landlord-choice-grab = Grab
landlord-choice-no-grab = Pass
landlord-choice-bid = Bid { $bid }
landlord-choice-no-bid = Pass
landlord-choice-double = Double
landlord-choice-no-double = Do not double
landlord-choice-redouble = Redouble
landlord-choice-no-redouble = Do not redouble
landlord-no-cards-yet = No cards are played yet. { $ask }
landlord-yes-or-no = { $ask } Write “{ $yes }” or “{ $no }”, or press a button.
landlord-how-much = { $least ->
    [3] Only 3 can be bid now, or pass.
   *[other] Bid { $least } to 3, or pass.
}
landlord-bid-more = Bid more than { $most }, 3 at most, or pass.
landlord-redouble-needs-score = Doubling goes with bidding only.
landlord-double-said = { $seat } has chosen
landlord-doubles = { $seat } doubles
landlord-doubles-not = { $seat } does not double
landlord-redoubles = { $seat } redoubles
landlord-redoubles-not = { $seat } does not redouble
landlord-plain = { $unit }
landlord-product = { $product } = { $unit }
landlord-few = { $count ->
    [1] { $seat } has one card left
   *[other] { $seat } has { $count } cards left
}
landlord-stake = Now { $product } each
landlord-fact-stake = Base × multiplier
landlord-bottom = Bottom cards
landlord-mark-landlord = landlord
landlord-mark-farmer = farmer
landlord-part-0 = Landlord
landlord-part-1 = Farmer A
landlord-part-2 = Farmer B
landlord-part-3 = Farmer C
landlord-mark-doubled = ×{ $factor }
landlord-mark-call = { $answer ->
    [0] passed
   *[other] called
}
landlord-mark-grab = { $answer ->
    [0] passed
   *[other] grabbed
}
landlord-mark-bid = { $answer ->
    [0] passed
   *[other] bid { $answer }
}
landlord-won = { $seat }, the landlord, is out first: the landlord wins
landlord-lost = A farmer is out before { $seat }, the landlord: the farmers win
landlord-factor-grab = { $seat } grabs ×{ $factor }
landlord-factor-bomb = Bomb ×{ $factor }
landlord-factor-rocket = Rocket ×{ $factor }
landlord-factor-bomb6 = Bomb of six ×{ $factor }
landlord-factor-bomb7 = Bomb of seven ×{ $factor }
landlord-factor-bomb8 = Bomb of eight ×{ $factor }
landlord-factor-rocket4 = Rocket of four ×{ $factor }
landlord-factor-spring = Spring (the farmers played nothing) ×{ $factor }
landlord-factor-antispring = Anti-spring (the landlord played one hand) ×{ $factor }
landlord-unit = { $product } each
landlord-doubled = With { $seat }, doubled: { $unit } × { $factor } = { $total }

# Why a bid is suggested
landlord-hint-strong = Jokers and twos: { $high }; bombs: { $bombs }. That is strong enough.
landlord-hint-weak = Jokers and twos: { $high }; bombs: { $bombs }. Too little for the risk.
