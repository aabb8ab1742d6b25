# Shared by the games with a banker
banker-title-bid = { $game } · Bids for the bank
banker-title-stake-of = { $game } · { $seat } banks ×{ $multiple } · Bets
banker-title-arrange-of = { $game } · { $seat } banks ×{ $multiple } · Arranging
banker-title-over = { $game } · Result
banker-title-over-of = { $game } · { $seat } banks ×{ $multiple } · Result
banker-begins = Bid for the bank; bids are shown when all have chosen
banker-too-few = Too few can pay the base: the match is over
banker-ask-bid = How much do you bid for the bank? { $rule }. Shown when all have chosen.
banker-ask-stake = How much do you bet? { $rule }. Shown when all have chosen, then the hands are dealt.
banker-rule-none = You have too few chips to bid, so pass
banker-rule-bid = Bid ×{ $least } to ×{ $most }, or pass
banker-rule-bid-list = Bid one of { $numbers }, or pass
banker-rule-stake = Bet ×{ $least } to ×{ $most }
banker-rule-stake-list = Bet one of { $numbers }
banker-choice-no = Pass
banker-choice-bid = Bid ×{ $number }
banker-choice-stake = Bet ×{ $number }
banker-bid-said = { $seat } has chosen
banker-stake-said = { $seat } has bet
banker-arrange-said = { $seat } has arranged the hand
banker-bid = { $bid ->
    [0] { $seat } does not bid
   *[other] { $seat } bids ×{ $bid }
}
banker-is-highest = { $seat } bids highest and is the banker, ×{ $multiple }
banker-is-tied = A tie for the highest bid; { $seat } is drawn as banker, ×{ $multiple }
banker-is-lot = { $seat } is drawn from the bidders as banker, ×{ $multiple }
banker-is-nobody = Nobody bids; { $seat } is drawn as banker, ×{ $multiple }
banker-staked = { $seat } bets ×{ $stake }
banker-dealt = The hands are dealt; arrange yours
banker-shown = All hands are shown and compared with the banker’s
banker-now-bid = Now bid for the bank (rule { $paragraph }). { $rule }. Type “bid 3” or “no”, or press a button.
banker-now-stake = Now bet (rule { $paragraph }). { $rule }. Type “bet 2” or just a number, or press a button.
banker-not-so = Not like this. { $rule } (rule { $paragraph }).
banker-fact-base = Base
banker-fact-multiple = Bank
banker-fact-own = Your chips
banker-fact-said = You chose
banker-said-bid = { $number ->
    [0] pass
   *[other] bid ×{ $number }
}
banker-said-stake = bet ×{ $number }
banker-mark-chips = { $chips } chips
banker-mark-out = too few chips
banker-mark-banker = bank ×{ $multiple }
banker-mark-said = chosen
banker-mark-stake = bet ×{ $stake }
banker-mark-bid = { $bid ->
    [0] no bid
   *[other] bid ×{ $bid }
}
banker-hand = Your hand
banker-gone = { $count } shown in earlier deals
banker-showdown = Showdown
banker-wins = { $seat } ({ $hand }) beats the banker ({ $other }): { $sum } = { $amount }
banker-loses = { $seat } ({ $hand }) loses to the banker ({ $other }): { $sum } = { $amount }
banker-even = { $seat } ({ $hand }) and the banker ({ $other }) are even: nobody pays
banker-capped = { $seat } has only { $chips }: wins or loses no more than { $chips }
banker-scaled-loss = The banker { $seat } would lose { $net } and has { $chips }: all amounts times { $chips }/{ $net }, rounded down
banker-scaled-win = The banker { $seat } would win { $net } and has { $chips }: all amounts times { $chips }/{ $net }, the rest to the banker
banker-gets = { $seat } { $amount }
banker-net = Banker { $seat }: { $sum } = { $total }

# Why a bid or a bet is suggested
banker-hint-calm = No card is seen yet and the odds are even: risk little.
banker-hint-bold = No card is seen yet and the odds are even: your chips can bear it.
