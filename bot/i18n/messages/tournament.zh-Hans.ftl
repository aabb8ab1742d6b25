# 比赛场：报名、开赛、晋级，和比赛桌上不能做的事。

cup-where = { $chat }的比赛（{ $game }）
cup-tell = { $where }：{ $what }

cup-table-title = 第 { $stage } 关 第 { $number } 桌

# 报名。

cup-registered = 报名成功，你是第 { $place } 个。开赛前可以按“退出比赛”退出；退出或者被淘汰以前，不能坐别的牌桌。
cup-registered-already = 你已经报名了。
cup-withdrawn = 你退出了比赛{ $fee ->
    [0] 。
   *[other] ，没有扣金币。
}
cup-not-registered = 你没有报名这场比赛。
cup-full = 报名满了（最多 { $most } 人）。
cup-purse = 报名费是 { $fee } 金币，你只有 { $purse }。
cup-computers = 有报名费的比赛只能真人参加。
cup-seated = 你正坐在{ $chat }的牌桌上（{ $game }）。打完或离开以后才能报名。
cup-queued = 你正在{ $chat }排队等金币场。退出排队以后才能报名。
cup-held = 你报名了{ $chat }的比赛，被淘汰或退出比赛以前不能坐别的牌桌，也不能排金币场。
cup-host-only = 只有发起人（{ $host }）和管理员可以这么做。
cup-few = 开赛至少要 { $least } 人，现在只有 { $here } 人。

# 发起。

cup-in-group = 比赛要在群里发起。
cup-another = 这个群里已经有一场比赛，等它结束再办下一场。
cup-game = 比赛每桌四人，{ $game }不能四个人打。
cup-no-purses = 这里没有金币，比赛不能收报名费。
cup-fee = 报名费是 { $least } 到 { $most } 金币。
cup-minutes = 开赛时间是 { $least } 到 { $most } 分钟以后。
cup-deals = 每关打 { $least } 到 { $most } 圈。
cup-none = 这里没有比赛。
cup-here = 这里还没有牌桌，有一场比赛在报名，{ $time } 开赛。想参加，用 /tournament 报名；想打别的，用 /newgame 开一桌。
cup-here-yours = 比赛还没有开始，你已经报名了：{ $time } 开赛，到时候告诉你坐哪一桌。
cup-here-playing = 这里没有别的牌桌，比赛正在打。看比赛用 /tournament，参赛的人在那里按“我的手牌”。

cup-not-in-open = 比赛还没有开始。
cup-not-in-playing = 比赛已经开始了。
cup-not-in-over = 比赛已经结束了。
cup-not-in-cancelled = 比赛已经取消了。

# 结果。

cup-say-begun = 比赛开始：{ $players } 人，共 { $stages } 关，每桌最高分晋级，比分每关清零。
cup-say-stage = 第 { $stage } 关开始，共 { $tables } 桌。
cup-say-won = { $name } 是冠军！
cup-say-won-pool = { $name } 是冠军，拿走奖池里的 { $pool } 金币！
cup-say-cancelled = 比赛取消了：{ $why }。{ $fee ->
    [0] {""}
   *[other] 没有扣金币。
}
cup-say-broken = 比赛办不下去，已经取消{ $fee ->
    [0] 。
   *[other] ；扣过的报名费都退回。
}
cup-say-gone = 我不在这个群里了，比赛取消{ $fee ->
    [0] 。
   *[other] ；扣过的报名费都退回。
}
cup-say-stuck = 有一桌怎么也打不完，比赛取消{ $fee ->
    [0] 。
   *[other] ；扣过的报名费都退回。
}
cup-say-again = 第 { $stage } 关第 { $table } 桌没打完就散了，不算，重打。
cup-say-silent = 私信发不到 { $names }，没法叫他们，没有参赛{ $fee ->
    [0] 。
   *[other] ，没有扣金币。
}
cup-why-few = 到时间了，能参赛的人不够四个
cup-why-nobody = 到时间了，没有人报名
cup-why-host = 发起人不办了
cup-why-admin = 管理员叫停了

cup-tell-poor = 开赛时你的金币不够付 { $fee } 的报名费，没有参赛，也没有扣金币。现在可以去别的牌桌了。
cup-tell-removed = 这一场只能 { $players } 人打，你报名晚了些，没能上场{ $fee ->
    [0] 。
   *[other] ，没有扣金币。
}现在可以去别的牌桌了。
cup-tell-ahead = 第 { $stage } 关你得 { $score } 分，晋级了！比分清零，等下一关开始。
cup-tell-again = 第 { $stage } 关第 { $table } 桌没打完就散了，不算，马上重打。
cup-tell-out = 决赛你得 { $score } 分，获得第 { $best } 名。现在可以去别的牌桌了。
cup-tell-out-among = 第 { $stage } 关你得 { $score } 分，没能晋级，排在第 { $best }–{ $worst } 名。现在可以去别的牌桌了。

# 比赛桌。

cup-table-closed = 这是比赛桌，不能中途加入。
cup-no-stop = 比赛桌不能提前结束；走开的人由托管代打。没参赛的管理员可以用 /stop 结束：打完的圈照算，一圈都没打完就重打。
cup-no-pause = 比赛桌不能暂停；走开的人由托管代打。
cup-no-settings = 比赛桌的设置不能改。
