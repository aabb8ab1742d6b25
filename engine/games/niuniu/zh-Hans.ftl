niuniu-name = 抢庄牛牛
niuniu-about = 2 分钟 · 抢庄比牛
niuniu-option-base = 底注
niuniu-option-bids = 抢庄最高倍
niuniu-note-bids = 选 3 可以抢 1、2、3 倍；选 5 可以抢 1 到 5 倍；选 10 可以抢 1、2、3、5、10 倍。
niuniu-option-bets = 下注最高倍
niuniu-option-multipliers = 牌型倍数
niuniu-value-multipliers-usual = 平常
niuniu-value-multipliers-steep = 更大
niuniu-value-multipliers-flat = 都是 1 倍
niuniu-value-multipliers-each = 见翻（牛几就几倍）
niuniu-note-multipliers = 平常：牛六以下 1 倍，牛七到牛九 2 倍，牛牛 3 倍，四花牛到五小牛 4 倍。更大：牛七、牛八 2，牛九 3，牛牛 4，四花、五花 5，炸弹 6，五小牛 8。见翻：没牛 1，牛几就几倍，牛牛 10，再往上每一种多 1 倍，五小牛 14。
niuniu-option-arrange = 组牌
niuniu-value-arrange-auto = 系统组好
niuniu-value-arrange-manual = 自己挑三张
niuniu-house-four = 四倍牛牛
niuniu-house-each = 见翻牛牛
niuniu-house-flat = 平倍牛牛
niuniu-verb-bid = 抢庄
niuniu-verb-stake = 下倍
niuniu-verb-split = 这三张凑十
niuniu-choice-none = 没牛
niuniu-choice-show = 亮出{ $kind }
niuniu-ask-arrange = 挑三张，加起来是 10 的倍数（A 算 1，J、Q、K 算 10）；凑不出就说没牛。
niuniu-not-ten = { $cards } 加起来是 { $total }，不是 10 的倍数（规则 4）。换三张，或者说没牛。
niuniu-now-arrange = 现在是组牌：从自己的五张里挑三张，例如“组 3 7 10”，或者说“没牛”（规则 8）。
niuniu-kind = 牛{ $number ->
    [1] 一
    [2] 二
    [3] 三
    [4] 四
    [5] 五
    [6] 六
    [7] 七
    [8] 八
   *[other] 九
}
niuniu-kind-none = 没牛
niuniu-kind-niu = 牛牛
niuniu-kind-four = 四花牛
niuniu-kind-five = 五花牛
niuniu-kind-bomb = 炸弹
niuniu-kind-small = 五小牛
niuniu-sum = 底注 { $a } × 庄 { $b } × 下 { $c } × 牌 { $d }

niuniu-hint-split = 这三张凑成整十，剩下两张就是点数。
niuniu-hint-show = 五张一起亮，比牛还大。
niuniu-hint-none = 哪三张都凑不成整十。
