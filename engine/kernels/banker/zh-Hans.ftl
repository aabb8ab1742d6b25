# 有庄家的游戏共用
banker-title-bid = { $game } · 抢庄
banker-title-stake-of = { $game } · { $seat } 坐庄 ×{ $multiple } · 闲家下倍
banker-title-arrange-of = { $game } · { $seat } 坐庄 ×{ $multiple } · 组牌
banker-title-over = { $game } · 结算
banker-title-over-of = { $game } · { $seat } 坐庄 ×{ $multiple } · 结算
banker-begins = 开始抢庄，大家都选好才公开
banker-too-few = 付得起底注的人不够了，整场结束
banker-ask-bid = 抢几倍的庄？{ $rule }。大家都选好才公开。
banker-ask-stake = 下几倍？{ $rule }。大家都选好才公开，然后发牌。
banker-rule-none = 筹码不够抢庄，只能不抢
banker-rule-bid = 可以抢 { $least } 至 { $most } 倍，或者不抢
banker-rule-bid-list = 可以抢 { $numbers } 倍，或者不抢
banker-rule-stake = 可以下 { $least } 至 { $most } 倍
banker-rule-stake-list = 可以下 { $numbers } 倍
banker-choice-no = 不抢
banker-choice-bid = 抢 ×{ $number }
banker-choice-stake = 下 ×{ $number }
banker-bid-said = { $seat } 选好了抢不抢庄
banker-stake-said = { $seat } 下好了
banker-arrange-said = { $seat } 组好了
banker-bid = { $bid ->
    [0] { $seat } 不抢
   *[other] { $seat } 抢 { $bid } 倍
}
banker-is-highest = { $seat } 抢得最高，坐庄，{ $multiple } 倍
banker-is-tied = 最高的不止一个，抽签抽中 { $seat } 坐庄，{ $multiple } 倍
banker-is-lot = 在抢庄的人里抽签，{ $seat } 坐庄，{ $multiple } 倍
banker-is-nobody = 没有人抢，抽签抽中 { $seat } 坐庄，{ $multiple } 倍
banker-staked = { $seat } 下 { $stake } 倍
banker-dealt = 牌发好了，各自组牌
banker-shown = 亮牌，和庄家比
banker-now-bid = 现在是抢庄（规则 { $paragraph }）：{ $rule }。写“抢 3”或“不抢”，也可以点按钮。
banker-now-stake = 现在是下倍（规则 { $paragraph }）：{ $rule }。写“下 2”或只写数字，也可以点按钮。
banker-not-so = 不能这样：{ $rule }（规则 { $paragraph }）。
banker-fact-base = 底注
banker-fact-multiple = 庄倍
banker-fact-own = 你的筹码
banker-fact-said = 你选了
banker-said-bid = { $number ->
    [0] 不抢
   *[other] 抢 ×{ $number }
}
banker-said-stake = 下 ×{ $number }
banker-mark-chips = 筹码 { $chips }
banker-mark-out = 筹码不够，观战
banker-mark-banker = 庄 ×{ $multiple }
banker-mark-said = 选好了
banker-mark-stake = 下 ×{ $stake }
banker-mark-bid = { $bid ->
    [0] 不抢
   *[other] 抢 ×{ $bid }
}
banker-hand = 你的手牌
banker-gone = 前几局亮过的 { $count } 张
banker-showdown = 亮牌
banker-wins = { $seat }（{ $hand }）赢庄家（{ $other }）：{ $sum } = { $amount }
banker-loses = { $seat }（{ $hand }）输给庄家（{ $other }）：{ $sum } = { $amount }
banker-even = { $seat }（{ $hand }）和庄家（{ $other }）打平：不输不赢
banker-capped = { $seat } 只有 { $chips }：输赢都不超过 { $chips }
banker-scaled-loss = 庄家 { $seat } 要输 { $net }，只有 { $chips }：各家按 { $chips }/{ $net } 算，零头舍去
banker-scaled-win = 庄家 { $seat } 要赢 { $net }，自己只有 { $chips }：各家按 { $chips }/{ $net } 算，零头算庄家的
banker-gets = { $seat } { $amount }
banker-net = 庄家 { $seat }：{ $sum } = { $total }

# 提示的理由
banker-hint-calm = 还没看牌，输赢各半，少冒点险。
banker-hint-bold = 还没看牌，输赢各半，你的筹码输得起。
