dazha-name = 上饶打炸
dazha-about = 10 分钟 · 两家对两家
dazha-name-twelve = 上饶打炸 · 12炸神
dazha-option-mode = 玩法
dazha-value-mode-base = 上饶打炸
dazha-value-mode-twelve = 12炸神（12 张王）
dazha-option-showdown = 摊牌
dazha-value-showdown-all = 四王、有王没炸、够封顶都摊牌
dazha-value-showdown-kings-cap = 四王、够封顶才摊牌
dazha-value-showdown-off = 不摊牌
dazha-option-cap = 炸弹封顶
dazha-value-cap-none = 不封顶
dazha-note-cap = 9：9 炸起都是每家 16 分；20、26：10 炸起每家 20、26 分。12炸神固定 13 炸封顶，每家 160 分。
dazha-option-team-base = 输赢底分
dazha-note-team-base = 每人输赢一份底分，双扣两份，全部 200 分三份；选 0 就没有这一份，光算炸弹奖励。
dazha-option-double-kou-cancels-bombs = 双扣时炸弹奖励
dazha-value-double-kou-cancels-bombs-false = 照算
dazha-value-double-kou-cancels-bombs-true = 不算
dazha-option-wsk = 五十K
dazha-value-wsk-on = 有
dazha-value-wsk-off = 没有
dazha-option-triple-answer = 五十K 压三张
dazha-value-triple-answer-free = 可以
dazha-value-triple-answer-strict = 不可以
dazha-option-single-joker = 单出王
dazha-value-single-joker-none = 不可以
dazha-value-single-joker-penalty = 可以，每张罚 3 分
dazha-option-lucky-ranks = 7、J、K、A 的炸弹
dazha-value-lucky-ranks-off = 不加级
dazha-value-lucky-ranks-on = 高一级算
dazha-option-six-joker = 六张同色王
dazha-value-six-joker-60 = 每家 60 分
dazha-value-six-joker-60-total = 一共 60 分
dazha-note-six-joker = 12炸神才有。
dazha-option-counter = 记牌器
dazha-value-counter-off = 关
dazha-value-counter-on = 开
dazha-house-twelve = 12 炸神
dazha-house-prize = 开奖打炸
dazha-verb-play = 出牌

# 牌桌
dazha-title-play = { $game } · 轮到 { $seat }
dazha-title-over = { $game } · 结算
dazha-title-shown = { $game } · 摊牌
dazha-fact-side = { $team } 队得分
dazha-fact-circle = 这一轮的分
dazha-left-of = { $seat } 剩下的牌
dazha-hand-of = { $seat }：{ $worth }
dazha-worth-none = 没有炸弹，没有王
dazha-worth-four = 只有四张的炸弹，没有奖励
dazha-mark-three = { $count ->
    [1] 有 ♠3
   *[other] 有两张 ♠3
}
dazha-mark-out-1 = 上游
dazha-mark-out-2 = 二游
dazha-mark-out-3 = 三游
dazha-mark-out-4 = 下游
dazha-worth-and = { $some }，{ $more }
dazha-worth-bomb = { $level } 炸
dazha-worth-fourkings = 四王
dazha-worth-sixsmall = 六张小王
dazha-worth-sixbig = 六张大王
dazha-worth-godly = 炸神
dazha-worth-penalty = 罚王 { $count } 张

# 发生了什么
dazha-partners-new = 翻 ♠3 定伙伴：1 队 { $one }、{ $other }，2 队 { $two }、{ $four }；{ $leader } 先摸到 ♠3，先出
dazha-partners = 伙伴不变：1 队 { $one }、{ $other }，2 队 { $two }、{ $four }；{ $leader } 先出
dazha-shown-kings = 摊牌：{ $count ->
    [4] { $seat } 有四王
   *[other] { $seat } 有全部 { $count } 张王，炸神
}
dazha-shown-bare = 摊牌：{ $seat } 有 { $count } 张王，没有炸弹
dazha-shown-cap = 摊牌：{ $seat } 的炸弹加上王够封顶了
dazha-reward = { $level ->
    [0] { $seat } 出了六张同色王，另外三家各给 { $unit } 分
   *[other] { $seat } 按 { $level } 炸算，另外三家各给 { $unit } 分
}
dazha-lone = { $seat } 单出了 { $count } 张王，罚 { $all } 分，另外三家各得 { $count } 分
dazha-few = 报牌：{ $seat } 还剩 { $count } 张
dazha-out-1 = { $seat } 是上游
dazha-out-2 = { $seat } 是二游
dazha-out-3 = { $seat } 是三游
dazha-takes = { $seat } 收 { $points } 分

# 不能这样出
dazha-jokers = { $cards } 不能这样出：王{ $single ->
    [penalty] 可以一张一张单出（规则 11），也可以
   *[none] 只能
}配进四张以上相同的牌的炸弹，{ $whole ->
    [six] 或者六张同色的一起出（规则 7、21）
   *[four] 或者四张王一起出（规则 7）
}。
dazha-jokers-all = 手里只剩 { $count } 张王：先出时要一次全出{ $single ->
    [penalty] ，或者一张一张单出
   *[none] { "" }
}（规则 11）。
dazha-triple-lead = { $cards } 是三张，手里少于 5 张牌才可以先出（规则 5）；可以带上任意两张。
dazha-triple-answer = { $cards } 是五十K，这一桌三张只能用更大的三张或炸弹来压（规则 5）。

# 为什么
dazha-sums = { $left ->
    [0] 1 队 { $one } 分，2 队 { $two } 分
   *[other] 1 队 { $one } 分，2 队 { $two } 分（手里剩下的 { $left } 分归先出完的一方）
}
dazha-result-double = { $one } 和 { $two } 双扣：每人 +{ $amount }，另外两家 −{ $amount }
dazha-result-doubleless = { $one } 和 { $two } 双扣，可是分少：每人 +{ $amount }，另外两家 −{ $amount }
dazha-result-all = { $one } 和 { $two } 得到全部 200 分：每人 +{ $amount }，另外两家 −{ $amount }
dazha-result-more = { $one } 和 { $two } 赢：每人 +{ $amount }，另外两家 −{ $amount }
dazha-cancelled = 双扣，这一桌不算炸弹奖励
dazha-paid-bomb = { $seat }：{ $rank } 的炸弹（{ $count } 张）按 { $level } 炸算，+{ $all }，另外三家各 −{ $unit }
dazha-paid-fourkings = { $seat }：四王按 { $level } 炸算，+{ $all }，另外三家各 −{ $unit }
dazha-paid-sixsmall = { $seat }：六张小王，+{ $all }，另外三家各 −{ $unit }
dazha-paid-sixbig = { $seat }：六张大王，+{ $all }，另外三家各 −{ $unit }
dazha-paid-godly = { $seat }：炸神，12 张王按 { $level } 炸算，+{ $all }，另外三家各 −{ $unit }
dazha-penalty = { $seat } 有 { $count } 张王，没有炸弹，罚王：−{ $all }，另外三家各 +{ $count }
