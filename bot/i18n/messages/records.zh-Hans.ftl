# 写成文字的牌谱：读不通时说哪里不对、该怎么写。

notation-misread-line = 第 { $line } 行：{ $why }
notation-misread = 第 { $line } 行第 { $column } 个字“{ $word }”：{ $why }
notation-pile-hand = { $seat } 号的手牌
notation-pile-bottom = 底牌
notation-pile-stock = 牌堆

notation-foreign = 这不是 rlcard 或 DouZero 的一局斗地主。
notation-empty = 里面什么都没有写。
notation-too-long = 太长了，最多读 { $most } 个字。
notation-too-many-actions = 最多读 { $most } 步。
notation-which-game = 没有写是哪个游戏。第一行这样写：牌谱 1: 斗地主
notation-no-game = 没有叫这个名字的游戏。
notation-other-game = 这张桌玩的是另一个游戏。
notation-version = 这份牌谱的写法比我新，我只认得第 { $version } 版。
notation-newer = 这份牌谱的规则比我新，我只认得第 { $version } 版。
notation-seats = 这个游戏由 { $least } 至 { $most } 人玩。
notation-no-option = 没有这个选项。有的是：{ $known }
notation-no-value = 这个选项不能这样设。可以是：{ $known }
notation-no-chips = 这个游戏不用筹码。
notation-teams = 每个座位要在一队里，而且只在一队里。
notation-no-pack = 余牌和出过的牌合起来不是一整副。
notation-number = 这里要写一个数。
notation-number-between = 这个数要在 { $least } 到 { $most } 之间。
notation-so-many-numbers = 每个座位一个数，一共 { $count } 个。
notation-nothing-said = 后面没有写内容。
notation-twice = 这一项前面写过了。
notation-late = 这一项写得太晚，要写在第一次出牌之前。
notation-no-word = 看不懂这个词。
notation-random = 其余的牌要随机发，就写“{ $word }”。

notation-no-card = 这不是一张牌。这样写：♠3、红桃10、大王。
notation-no-suit = 这里要写花色，例如 ♠3。
notation-once-too-often = { $card } 已经写够了，一副牌里没有这么多。
notation-rank-too-often = 这个点数的牌已经写够了，一副牌里没有这么多。
notation-too-many = { $pile }只有 { $size } 张，这里写了 { $count } 张。
notation-missing = { $pile }还缺 { $count } 张。补上，或者加一行“其余: 随机”，缺的就随机发。
notation-no-hand = { $seat } 号没有手牌。
notation-no-pile = 这个游戏没有{ $pile }。
notation-other-deck = 上一副剩下的牌里，这里不是这张。
notation-nothing-dealt = 这里没有发新牌。
notation-nothing-drawn = 这里没有什么要抽签决定。
notation-impossible-lot = 不可能轮到这个座位。
notation-impossible-cells = 不可能是这些格。
notation-impossible-pack = 不可能是这些牌。
notation-seat = 这里写座位的号码，从 1 开始。
notation-cell = 格子用字母表示，从 a 开始。

notation-no-seat = 只有 { $seats } 个座位。
notation-not-asked = 没有轮到 { $seat } 号，轮到的是 { $asked } 号。
notation-no-action = 看不懂这一步。
notation-round-number = 接下来是第 { $number } 副。
notation-round-open = 第 { $round } 副还没有打完。
notation-round-over = 第 { $round } 副已经打完了。
notation-match-over = 整场已经打完了，第 { $rounds } 副是最后一副。
notation-other-score = 按规则算，{ $seat } 号应该是 { $score }。
