# A table that is dealt from a deal in writing.

command-about-deal = Practise with a deal you write down
field-about-deal = The deal, such as: doudizhu landlord: … | farmer: … | bottom: …
field-about-form = text: a record that can be read back; film: the last deal in motion; card: the result
field-about-file = A file with a deal or a record in it

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
    A whole record will do: paste it, send it as a file, or reply to a message that holds it. With a line “From: 12” the table goes on from move 12.
    “/deal 12” goes on from move 12 of the last match here, “/deal deal 2 from 5” from move 5 of deal 2.
deal-too-long = That is too long: a deal has at most { $most } characters.
deal-not-here = Coins or places are played for at this table: it cannot be dealt from a written deal.
deal-over = Written like this, the deal is over already. Add a line “From: 5” to go on from move 5.
deal-seats = The written deal is for { $seats }; { $here } sit here.
deal-set = The cards will be dealt like this. Press Start when everybody is here.
deal-from-deal = Hands nobody showed are dealt at random. Nothing I tried fits what was played, so this deal starts from the beginning.
deal-from-before = A later move was never shown, so it goes on from move { $play }.

record-written = This is the record in writing. Reply to it with /deal, or send me the file, to practise with these cards.
record-first = It is too long: only the first deals are written, { $rounds } of them.

command-about-display = Show all hands of a practice table
display-hand = { $seat }: { $cards }
display-asked = { $seat } may do this:
display-kind = { $kind }: { $plays }
display-plain = { $plays }
display-more = And { $count } more.
display-not-here = All hands are shown only where a written deal is practised: alone, or with “Open” in it.

# Files that come along.

file-too-large = That file is too large: I read { $most } KB at most.
file-not-read = I could not fetch that file. Please send it again.
file-no-text = That is no text file. Save it as plain text (.txt), in UTF-8, UTF-16 or GBK.

# A match step by step.

command-about-replay = Watch the last match, or a record you hand in, move by move
field-about-move = Where to begin: 12, or: deal 2 from 5
replay-title = { $title } · replay · deal { $round } of { $rounds }
replay-dealt = The cards have been dealt. This deal has { $plays ->
    [one] one move
   *[other] { $plays } moves
}.
replay-play = Move { $play } of { $plays }
replay-where = I do not understand where to begin. Write /replay 12, or /replay deal 2 from 5.
replay-not-yours = Somebody else is watching this replay. Send /replay for your own.
replay-too-long = That is too long: a replay has { $most } moves at most.
replay-too-many = In an hour I take { $most } records to replay. Please try again later.
replay-seat = Seat { $number }
replay-deal = Play from here
replay-solve = Solve it
replay-text = Text
replay-film = Film
replay-card = { $game } · result
replay-card-button = Card
replay-film-here = Deal { $round } in motion.
replay-no-film = I could not make a film of this deal. Use ▶ to watch it move by move.
replay-no-card = No deal is over yet, so there is no result.
replay-card-rounds = Deals
replay-card-best = Best deal
replay-card-best-of = { $seat }, deal { $round }, { $points }
