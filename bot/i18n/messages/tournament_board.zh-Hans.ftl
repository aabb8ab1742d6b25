# 比赛场：群里的牌子、图、消息。

cup-title-open = 比赛场 · { $game } · 报名中
cup-title-playing = 比赛场 · { $game } · { $players } 人
cup-title-over = 比赛场 · { $game } · { $players } 人 · 结束
cup-title-cancelled = 比赛场 · { $game } · 取消

cup-stage = 第 { $n } 关
cup-stage-final = 决赛
cup-of = { $n } / { $all }
cup-many = { $stage }：{ $tables } 桌，打完 { $over } 桌，每桌第一名晋级
cup-more = 还有 { $n } 人也报了名

cup-fact-registered = 已报名
cup-fact-field = 能参赛
cup-fact-fee = 报名费（金币）
cup-fact-pool = 奖池（金币）
cup-fact-players = 参赛
cup-fact-stage = 第几关
cup-fact-over = 打完的桌数

cup-fact-champion = 冠军
cup-mark-host = 发起人
cup-mark-surplus = 候补
cup-mark-champion = 冠军

command-about-tournament = 比赛场：报名、晋级，冠军拿走奖池
field-about-terms = 报名费、几分钟后开赛、每关几圈，例如 50 10 10

cup-how = 这样发起比赛：/tournament 上饶打炸 50 10 10，后面依次是报名费、几分钟后开赛、每关打几圈；不写就是 50 金币、10 分钟、10 圈。
cup-no-table = 你现在不在比赛桌上：没有参赛，还没轮到，或者已经打完。
cup-gone = 这场比赛已经结束了。再办一场：/tournament

cup-text-start = { $host } 发起，{ $time } 开赛。
cup-text-field = 现在 { $here } 人报名，{ $players } 人能上场（{ $tables } 桌）。
cup-text-field-surplus = 现在 { $here } 人报名，前 { $players } 人能上场（{ $tables } 桌），后面 { $surplus } 人候补。
cup-text-few = 现在 { $here } 人报名，至少 { $least } 人才能开赛，还差 { $missing } 人。
cup-text-rules = 上场人数是 4、16、64……；每关打 { $deals } 圈，每桌最高分晋级，比分清零；同分的，先报名的晋级。
cup-text-fee = 开赛时每人扣 { $fee } 金币，合起来是奖池，冠军全拿；没能参赛的不扣。
cup-text-lacking = 我没有权限给每桌单独开个地方，大家就在私聊里打。缺的权限：{ $rights }。
cup-text-removed = 报名晚了些，没能上场：{ $names }。
cup-text-removed-free = 报名晚了些，没能上场，也没有扣金币：{ $names }。
cup-text-poor = 金币不够付 { $fee } 的报名费，没有参赛：{ $names }。
cup-and-more = { $names } 等 { $count } 人

button-cup-join = 报名
button-cup-withdraw = 退出比赛
button-cup-start = 现在开赛
button-cup-cancel = 取消比赛
button-cup-hand = 我的手牌
button-cup-table = 第 { $table } 桌

cup-tell-here = 第 { $stage } 关开始，你在第 { $table } 桌，牌就在这里打。
cup-tell-there = 第 { $stage } 关开始，你在第 { $table } 桌：{ $link }
cup-tell-place = 第 { $stage } 关开始，你在第 { $table } 桌。回到比赛的房间，按“第 { $table } 桌”过去。

cup-table-of = { $title } · 比赛场
cup-table-of-pool = { $title } · 奖池 { $pool } 金币
