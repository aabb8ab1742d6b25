# Shared by the games with a pile: Wuguapi and Qigui
draw-title = { $game } · { $seat } to play
draw-title-over = { $game } · Result
draw-dealt = { $size } cards each, { $deck } in the pile; { $seat } has the lowest card of all, { $card }, and leads with a play that includes it
record-draw-dealt = { $size } cards each, { $deck } in the pile; lowest cards: { $lowest }; { $seat } leads with a play that includes { $card }
draw-lowest-of = { $seat } { $card }
draw-won = { $seat } wins the { $points } points of this trick
draw-drew = Drawn: { $drawn }; { $deck ->
    [0] the pile is used up
   *[other] { $deck } left in the pile
}
draw-out = Nothing left to draw, so out: { $seats }
draw-so-many = { $seat } { $count }
draw-and = { $some }, { $more }
draw-mark-dealer = dealer
draw-mark-first = lowest, leads
draw-mark-out = out no. { $place }
draw-lowest = Lowest cards
draw-fact-deck = Pile
draw-fact-table = Points on the table
draw-took = { $seat } took { $cards }: { $points } points
draw-left = Left in hand: { $cards }, { $points } points, to { $seat }, who played last
draw-left-none = Left in hand: { $cards }, { $points } points, to nobody; { $seat } played last
draw-order = Out in this order: { $seats }
draw-zero = Each: { $seats } × own points − { $points }
draw-closing-takes-all = Whoever closes takes the points left in hands, so “Points left in hand” must go to the last player.
draw-held = { $seat } still holds { $cards }
draw-taken = Points taken
draw-head-who = Player
draw-head-cards = Cards
draw-head-points = Points
draw-who = { $seat }
draw-cards = { $cards }
draw-nothing = none

# Why a play is suggested
draw-hint-points =
    { $points ->
        [1] There is one point on the table: beat it and it may be yours.
       *[other] There are { $points } points on the table: beat it and they may be yours.
    }
draw-hint-nothing = No points on the table: keep your cards for when there are.
draw-hint-give =
    { $points ->
        [1] That point is out of reach: keep your strong cards.
       *[other] Those { $points } points are out of reach: keep your strong cards.
    }
draw-hint-lead = Small cards go first: you draw new ones for them.
