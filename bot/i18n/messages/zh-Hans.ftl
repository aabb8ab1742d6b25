# 牌和座位
card-lj = 小王
card-bj = 大王
seat-name = { $seat }
seats-count = { $count } 位玩家

# 打字出牌
text-unreadable = 没看懂这句话。可以点按钮，也可以打字，例如“出 ♠3”。
text-unreadable-ask = 没看懂这句话。{ $ask }可以点按钮，也可以打字。
text-too-long = 这句话太长了，最多 { $most } 个字。
text-number = 这里要写一个整数，例如“{ $example }”。
text-name = 这里打一个字母就行，{ $first } 到 { $last }，大小写都可以，例如“{ $last }”。
text-cards = 牌没有看懂。这样写：♠3、红桃10、大王，或不写花色：3 10 J。
text-not-there = { $count ->
    [1] 能选的牌里没有 { $face }。{ $ask }
   *[other] 能选的牌里没有 { $count } 张 { $face }。{ $ask }
}
text-no-cards = 现在不是出牌的时候。{ $ask }
text-which = 有几种可能，请点一个。

# 命令
command-unknown = 没有这个命令。输入 /help 看看有哪些。
command-no-table = 这里还没有牌桌。输入 /newgame 开一桌。
command-which-table = 你同时坐在几张桌上，这句话是说给哪一桌的？
table-choice = { $chat } · { $game }
hub-trouble = 出了点问题，这一步没有执行。请再试一次。
newgame-menu = 想玩哪一个？
newgame-unknown = 没有这个游戏。可以玩：{ $games }。
newgame-none = 没有这个游戏。想玩哪一个？
rules-none = 没有这个游戏。看哪个游戏的规则？
newgame-another = 这里已经有一桌了。先打完，或者由桌主按“更多”里的“结束这一桌”。
newgame-too-many = 你刚才开了很多桌，过 { $seconds } 秒再开吧。
newgame-in-group = 请到群里开桌，朋友们才能加入。

# 大厅
lobby-title = { $game } · 等人入座
lobby-text-exact = 坐满 { $count } 人就能开始，现在 { $here } 人。
lobby-text = { $least } 到 { $most } 人都能打，现在 { $here } 人。
lobby-missing = 还差 { $count } 人；可以用“加电脑”补足。

lobby-front = { $name }：{ $note }

button-join = 加入
button-leave = 离开
button-bot = 加电脑
button-unbot = 减电脑
button-start = 开始
button-set = 设置
button-rules = 规则
button-hand = 我的手牌
button-hint = 提示
button-hint-next = 下一个提示
button-why = 在等谁
button-scores = 战绩
button-look = 明细
button-next = 下一圈
button-again = 再来一场
button-resume = 继续
button-back = 取消托管
button-yes = 同意结束
button-no = 继续打
button-more = 更多
button-games = 换个游戏
button-tournament = 办比赛
button-duplicate = 办复式
button-coinroom = 排金币场
button-prefs = 个人设置
button-more-auto = 托管
button-more-back = 取消托管
button-more-leave = 离开
button-more-return = 回来
button-more-queue = 排队等座位
button-more-unqueue = 不排队了
button-more-pause = 暂停
button-more-stop = 结束这一桌
button-more-bot-easy = 加电脑（入门）
button-more-bot-hard = 加电脑（高手）
button-more-table = 重发牌桌
button-more-record = 牌局记录
button-more-rules = 规则

more-table = 还可以：
more-here = 接下来玩什么？

# 桌上
mark-host = 桌主
mark-computer = 电脑
mark-computer-easy = 入门电脑
mark-computer-hard = 高手电脑
mark-autopilot = 托管
mark-left = 已离开

table-joined = 你已入座。
table-joined-already = 你已经在座了。
table-back = 欢迎回来，手牌还是你的。
table-left = 你已离开。打到一半离开的，座位由系统代打；没有朋友接手的话，随时可以按“更多”里的“回来”接着打。
table-left-already = 你已经离开了。想回来，按“更多”里的“回来”。
table-full = 座位满了，这个游戏最多 { $most } 人。
table-no-bot = 桌上没有电脑玩家。
table-not-seated = 你不在这一桌。
table-not-seated-lobby = 你不在这一桌。按“加入”就坐下。
table-not-seated-on = 你不在这一桌。想打，按“更多”里的“排队等座位”，有空座就轮到你。
table-not-in-lobby = 还没有开始。先按“开始”。
table-not-in-playing = 这一圈正在打，打完才能这样做。
table-not-in-between = 现在是两圈之间，按“下一圈”继续。
table-not-in-finished = 这一场已经打完了。按“再来一场”或“换个游戏”接着打。
table-not-in-closed = 这一桌已经结束了。输入 /newgame 再开一桌。
table-gone = 那一桌已经结束了。输入 /newgame 再开一桌。
table-gone-another = 那一桌已经结束了，请看下面新的牌桌。
table-gone-next = 那一桌已经结束了。
table-level = 电脑有三档：入门、普通、高手。例如 /addbot 高手。
table-host-only = 这要桌主（{ $host }）来做。
table-no-such-seat = { $seats ->
    [1] 这一桌现在只有你一个人。
   *[other] 没有这个座位。写座位号（1 至 { $seats }）或名字。
}
table-kick-self = 想走的话按“离开”。
table-quan = 圈数可以是 { $least } 至 { $most }。
table-clock = 每步时限（秒）可以是 { $values }；0 是不限时。
table-no-option = 没有这个选项。可以设置：{ $known }。
table-no-value = 没有这个值。可以是：{ $values }。
table-option-later = 这一项开局后不能改，下一场再设。
table-too-few = 人还不够：至少 { $least } 人，还差 { $missing } 人。可以按“加电脑”。
table-seats = { $here } 人开不了：这个游戏要 { $seats } 人。可以加或减一个电脑。
table-started-already = 已经开始了。
table-begins = 开始！
table-no-hand-yet = 还没有发牌。
table-not-your-button = 这不是你的按钮。
table-old-button = 这个按钮已经过时了，请看最新的牌桌。
table-old-words = 这句话是在轮到你之前写的，没有算数。请再说一次。
table-same-words = 同样的话刚刚说过，只算一次。
table-not-your-turn = 还没轮到你，现在在等 { $waits }。
table-answered = 你已经选好了，现在在等 { $waits }。
again-there = 刚给你看过，没有变化。
again-slowly = 按得太快了，歇几秒再试。
table-done-already = 这一步已经记下了。
table-not-saved = 暂时存不进数据库，这一步没有算数，请过一会儿再试。
table-not-read = 数据库暂时没有应答，什么都没有变，请过一会儿再试。
table-suspended = 牌桌暂停了，按“继续”再打。
table-trouble = 这一桌出了点问题，先停在这里；已经打的都在。按“继续”可以接着打。
table-unreadable = 程序更新后这一桌接不上了，只好到此为止；打完的圈都记着。
table-runs = 牌桌没有暂停。
table-stopped = { $rounds ->
    [0] 牌桌散了。
   *[other] 牌桌散了，打完的 { $rounds } { $unit }都记着；没打完的不算。
}
table-void = { $rounds ->
    [0] 这一{ $unit }接不下去了，作废。
   *[other] 这一{ $unit }接不下去了，作废；打完的 { $rounds } { $unit }都记着。
}
table-stop-host = 开局前只有桌主可以散桌；你可以按“离开”。
board-closed = { $game }：这一桌已经结束。
board-title = { $title } · 第 { $round } / { $rounds } { $unit }
board-title-open = { $title } · 第 { $round } { $unit }

standing-suspended = 牌桌暂停中，时间不走。入座的人按“继续”就接着打。
standing-vote = 正在表决是否结束：{ $yes } 人同意，{ $until } 截止。
standing-between = 等大家按“下一圈”，{ $people } 人里有 { $ready } 人按了。
standing-between-none = 等大家按“下一圈”。
standing-between-alone = 按“下一圈”就接着打。
hint-line = 提示 { $number } / { $count }：{ $play }。{ $why }
hint-line-wins = 提示 { $number } / { $count }：{ $play }。{ $why }试了各种发牌，约 { $wins }% 能赢。
hint-line-sure = 提示 { $number } / { $count }：{ $play }。{ $why }试了各种发牌，几乎都能赢。
hint-why-best = 换成电脑，会这样走。
hint-off = 这桌不给提示。
hint-none = 这一步想不出提示。
standing-several = 在等 { $count } 位玩家。
standing-turn = 轮到 { $who }。
standing-turn-until = 轮到 { $who }，{ $until } 之前。
standing-thinking = { $who } 在想
standing-thinking-several = { $count } 个电脑在想

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
autopilot-already = 你已经在托管了。想自己打，按“取消托管”。
autopilot-off-already = 你没有在托管。

# 表决
vote-open = { $seat } 提议就此结束。在座各位请在 { $until } 之前表决，不表态算不同意。
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
round-scores-more = 这里只写前 { $count } 位，其余的看牌桌图。
match-over = 全场 { $rounds } { $unit }打完。
round-unranked-bots = 人机对打，这一{ $unit }不进排行。
round-unranked-auto = 有人不在，多半由系统代打，这一{ $unit }不进排行。
match-unranked = 其中 { $rounds } { $unit }不进排行，“战绩”里写着为什么。
match-unranked-all = 这一场不进排行，“战绩”里写着为什么。
match-winner = 第一名：{ $seat }，{ $total } 分
match-winners-more = 还有 { $count } 位并列第一。

sheet-final = 最终名次
sheet-place = 名次
sheet-player = 玩家
sheet-total = 合计
sheet-round = 圈
sheet-round-number = 第 { $round } 圈
sheet-match = 这一场
sheet-game = 游戏
sheet-rounds = 圈数
sheet-together = 各游戏合看（不同游戏的分不相加）
sheet-course = 走势
sheet-duels = 谁赢谁，赢几圈比输几圈
sheet-matches = 场数
sheet-wins = 第一
sheet-places = 各名次次数
scores-title = { $game } · 战绩

record-none = 还没有开始，没有记录。
record-seed = 发牌指纹（种子的 SHA-256）：{ $seed }
record-reveal = 种子：{ $seed }
record-file = 牌局记录较长（{ $rounds } 圈），在附件里。
record-newest = 一个文件只放得下最近的 { $rounds } 圈。

# 规则和设置
rules-menu = 看哪个游戏的规则？
rules-options = 这一桌的设置：
rules-rounds = 共 { $rounds } 圈
rules-option = { $name }：{ $value }
settings-title = 设置（桌主可以改，点一下换下一个值；也可以打字，例如 /settings 圈数 8）
settings-line = { $name }：{ $value }
settings-line-usual = { $name }：{ $value }（默认）
settings-line-changed = { $name }：{ $value }（默认是{ $usual }）
settings-button = { $name }：{ $value }
settings-quan = 圈数
settings-quan-value = { $quan } 圈
settings-clock = 每步时限
settings-clock-value = { $seconds ->
    [0] 不限时
    [43200] 12 小时
    [86400] 24 小时
    [259200] 3 天
   *[other] { $seconds } 秒
}

prefs-title = 个人设置：只对你一个人有效，点一下换下一个值
prefs-chat-title = 本群设置：大家看到的牌桌都这样，点一下换下一个值
prefs-name-language = 语言 · Language
prefs-name-pictures = 图片
prefs-name-suits = 花色
prefs-name-zone = 时区
prefs-name-dm = 手牌私下发给我
prefs-name-mention = 轮到我时叫我
prefs-name-autopass = 自动过牌
prefs-value-language-zh-hans = 简体中文
prefs-value-language-zh-hant = 繁體中文
prefs-value-language-en = English
prefs-value-pictures-on = 有图
prefs-value-pictures-off = 只要文字
prefs-value-suits-two = 红黑两色
prefs-value-suits-four = 四种颜色
prefs-value-zone = { $zone }
prefs-value-dm-on = 开
prefs-value-dm-off = 关
prefs-value-mention-on = 可以
prefs-value-mention-off = 不要
prefs-value-autopass-on = 开
prefs-value-autopass-off = 关
prefs-note-dm-off = 手牌不再私信给你；要看就按“我的手牌”。
prefs-note-autopass-on = 只能过的时候，过几秒替你过；别人看不出是不是自动的。
prefs-note-zone = 时间按这个时区写。别的时区可以直接输入，比如 /chat 时区 UTC+9。
prefs-zone-unknown = 时区写成比 UTC 早或晚几小时，比如 UTC+8、UTC-3:30，从 UTC-12 到 UTC+14。
prefs-note-looks = 语言和手牌的花色在页面右上角的 ⚙ 里选。
prefs-not-allowed = 本群设置由群管理员来改；在打牌的时候，桌主也可以改。
prefs-in-group = 请在要设置的那个群里输入 /chat。
prefs-unknown = 没有这一项，或没有这个值。可以写：{ $known }。

# 电脑玩家的名字
computer-1 = 电脑·石
computer-2 = 电脑·竹
computer-3 = 电脑·松
computer-4 = 电脑·梅
computer-5 = 电脑·兰
computer-6 = 电脑·菊
computer-7 = 电脑·荷
computer-8 = 电脑·桂

button-play-alone = 一个人先玩
button-play-friends = 和朋友玩
button-help = 全部命令
help-start =
    你好，我是牌桌：发牌、记分、算账都归我。
    没玩过的，按“教我”；想先试试，按“一个人先玩”，电脑陪你打；人齐了再到群里开桌。
help-friends =
    把我拉进你们的群，在群里发 /newgame，朋友按“加入”就坐下，人够了按“开始”。
    手牌我私下发给每个人，所以大家先在这里和我说过一句话才收得到。

help-page-title = 怎么玩
help-page =
    开一桌：按下面的“换个游戏”，选一个；朋友打开“邀请朋友”里的链接就能加入，人不够就加电脑。
    出牌：点自己的牌，再按“出牌”；也可以打字，例如“出 ♠3 ♥5”“过”。“提示”会替你挑一手。
    牌桌上的“更多”里有：托管、暂停、离开、结束、换人、规则、这桌的人。
    聊天：按上面的气泡；点别人的名字，可以不看 TA 说的话，桌主还可以请 TA 先别说话。
    语言、颜色、声音、牌的大小：按右上角的 ⚙。
help-do-scores = 战绩
help-do-me = 我的战绩
help-do-settle = 结账
help-do-season = 赛季
help-do-record = 牌局记录
help-do-replay = 一步步回看
help-do-analyse = 解牌
help-do-rules = 规则
help-do-prefs = 个人设置
help-do-chat = 房间设置
help-do-mydata = 存了我的什么
help-do-forgetme = 忘记我

help-text =
    在这里可以打牌：
    /newgame 开一桌（可以写游戏名，例如 /newgame 蹲麻子）　/teach 教我
    /join 加入　/leave 离开　/addbot 加电脑　/removebot 减电脑　/kick 请人离座　/block 不让上桌　/unblock 又让上桌
    /seat 换座　/shuffle 封牌、加字　/start 开始　/next 下一圈　/settings 设置　/house 自家规矩　/again 原班人再来一场
    /hand 手牌　/table 重发牌桌　/why 在等谁
    出牌：点按钮，或打字，例如“换 ♠3 ♥5”“扣”“过”；在群里打字要 @我或回复我，也可以用 /play
    /scores 战绩　/me 我的战绩　/record 牌局记录　/open 开封验牌　/replay 一步步回看　/analyse 解牌　/puzzle 残局　/rules 规则
    /deal 照写好的牌开一桌练习　/display 练习桌上看各家的牌
    /settle 结账　/correct 改分　/season 赛季　/export 导出
    /purse 钱包　/daily 签到　/coinroom 金币场　/tournament 比赛场　/duplicate 复式
    /prefs 个人设置（语言、图片）　/chat 本群设置
    /autopilot 托管　/back 取消托管　/pause 暂停　/resume 继续　/stop 结束
    /mydata 存了我的什么　/forgetme 忘记我

service-stops = 程序要重新启动了，牌局都存好了，回来接着打。
record-old = 规则更新过，那一场的记录已经不能重放。

# 命令的说明，不超过 100 字
command-about-newgame = 开一桌
command-about-join = 加入牌桌
command-about-leave = 离开牌桌
command-about-addbot = 加一个电脑玩家
command-about-removebot = 减一个电脑玩家
command-about-kick = 请一位离开（桌主，开局前）
command-about-start = 开始
command-about-next = 下一圈
command-about-hand = 看我的手牌，只有你看得到
command-about-play = 出牌，或说出你的选择
command-about-table = 把牌桌重发到最下面
command-about-rules = 规则
command-about-scores = 战绩
command-about-record = 牌局记录
command-about-why = 现在在等谁
command-about-autopilot = 托管
command-about-back = 取消托管
command-about-yes = 同意
command-about-no = 不同意
command-about-resume = 暂停后继续
command-about-stop = 结束这一桌
command-about-settings = 牌桌设置
command-about-prefs = 个人设置：语言、图片、花色、私信
command-about-chat = 本群设置：语言、图片、花色
command-about-help = 全部命令
field-about-level = 入门、普通或高手
field-about-game = 哪个游戏
field-about-cards = 牌，或选择，例如 ♠3 ♥5、过、叫 2
field-about-seat = 座位号或名字
field-about-option = 哪一项
field-about-value = 改成什么
