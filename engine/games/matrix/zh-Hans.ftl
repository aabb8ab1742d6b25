matrix-name = 扑克矩阵
matrix-about = 10 分钟 · 填满 5 × 5

## 选项
matrix-option-special = 特殊格
matrix-value-special-on = 有（共 27 轮）
matrix-value-special-off = 没有（共 25 轮）
matrix-note-special = 红、黑奖励格各 1 个，加倍格 1 个，过牌格 2 个，位置抽签，大家相同。
matrix-option-matrix-total = 计入总分
matrix-value-matrix-total-score = 盘面得分
matrix-value-matrix-total-rank-points = 名次分
matrix-note-matrix-total = 名次分：每有一位玩家得分比你低，得 1 分。

## 按钮与提问
matrix-verb-place = 放牌
matrix-ask = 把 { $card } 放在哪一格？点字母，或直接打字母。
matrix-ask-again = { $card } 放在 { $cell } 了。大家都放好之前还可以改：点别的格子。
matrix-button = { $letter }
matrix-button-red = { $letter } 红
matrix-button-black = { $letter } 黑
matrix-button-double = { $letter } 倍
matrix-button-skip = { $letter } 过
matrix-button-card = { $card }

## 发生了什么
matrix-begins = 发牌了，一共 { $rounds } 轮，大家的牌一样，特殊格的位置也一样。
matrix-closed = { $card } 都放好了。
matrix-gained = { $seat } +{ $points }
matrix-passed = { $card } 没有人要放，过掉了。
matrix-over = 盘面都填满了，本局结束。

## 不能这样
matrix-no-such = 现在要做的是把牌放进一个空格（规则 4）：打 { $first } 到 { $last } 里的一个字母。
matrix-too-much = 只要一个字母就够了，例如“{ $cell }”，后面不用带别的。
matrix-filled = { $cell } 格已经有 { $card }，放下就不能再动（规则 4）。还空着：{ $empty }。

## 画面
matrix-title = 扑克矩阵 · 第 { $round } / { $rounds } 张
matrix-title-over = 扑克矩阵 · 结算
matrix-board = 你的盘面
matrix-boards = 大家的盘面
matrix-board-of = { $points } · { $seat }
matrix-board-of-answered = ✓ { $points } · { $seat }
matrix-board-of-rests = 过牌 { $points } · { $seat }
matrix-board-of-full = 满 { $points } · { $seat }
matrix-now = 这张，和接下来 { $count } 张
matrix-points = 得分
matrix-ranking = 名次
matrix-place = 第 { $place } 名 / { $of } 人
matrix-best = 最好成绩
matrix-kinds = 牌型种类 { $count } / 8
matrix-kinds-so-many = { $count } 种
matrix-lamp = +{ $points }
matrix-cell-red = { $letter } 红格
matrix-cell-black = { $letter } 黑格
matrix-cell-double = { $letter } 加倍
matrix-cell-skip = { $letter } 过牌
matrix-badge-red = 红
matrix-badge-black = 黑
matrix-badge-double = 倍
matrix-badge-skip = 过
matrix-sheet = 得分明细
matrix-head-line = 牌组
matrix-head-kind = 牌型
matrix-head-product = 点数×牌型
matrix-head-points = 分
matrix-head-place = #
matrix-head-seat = 玩家
matrix-head-lines = 牌组
matrix-head-extra = 奖励
matrix-row = 第 { $n } 行
matrix-column = 第 { $n } 列
matrix-down = ↘ 对角
matrix-up = ↙ 对角
matrix-possible = 放下 { $card } 能完成
matrix-product = { $cards }×{ $pattern }
matrix-product-2 = { $cards }×{ $pattern }×2
matrix-product-3 = { $cards }×{ $pattern }×3
matrix-bonus-red = 红格 { $card }
matrix-bonus-black = 黑格 { $card }
matrix-bonus = 奖励格
matrix-collection = 收集
matrix-total = 合计
matrix-paid = { $kind } { $points }
matrix-collected = { $count } 种 { $points }
matrix-seat = { $seat }
matrix-mark-answered = 已放好
matrix-mark-rests = 过牌
matrix-mark-full = 填满了
matrix-done = 已放好
matrix-count = { $done } / { $of } 人
matrix-kind-high = 高牌
matrix-kind-pair = 一对
matrix-kind-two-pairs = 两对
matrix-kind-triple = 三条
matrix-kind-straight = 顺子
matrix-kind-flush = 同花
matrix-kind-full-house = 满堂红
matrix-kind-four = 四条
matrix-kind-straight-flush = 同花顺

## 结算
matrix-reason = { $seat }：牌组 { $lines } + 奖励格 { $cells } + 收集 { $collection }（{ $kinds } 种）= { $total }
matrix-by-rank = { $seat }：有 { $count } 人得分更低，名次分 { $count }
matrix-record = { $seat } 刷新了自己的最好成绩（原来 { $old }）！

## 教我
matrix-lesson-1 = 每张牌放进一格，横、竖、斜每满五张就按牌型算分。第三行有两张 7、两张 2，这张 ♣7 放进去就是满堂红。
matrix-lesson-1-else = 放那里也行，不过放在 o，第三行就是满堂红。
matrix-lesson-2 = 第二行四张都是黑桃，再来一张 ♠6 就是同花。
matrix-lesson-2-else = 放那里也行，不过放在 j，第二行就是同花。
matrix-lesson-3 = 第一行是 10 J Q K，接上 ♥A 就是顺子；这里顺子比同花分还高。
matrix-lesson-3-else = 放那里也行，不过放在 e，第一行就是顺子。
matrix-lesson-4 = 第四行有三张 9，再放一张 ♣9 就是四条。
matrix-lesson-4-else = 放那里也行，不过放在 t，第四行就是四条。
matrix-lesson-5 = 只剩一格了，放下 ♥5，第五行是三条，盘面也满了，马上算总分。
matrix-lesson-5-else = 只剩这一格了。

matrix-hint-place = 放这里，横竖成牌的机会留得最多。
