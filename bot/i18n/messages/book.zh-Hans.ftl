# 战绩册：哪一段时间
period-days = 近 { $days } 天
period-all = 全部
period-season = 第 { $number } 赛季
period-unknown = 没看懂要看哪一段。可以写：周、月、本季、上季、全部、第2季；后面可以加“满5圈”。
period-no-season = 没有这一季。这里打到第 { $seasons } 季。
period-button-week = 近 7 天
period-button-month = 近 30 天
period-button-season = 本季
period-button-all = 全部

# 战绩册：表
sheet-chat-in = 累计 · { $period }
sheet-best = 最好一圈
sheet-round-corrected = 第 { $round } 圈 改
sheet-round-driven = 第 { $round } 圈 代
sheet-round-bots = 第 { $round } 圈 人机
sheet-round-corrected-driven = 第 { $round } 圈 改 代
sheet-round-corrected-bots = 第 { $round } 圈 改 人机
sheet-anonymous = 匿名玩家
sheet-somebody = 有人
scores-none = 这里还没有打完的圈。
scores-none-in = { $period }：还没有打完的圈。
scores-driven = 这一圈多半由系统代打：结账照算，不进排行。
scores-unranked = 另有 { $rounds } 圈不进累计和排行：只有一个人和电脑打的（人机），或者多半由系统代打的（代）。结账照算。想知道怎么算，按“怎么算的”。
scores-corrected = 第 { $round } 圈 改分：{ $changes }（{ $who } 提议，{ $at }）
scores-button-settle = 结账
scores-button-export = 导出
scores-button-correct = 改分
scores-button-how = 怎么算的

me-title = 我的战绩
me-here = 在这里
me-all = 所有地方
me-course = { $game }走势（最近 { $rounds } 圈）
me-line = 我
me-against = 和谁打得怎么样
me-won = 比对方多
me-lost = 比对方少
me-none = 你还没有打完过一圈。
me-unranked = 另有 { $rounds } 圈不算在战绩里：只有你一个人和电脑打的，或者多半由系统代打的。

# 怎么算战绩
book-rules =
    【战绩怎么算】
    · 每打完一圈，牌桌上的分就记进这里的战绩；“结账”时每一圈都算。
    · 累计、排行、最好一圈和“我的战绩”只算人和人打、多半自己出牌的圈。
    · 不进排行的有两种：只有一个人、别的座位都是电脑（表里标“人机”）；别人都不在，或者真人该做的决定有一半以上是替不在的人做的（标“代”）。一个人玩的游戏，一个人打也算。
    · 发牌时在座的，这一圈就算他打的：自己坐下的、按了“下一圈”的都在。之后托管、离开、一手不出，也照算。牌不好，躲不掉。
    · 发牌前就托管或离开了，或者抽到一桌却一直没来的，算不在。只有一个人在的圈，赢了也不进排行。
    · 谁都没有自己出过牌的圈，也不算。
    · 一场的名次，按这一场里进排行的圈来排；没有这样的圈，就没有名次。
    · 金币场、比赛场也一样。金币照输照赢，比赛照样晋级。
    · 用 seed 定了牌的练习，哪里都不算。
    · 记错了可以改：在“战绩”里按“改分”，在座的人都同意才算数。

# 结账
settle-title = 结账 · { $period }（只算分，最少几笔）
settle-game = { $game }：
settle-line = 　{ $by } → { $to }　{ $points } 分
settle-even = 　不欠不缺，谁也不用给谁。
settle-not = 　这个游戏的分不是互相赢来的，没有账可结。
settle-computers = 电脑玩家

# 导出
export-text = 战绩表（{ $period }，{ $rounds } 圈）在附件里，可以用表格软件打开。
export-newest = 一个文件只放得下最近的 { $rounds } 圈。
csv-time = 时间
csv-match = 场
csv-game = 游戏
csv-round = 圈
csv-seat = 座位
csv-player = 玩家
csv-points = 得分
csv-scored = 当时记的
csv-corrections = 改过几次
csv-why = 为什么
csv-unranked = 不进排行

# 改分
correct-how =
    改最近一场的一圈：写第几圈，再按座位写每个人该得几分。在座的人都同意才算数，原来的分留在历史里。
    第 { $round } 圈现在是：{ $seats }
    例如：/correct { $example }
correct-no-round = 没有第 { $round } 圈：这一场打完了 { $count } 圈。
correct-seats = 这一圈有 { $seats } 个座位，你写了 { $given } 个分数。先写圈数，再按座位写分。
correct-same = 第 { $round } 圈本来就是这样。
correct-sum = { $game }每一圈的分加起来不变，你写的加起来是 { $sum }。
correct-not-yours = 只有打了这一圈的人（或群管理员）可以提议改分。
correct-unreadable = 没看懂：不写名字，只写数字。
correct-open-already = 第 { $round } 圈的改分正在问大家，先等这一次有结果。
correct-seat = { $seat } { $before } → { $now }
correct-asked = 有人提议改第 { $round } 圈的分：{ $changes }。打了这一圈的都同意才算数，{ $until } 前有效。
correct-agreed = 第 { $round } 圈的分改了：{ $changes }。总分重新算过，原来的分留在历史里。
correct-refused = 第 { $round } 圈的分不改（{ $changes }）：有人不同意。

# 表决
motion-asked = 已经去问大家了，还要 { $count } 人同意。
motion-counted = 记下了，还差 { $count } 人。
motion-answered = 你已经表过态了。
motion-agreed = 这件事已经通过了。
motion-refused = 这件事已经否决了。
motion-gone = 这件事已经不在了。
motion-late = 过了 { $until }，这一次不算了。可以重新提议。
motion-not-yours = 这件事不用你表态。
motion-button-yes = 同意
motion-button-no = 不同意

# 赛季
season-title = 赛季
season-line = 第 { $number } 季：{ $since } – { $until }
season-first = 开头
season-now = 现在
season-how = 新赛季从零算起，以前的都留着：/scores 上季、/scores 第1季、/scores 全部。
season-button = 开新赛季
season-in-group = 请在群里输入 /season new。
season-open-already = 已经在问大家要不要开新赛季了。
season-not-yours = 群管理员可以直接开新赛季；近 30 天在这里打过的人可以提议。
season-asked = 有人提议开新赛季：从零算起，这一季留着随时能看。近 30 天打过的人过半同意就开，{ $until } 前有效。
season-agreed = 第 { $number } 赛季开始，从零算起。上一季用 /scores 上季 看。
season-refused = 不开第 { $number } 赛季：同意的不过半。

# 我的数据
mydata-text =
    存着你的这些（全文在附件里）：
    打完的 { $matches } 场，在 { $chats } 个地方；游戏：{ $games }
    个人设置 { $settings } 项；现在坐在 { $tables } 张桌上
    每一步怎么出的，也随牌局存着。不存聊天内容。想删掉，用 /forgetme。
mydata-coins = 各群的钱包也在附件里。每个群的第一个钱包只送一次，忘记了也不再送：到那时会留一个认不出人的记号。
mydata-none = 无
forget-ask =
    忘记你：以前的座位变成“匿名玩家”，名字、个人设置都删掉；分数留在表里，别人的总分不变，坏成绩也不会因此消失。
    { $days } 天之内可以撤销，之后就再也认不出是你。正在打的那一桌不算，打完可以再来一次。
    只有被拉黑、被请出的标记会留下：那是一串认不出人的密文，忘记你也不会因此解除。
forget-ask-coins = 钱包也一起留给“匿名玩家”，你在这里从 0 金币算起，第一个钱包不会再送：为此只留一个认不出人的记号。
forget-cup = 你还报着一场比赛：那里照旧写着你的名字，比完再来一次就连它一起忘掉。
forget-button-here = 只在这里忘记我
forget-button-all = 到处都忘记我
forget-button-undo = 撤销（{ $until } 前）
forget-done = 已经忘记：{ $matches } 场里你是匿名玩家。{ $until } 之前可以撤销。
forget-playing = 你还坐在牌桌上：那一桌照旧写着你的名字，打完再来一次就连它一起忘掉。
forget-nothing = 没有存着你的东西。
forget-undone = 撤销了，都回来了。
forget-no-undo = 没有可以撤销的：没有忘记过，或者已经过了 { $days } 天。

command-about-me = 我的战绩
command-about-settle = 结账：谁给谁几分，最少几笔
command-about-correct = 改一圈的分，在座的都同意才算数
command-about-season = 赛季：看各季，或开新赛季
command-about-export = 导出战绩：表格和图
command-about-mydata = 存着我的哪些数据
command-about-forgetme = 忘记我：座位变成匿名，七天内可撤销
field-about-period = 周、月、本季、上季、全部；可加“满5圈”
field-about-points = 第几圈，再按座位写分，例如 3 12 -6 -6
field-about-season = new：开新赛季
field-about-undo = undo：撤销
