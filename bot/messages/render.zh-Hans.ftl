# 图片和文字画面里共用的字。

render-turn = 轮到 { $names }
render-turn-you = 轮到你
render-seat = { $n } 号座位
render-you = 你
render-named-you = { $name }（你）
render-score = { $n } 分
render-team = { $n } 队
render-left = 还有 { $n } 张
render-count = { $n } 张
render-hidden = 另有 { $n } 张
render-more = 还有些放不下，请看文字
render-nothing = 空
render-separator = 、

# 只在文字画面里
render-text-turn = { $line }。
render-text-seat = { $name }：{ $facts }
render-text-title = { $title }：{ $words }
render-text-free = 空位 { $n } 个
render-text-hidden = 暗牌 { $n } 张
render-text-pile = 最上面 { $card }，共 { $n } 张
render-text-chosen = 标出 { $cards }
render-text-marked = { $word }（{ $mark }）
render-text-row = 第 { $n } 行：{ $words }
render-text-cell = { $head } { $value }
render-text-comma = ，
