trial-name = Squares 占格子
trial-title = Squares
trial-title-done = Squares · over
trial-option-chips = Chips to start with
trial-option-open = Showing
trial-value-open-pair = a pair
trial-value-open-suit = one suit
trial-value-open-none = never
trial-check = 3 chips are too few for showing one suit (rule 13).
trial-verb-mark = Mark a square
trial-verb-stake = Stake
trial-verb-lead = Lead
trial-reading-sum = Add them
trial-reading-gap = Subtract them
trial-ask-mark = Mark a square in secret: it counts if nobody else has it.
trial-ask-again = Marked. You may change it until everyone has marked one.
trial-ask-stake = How many chips do you stake? At most { $most }.
trial-ask-lead = Lead one or two cards.
trial-all-in = All in: { $chips }
trial-leads = { $seat } is the banker.
trial-mine = You have marked { $card }.
trial-marked = { $seat } has marked a square.
trial-redeal = Nobody has a square alone; dealt again.
trial-staked = { $seat } stakes { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
}.
trial-opened = { $seat } shows { $cards }: that side wins 1 chip.
trial-led = { $seat } leads { $cards }, worth { $value }; the other side’s best square is { $best }.
trial-mark-marked = marked
trial-mark-leader = banker
trial-board = Squares
trial-hand = Your hand
trial-shown = Hand
trial-pack = Pack
trial-stake = Stake
trial-refused = Not now: mark a square, stake or lead, as you are asked (rules 4, 6, 7).
trial-which = These two can be added or subtracted. Press one.
trial-reason = { $seat } settles with { $other } opposite: { $seat } gets { $chips ->
    [one] { $chips } chip
   *[other] { $chips } chips
}
