# Purse
coins-title = { $chat } · purse
coins-have = { $free ->
    [one] 1 coin.
   *[other] { $free } coins.
}
coins-have-locked = { $free ->
    [one] 1 coin
   *[other] { $free } coins
}, and { $locked } at tables until their games are over.
coins-moves = Latest entries:
coins-move = { $at } · { $amount } · { $what }
coins-how = The host of a table can set “Chips or coins” to coins, or /coinroom puts you in the queue of the coin room. With fewer than { $below } coins, /daily gives { $amount } once a day.
coins-kind-grant = first purse
coins-kind-daily = daily coins
coins-kind-buyin = taken to the table · { $game }
coins-kind-return = back from the table · { $game }
coins-kind-fee = room fee · { $game }
coins-kind-fee-back = room fee given back · { $game }
coins-kind-correction = corrected round · { $game }
coins-kind-cup-fee = tournament entry
coins-kind-cup-prize = tournament pool
coins-kind-cup-back = tournament called off, given back
coins-kind-other = other
coins-daily = Daily coins: +{ $amount }. You have { $free } now.
coins-daily-rich = Daily coins are for those with fewer than { $below }. You have { $whole }, those at tables included.
coins-daily-aside = Daily coins are for those with fewer than { $below }. The purse you had me forget still holds { $aside }: /forgetme undo brings it back within seven days. After that, come again.
coins-daily-again = You have had today’s. The next are there from { $at }.
coins-in-group = You have another purse in every group: use this command in the group.
coins-not-here = There are no purses in the browser: tables play for chips, the same for everyone, gone when the game is over.

command-about-purse = Purse: my coins in this chat
command-about-daily = Daily coins: 200 a day for those with fewer than 200
command-about-coinroom = Coin room: queue for a table of four drawn by lot

# What is played for
settings-money = Chips or coins
settings-money-chips = chips
settings-money-coins = coins
settings-money-note-coins = Everyone brings the same number of coins from their purse; people only, and what is left goes back.
settings-buyin = Brought by each
settings-buyin-value = { $coins } coins
lobby-missing-coins = { $count ->
    [one] 1 more needed
   *[other] { $count } more needed
}; bots have no purse and cannot sit here.
board-title-coins = { $title } · coins

# Coin room
coinroom-title = Coin room · { $game }
coinroom-text = { $here ->
    [0] As soon as { $count } are here, a table is drawn by lot and begins.
    [one] As soon as { $count } are here, a table is drawn by lot and begins. 1 person waits, until { $until }.
   *[other] As soon as { $count } are here, a table is drawn by lot and begins. { $here } people wait, until { $until }.
}
coinroom-busy = There is another table here. When it is over, { $count } of the { $here } who wait are drawn and begin.
coinroom-fee = Room fee
coinroom-fee-value = { $coins ->
    [one] 1 coin each
   *[other] { $coins } coins each
}
coinroom-deals = Length
coinroom-deals-value = { $deals } deals
coinroom-least = You need
coinroom-stake = Brought at most
coinroom-coins = { $coins } coins
button-coinroom-join = Queue
button-coinroom-leave = Leave the queue
coinroom-joined = You are in the queue until { $until }; it begins with { $count }.
coinroom-drawn = You were drawn, and the table is open.
coinroom-left = You have left the queue.
coinroom-seated = You are sitting at a table in { $chat } ({ $game }). Finish or leave it before you queue.
coinroom-waits = You are queueing for the coin room in { $chat } and may be drawn at any moment. Leave that queue before you sit down elsewhere.
coinroom-away = { $names } no longer queue: they have a table or a tournament elsewhere.
coinroom-unreached = { $names } no longer queue: private messages do not reach them. Once they do, press “Queue” again.
coinroom-not-waiting = You are not in the queue.
coinroom-full = The queue is full ({ $most } people). Come back in a while.
coinroom-poor = The coin room needs { $least } coins, and there are { $free } in your purse. With fewer than { $below }, /daily gives you some.
coinroom-dropped = { $names }: fewer than { $least } coins by now, so out of the queue.
coinroom-late = { $names } waited for long and are out of the queue; press “Queue” to come back.
coinroom-begins = Coin room: { $names } begin.
coinroom-begins-there = Coin room: { $names } begin. The table is here: { $link }
coinroom-here = There is no table here yet; { $here ->
    [one] 1 person waits
   *[other] { $here } people wait
} for the coin room, and { $count } make a table. Join them with /coinroom, or open a table of something else with /newgame.
coinroom-here-yours = The coin room you wait for has not begun: { $here } of { $count } are here. Press “Leave the queue” if you do not want to wait.
coinroom-group-only = The coin room has its queue in a group: use /coinroom there.
coinroom-closed = The coin room closes: { $names } fell below { $least } coins. All coins at the table are back in their purses.
coinroom-short = The coin room needs { $needs } coins of each; these have too few: { $who }. With fewer than 200 coins, /daily gives some once a day.
coinroom-again-few = Not everyone came back, so the coin room closes. /coinroom queues for another.
coinroom-drawn-only = Seats of the coin room are drawn by lot. Use /coinroom to queue.
coinroom-fixed = What the coin room plays is fixed.
button-again-coinroom = Another ten
