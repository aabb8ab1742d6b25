dunmazi-name = 蹲麻子
dunmazi-about = 5 分钟 · 换牌凑同花

## 选项
dunmazi-option-target = 目标分
dunmazi-note-target = 同花并且手牌分到了目标分才能扣；每一局之间桌主还可以改。
dunmazi-option-sudden-death = 强制结算
dunmazi-value-sudden-death-hand = 得手牌分
dunmazi-value-sudden-death-basic = 得基础分
dunmazi-note-sudden-death = 得手牌分时一次就是 40 多分，牌堆快用完的时候，等往往比扣划算；想节奏快就选得基础分。
dunmazi-option-stall-laps = 连续换牌几轮结束
dunmazi-note-stall-laps = 大家只换牌、不摸不扣，满了这么多轮就亮牌，各得基础分。
dunmazi-option-strict-over = 扣牌门槛
dunmazi-value-strict-over-false = 达到就行
dunmazi-value-strict-over-true = 必须超过
dunmazi-option-joker-score = 王的分数
dunmazi-value-joker-score-ten = 固定 10 分
dunmazi-value-joker-score-represented = 按所代表的牌
dunmazi-note-joker-score = 所代表的牌：这门花色里你手上没有的最大一张，大王先选，小王后选。
dunmazi-option-joker-rank = 比单张时的王
dunmazi-value-joker-rank-joker = 小于 A，大于 K
dunmazi-value-joker-rank-represented = 等于所代表的牌
dunmazi-option-hand-size = 手牌张数
dunmazi-note-hand-size = 公共区的容量与手牌张数相同；起始玩家多发 1 张。
dunmazi-option-decks = 几副牌
dunmazi-option-quan = 一圈打几局
dunmazi-value-quan-deal = 1 局
dunmazi-value-quan-lap = 人数那么多局
dunmazi-option-final-tie = 总分并列第一
dunmazi-value-final-tie-joint = 并列获胜
dunmazi-value-final-tie-playoff = 加赛
dunmazi-house-basic = 强制结算得基础分

## 按钮与提问
dunmazi-verb-put = 打到公共区
dunmazi-verb-swap = 换牌
dunmazi-verb-draw = 摸牌
dunmazi-verb-clear = 清场
dunmazi-verb-knock = 扣
dunmazi-verb-pass = 不换
dunmazi-verb-fold = 随
dunmazi-verb-call = 砸
dunmazi-choice-draw = 摸牌
dunmazi-choice-clear = 清场
dunmazi-choice-knock = 扣（基础分 { $basic }）
dunmazi-choice-pass = 不换
dunmazi-choice-fold = 随（稳得 { $basic } 分）
dunmazi-choice-call = 砸
dunmazi-ask-first = 你先手：不摸牌，从手牌里选 1 张打到公共区。
dunmazi-ask-put = 摸到了，再选 1 张打到公共区（刚摸的也可以打）。
dunmazi-ask-turn = 轮到你。{ $can }
dunmazi-ask-answer = 奖池里有：{ $pool }。随：稳得 { $basic } 分。砸：你的 { $basic } 分也进奖池，牌最大就全拿走，否则 0 分。
dunmazi-can-first = 现在只能从手牌里打 1 张到公共区。
dunmazi-can-put = 现在还要打 1 张手牌到公共区。
dunmazi-can-answer = 现在请选：随，或砸。
dunmazi-can-part = 可以摸 1 打 1，或用 { $count } 张手牌换走公共区全部 { $count } 张；同花到了目标分可以扣。
dunmazi-can-part-dry = 可以用 { $count } 张手牌换走公共区全部 { $count } 张，或不换；同花到了目标分可以扣。
dunmazi-can-full = 公共区满了：可以任选 1 至 { $most } 张对换，或清场后摸 1 打 1；同花到了目标分可以扣。
dunmazi-can-full-dry = 可以和公共区任选 1 至 { $most } 张对换，或不换；同花到了目标分可以扣。

## 发生了什么
dunmazi-starts-lot = 抽签：{ $seat } 起始，先打 1 张。
dunmazi-starts-last = { $seat } 上一局得分最低，这局起始，先打 1 张。
dunmazi-starts-total = 上一局最低分有并列，{ $seat } 总分更低，这局起始，先打 1 张。
dunmazi-starts-tied = 最低分并列，抽签：{ $seat } 起始，先打 1 张。
dunmazi-drew = 你摸到 { $card }。
dunmazi-cleared = { $seat } 清场：{ $cards } 进了弃牌堆。
dunmazi-did-clear = { $seat } 清场
dunmazi-did-first = { $seat } 起始打 { $card }
dunmazi-did-draw = { $seat } 摸 1 打 { $card }
dunmazi-did-swap = { $seat } 用 { $count } 张换 { $count } 张：给 { $given }，取 { $taken }
dunmazi-did-pass = { $seat } 不换
dunmazi-did-knock = { $seat } 扣牌！
dunmazi-did-fold = { $seat } 随
dunmazi-did-call = { $seat } 砸！
dunmazi-did-mazi = { $seat } 是麻子，亮牌：{ $cards }
dunmazi-pile-out = 摸牌堆用完了：只能换牌、不换或扣；再过 { $laps } 轮没有人扣，就强制结算。
dunmazi-over = 全部亮牌，本局结束。

## 不能这样
dunmazi-not-your-turn = 还没轮到你。
dunmazi-too-much = 这个动作后面不用带牌或数字。{ $can }
dunmazi-no-such = 现在没有这个动作。{ $can }
dunmazi-now-first = 起始玩家的第一回合不摸、不换、不扣（规则 7）。{ $can }
dunmazi-now-put = 已经摸了牌，这个回合要打 1 张才算完（规则 8）。{ $can }
dunmazi-now-answer = 已经有人扣牌，不能再摸牌或换牌（规则 14）。{ $can }
dunmazi-no-answer = 还没有人扣牌，不用随，也不能砸（规则 14）。{ $can }
dunmazi-draw-first = 不能直接打牌，要先摸牌或清场（规则 9、12）。{ $can }
dunmazi-put-one = 一次只打 1 张手牌，你选了 { $given } 张（规则 8）。
dunmazi-not-held = 你手里没有这张牌，请从自己的手牌里选。
dunmazi-not-in-zone = 公共区里没有这张牌，请从公共区现有的牌里选。
dunmazi-twice = 同一张牌写了两次，请每张只选一次。
dunmazi-zone-full = 公共区已经满了，不能摸牌出牌（规则 9）。{ $can }
dunmazi-zone-not-full = 公共区只有 { $count } 张，满 { $size } 张才能清场（规则 12）。{ $can }
dunmazi-pile-empty = 摸牌堆已经用完，不能再摸牌或清场（规则 17）。{ $can }
dunmazi-no-pass = 摸牌堆还有 { $pile } 张，不能不换（规则 17）。{ $can }
dunmazi-swap-all = 公共区没满，换牌必须用 { $count } 张手牌换走全部 { $count } 张（规则 10）。{ $can }
dunmazi-swap-equal = 换几张就要给几张，1 至 { $most } 张：你给了 { $given } 张，取了 { $taken } 张（规则 11）。打字例如“换 ♠3 取 ♦9”。
dunmazi-no-knock = 还不能扣（规则 13）：{ $why }。
dunmazi-lacks-suit = 没有同花，{ $suit } 以外还有 { $count } 张（{ $cards }）
dunmazi-lacks-points = { $suit } 同花只有 { $score } 分，要 { $need } 分，差 { $short } 分

## 画面
dunmazi-title-first = 蹲麻子 · 目标 { $target } 分 · { $seat } 起始，先打 1 张
dunmazi-title-turn = 蹲麻子 · 目标 { $target } 分 · 轮到 { $seat }
dunmazi-title-put = 蹲麻子 · 目标 { $target } 分 · { $seat } 已摸牌，要打 1 张
dunmazi-title-answer = 蹲麻子 · 目标 { $target } 分 · { $knocker } 扣牌，{ $seat } 随还是砸
dunmazi-title-knock = 蹲麻子 · 目标 { $target } 分 · 扣牌结算
dunmazi-title-sudden = 蹲麻子 · 目标 { $target } 分 · 强制结算
dunmazi-title-stall = 蹲麻子 · 目标 { $target } 分 · 换牌满轮结算
dunmazi-mark-starter = 起始
dunmazi-mark-open = 未表态
dunmazi-mark-knock = 扣
dunmazi-mark-call = 砸
dunmazi-mark-fold = 随
dunmazi-mark-mazi = 麻子
dunmazi-pile = 摸牌堆
dunmazi-pile-none = 已用完
dunmazi-zone = 公共区 { $count }/{ $size }
dunmazi-discard = 弃牌堆
dunmazi-discard-all = 弃牌堆 { $count } 张
dunmazi-known = { $seat } 从公共区拿走、还没打出的牌
dunmazi-dry = 摸牌堆已用完：再过 { $left } 手没有人扣，就强制结算。
dunmazi-stalling = 连续换牌第 { $lap } 轮（共 { $laps } 轮）：再换 { $left } 手就亮牌，各得基础分。
dunmazi-hand-title = 你的手牌
dunmazi-just-drawn = 刚摸到 { $card }
dunmazi-fact-score = 手牌分
dunmazi-fact-score-after = 打出 { $card } 后的手牌分
dunmazi-fact-suit = 花色
dunmazi-fact-target = 距离目标
dunmazi-fact-basic = 你的基础分
dunmazi-fact-pool = 奖池里有
dunmazi-fact-you = 你
dunmazi-missing = { $suit } 还缺 { $count } 张：换掉 { $cards }
dunmazi-flush = { $suit } 同花
dunmazi-flush-of = { $suit } 同花 { $score } 分
dunmazi-reached = 已达标，基础分 { $over }
dunmazi-enough = 分数够了，还要同花
dunmazi-short = 还差 { $short } 分
dunmazi-stands = { $seat } 扣牌 · 依次表态
dunmazi-you-mazi = 麻子，这局 0 分
dunmazi-you-fold = 随，稳得 { $basic } 分
dunmazi-you-pool = 在奖池里，等大家表态
dunmazi-stake-fold = 稳得 { $basic } 分
dunmazi-stake-call = 胜过 { $pool } 就拿走全部基础分，否则 0 分
dunmazi-shown = 亮牌
dunmazi-shown-all = 全部亮牌，不比大小

## 结算
dunmazi-one = { $seat }
dunmazi-and = { $some }、{ $more }
dunmazi-hand = { $seat } { $stand } { $suit }{ $score }
dunmazi-points = { $suit } { $score } 分
dunmazi-stand-open = 同花
dunmazi-stand-knock = 扣
dunmazi-stand-call = 砸
dunmazi-stand-fold = 随
dunmazi-won = { $hand } 胜 { $over }：{ $sum } = { $points }
dunmazi-won-alone = { $hand }，没有人砸：{ $score } − { $target } = { $points }
dunmazi-lost = { $hand } 输给 { $winner }（{ $why }）：0
dunmazi-why-score = { $high } 分大于 { $low } 分
dunmazi-why-suit = 同分，花色 { $high } 大于 { $low }
dunmazi-why-single = 同分同花色，比单张
dunmazi-why-knocker = 完全相同，扣的人胜
dunmazi-why-first = 完全相同，先砸的人胜
dunmazi-kept = { $hand }：{ $score } − { $target } = { $points }
dunmazi-nothing = { $seat } 麻子（{ $why }）：0
dunmazi-end-sudden = 摸牌堆用完后 { $laps } 轮没有人扣，强制结算：不比大小，{ $pays }。
dunmazi-end-stall = 连续换牌满 { $laps } 轮，本局结束：不比大小，{ $pays }。
dunmazi-pays-hand = 不是麻子的各得手牌分
dunmazi-pays-basic = 不是麻子的各得基础分
dunmazi-paid-hand = { $hand }：手牌分 { $points }
dunmazi-paid-basic = { $hand }：{ $score } − { $target } = { $points }

## 教我
dunmazi-lesson-1 = 要凑五张同一种花色、加起来满 40 分的牌。你黑桃最多，多发的这一张先打掉别的花色里最小的。
dunmazi-lesson-1-else = 这样也能打，不过黑桃要留着，别的花色里 ♣2 分最少。
dunmazi-lesson-2 = 公共区还没满，可以摸一张、打一张，也可以把那里的三张全换走。那三张里只有一张黑桃，还是摸牌好。
dunmazi-lesson-2-else = 这样也行，不过三张全换走，手里的黑桃就散了。
dunmazi-lesson-3 = 摸到 ♠4，黑桃有四张了。再打一张没用的出去。
dunmazi-lesson-3-else = 这样也能打，不过黑桃一张都别丢，♥3 分最少。
dunmazi-lesson-4 = 公共区满了五张，这时可以挑着换，几张换几张。♠10 正在那里，换来就是五张黑桃。
dunmazi-lesson-4-else = 这样也行，不过把 ♠10 换来，五张就凑齐了。
dunmazi-lesson-5 = 11 + 10 + 10 + 9 + 4 = 44 分，同花，又过了 40，可以扣了。别人没凑好的就是麻子，这一局白打。
dunmazi-lesson-5-else = 这样也行，不过已经够了就扣，别等别人抢先。

dunmazi-hint-put = 这张最用不上，打出去。
dunmazi-hint-swap = 换来的牌和手里的花色更合。
dunmazi-hint-knock = 手里有 { $score } 分，够扣了。
dunmazi-hint-draw = 公共区没有用得上的，摸一张碰碰运气。
dunmazi-hint-clear = 公共区的牌都用不上，清场。
dunmazi-hint-pass = 换了反而亏，这一手不换。
dunmazi-hint-fold = 手里 { $score } 分，多半比不过，先把基础分拿稳。
dunmazi-hint-call = 手里 { $score } 分，有得比。
