# 牌和座位
card-lj = 小王
card-bj = 大王
seat-name = { $seat }
seats-count = { $count } 位玩家

# 打字出牌
text-unreadable = 没看懂这句话。可以点按钮，也可以打字，例如“出 ♠3”。
text-too-long = 这句话太长了，最多 { $most } 个字。
text-number = 这里要写一个整数，例如“叫 2”。
text-cards = 牌没有看懂。这样写：♠3、红桃10、大王，或不写花色：3 10 J。
text-not-there = 没有这个点数的牌可选。
text-which = 有几种可能，请点一个。

# 命令
command-unknown = 没有这个命令。输入 /help 看看有哪些。
command-no-table = 这里还没有牌桌。输入 /newgame 开一桌。
command-which-table = 你同时坐在几张桌上，这句话是说给哪一桌的？
table-choice = { $chat } · { $game }
hub-trouble = 出了点问题，这一步没有执行。请再试一次。
newgame-menu = 想玩哪一个？
newgame-unknown = 没有这个游戏。可以玩：{ $games }。
newgame-another = 这里已经有一桌了。先打完，或由桌主用 /stop 结束它。
newgame-in-group = 请到群里开桌，朋友们才能加入。

# 大厅
lobby-title = { $game } · 等人入座
lobby-text = { $least } 至 { $most } 人可以开始，现在 { $here } 人。
lobby-missing = 还差 { $count } 人；可以用“加电脑”补足。
terms-quan = 打 { $quan } 圈
terms-clock = { $seconds ->
    [0] 不限时
   *[other] 每步限时 { $seconds } 秒
}
terms-option = { $name }：{ $value }

button-join = 加入
button-leave = 离开
button-bot = 加电脑
button-unbot = 减电脑
button-start = 开始
button-set = 设置
button-rules = 规则
button-hand = 我的手牌
button-why = 在等谁
button-scores = 战绩
button-look = 弃牌明细
button-next = 下一圈
button-again = 再来一场
button-resume = 继续
button-back = 取消托管
button-yes = 同意结束
button-no = 继续打

# 桌上
mark-host = 桌主
mark-computer = 电脑
mark-autopilot = 托管
mark-left = 已离开

table-joined = 你已入座。
table-joined-already = 你已经在座了。
table-back = 欢迎回来，手牌还是你的。
table-left = 你已离开。打到一半离开的，座位由系统代打，随时可以用 /join 回来。
table-left-already = 你已经离开了。想回来就用 /join。
table-full = 座位满了，这个游戏最多 { $most } 人。
table-no-bot = 桌上没有电脑玩家。
table-not-seated = 你不在这一桌。开局前可以按“加入”。
table-not-in-lobby = 还没有开始。先按“开始”。
table-not-in-playing = 这一圈正在打，打完才能这样做。
table-not-in-between = 现在是两圈之间，按“下一圈”继续。
table-not-in-finished = 这一场已经打完了。输入 /newgame 再来一场。
table-not-in-closed = 这一桌已经结束了。输入 /newgame 再开一桌。
table-gone = 那一桌已经结束了。输入 /newgame 再开一桌。
table-host-only = 这要桌主（{ $host }）来做。
table-no-such-seat = 没有这个座位。写座位号（1 至 { $seats }）或名字。
table-kick-self = 想走的话请用 /leave。
table-quan = 圈数可以是 { $least } 至 { $most }。
table-clock = 每步时限（秒）可以是 { $values }；0 是不限时。
table-no-option = 没有这个选项。可以设置：{ $known }。
table-no-value = 没有这个值。可以是：{ $values }。
table-option-later = 这一项开局后不能改，下一场再设。
table-too-few = 人还不够：至少 { $least } 人，还差 { $missing } 人。可以按“加电脑”。
table-started-already = 已经开始了。
table-begins = 开始！本场发牌的指纹是 { $seed }，打完后可以用 /record 核对。
table-no-hand-yet = 还没有发牌。
table-not-your-button = 这不是你的按钮。
table-old-button = 这个按钮已经过时了，请看最新的牌桌。
table-old-words = 这句话是在轮到你之前写的，没有算数。请再说一次。
table-same-words = 同样的话刚刚说过，只算一次。
table-not-your-turn = 还没轮到你，现在在等 { $waits }。
table-done-already = 这一步已经记下了。
table-not-saved = 暂时存不进数据库，这一步没有算数，请过一会儿再试。
table-suspended = 牌桌暂停了，按“继续”再打。
table-trouble = 这一桌出了点问题，先停在这里；已经打的都在。按“继续”可以接着打。
table-unreadable = 程序更新后这一桌接不上了，只好到此为止；打完的圈都记着。
table-runs = 牌桌没有暂停。
table-stopped = { $rounds ->
    [0] 牌桌散了。
   *[other] 牌桌散了，打完的 { $rounds } { $unit }都记着；没打完的不算。
}
table-void = 这一{ $unit }接不下去了，作废；打完的 { $rounds } { $unit }都记着。
table-stop-host = 开局前只有桌主可以散桌；你可以按“离开”。
board-closed = { $game }：这一桌已经结束。
board-title = { $title } · 第 { $round } / { $rounds } { $unit }
board-title-open = { $title } · 第 { $round } { $unit }

standing-suspended = 牌桌暂停中，时间不走。入座的人按“继续”就接着打。
standing-vote = 正在表决是否结束，{ $until } 截止。
standing-between = 等大家按“下一圈”，已有 { $ready } 人按了。
standing-several = 在等 { $count } 位玩家。
standing-turn = 轮到 { $who }。
standing-turn-until = 轮到 { $who }，{ $until } 之前。

hand-title = { $chat } · { $game } · { $name }
hand-ready = 你已准备好，等其他人按“下一圈”。
hand-autopilot = 托管中：系统替你走最稳妥的一步。
pick-cards = { $most ->
    [1] 选一张手牌
   *[other] { $least ->
        [1] 选手牌（1 至 { $most } 张）
       *[other] 选 { $least } 张手牌
    }
}
pick-take = { $most ->
    [1] 选一张要拿的牌
   *[other] 选要拿的牌（{ $least } 至 { $most } 张）
}
pick-number = 选一个数

# 时间和托管
timed-out = { $seat } 超时，系统代走一步。
autopilot-on = { $seat } 连续超时，改为托管；自己走一步就恢复。
autopilot-already = 已经是这样了。

# 表决
vote-open = { $seat } 提议就此结束。在座各位请在 { $seconds } 秒内表决，不表态算不同意。
vote-no = { $seat } 想继续打，接着打。
vote-none = 现在没有表决。
vote-counted = 你已经同意了。
vote-expired = 表决时间到，没有全部同意，接着打。

# 结算
unit-quan = 圈
unit-deal = 局
told-again = （重发）
round-over = 第 { $round } { $unit }结束
round-score = { $seat } { $score }，累计 { $total }
match-over = 全场 { $rounds } { $unit }打完。
match-winner = 第一名：{ $seat }，{ $total } 分

sheet-final = 最终名次
sheet-place = 名次
sheet-player = 玩家
sheet-total = 合计
sheet-round = 圈
sheet-round-number = 第 { $round } 圈
sheet-match = 这一场
sheet-chat = 本群累计
sheet-game = 游戏
sheet-rounds = 圈数
sheet-together = 各游戏合看（不同游戏的分不相加）
sheet-matches = 场数
sheet-wins = 第一
sheet-places = 各名次次数
scores-title = { $game } · 战绩
scores-none = 这里还没有打完的圈。

record-none = 还没有开始，没有记录。
record-seed = 发牌指纹（种子的 SHA-256）：{ $seed }
record-reveal = 种子：{ $seed }

# 规则和设置
rules-options = 这一桌的设置：
rules-rounds = 共 { $rounds } 圈
rules-option = { $name }：{ $value }
settings-title = 设置（桌主可以改，点一下换下一个值；也可以打字，例如 /set quan 8）
settings-line = { $name }：{ $value }（{ $id }）
settings-button = { $name }：{ $value }
settings-quan = 圈数
settings-quan-value = { $quan } 圈
settings-clock = 每步时限
settings-clock-value = { $seconds ->
    [0] 不限时
   *[other] { $seconds } 秒
}

# 在等谁
why-suspended = 牌桌从 { $since } 起暂停，时间不走。入座的人按“继续”就接着打。
why-lobby-few = 还没开始：还差 { $missing } 人。可以按“加入”或“加电脑”。
why-lobby-host = 人够了，在等桌主 { $host } 按“开始”。桌主两分钟没动静的话，谁都可以按。
why-between = 这一圈打完了，在等 { $names } 按“下一圈”，最迟到 { $until }。
why-turn = 在等 { $who } 出手（从 { $since } 起，不限时）。
why-turn-until = 在等 { $who } 出手（从 { $since } 起，到 { $until } 为止，之后系统代走）。
why-several = 在等 { $count } 位玩家同时作答（从 { $since } 起）。
why-computer = 在等 { $who }（电脑或托管）出手，马上就好（从 { $since } 起）。
why-vote = 正在表决是否结束：{ $yes } 人同意，{ $until } 截止。

help-text =
    在这里可以打牌：
    /newgame 开一桌（可以写游戏名，例如 /newgame 蹲麻子）
    /join 加入　/leave 离开　/addbot 加电脑　/removebot 减电脑　/kick 请人离座
    /start 开始　/next 下一圈　/settings 设置
    /hand 手牌　/table 重发牌桌　/why 在等谁
    出牌：点按钮，或直接打字，例如“换 ♠3 ♥5”“扣”“过”；在群里也可以写 /play
    /scores 战绩　/record 牌局记录　/rules 规则
    /autopilot 托管　/back 取消托管　/stop 结束

service-stops = 程序要重新启动了，牌局都存好了，回来接着打。
record-old = 规则更新过，那一场的记录已经不能重放。
