# 在等谁：每一句都说等谁、从何时起、到何时为止
why-unsaved = 从 { $since } 起存不进数据库，牌和时间都停着；每过两秒再试一次，存得进就接着打。
why-silent = 群里的消息暂时发不出去，{ $until } 再发；打过的都在。
why-owed = { $names } 的手牌还没送到，{ $until } 再送；也可以按“我的手牌”在群里看。
why-queue = 排队等座位：{ $names }。

why-lobby-few = 还没开始（{ $since } 开的桌），还差 { $missing } 人。可以按“加入”或“加电脑”；一直没人动的话 { $until } 散桌。
why-lobby-seats = 还没开始（{ $since } 开的桌）：现在 { $here } 人，这个游戏要 { $seats } 人。一直没人动的话 { $until } 散桌。
why-lobby-host = 人够了，从 { $since } 起在等桌主 { $host } 按“开始”；到 { $until } 还没动静，入座的人谁都可以按。
why-lobby-anybody = 人够了，桌主没动静，入座的人谁都可以按“开始”（{ $since } 开的桌）；一直没人动的话 { $until } 散桌。
why-again = 从 { $since } 起在等 { $names } 按“加入”再来一场；到 { $until } 还没按的就不算了。

why-between = 这一圈打完了，从 { $since } 起在等 { $names } 按“下一圈”；到 { $until } 还没按也开始。
why-between-nobody = 这一圈打完了，从 { $since } 起在等 { $names } 按“下一圈”；到 { $until } 谁都没按，牌桌就暂停。

why-you = { "\uFDD3" }你{ "\uFDD3" }
why-turn = 在等 { $who } 出手（从 { $since } 起，不限时）。
why-turn-until = 在等 { $who } 出手（从 { $since } 起，到 { $until } 为止，之后系统代走）。
why-named = 在等 { $names } 拿主意（从 { $since } 起，不限时）。
why-named-until = 在等 { $names } 拿主意（从 { $since } 起，到 { $until } 为止，之后系统代走）。
why-several = 在等 { $count } 位玩家拿主意（从 { $since } 起，不限时）。
why-several-until = 在等 { $count } 位玩家拿主意（从 { $since } 起，到 { $until } 为止，之后系统代走）。
why-computer = { $who } 在想（从 { $since } 起，最迟 { $until } 出手）。
why-autopilot = { $who } 不在，系统代走（从 { $since } 起，{ $until } 出手）。

why-vote-stop = 正在表决是否结束：{ $yes } 人同意，还在等 { $names }；{ $until } 截止，不表态算不同意。
why-vote-pause = 正在表决是否暂停：{ $yes } 人同意，还在等 { $names }；{ $until } 截止，不表态算不同意。

why-suspended = 牌桌从 { $since } 起暂停，时间不走。入座的人按“继续”就接着打。
why-suspended-until = 牌桌从 { $since } 起暂停，时间不走。入座的人按“继续”就接着打；到 { $until } 还没人按，就散桌。
why-still-pause = 大家说好歇一会儿。
why-still-empty = 入座的人都走开了。
why-still-idle = 两圈之间没有人按“下一圈”。
why-still-forsaken = 这一桌不限时，可是七天没有人出过牌。
why-still-trouble = 这一桌出了点问题，先停在这里。
why-hurdle-rights = 群里少了权限，我发不了消息。
why-hurdle-gone = 群里写不进去了。
why-hurdle-removed = 我不在那个群里了。
why-hurdle-locked = 那个话题关了。
why-hurdle-slow = 平台要我在群里安静一会儿。
why-hurdle-refused = 平台不肯收我在群里的消息，过一会儿再试。

hurdle-refused = 平台这会儿不收我在群里的消息，牌桌先停在这里，时间不走，打过的都在。我会再试；群里看得到牌桌了，按“继续”就接着打。

# 暂停
pause-asked = { $seat } 提议歇一会儿。在座各位请在 { $until } 之前表决，不表态算不同意。
pause-already = 牌桌已经暂停了。
paused = 牌桌暂停，时间不走，手牌都在。入座的人按“继续”就接着打。
vote-other = 正在表决别的事，先表决完。
vote-pause-no = { $seat } 想接着打，不暂停。
vote-pause-expired = 表决时间到，没有全部同意，不暂停。
button-yes-pause = 同意暂停
button-no-pause = 不暂停
standing-vote-pause = 正在表决是否暂停：{ $yes } 人同意，{ $until } 截止。
table-swept = { $rounds ->
    [0] 很久没有人来，牌桌散了。
   *[other] 很久没有人来，牌桌散了；打完的 { $rounds } { $unit }都记着，没打完的不算。
}
lobby-ready = 人够了，等桌主 { $host } 按“开始”；两分钟没动静，入座的人谁都可以按。
lobby-ready-alone = 人够了，{ $host } 按“开始”就打。
lobby-queue = 排队等座位：{ $names }

# 座位
table-kicked = 桌主请 { $name } 离座了。
table-queued = 座位满了，你排在第 { $place } 位；有人起身就轮到你。
table-queued-next = 这一场正在打，你排在第 { $place } 位。有电脑或走开的人的座位，下一圈起就归你；要不然下一场坐下。
table-queued-match = 这一场中途不能换人，你排在第 { $place } 位，下一场坐下。
table-queued-already = 你在排队，第 { $place } 位。
table-queue-full = 排队的人也满了（最多 { $most } 人），下一场再来吧。
table-deserted = 这一桌的人都走开了，牌桌暂停着。输入 /newgame 可以另开一桌。
table-queue-left = 你不排队了。
table-seated-next = { $name } 坐上了 { $old } 的座位。打完的圈仍算原来的人的，从这一圈起算新来的人的。
table-seated-lobby = { $name } 入座了。
settings-seating = 座位
settings-seating-lot = 抽签
settings-seating-chosen = 照大厅的顺序
settings-hints = 提示
settings-hints-on = 有
settings-hints-off = 没有
table-seating = 座位可以是抽签（lot）或照大厅的顺序（chosen）。
table-seat-lot = 座位现在是抽签的。想自己排，桌主在设置里把“座位”改成“照大厅的顺序”。
table-seat-taken = 那个座位有人了；只有桌主可以给人换座位。
button-more-seat = 换个座位
seat-moved = 换好了，你坐第 { $seat } 位。

# 再来一场
again-mark = 还没答应
again-title = 同一桌人再来一场：{ $names } 按“加入”就开始，等到 { $until }。
again-late = 那一桌已经过去了。输入 /newgame 再开一桌。

call-turn-until = 轮到你了，大家在等，{ $until } 之前请出手。
command-about-pause = 暂停，大家同意就停
command-about-seat = 大厅里换个座位
command-about-again = 同一桌人再来一场
table-yours-there = 你的牌桌（{ $game }）在这里：{ $link }
table-yours-near = 你的牌桌（{ $game }）在这个群的另一个话题里，到那里去说。
table-yours-private = 你的牌桌（{ $game }）在你和我的私聊里，到那里去说。
