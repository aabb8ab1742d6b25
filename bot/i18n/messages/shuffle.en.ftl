# Whether a deal can be checked
shuffle-begins = Fingerprint of the deal: { $fingerprint }
shuffle-sealed = Sealed. Fingerprint of the deal: { $fingerprint }
    Now everyone may add a word, for example: /shuffle spring wind. Then press “Start”. If a player or a setting changes, this seal is void.
shuffle-sealed-already = It is sealed already. Fingerprint of the deal: { $fingerprint }
shuffle-word = { $seat } adds the word: { $word }
shuffle-broken = A player or a setting has changed: the fingerprint { $fingerprint } is void and will not be dealt from.
shuffle-not-here = There is nothing to seal here: the cards are not dealt by chance, or it is a table of a tournament or of the coin room.
shuffle-asked-again = Somebody has not said yet whether they play again. Seal it once everyone is seated.
shuffle-too-few = Too few or too many players to begin. Seal it once everyone is seated.
shuffle-seal-first = Seal the deal first: press “Seal the deal” under “More”, and add your word once you have seen the fingerprint.
shuffle-word-none = Which word? For example: /shuffle spring wind
shuffle-word-long = That is too long: { $most } characters at most.
shuffle-word-odd = There is a character in it that nobody can see. Please take another word.
shuffle-state = Fingerprint of the deal: { $fingerprint }
    { $number ->
        [0] Nobody has added a word yet.
        [one] { $number } player has added a word.
       *[other] { $number } players have added a word.
    } To add yours, for example: /shuffle spring wind
button-more-shuffle = Seal the deal
button-more-word = Add a word
lobby-sealed = { $number ->
        [0] Sealed, you may add a word
        [one] Sealed, with the word of { $number } player
       *[other] Sealed, with the words of { $number } players
    }: { $fingerprint }
hand-fingerprint = Fingerprint { $fingerprint }
command-about-shuffle = Seal the deal before the start, and add a word of yours
command-about-open = After the game: open the deal, so that it can be checked
field-about-word = A word of yours; without one the deal is sealed
help-do-open = Open the deal
button-shuffle-file = File to check

opening-not-here = There is nothing to open: no such fingerprint was shown here, or that game was not dealt by chance.
opening-which = Which game? Write its fingerprint; the first { $least } digits are enough.
field-about-fingerprint = Which game: the first 8 digits of its fingerprint; without them the newest
opening-not-over = That game is still on. It can be opened once it is over.
opening-not-yours = Only those who played in that game can open it.
opening-open-already = It is being asked already. A day after the game anybody who played can open it at once.
opening-already = It is open already; the file to check is in the record.
opening-not-yet = It is not open yet, so it cannot be checked.
opening-asked = Open the deal? Folded cards and those never dealt will be known too. It opens if everyone who played agrees, until { $until }; a day after the game anybody who played can open it.
opening-agreed = The deal is open and can be checked: the file is in the record.
opening-refused = Somebody is against it, so it stays closed. A day after the game anybody who played can open it.

record-fingerprint = Fingerprint of the deal (SHA-256): { $fingerprint }
record-sealed = Not open yet. It opens if everyone who played agrees, or a day after the game if one of them wants it.
record-opening = Opening: { $opening }
record-shuffle-word = Seat { $seat } added the word: { $word }
record-shuffle-forgotten = Seat { $seat } added a word (deleted by its author; the check still works)
record-unopened = Here { $dealt ->
        [0] {""}
        [one] { $dealt } fingerprint was dealt and not opened
       *[other] { $dealt } fingerprints were dealt and not opened
    }{ $both ->
        [0] {""}
       *[other] , and {""}
    }{ $undealt ->
        [0] {""}
        [one] { $undealt } fingerprint was shown but never dealt
       *[other] { $undealt } fingerprints were shown but never dealt
    }. The newest:
record-unopened-dealt = { $fingerprint } (not opened, { $name }). Who played can open it: /open { $mark }
record-unopened-undealt = { $fingerprint } (never dealt, { $name })
record-somebody = nobody knows who
shuffle-file-here = This is the file to check. Keep it, and pick it on the page “Check a shuffle”: it needs no network and sends nothing. Or use python -m engine.verify.
