# Where there is a button for everything: the same said another way, by its button and not by a
# command. Each key is that of the other message and -on-page.
command-unknown-on-page = No such command. There is a button for everything: “More” at a table, “How to play” where there is none.
command-no-table-on-page = There is no table at the moment. Press “Open a table” or “Another game”, and choose one.
table-not-in-closed-on-page = This table is closed. To go on playing, press “Another game”.
table-gone-on-page = That table is closed. To go on playing, press “Another game”.
table-deserted-on-page = Everybody has left this table, so it is paused. To open another one, press “Another game” under “More”.
again-late-on-page = That table is long gone. To go on playing, press “Another game”.
lesson-none-on-page = There is no lesson for { $game } yet. Press “Teach me” to see which games have one.
season-how-on-page = A new season starts from zero, and the old ones are kept: press “Scores”, then “All time”.
season-agreed-on-page = Season { $number } begins, from zero. The old ones are kept: press “Scores”, then “All time”.
mydata-text-on-page =
    This is what is kept of you (all of it is in the file):
    { $matches } finished games in { $chats } places; games: { $games }
    { $settings } personal settings; seats at { $tables } tables just now
    Every move is kept with its game; chat is kept for seven days. To have it deleted, press “Forget me” under “How to play”.
record-written-on-page = This is the game in writing. Hand it in with “＋” beside the input, and you can practise from it.
replay-not-yours-on-page = Somebody else is watching this replay. For one of your own, press “Step by step” under “How to play”.
settings-title-on-page = Settings (the host changes them: each press takes the next value)
prefs-note-zone-on-page = Times are told in this zone. Your own is under ⚙ at the top right.
block-done-on-page = Done: { $name } can no longer sit down, queue or enter tournaments here. To undo it, press the name under “Who is here”.
block-done-table-on-page = Done: { $name } cannot sit down at this table while it lasts. To undo it, press the name under “Who is here”.
cup-here-on-page = There is no table here yet, but a tournament that starts at { $time }. To take part, press “Register”.
cup-here-playing-on-page = There is no other table here: the tournament is on. Its players press “My hand”.
cup-no-stop-on-page = A tournament’s table cannot be ended early; the autopilot plays for whoever is away.
cup-gone-on-page = That tournament is over. For another one, press “Tournament” under “More”.
analyse-help-on-page = No deal is over yet. Play one, then press “Solve it” under “How to play”.
record-unopened-dealt-on-page = { $fingerprint } (not opened, { $name }). Who played can open it by the line: open { $mark }
shuffle-sealed-on-page = Sealed. Fingerprint of the deal: { $fingerprint }
    Now everyone may add a word: type “addword spring wind”, for example, and send it; then press “Start”. If a player or a setting changes, this seal is void.
shuffle-word-none-on-page = Which word? Write it behind “addword”, for example: addword spring wind
shuffle-state-on-page = Fingerprint of the deal: { $fingerprint }
    { $number ->
        [0] Nobody has added a word yet.
        [one] { $number } player has added a word.
       *[other] { $number } players have added a word.
    } To add yours, type “addword spring wind”, for example, and send it.
duplicate-sealed-words-on-page = Fingerprint of the deals: { $fingerprint }
    Every deal at all tables comes from it and from everybody’s words, so that nobody can choose the cards. Until the start each of those who register may add a word; just type, for example: addword spring wind
duplicate-word-register-on-page = Only those who have registered can add a word: first press “Register”, then type: addword spring wind
duplicate-text-sealed-on-page = { $number ->
        [0] Sealed: whoever registers may add a word; just type, for example: addword spring wind
        [one] Sealed, with the word of { $number } player; to add yours just type, for example: addword spring wind
       *[other] Sealed, with the words of { $number } players; to add yours just type, for example: addword spring wind
    }
    Fingerprint of the deals: { $fingerprint }
