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
render-free = 空位
render-won = 胜
render-ahead = 晋级
render-lit = 标出
render-dim = 不计
render-row = 第 { $n } 行
render-column = 第 { $n } 列
render-diagonal-down = 左上到右下
render-diagonal-up = 左下到右上
render-list = { $some }、{ $more }

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
render-text-stage = 第 { $n } 桌：{ $names }
render-text-lines = 连成：{ $lines }
render-text-lamps = { $all } 个里亮了 { $lit } 个
render-text-course = { $name } 现在 { $now }，最高 { $most }，最低 { $least }
render-text-cell = { $head } { $value }
render-text-comma = { $some }，{ $more }

# 麻将牌面（二八杠）
card-tw = 白板
card-t1 = 一筒
card-t2 = 二筒
card-t3 = 三筒
card-t4 = 四筒
card-t5 = 五筒
card-t6 = 六筒
card-t7 = 七筒
card-t8 = 八筒
card-t9 = 九筒
