# Shared by the climbing games: kinds of plays
climb-shape-single = single
climb-shape-straight = straight
climb-shape-pair = pair
climb-shape-pairs = pairs in a row
climb-shape-triple = triple
climb-shape-triple1 = triple and one
climb-shape-triple2 = triple and pair
climb-shape-three2 = triple and pair
climb-shape-plane = plane
climb-shape-plane1 = plane with cards
climb-shape-plane2 = plane with pairs
climb-shape-bomb = bomb
climb-shape-four2 = four and two
climb-shape-four22 = four and two pairs
climb-shape-rocket = rocket
climb-shape-planes2 = triples in a row and two each
climb-shape-wskmixed = 5-10-K
climb-shape-wsksuited = 5-10-K of a suit
climb-shape-fourkings = four jokers
climb-shape-sixsmall = six small jokers
climb-shape-sixbig = six big jokers
climb-shape-jokers = jokers
climb-shape-rocket4 = rocket of four
climb-shape-trips = three of a kind
climb-shape-flush = flush
climb-shape-full = full house
climb-shape-four = four and one
climb-shape-straightflush = straight flush
climb-shape-quad = four of a kind
climb-shape-threetwo = three and two
climb-shape-threetwoone = three, two, one
climb-shape-triples = triples in a row
climb-shape-quads = fours in a row
climb-shape-quadone = four carrying one
climb-shape-pairsone = pairs in a row carrying one
climb-shape-triplesone = triples in a row carrying one
climb-shape-quadsone = fours in a row carrying one
climb-shape-jokerpair = pair of jokers

# Questions and choices
climb-ask-lead = You lead.
climb-ask-first = You lead, and { $card } must be in it.
climb-ask-more = Beat { $cards }, played by { $seat }, or pass.
climb-ask-none = You can’t beat { $cards }, played by { $seat }.
climb-choice-pass = Pass
climb-not-your-turn = It is not your turn.
climb-as = { $shape }: { $cards }
climb-which = { $cards } can be played in several ways; press one.

# Refusals
climb-no-cards = You have picked no cards. Pick some first, or type them, for example “play 334455”.
climb-not-held = You do not hold { $cards }. { $need }
climb-no-shape = { $cards } is no play: { $why } (rule { $paragraph }). { $need }
climb-why-exact = { $shape } takes all { $count } cards
climb-why-short =
    { $width ->
        [1] { $shape } takes at least { $least } cards
        [2] { $shape } takes at least { $least } pairs
       *[other] { $shape } takes at least { $least } of them
    }
climb-why-long =
    { $width ->
        [1] { $shape } takes at most { $most } cards
        [2] { $shape } takes at most { $most } pairs
       *[other] { $shape } takes at most { $most } of them
    }
climb-why-outside = { $shape } runs from { $first } to { $last }, without { $cards }
climb-why-around = { $shape } ends at { $last }; { $next } cannot follow
climb-why-gap = for { $shape }, { $cards } is missing in the middle
climb-why-sizes = with { $cards } there is only { $shapes }
climb-why-size = { $shape } ({ $count } cards)
climb-or = { $some }, { $more }
climb-why-pairs =
    { $count ->
        [1] { $shape } must carry a pair
       *[other] { $shape } must carry { $count } pairs
    }
climb-why-jokers = { $shape } cannot carry both jokers
climb-why-bomb = { $shape } cannot carry a bomb
climb-why-same = { $shape } cannot carry its own ranks, nor three equal cards next to them
climb-why-longest = they do not go together; the longest play in them is { $cards } ({ $shape })
climb-why-nothing = their ranks differ, and they do not follow each other
climb-first = { $cards }, { $shape }, will not do: the first play must include { $card }.
climb-too-low = { $cards }, { $shape }, is too low. { $need }
climb-other-shape = { $cards }, { $shape }, does not beat it. { $need }
climb-not-so = { $cards } cannot be read like that; it may be: { $shape }.
climb-must-lead = You lead, so you cannot pass. { $need }
climb-no-such = That cannot be done now. { $need }
climb-need-any = Any play will do.
climb-need-first = Any play with { $card } in it will do.
climb-need-more = Beat { $cards } of { $seat } ({ $shape }, { $count ->
    [one] { $count } card
   *[other] { $count } cards
}): the same kind and number of cards with a higher body, or one of these: { $bombs }; or pass.
climb-need-bomb = Beat { $cards } of { $seat } ({ $shape }, { $count } cards): only a higher one of these will do: { $same }; or pass.
climb-need-bomb-or = Beat { $cards } of { $seat } ({ $shape }, { $count } cards): a higher { $same }, or { $bombs }; or pass.
climb-need-same = Beat { $cards } of { $seat } ({ $shape }, { $count ->
    [one] { $count } card
   *[other] { $count } cards
}): the same kind and number of cards, higher; or pass.
climb-need-grade = Beat { $cards } of { $seat } ({ $shape }, { $count } cards): as many cards, of a better kind, or of the same kind and higher; or pass.

# The table
climb-played = { $seat }: { $cards } ({ $shape })
climb-played-last = { $seat }: { $cards } ({ $shape }), and is out
climb-passed = { $seat } passes
record-climb-played = { $seat }: { $written } ({ $shape })
record-climb-played-last = { $seat }: { $written } ({ $shape }), and is out
climb-read = { $shape } { $written }
climb-plus = { $some }+{ $more }
climb-beside = { $some }{ $more }
climb-leads = { $seat } leads
climb-circle = Trick { $number }
climb-circle-won = Won the last trick
climb-mark-pass = pass
climb-mark-out = out
climb-mark-few = { $count } left
climb-left = Cards left
climb-hand = Your hand
climb-counter = Card counter: still out
climb-rank-2 = 2
climb-rank-3 = 3
climb-rank-4 = 4
climb-rank-5 = 5
climb-rank-6 = 6
climb-rank-7 = 7
climb-rank-8 = 8
climb-rank-9 = 9
climb-rank-10 = 10
climb-rank-11 = J
climb-rank-12 = Q
climb-rank-13 = K
climb-rank-14 = A
climb-rank-15 = SJ
climb-rank-16 = BJ

# Why a play is suggested
climb-hint-out = That is your whole hand: you are out.
climb-hint-friend = { $seat } is on your side: let that one go.
climb-hint-none = Nothing in your hand beats it.
climb-hint-keep = You could beat it, but it is not worth the cards.
climb-hint-last = { $seat } has one card left: lead no single.
climb-hint-stop =
    { $count ->
        [1] { $seat } has one card left: do not let it through.
       *[other] { $seat } has { $count } cards left: do not let it through.
    }
climb-hint-bomb-lead =
    { $left ->
        [1] Hardly anybody answers a bomb, and you keep one card.
       *[other] Hardly anybody answers a bomb, and you keep { $left } cards.
    }
climb-hint-bomb = A bomb takes the lead back.
climb-hint-return = Small ones first: { $cards } will win the lead back.
climb-hint-many =
    { $left ->
        [1] { $count } cards gone at once, and one left.
       *[other] { $count } cards gone at once, and { $left } left.
    }
climb-hint-low = Small cards go first, the big ones stay for later.
climb-hint-high = It is high: most likely you lead again.
climb-hint-top = Nothing is higher: you win it and lead next.
climb-hint-high-but = Only a bomb is higher: most likely you win it and lead next.
climb-hint-cheap = It beats the table and breaks nothing up.
climb-hint-tears = It breaks a set up, but it beats the table.
