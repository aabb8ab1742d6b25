# Exact play: all cards lie open, and everybody plays as well as can be.

command-about-analyse = Solve a deal: who wins with best play, and which move lost it
field-about-position = A written ending, like: doudizhu landlord: 2 A A | farmer: K K 3 | farmer: Q 10; or: deal 2 12
analyse-help = There is no finished deal here to solve. You can also write an ending; whoever stands first leads:
    /analyse doudizhu landlord: 2 A A 5 5 | farmer: K K 3 | farmer: Q 10 10
    Whole deals and records work too, written as for /deal; “/analyse deal 2 12” solves deal 2 as it stood before move 12.
analyse-in-play = Your table is in the middle of a deal. Solve it when the deal is over.
analyse-busy = I am solving something else. Please try again in a moment.
analyse-failed = This one is too large for me. Try it with fewer cards in hand.
analyse-no-game = I cannot solve this: nobody has led yet, or it is not one of the games that I can solve.
analyse-no-ending = Endings of this game cannot be written like this. Write the whole deal.
analyse-unknown = Some cards are not written. To solve it I need all cards of every hand.
analyse-not-over = This deal is not over yet. Solve it when it is.
analyse-not-seen = You have not seen all cards of this deal, so I cannot solve it for you.
analyse-gone = I have put this one away. Please solve it again.
analyse-not-yours = Somebody else is looking at this. Solve it yourself to look at it.
analyse-wins = It is { $seat }’s turn. With best play { $side } { $points ->
        [one] wins 1 point
       *[other] wins { $points } points
    }.
analyse-loses = It is { $seat }’s turn. With best play { $side } { $points ->
        [one] loses 1 point
       *[other] loses { $points } points
    }.
analyse-even = It is { $seat }’s turn. With best play { $side } neither wins nor loses.
analyse-sure = It is { $seat }’s turn. Whatever the others do, { $seat } is sure of { $points ->
        [one] 1 point
       *[other] { $points } points
    }.
analyse-unsolved = Not solved in time; I looked at { $looked } positions. Below is only what is certain.
analyse-plays = { $points }: { $plays }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
analyse-plays-open = Not worked out ({ $count }): { $plays }
analyse-plays-rest = The other { $count } are worse.
analyse-step = Step { $step } of { $steps }
analyse-round = I solved this deal from move { $play } of { $plays } on.
analyse-round-open = I could not solve any move of this deal.
analyse-round-none = In the moves I solved nobody gave a won deal away.
analyse-lost = { $seat } lost it at move { $play }: { $cards }. Worth { $before } before it, { $after } after.
analyse-lost-better = { $seat } lost it at move { $play }: { $cards }. Worth { $before } before it, { $after } after; { $better } was right.
analyse-kept = { $seat } lost nothing by this move: still { $points }.
analyse-jump = Where { $seat } lost it
