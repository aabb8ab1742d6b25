# 钱包
coins-title = { $chat } · 钱包
coins-have = 金币 { $free }。
coins-have-locked = 金币 { $free }，另有 { $locked } 在桌上，那一场打完就回来。
coins-moves = 最近几笔：
coins-move = { $at }　{ $amount }　{ $what }
coins-how = 开桌后桌主在“设置”里把“筹码或金币”改成金币，或者用 /coinroom 排金币场。少于 { $below } 金币，每天可以用 /daily 领 { $amount }。
coins-kind-grant = 开户赠送
coins-kind-daily = 签到
coins-kind-buyin = 带上桌 · { $game }
coins-kind-return = 从桌上带回 · { $game }
coins-kind-fee = 房费 · { $game }
coins-kind-fee-back = 退回房费 · { $game }
coins-kind-correction = 改分 · { $game }
coins-kind-cup-fee = 比赛报名费
coins-kind-cup-prize = 比赛奖池
coins-kind-cup-back = 比赛取消，退回
coins-kind-other = 其他
coins-daily = 签到 +{ $amount }，现在有 { $free } 金币。
coins-daily-rich = 少于 { $below } 金币才能签到，你有 { $whole }（桌上的也算）。
coins-daily-aside = 少于 { $below } 金币才能签到。你让我忘掉的那个钱包里还有 { $aside }，七天之内发 /forgetme undo 就能拿回来；七天过后再来签到。
coins-daily-again = 今天签过了，{ $at } 起又可以。
coins-in-group = 每个群里你都另有一个钱包，请到群里用这个命令。
coins-not-here = 浏览器里没有钱包，打的都是筹码：开局每人一样多，散桌就清零。

command-about-purse = 钱包：我在这个群里的金币
command-about-daily = 签到：金币少于 200，每天可以领 200
command-about-coinroom = 金币场：排队，随机四人打上饶打炸

# 桌上打的是什么
settings-money = 筹码或金币
settings-money-chips = 筹码
settings-money-coins = 金币
settings-money-note-coins = 每人从钱包带上一样多的金币，打完带回去；只坐真人。
settings-buyin = 每人带上
settings-buyin-value = { $coins } 金币
lobby-missing-coins = 还差 { $count } 人；打金币的桌，电脑不能坐。
board-title-coins = { $title } · 金币

# 金币场
coinroom-title = 金币场 · { $game }
coinroom-text = { $here ->
    [0] 满 { $count } 人抽签坐一桌，马上开始。
   *[other] 满 { $count } 人抽签坐一桌，马上开始。现在 { $here } 人在等，等到 { $until }。
}
coinroom-busy = 这里还有一桌，打完就从等着的 { $here } 人里抽 { $count } 位，马上开始。
coinroom-fee = 房费
coinroom-fee-value = 每人每场 { $coins } 金币
coinroom-deals = 一场
coinroom-deals-value = { $deals } 副
coinroom-least = 最少要有
coinroom-stake = 最多带上
coinroom-coins = { $coins } 金币
button-coinroom-join = 排队
button-coinroom-leave = 不排了
coinroom-joined = 排上了，等到 { $until }；满 { $count } 人就开。
coinroom-drawn = 抽到你了，牌桌已经开好。
coinroom-left = 你不排了。
coinroom-seated = 你正坐在{ $chat }的牌桌上（{ $game }）。打完或离开以后才能排队。
coinroom-waits = 你正在{ $chat }排队等金币场，随时会抽到你。想坐别的牌桌，先在那里按“不排了”。
coinroom-away = { $names } 在别处有牌桌或比赛，不再排队。
coinroom-unreached = 私信发不到 { $names }，不再排队。等收得到我的私信了，再按“排队”。
coinroom-not-waiting = 你没有在排队。
coinroom-full = 排队的人满了（最多 { $most } 人），过一会儿再来。
coinroom-poor = 金币场至少要有 { $least } 金币，你的钱包里有 { $free }。少于 { $below } 可以用 /daily 领。
coinroom-dropped = { $names } 的金币不够 { $least } 了，不再排队。
coinroom-late = { $names } 等得太久，先退出排队了；还想打，再按“排队”。
coinroom-begins = 金币场开桌：{ $names }。
coinroom-begins-there = 金币场开桌：{ $names }。牌桌在这里：{ $link }
coinroom-here = 这里还没有牌桌，有 { $here } 人在排金币场，满 { $count } 人就抽签开桌。想一起打，用 /coinroom 排队；想打别的，用 /newgame 开一桌。
coinroom-here-yours = 你排的金币场还没有开桌：现在 { $here } 人，满 { $count } 人就开。不想等了，按“不排了”。
coinroom-group-only = 金币场在群里排队，请到群里用 /coinroom。
coinroom-closed = 金币场散桌：{ $names } 的金币少于 { $least }，桌上的金币都回到各人的钱包。
coinroom-short = 金币场每人要有 { $needs } 金币，不够的是：{ $who }。少于 200 金币，每天可以用 /daily 领。
coinroom-again-few = 人没有到齐，金币场散桌。想打用 /coinroom 排队。
coinroom-drawn-only = 金币场的座位是抽签来的，想打请用 /coinroom 排队。
coinroom-fixed = 金币场的玩法是定好的，不能改。
button-again-coinroom = 再来一场
