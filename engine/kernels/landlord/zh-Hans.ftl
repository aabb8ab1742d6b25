# 有地主的游戏共用
landlord-title-auction = { $game } · 定地主 · 轮到 { $seat }
landlord-title-double = { $game } · 等农民决定加不加倍
landlord-title-redouble = { $game } · { $seat } 决定要不要再加倍
landlord-title-play = { $game } · 轮到 { $seat }
landlord-title-over = { $game } · 结算
landlord-first = 发牌，从 { $seat } 开始问
landlord-redeal = 没人要，重新发牌，从 { $seat } 开始问
landlord-forced = 没人要，{ $seat } 第一个被问，当地主
landlord-call = { $seat } 叫地主
landlord-no-call = { $seat } 不叫
landlord-grab = { $seat } 抢地主
landlord-no-grab = { $seat } 不抢
landlord-bid = { $bid ->
    [0] { $seat } 不叫
   *[other] { $seat } 叫 { $bid } 分
}
landlord-is = { $seat } 是地主，拿走底牌；现在每家 { $product } 分
landlord-ask-call = 要叫地主吗？
landlord-ask-grab = 要抢地主吗？抢一次翻一倍。
landlord-ask-bid = 叫几分？
landlord-ask-double = 要加倍吗？大家都选好才公开。
landlord-ask-redouble = 农民加倍了，要再加倍吗？
landlord-choice-call = 叫地主
landlord-choice-no-call = 不叫
landlord-choice-grab = 抢地主
landlord-choice-no-grab = 不抢
landlord-choice-bid = { $bid } 分
landlord-choice-no-bid = 不叫
landlord-choice-double = 加倍
landlord-choice-no-double = 不加倍
landlord-choice-redouble = 再加倍
landlord-choice-no-redouble = 不加倍
landlord-no-cards-yet = 还没开始出牌。{ $ask }
landlord-yes-or-no = { $ask }写“{ $yes }”或“{ $no }”，也可以点按钮。
landlord-how-much = { $least ->
    [3] 现在只能叫 3 分，或者不叫。
   *[other] 可以叫 { $least } 到 3 分，或者不叫。
}
landlord-bid-more = 要比 { $most } 分高，最多 3 分；或者不叫。
landlord-redouble-needs-score = 加倍只能和叫分一起用。
landlord-double-said = { $seat } 选好了
landlord-doubles = { $seat } 加倍
landlord-doubles-not = { $seat } 不加倍
landlord-redoubles = { $seat } 再加倍
landlord-redoubles-not = { $seat } 不再加倍
landlord-plain = { $unit }
landlord-product = { $product } = { $unit }
landlord-few = 报牌：{ $seat } 只剩 { $count } 张
landlord-stake = 现在每家 { $product } 分
landlord-fact-stake = 底分 × 倍数
landlord-bottom = 底牌
landlord-mark-landlord = 地主
landlord-mark-farmer = 农民
landlord-part-0 = 地主
landlord-part-1 = 农民甲
landlord-part-2 = 农民乙
landlord-part-3 = 农民丙
landlord-mark-doubled = ×{ $factor }
landlord-mark-call = { $answer ->
    [0] 不叫
   *[other] 叫地主
}
landlord-mark-grab = { $answer ->
    [0] 不抢
   *[other] 抢地主
}
landlord-mark-bid = { $answer ->
    [0] 不叫
   *[other] { $answer } 分
}
landlord-won = { $seat } 当地主，先出完，地主赢
landlord-lost = { $seat } 当地主，农民先出完，农民赢
landlord-factor-grab = { $seat } 抢地主 ×{ $factor }
landlord-factor-bomb = 炸弹 ×{ $factor }
landlord-factor-rocket = 王炸 ×{ $factor }
landlord-factor-bomb6 = 六张炸弹 ×{ $factor }
landlord-factor-bomb7 = 七张炸弹 ×{ $factor }
landlord-factor-bomb8 = 八张炸弹 ×{ $factor }
landlord-factor-rocket4 = 天王炸弹 ×{ $factor }
landlord-factor-spring = 春天（农民一张没出）×{ $factor }
landlord-factor-antispring = 反春天（地主只出了一手）×{ $factor }
landlord-unit = 每家 { $product } 分
landlord-doubled = 和 { $seat } 之间加倍：{ $unit } × { $factor } = { $total } 分

# 提示的理由
landlord-hint-strong = 王和 2 有 { $high } 张，炸弹 { $bombs } 个，牌够硬。
landlord-hint-weak = 王和 2 只有 { $high } 张，炸弹 { $bombs } 个，先不冒险。
