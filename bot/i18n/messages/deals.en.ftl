# A table that is dealt from a deal in writing.

command-about-deal = Practise with a deal you write down
field-about-deal = The deal, such as: doudizhu landlord: … | farmer: … | bottom: …
field-about-form = “text” gives it as one that can be read back

deal-word = Cards
deal-unrated = as written (practice, not counted)
deal-told = The cards of this one are as written. It is practice: it does not count, nor as a best score.
deal-help = Write the cards down, and a practice table is dealt from them. For example:
    /deal doudizhu
    1: BJ LJ ♠2 ♥2
    2: ♠A ♥A ♣A ♦A
    Bottom: ♠3 ♥3 ♣3
    First: 1
    Others: random
    A record can be pasted as well; with a line “From: 12” the table goes on from move 12.
deal-too-long = That is too long: a deal has at most { $most } characters.
deal-not-here = Coins or places are played for at this table: it cannot be dealt from a written deal.
deal-over = Written like this, the deal is over already. Add a line “From: 5” to go on from move 5.
deal-seats = The written deal is for { $seats }; { $here } sit here.
deal-set = The cards will be dealt like this. Press Start when everybody is here.

record-written = This is the record in writing. Send /deal with it behind to practise with these cards.
record-first = It is too long: only the first deals are written, { $rounds } of them.

command-about-display = Show all hands of a practice table
display-hand = { $seat }: { $cards }
display-asked = { $seat } may do this:
display-kind = { $kind }: { $plays }
display-plain = { $plays }
display-more = And { $count } more.
display-not-here = All hands are shown only where a written deal is practised: alone, or with “Open” in it.
