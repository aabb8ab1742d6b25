# Cards and seats
card-lj = small joker
card-bj = big joker
seat-name = { $seat }
seats-count = { $count ->
    [one] 1 player
   *[other] { $count } players
}

# Typed plays
text-unreadable = I don’t understand that. Press a button, or type a play such as “play ♠3”.
text-unreadable-ask = I don’t understand that. { $ask } Press a button, or type.
text-too-long = Too long: at most { $most } characters.
text-number = A whole number goes here, such as “{ $example }”.
text-name = Type one letter, { $first } to { $last }, for example “{ $last }”.
text-cards = I cannot read those cards. Write ♠3, H10 or BJ, or leave out the suit: 3 10 J.
text-not-there = { $count ->
    [1] There is no { $face } to pick. { $ask }
   *[other] There are not { $count } cards of rank { $face } to pick. { $ask }
}
text-no-cards = This is not the time to play cards. { $ask }
text-which = That can mean several things. Press one.

# Commands
command-unknown = No such command. See /help.
command-no-table = There is no table here yet. Open one with /newgame.
command-which-table = You sit at several tables. Which one did you mean?
table-choice = { $chat } · { $game }
hub-trouble = Something went wrong and nothing was played. Please try again.
newgame-menu = Which game?
newgame-unknown = No such game. Here you can play: { $games }.
newgame-none = No such game. What do you want to play?
rules-none = No such game. Which game’s rules?
newgame-another = There is a table here already. Finish it, or have its host press “Close this table” under “More”.
newgame-too-many = You have opened many tables just now. In { $seconds } seconds you can open another one.
newgame-in-group = Open a table in a group, so that friends can join.

# Lobby
lobby-title = { $game } · waiting for players
lobby-text-exact = Takes { $count } players; { $here } here so far.
lobby-text = For { $least } to { $most } players; { $here } here so far.
lobby-missing = { $count ->
    [one] 1 more needed
   *[other] { $count } more needed
}; “Add bot” fills a seat.

lobby-front = { $name }: { $note }

button-join = Join
button-leave = Leave
button-bot = Add bot
button-unbot = Remove bot
button-start = Start
button-set = Settings
button-rules = Rules
button-hand = My hand
button-hint = Hint
button-hint-next = Next hint
button-why = Whose turn?
button-scores = Scores
button-look = Details
button-next = Next round
button-again = Play again
button-resume = Resume
button-back = Play myself
button-yes = Yes, stop
button-no = Keep playing
button-more = More
button-games = Another game
button-tournament = Tournament
button-duplicate = Duplicate
button-coinroom = Coin table
button-prefs = My settings
button-more-auto = Autopilot
button-more-back = Play myself
button-more-leave = Leave
button-more-return = Come back
button-more-queue = Queue for a seat
button-more-unqueue = Leave the queue
button-more-pause = Pause
button-more-stop = Close this table
button-more-bot-easy = Add beginner bot
button-more-bot-hard = Add expert bot
button-more-table = Show the table again
button-more-record = Record
button-more-rules = Rules

more-table = You can also:
more-here = What next?

# At the table
mark-host = host
mark-computer = bot
mark-computer-easy = beginner bot
mark-computer-hard = expert bot
mark-autopilot = autopilot
mark-left = left

table-joined = You are in.
table-joined-already = You are in already.
table-back = Welcome back. Your hand is still yours.
table-left = You have left. In the middle of a game the autopilot plays for you; “Come back” under “More” brings you back, unless a friend has taken the seat.
table-left-already = You have left already. “Come back” under “More” brings you back.
table-full = The table is full: this game takes { $most }.
table-no-bot = There is no bot at the table.
table-not-seated = You have no seat here.
table-not-seated-lobby = You have no seat here. Press “Join” to sit down.
table-not-seated-on = You have no seat here. To wait for one, press “Queue for a seat” under “More”.
table-not-in-lobby = It has not started yet. Press “Start” first.
table-not-in-playing = Not while a round is being played. Wait until it ends.
table-not-in-between = This is the break between two rounds. “Next round” goes on.
table-not-in-finished = This game is over. Press “Play again” or “Another game”.
table-not-in-closed = This table is closed. Open another with /newgame.
table-gone = That table is closed. Open another with /newgame.
table-gone-another = That table is closed. Look at the new one below.
table-gone-next = That table is closed.
table-level = Bots come in three levels: easy, normal and hard. For example /addbot hard.
table-host-only = Only the host ({ $host }) can do that.
table-no-such-seat = { $seats ->
    [1] You are alone at this table for now.
   *[other] No such seat. Give its number (1 to { $seats }) or the name.
}
table-kick-self = To go yourself, press “Leave”.
table-quan = There can be { $least } to { $most } rounds.
table-clock = Seconds per move can be { $values }; 0 means no limit.
table-no-option = No such setting. There are: { $known }.
table-no-value = No such value. It can be: { $values }.
table-option-later = That cannot change once the game has started. Set it for the next one.
table-too-few = Not enough players: at least { $least }, { $missing } more. “Add bot” fills a seat.
table-seats = { $here } players cannot play this: it takes { $seats }. Add or remove a bot.
table-started-already = It has started already.
table-begins = Here we go!
table-no-hand-yet = No cards have been dealt yet.
table-not-your-button = That is not your button.
table-old-button = That button is out of date. Look at the newest table.
table-old-words = You wrote that before it was your turn, so it did not count. Please say it again.
table-same-words = You said just that a moment ago. It counts once.
table-not-your-turn = It is not your turn yet. Waiting for { $waits }.
table-answered = You have made your choice. Waiting for { $waits }.
again-there = You have just seen it. Nothing has changed.
again-slowly = Too fast. Try again in a few seconds.
table-done-already = That is noted already.
table-not-saved = It could not be saved, so it did not count. Try again in a little while.
table-not-read = The database does not answer just now, so nothing was done. Try again in a little while.
table-suspended = The table is paused. “Resume” goes on.
table-trouble = Something went wrong at this table and it stops here; all that was played is kept. “Resume” goes on.
table-unreadable = The program has changed and this table cannot go on. The rounds played are kept.
table-runs = The table is not paused.
table-stopped = { $rounds ->
    [0] The table is closed.
    [one] The table is closed. The { $unit } played is kept, an unfinished one does not count.
   *[other] The table is closed. The { $rounds } { $unit }s played are kept, an unfinished one does not count.
}
table-void = { $rounds ->
    [0] This { $unit } cannot go on and is void.
    [one] This { $unit } cannot go on and is void. The { $unit } played before is kept.
   *[other] This { $unit } cannot go on and is void. The { $rounds } { $unit }s played before are kept.
}
table-stop-host = Before the start only the host can close the table. You can “Leave”.
board-closed = { $game }: this table is closed.
board-title = { $title } · { $unit } { $round } of { $rounds }
board-title-open = { $title } · { $unit } { $round }

standing-suspended = Paused; the clock stands still. Anyone seated can press “Resume”.
standing-vote = Voting on whether to stop: { $yes } for it, until { $until }.
standing-between = Waiting for everyone to press “Next round”: { $ready } of { $people } so far.
standing-between-none = Waiting for everyone to press “Next round”.
standing-between-alone = Press “Next round” to go on.
hint-line = Hint { $number } / { $count }: { $play }. { $why }
hint-line-wins = Hint { $number } / { $count }: { $play }. { $why } Over many possible deals it wins about { $wins }%.
hint-line-sure = Hint { $number } / { $count }: { $play }. { $why } It wins in nearly every possible deal.
hint-why-best = It is what a computer player would do.
hint-off = There are no hints at this table.
hint-none = There is no hint for this move.
standing-several = { $count ->
    [one] Waiting for 1 player.
   *[other] Waiting for { $count } players.
}
standing-turn = { $who } to play.
standing-turn-until = { $who } to play, until { $until }.
standing-thinking = { $who } is thinking
standing-thinking-several = { $count ->
    [one] 1 bot is thinking
   *[other] { $count } bots are thinking
}

hand-title = { $chat } · { $game } · { $name }
hand-ready = You are ready. Waiting for the others to press “Next round”.
hand-autopilot = Autopilot: the safest move is played for you.
pick-cards = { $most ->
    [1] Pick a card from your hand
   *[other] { $least ->
        [1] Pick 1 to { $most } cards from your hand
       *[other] Pick { $least } cards from your hand
    }
}
pick-take = { $most ->
    [1] Pick a card to take
   *[other] Pick { $least } to { $most } cards to take
}
pick-number = Pick a number

# Time and autopilot
timed-out = { $seat } ran out of time; a move was made for them.
autopilot-on = { $seat } ran out of time again and is on autopilot, until they make a move.
autopilot-already = You are on autopilot already. “Play myself” ends it.
autopilot-off-already = You are not on autopilot.

# Votes
vote-open = { $seat } wants to stop here. Vote until { $until }; no vote counts as no.
vote-no = { $seat } wants to play on, so we do.
vote-none = There is no vote now.
vote-counted = You have agreed already.
vote-expired = Not everyone agreed in time, so we play on.

# Scores
unit-quan = round
unit-deal = deal
told-again = (again)
round-over = End of { $unit } { $round }
round-score = { $seat } { $score }, total { $total }
round-scores-more = Only the first { $count } are listed; the others are on the board.
match-over = { $rounds ->
    [one] Game over after 1 { $unit }.
   *[other] Game over after { $rounds } { $unit }s.
}
round-unranked-bots = Only one person played, with bots: this { $unit } is not ranked.
round-unranked-auto = Somebody was away and the autopilot mostly played: this { $unit } is not ranked.
match-unranked = { $rounds ->
    [one] One of these { $unit }s is
   *[other] { $rounds } of these { $unit }s are
} not ranked; “Scores” says why.
match-unranked-all = This game is not ranked; “Scores” says why.
match-winner = First place: { $seat } ({ $total })
match-winners-more = { $count } more share first place.

sheet-final = Final standings
sheet-place = Place
sheet-player = Player
sheet-total = Total
sheet-round = Round
sheet-round-number = Round { $round }
sheet-match = This game
sheet-game = Game
sheet-rounds = Rounds
sheet-together = All games (points of different games do not add up)
sheet-course = Points after each round
sheet-duels = Who beat whom: rounds won and lost
sheet-matches = Games
sheet-wins = Won
sheet-places = Finishes by place
scores-title = { $game } · scores

record-none = Nothing has started yet, so there is no record.
record-seed = Fingerprint of the deal (SHA-256 of the seed): { $seed }
record-reveal = Seed: { $seed }
record-file = This record is long ({ $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}): it is in the attached file.
record-newest = Only the newest { $rounds ->
    [one] round fits
   *[other] { $rounds } rounds fit
} into a file.

# Rules and settings
rules-menu = The rules of which game?
rules-options = Set at this table:
rules-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
rules-option = { $name }: { $value }
settings-title = Settings (host only: press one for its next value, or type it, such as /settings rounds 8)
settings-line = { $name }: { $value }
settings-line-usual = { $name }: { $value } (default)
settings-line-changed = { $name }: { $value } (default: { $usual })
settings-button = { $name }: { $value }
settings-quan = Rounds
settings-quan-value = { $quan }
settings-clock = Time per move
settings-clock-value = { $seconds ->
    [0] no limit
    [43200] 12 hours
    [86400] 24 hours
    [259200] 3 days
   *[other] { $seconds } s
}

prefs-title = My settings, for you alone. Press one to change it
prefs-chat-title = Settings of this chat: how everyone sees the table. Press one to change it
prefs-name-language = Language · 语言
prefs-name-pictures = Pictures
prefs-name-suits = Suits
prefs-name-zone = Time zone
prefs-name-dm = Hand by private message
prefs-name-mention = Call me on my turn
prefs-name-autopass = Pass for me
prefs-value-language-zh-hans = 简体中文
prefs-value-language-zh-hant = 繁體中文
prefs-value-language-en = English
prefs-value-pictures-on = yes
prefs-value-pictures-off = words only
prefs-value-suits-two = red and black
prefs-value-suits-four = four colours
prefs-value-zone = { $zone }
prefs-value-dm-on = on
prefs-value-dm-off = off
prefs-value-mention-on = yes
prefs-value-mention-off = no
prefs-value-autopass-on = on
prefs-value-autopass-off = off
prefs-note-dm-off = Your hand is no longer sent to you. Press “My hand” to see it.
prefs-note-autopass-on = Where you can only pass, that is done for you after some seconds; nobody can tell.
prefs-note-zone = Times are told in this zone. You can type any other, as in /chat zone UTC+9.
prefs-zone-unknown = Write a zone as hours from UTC, such as UTC+8 or UTC-3:30; from UTC-12 to UTC+14.
prefs-note-looks = Choose your language and the colours of your cards under ⚙ at the top of the page.
prefs-not-allowed = Administrators change the settings of this chat; during a game its host can, too.
prefs-in-group = Type /chat in the group that it is for.
prefs-unknown = There is no such setting or value. You can write: { $known }.

# Names of computer players
computer-1 = Bot Stone
computer-2 = Bot Bamboo
computer-3 = Bot Pine
computer-4 = Bot Plum
computer-5 = Bot Orchid
computer-6 = Bot Daisy
computer-7 = Bot Lotus
computer-8 = Bot Laurel

button-play-alone = Try it alone
button-play-friends = Play with friends
button-help = All commands
help-start =
    Hello, I am a card table: I deal, keep score and settle up.
    New to a game? Press “Teach me”. To try one, press “Try it alone” and play against bots. When you have friends, open a table in your group.
help-friends =
    Add me to your group and send /newgame there. Friends press “Join”, and when there are enough, “Start”.
    I send everyone their hand in private, so each of you has to say hello to me here once.

help-page-title = How to play
help-page =
    Open a table: press “Another game” below and choose one. Friends join by the link under “Invite”; bots fill the empty seats.
    Play: press your cards, then the button of the play; or type it, such as “play ♠3 ♥5” or “pass”. “Hint” picks a play for you.
    “More” at the table has autopilot, pause, leave, end, rules and who is here.
    Chat: press the bubble above. Press a name to hide what somebody says; the host can ask them to stay quiet.
    Language, colours, sounds, size of the cards: press ⚙ at the top right.
help-do-scores = Scores
help-do-me = My scores
help-do-settle = Settle up
help-do-season = Seasons
help-do-record = Record
help-do-replay = Step by step
help-do-analyse = Solve it
help-do-rules = Rules
help-do-prefs = My settings
help-do-chat = Room settings
help-do-mydata = My data
help-do-forgetme = Forget me

help-text =
    Play cards here:
    /newgame opens a table (with a game’s name if you like: /newgame dunmazi), /teach a game
    /join, /leave, /addbot, /removebot, /kick a player, /block, /unblock
    /seat changes places, /shuffle seals the deal, /start, /next round, /settings, /house rules, /again with the same players
    /hand shows your hand, /table the table again, /why who is waited for
    To play, press a button or type: “swap ♠3 ♥5”, “knock”, “pass”; in a group mention or answer me, or use /play
    /scores, /me, /record of the game, /open its deal to check it, /replay it step by step
    /analyse who wins with best play, /puzzle of the day, /rules
    /deal a practice table from cards in writing, /display all its hands
    /settle up, /correct a round, /season, /export
    /purse: my coins, /daily coins, /coinroom: a table drawn by lot, /tournament, /duplicate
    /prefs: my settings (language, pictures), /chat: those of this chat
    /autopilot plays for you, /back ends that, /pause, /resume, /stop closes the table
    /mydata: what is kept of me, /forgetme

service-stops = Restarting now. Every game is saved; you can play on in a moment.
record-old = The rules have changed since; the record of that game cannot be read any more.

# What commands are for, at most 100 characters
command-about-newgame = Open a table
command-about-join = Join the table
command-about-leave = Leave the table
command-about-addbot = Add a computer player
command-about-removebot = Remove a computer player
command-about-kick = Ask somebody to leave (host, before the start)
command-about-start = Start the game
command-about-next = Next round
command-about-hand = Show my hand, to me alone
command-about-play = Play cards, or say what you choose
command-about-table = Show the table again at the bottom
command-about-rules = Rules of a game
command-about-scores = Scores of this chat
command-about-record = Record of the game
command-about-why = Who is waited for
command-about-autopilot = Let the autopilot play for me
command-about-back = Play myself again
command-about-yes = Agree
command-about-no = Disagree
command-about-resume = Go on after a pause
command-about-stop = Close this table
command-about-settings = Settings of the table
command-about-prefs = My settings: language, pictures, suits, messages
command-about-chat = Settings of this chat: language, pictures, suits
command-about-help = All commands
field-about-level = easy, normal or hard
field-about-game = Which game
field-about-cards = Cards or a choice: ♠3 ♥5, pass, call 2
field-about-seat = Seat number or name
field-about-option = Which setting
field-about-value = Its new value
