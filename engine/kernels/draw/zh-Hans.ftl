# 补牌吃分的游戏共用：五瓜皮、七鬼
draw-title = { $game } · 轮到 { $seat }
draw-title-over = { $game } · 结算
draw-dealt = 发牌，每人 { $size } 张，牌堆还有 { $deck } 张；全桌最小的牌是 { $seat } 的 { $card }，{ $seat } 先出，第一手要带上它
record-draw-dealt = 发牌，每人 { $size } 张，牌堆还有 { $deck } 张；各人最小的牌：{ $lowest }；{ $seat } 先出，第一手要带上 { $card }
draw-lowest-of = { $seat } { $card }
draw-won = { $seat } 拿下这一轮的 { $points } 分
draw-drew = 摸牌：{ $drawn }；牌堆{ $deck ->
    [0] 摸完了
   *[other] 还有 { $deck } 张
}
draw-out = { $seats } 没有补到牌，出完了
draw-so-many = { $seat } { $count } 张
draw-and = { $some }、{ $more }
draw-mark-dealer = 庄家
draw-mark-first = 最小，先出
draw-mark-out = 第 { $place } 个出完
draw-lowest = 各人最小的牌
draw-fact-deck = 牌堆
draw-fact-table = 这一轮的分
draw-took = { $seat } 吃到 { $cards }，{ $points } 分
draw-left = 手里剩下的 { $cards }，{ $points } 分，归最后出牌的 { $seat }
draw-left-none = 手里剩下的 { $cards }，{ $points } 分，都不算；最后出牌的是 { $seat }
draw-order = 出完的次序：{ $seats }
draw-zero = 每个人：{ $seats } × 自己的分 − { $points }
draw-closing-takes-all = 撬底的人拿走手里剩下的分，所以“手里剩下的分”要选“归最后出牌的人”。
draw-held = { $seat } 手里还剩 { $cards }
draw-taken = 吃到的分
draw-head-who = 玩家
draw-head-cards = 牌
draw-head-points = 分
draw-who = { $seat }
draw-cards = { $cards }
draw-nothing = 没有

# 提示的理由
draw-hint-points = 桌上有 { $points } 分，压住就可能归你。
draw-hint-nothing = 桌上没有分，不用抢，留着牌等分。
draw-hint-give = 桌上这 { $points } 分抢不来，留着大牌。
draw-hint-lead = 小牌先走，出完还能摸新的。
