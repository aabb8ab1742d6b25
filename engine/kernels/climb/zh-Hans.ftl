# 出牌类游戏共用：牌型
climb-shape-single = 单张
climb-shape-straight = 顺子
climb-shape-pair = 对子
climb-shape-pairs = 连对
climb-shape-triple = 三张
climb-shape-triple1 = 三带一
climb-shape-triple2 = 三带一对
climb-shape-three2 = 三带二
climb-shape-plane = 飞机
climb-shape-plane1 = 飞机带小翼
climb-shape-plane2 = 飞机带大翼
climb-shape-bomb = 炸弹
climb-shape-four2 = 四带二
climb-shape-four22 = 四带两对
climb-shape-rocket = 王炸
climb-shape-planes2 = 连三带二
climb-shape-wskmixed = 杂五十K
climb-shape-wsksuited = 同花五十K
climb-shape-fourkings = 四王
climb-shape-sixsmall = 六张小王
climb-shape-sixbig = 六张大王
climb-shape-jokers = 王
climb-shape-rocket4 = 天王炸弹
climb-shape-trips = 三条
climb-shape-flush = 同花
climb-shape-full = 葫芦
climb-shape-four = 金刚
climb-shape-straightflush = 同花顺
climb-shape-quad = 四条
climb-shape-threetwo = 三两不一
climb-shape-threetwoone = 三两一
climb-shape-triples = 三顺
climb-shape-quads = 四顺
climb-shape-quadone = 四夹一
climb-shape-pairsone = 连对夹一
climb-shape-triplesone = 三顺夹一
climb-shape-quadsone = 四顺夹一
climb-shape-jokerpair = 对鬼

# 提问和选择
climb-ask-lead = 轮到你先出。
climb-ask-first = 轮到你先出，这一手要带上 { $card }。
climb-ask-more = 要大过 { $seat } 的 { $cards }，或者过。
climb-ask-none = { $seat } 的 { $cards }，你要不起。
climb-choice-pass = 过
climb-not-your-turn = 还没轮到你。
climb-as = { $shape }：{ $cards }
climb-which = { $cards } 有几种打法，请点一个。

# 不能这样出
climb-no-cards = 还没选牌。先点要出的牌；打字就写上牌，例如“出 334455”。
climb-not-held = 你手里没有这些牌：{ $cards }。{ $need }
climb-no-shape = { $cards } 不成牌型：{ $why }（规则 { $paragraph }）。{ $need }
climb-why-exact = { $shape }要 { $count } 张齐
climb-why-short =
    { $width ->
        [1] { $shape }至少要 { $least } 张
        [2] { $shape }至少要 { $least } 对
       *[other] { $shape }至少要 { $least } 组
    }
climb-why-long =
    { $width ->
        [1] { $shape }最多 { $most } 张
        [2] { $shape }最多 { $most } 对
       *[other] { $shape }最多 { $most } 组
    }
climb-why-outside = { $shape }从 { $first } 到 { $last }，{ $cards } 不能连
climb-why-around = { $shape }到 { $last } 为止，后面不能再接 { $next }
climb-why-gap = 要成{ $shape }，中间还缺 { $cards }
climb-why-sizes = 主牌是 { $cards } 的，只有{ $shapes }
climb-why-size = { $shape }（{ $count } 张）
climb-or = { $some }、{ $more }
climb-why-pairs =
    { $count ->
        [1] { $shape }带的要是一对
       *[other] { $shape }带的要是 { $count } 对
    }
climb-why-jokers = { $shape }带的牌里不能两张王都有
climb-why-bomb = { $shape }带的牌里不能有炸弹
climb-why-same = { $shape }带的牌不能和主牌同点，也不能是紧挨着主牌的三张
climb-why-longest = 凑不成一手，里面最长的一手是 { $cards }（{ $shape }）
climb-why-nothing = 点数不同，也连不起来
climb-first = { $cards } 是{ $shape }，可是第一手要带上 { $card }。
climb-too-low = { $cards } 是{ $shape }，不够大。{ $need }
climb-other-shape = { $cards } 是{ $shape }，压不住。{ $need }
climb-not-so = { $cards } 不能这样读，可以当{ $shape }。
climb-must-lead = 你先出，不能过。{ $need }
climb-no-such = 现在不能这样做。{ $need }
climb-need-any = 可以出任何成牌型的牌。
climb-need-first = 可以出任何成牌型的牌，第一手要带上 { $card }。
climb-need-more = 要大过 { $seat } 的 { $cards }（{ $shape }，{ $count } 张）：同样的牌型和张数、主牌更大，或者{ $bombs }；也可以过。
climb-need-bomb = 要大过 { $seat } 的 { $cards }（{ $shape }，{ $count } 张）：只有更大的{ $same }；也可以过。
climb-need-bomb-or = 要大过 { $seat } 的 { $cards }（{ $shape }，{ $count } 张）：更大的{ $same }，或者{ $bombs }；也可以过。
climb-need-same = 要大过 { $seat } 的 { $cards }（{ $shape }，{ $count } 张）：同样的牌型和张数、更大；也可以过。
climb-need-grade = 要大过 { $seat } 的 { $cards }（{ $shape }，{ $count } 张）：同样张数，牌型更大，或者牌型一样、更大；也可以过。

# 牌桌
climb-played = { $seat } 出 { $cards }（{ $shape }）
climb-played-last = { $seat } 出 { $cards }（{ $shape }），出完了
climb-passed = { $seat } 过
record-climb-played = { $seat }：{ $written }（{ $shape }）
record-climb-played-last = { $seat }：{ $written }（{ $shape }），出完了
climb-read = { $shape } { $written }
climb-plus = { $some }+{ $more }
climb-beside = { $some }{ $more }
climb-leads = { $seat } 先出
climb-circle = 第 { $number } 轮
climb-circle-won = 上一轮最大
climb-mark-pass = 过
climb-mark-out = 出完
climb-mark-few = 报 { $count } 张
climb-left = 剩下的牌
climb-hand = 你的手牌
climb-counter = 记牌器：外面还有
climb-rank-2 = 2
climb-rank-3 = 3
climb-rank-4 = 4
climb-rank-5 = 5
climb-rank-6 = 6
climb-rank-7 = 7
climb-rank-8 = 8
climb-rank-9 = 9
climb-rank-10 = 10
climb-rank-11 = J
climb-rank-12 = Q
climb-rank-13 = K
climb-rank-14 = A
climb-rank-15 = 小
climb-rank-16 = 大

# 提示的理由
climb-hint-out = 手里的牌一手就出完了。
climb-hint-friend = { $seat } 是队友，这手让他走。
climb-hint-none = 手里没有压得住的牌。
climb-hint-keep = 压得住，但不值得，先留着。
climb-hint-last = { $seat } 只剩一张，别出单张。
climb-hint-stop = { $seat } 只剩 { $count } 张，不能放过去。
climb-hint-bomb-lead = 炸弹打头，没人敢接，手里还剩 { $left } 张。
climb-hint-bomb = 用炸弹把牌权抢过来。
climb-hint-return = 先出小的，留着 { $cards } 收回来。
climb-hint-many = 一次走掉 { $count } 张，手里还剩 { $left } 张。
climb-hint-low = 小牌先走，大的留到后面。
climb-hint-high = 牌大，多半还是你接着出。
climb-hint-top = 没有更大的了，压住就轮到你出。
climb-hint-high-but = 除了炸弹没有更大的，压住就轮到你出。
climb-hint-cheap = 压得住，也不用拆牌。
climb-hint-tears = 要拆牌，但压得住。
