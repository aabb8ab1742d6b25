# Duplicate: the same deals at several tables; whoever sits in the same seat is compared.

command-about-duplicate = duplicate: the same deals at several tables
field-about-boards = tables, deals, minutes to the start, such as 2 8 10

duplicate-how = Call a duplicate like this: /duplicate doudizhu 2 8 10. The numbers are the tables, the deals and the minutes to the start; without them 2 tables, 8 deals and 10 minutes.
duplicate-registered = You are in, as number { $place }. Until the start you may press “Withdraw”; until all is played you cannot sit down at other tables.
duplicate-game = { $game } cannot be played as a duplicate now.
duplicate-tables = A duplicate has { $least } to { $most } tables.
duplicate-deals = A duplicate has { $least } to { $most } deals.

duplicate-title-open = Duplicate · { $game } · registration
duplicate-title-playing = Duplicate · { $game }
duplicate-title-over = Duplicate · { $game } · over
duplicate-title-cancelled = Duplicate · { $game } · cancelled

duplicate-text-field = { $here } registered; { $tables } tables have { $seats } seats, and computers take those that are free at the start.
duplicate-text-rules = { $tables } tables play the same { $deals } deals, and everybody changes seats. In each deal you are compared only with those who had your seat at the other tables: 2 match points for each who scored less, 1 for each who scored the same. Cards are shown to their player alone, and results once every table has played the deal.
duplicate-text-playing = Results are told once every table has played the deal; until then please do not talk about the cards.

duplicate-fact-seats = Seats
duplicate-fact-tables = Tables
duplicate-fact-compared = Deals compared
duplicate-deal = Deal { $n }
duplicate-more = and { $n } more
duplicate-mark-place = place { $place }
duplicate-mark-share = { $percent }%
duplicate-mark-points = { $points } match points

button-duplicate-record = Deal { $deal }, table { $table }

duplicate-say-begun = The duplicate begins: { $tables } tables, { $deals } deals. Everybody’s cards come to them alone.
duplicate-say-deal = Every table has played deal { $deal } of { $deals }; its results can be seen now. In the lead: { $names }.
duplicate-say-won = The duplicate is over! { $names } came first with { $points } match points ({ $percent }%)!

duplicate-tell-here = Deal { $stage } of { $deals } begins: you are at table { $table }, and play right here.
duplicate-tell-deal = Every table has played deal { $deal }: you have { $points } match points of at most { $most }, and are now in place { $place } of { $players }.
duplicate-wait = Your table has played this deal. Its match points are told once the others have.
duplicate-sealed = Not every table has played this deal yet; until then it cannot be looked at here.

duplicate-table-of = { $title } · duplicate

# Where the cards come from
duplicate-sealed-words = Fingerprint of the deals: { $fingerprint }
    Every deal at all tables comes from it and from everybody’s words, so that nobody can choose the cards. Until the start each of those who register may add a word, for example: /shuffle spring wind, here or to me in private.
duplicate-word = { $name } adds the word: { $word }
duplicate-word-added = Added: { $word }. The group sees it, too; until the start another one takes its place.
duplicate-word-register = Only those who have registered can add a word: first /duplicate register, then /shuffle spring wind
duplicate-word-beacon = The cards of this duplicate come from a public random number, so no words are added.
duplicate-text-sealed = { $number ->
        [0] Sealed: whoever registers may add a word, for example: /shuffle spring wind
        [one] Sealed, with the word of { $number } player; to add yours, for example: /shuffle spring wind
       *[other] Sealed, with the words of { $number } players; to add yours, for example: /shuffle spring wind
    }
    Fingerprint of the deals: { $fingerprint }
duplicate-put-off = The fingerprint has just been shown, so there is a minute to add words; press “Begin now” again to go on without waiting.
duplicate-beacon-silent = The public random number cannot be had just now and is not used for this duplicate; people may add words instead.
duplicate-beacon-off = Nothing is dealt from it: the fingerprint { $fingerprint } is void. Registration is open for another minute, then it begins anew.
record-contest-word = No. { $seat } in the order of registration added the word: { $word }
record-contest-forgotten = No. { $seat } in the order of registration added a word (deleted by its author; the check still works)
