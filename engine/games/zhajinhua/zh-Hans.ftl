zhajinhua-name = 炸金花
zhajinhua-about = 2 分钟 · 下注比三张

## 选项
zhajinhua-option-base = 底注
zhajinhua-option-most = 顶注是底注的几倍
zhajinhua-note-most = 闷牌的人每次最多下这么多；看过牌的人加倍。
zhajinhua-option-limit = 最多几轮
zhajinhua-option-bonus = 喜钱
zhajinhua-value-bonus-usual = 豹子 10 份、同花顺 5 份底注
zhajinhua-value-bonus-double = 豹子 20 份、同花顺 10 份底注
zhajinhua-value-bonus-none = 没有
zhajinhua-option-a23 = A23
zhajinhua-value-a23-low = 最小的顺子
zhajinhua-value-a23-second = 只比 AKQ 小
zhajinhua-option-suits = 比花色
zhajinhua-value-suits-on = 比
zhajinhua-value-suits-off = 不比，主动比的输
zhajinhua-option-compare = 第几轮起能比牌
zhajinhua-option-min-live = 至少几个人付得起
zhajinhua-house-nosuits = 不比花色的金花
zhajinhua-house-folk = 民间炸金花

## 按钮和问题
zhajinhua-verb-raise = 加注
zhajinhua-choice-look = 看牌
zhajinhua-choice-call = 跟 { $chips }
zhajinhua-choice-raise = 加到 { $chips }
zhajinhua-choice-compare = 和 { $seat } 比
zhajinhua-choice-fold = 弃牌
zhajinhua-choice-allin = 孤注一掷 { $chips }
zhajinhua-ask-blind-first = 可以跟、{ $raises ->
    [0] { "" }
   *[other] 加、
}弃，也可以先看牌（看了以后都要付双倍）。{ $duels ->
    [2] 第一轮不能比牌。
   *[other] 第 { $duels } 轮起才能比牌。
}
zhajinhua-ask-looked-first = 跟要 { $price }。可以跟、{ $raises ->
    [0] { "" }
   *[other] 加、
}弃；{ $duels ->
    [2] 第一轮不能比牌。
   *[other] 第 { $duels } 轮起才能比牌。
}
zhajinhua-ask-blind = 可以跟、{ $raises ->
    [0] { "" }
   *[other] 加、
}比、弃，也可以先看牌（看了以后都要付双倍）。跟和比都要 { $price }。
zhajinhua-ask-looked = 可以跟、{ $raises ->
    [0] { "" }
   *[other] 加、
}比、弃。跟和比都要 { $price }。
zhajinhua-ask-short = 跟要 { $price }，你只有 { $chips }：可以孤注一掷，全部押上，从下家起一家一家比；或者弃牌。

## 发生了什么
zhajinhua-begins = 每人下底注 { $chips }，发三张牌；抽签从 { $seat } 开始
zhajinhua-too-few = 付得起底注的不到 { $least } 个人，整场结束
zhajinhua-did-look = { $seat } 看牌
zhajinhua-did-call = { $seat } 跟 { $chips }
zhajinhua-did-raise = { $seat } 加到 { $chips }
zhajinhua-did-compare = { $seat } 下 { $chips }，和 { $other } 比牌
zhajinhua-did-lose = { $seat } 比不过 { $other }，出局
zhajinhua-did-fold = { $seat } 弃牌
zhajinhua-did-allin = { $seat } 孤注一掷，押上 { $chips }，从下家起一家一家比
zhajinhua-forced = 满 { $rounds } 轮，不再下注，从先手起依次比牌
zhajinhua-won = 只剩 { $seat }，拿走底池

## 不能这样
zhajinhua-no-such = 现在可以：看牌、跟、加、比、弃。例如“跟”“加 40”“比 2”（和 2 号座位比），或者点按钮。
zhajinhua-call-costs = 现在跟要 { $price }（规则 5）。跟就写“跟”；想多下就写“加”和数目。
zhajinhua-looked-already = 你已经看过牌了（规则 4），接着下注或者弃牌。
zhajinhua-too-early = 第 { $duels } 轮起才能比牌（规则 7）。现在跟、加，或者弃。
zhajinhua-no-target = 只能和还在局里的别人比（规则 7）。比 2 就是和 2 号座位比。
zhajinhua-short = 这至少要 { $price }，你只有 { $chips }，只能孤注一掷或者弃牌（规则 9）。
zhajinhua-not-short = 跟要 { $price }，你还跟得起，不能孤注一掷（规则 9）。
zhajinhua-highest = 已经是顶注，不能再加（规则 6）。{ $can }
zhajinhua-no-raise = 你只有 { $chips }，不够加注（规则 6）。{ $can }
zhajinhua-can-first = 可以跟，或者弃（第 { $duels } 轮起才能比）。
zhajinhua-can = 可以跟、比，或者弃。
zhajinhua-raise-to = 加注要比现在高：{ $least } 到 { $most }，每级 { $step }（规则 6）。
zhajinhua-raise-only = 加注只能加到 { $chips }（规则 6）。

## 画面
zhajinhua-title = 炸金花 · 第 { $round }/{ $rounds } 轮
zhajinhua-title-over = 炸金花 · 结算
zhajinhua-fact-pot = 底池
zhajinhua-fact-unit = 跟一次
zhajinhua-fact-most = 顶注
zhajinhua-price = 闷 { $blind } · 看 { $looked }
zhajinhua-mark-chips = 筹码 { $chips }
zhajinhua-mark-paid = 下了 { $chips }
zhajinhua-mark-first = 先手
zhajinhua-mark-blind = 闷
zhajinhua-mark-looked = 看过
zhajinhua-mark-folded = 弃牌
zhajinhua-mark-beaten = 出局
zhajinhua-mark-away = 筹码不够，观战
zhajinhua-mark-winner = 赢
zhajinhua-hand = 你的牌
zhajinhua-not-looked = 还没看牌
zhajinhua-result = { $seat } 拿走底池
zhajinhua-kind-high = 散牌
zhajinhua-kind-special = 散牌（235）
zhajinhua-kind-pair = 对子
zhajinhua-kind-straight = 顺子
zhajinhua-kind-flush = 金花
zhajinhua-kind-straight-flush = 同花顺
zhajinhua-kind-triple = 豹子

## 结算
zhajinhua-won-with = { $seat } 以{ $kind } { $cards } 赢
zhajinhua-won-unseen = 别人都弃了或出局了，{ $seat } 不用亮牌
zhajinhua-takes = { $seat } 赢别人下的 { $sum } = { $total }
zhajinhua-returned = 孤注一掷赢不了那么多，退给 { $seat } { $chips }
zhajinhua-lucky = { $seat } 是{ $kind }，喜钱每家 { $each } × { $others } = { $total }
zhajinhua-bonus = { $seat } 的喜钱合计 { $chips }

zhajinhua-hint-blind = 闷牌便宜一半，第一轮先闷着。
zhajinhua-hint-look = 看清楚再决定，免得白跟。
zhajinhua-hint-fold = 这手牌赢得了 { $percent }% 的牌，但留下来的人，牌多半更大。
zhajinhua-hint-call = 这手牌赢得了 { $percent }% 的牌，跟着看看。
zhajinhua-hint-raise = 这手牌赢得了 { $percent }% 的牌，让别人多付一点。
zhajinhua-hint-bluff = 牌不大，加注吓一吓人。
zhajinhua-hint-compare = 这手牌赢得了 { $percent }% 的牌，比完就知道了。
zhajinhua-hint-compare-blind = 还没看牌，比一家，少一个对手。
zhajinhua-hint-allin = 这手牌赢得了 { $percent }% 的牌，剩下的筹码都值得押。
zhajinhua-hint-allin-blind = 没看牌也押上，输也只输这些。
