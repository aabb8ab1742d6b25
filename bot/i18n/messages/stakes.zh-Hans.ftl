# 桌上的金币
stakes-no-chat = 金币记在群里的钱包；单独开的桌没有群，打筹码。
stakes-no-purses = 这里不用登录，分不清谁是谁，所以没有钱包，只打筹码。
stakes-computers = 电脑没有钱包，金币桌只坐真人。想跟电脑打，请先把“筹码或金币”改回筹码；已经坐下的电脑，桌主可以用“减电脑”请走。
stakes-uneven = 这个游戏一圈的得分不是从别家赢来的，加起来不等于零，只能打筹码。
stakes-uneven-option = 要打金币，先在“设置”里把“记分”改成“有输有赢，合计为 0”，这样才知道谁付给谁。
stakes-chips = 这一桌打的是筹码，每人一样多；先改成金币，再定每人带上多少。
stakes-buyin = 每人带上 { $least } 到 { $most } 金币，写一个整数。
stakes-lacks = { $name }（有 { $has }，还差 { $lacks }）
stakes-short = 每人要有 { $needs } 金币才能开始，不够的是：{ $who }。可以把“每人带上”改小，或者改打筹码；少于 200 金币每天可以用 /daily 领。
stakes-overdrawn = 有人的金币刚刚用在别的桌上了，不够开这一桌；再按一次“开始”就知道是谁。
stakes-correction-short = 这一圈打的是金币，照这样改要补钱的人不够付，先不改：{ $who }。
stakes-correction-late = 有人的金币刚刚用掉了，不够付这笔更正；请再点一次。
stakes-correction-uneven = 这一圈打的是金币，改过的分加起来要等于零。

stakes-all = 每人带上 { $coins } 金币。
stakes-one = { $seat } 带上 { $coins } 金币
stakes-fee = 房费每人 { $coins } 金币。
stakes-fee-back = 一副都没打完，房费每人 { $coins } 金币退回。
stakes-no-stop = 这一副打的是金币，有人走开了，要先打完这一副才能结束；走开的人由托管代打。
stakes-round = { $seat } { $moved } 金币，面前还有 { $held }
stakes-capped = 输家面前的金币不够付：有多少付多少，赢家按赢的多少分，零头归赢得最多的一家。
stakes-broke = { $names } 面前没有金币了，打到这里为止。
stakes-back = { $seat } 带回 { $coins } 金币（{ $won }）
