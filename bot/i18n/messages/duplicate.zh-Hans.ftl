# 复式：同样的牌几桌同打，坐同一家的人互相比。

command-about-duplicate = 复式：几桌打同样的牌，比谁打得好
field-about-boards = 几桌、打几副、几分钟后开赛，例如 2 8 10

duplicate-how = 这样发起复式：/duplicate 斗地主 2 8 10，后面依次是几桌、打几副、几分钟后开赛；不写就是 2 桌、8 副、10 分钟。
duplicate-registered = 报名成功，你是第 { $place } 个。开赛前可以按“退出比赛”退出；打完以前，不能坐别的牌桌。
duplicate-game = { $game }现在打不了复式。
duplicate-tables = 复式是 { $least } 到 { $most } 桌。
duplicate-deals = 复式打 { $least } 到 { $most } 副。

duplicate-title-open = 复式 · { $game } · 报名中
duplicate-title-playing = 复式 · { $game }
duplicate-title-over = 复式 · { $game } · 结束
duplicate-title-cancelled = 复式 · { $game } · 取消

duplicate-text-field = 现在 { $here } 人报名，{ $tables } 桌共 { $seats } 个座位；空位开赛时由电脑坐。
duplicate-text-rules = { $tables } 桌打同样的 { $deals } 副牌，每副换一个座位。每副牌只跟别桌坐同一家的人比：分数比人高，一桌记 2 比赛分；一样高记 1 比赛分。牌只发给本人，一副牌各桌都打完了才公布结果。
duplicate-text-playing = 每副牌各桌都打完了才公布结果；没打完以前，请不要谈牌。

duplicate-fact-seats = 座位
duplicate-fact-tables = 桌数
duplicate-fact-compared = 比完的副数
duplicate-deal = 第 { $n } 副
duplicate-more = 还有 { $n } 人
duplicate-mark-place = 第 { $place } 名
duplicate-mark-share = { $percent }%
duplicate-mark-points = { $points } 比赛分

button-duplicate-record = 第 { $deal } 副 · 第 { $table } 桌牌谱

duplicate-say-begun = 复式开始：{ $tables } 桌，{ $deals } 副牌。每个人的牌单独发给本人。
duplicate-say-deal = 第 { $deal } 副各桌都打完了（共 { $deals } 副），可以看结果了。现在领先的是{ $names }。
duplicate-say-won = 复式打完了！{ $names }得了 { $points } 比赛分（{ $percent }%），是第一名！

duplicate-tell-here = 第 { $stage } 副开始（共 { $deals } 副），你在第 { $table } 桌，牌就在这里打。
duplicate-tell-deal = 第 { $deal } 副各桌都打完了：你得 { $points } 比赛分（最多 { $most }），总分现在排第 { $place }（共 { $players } 人）。
duplicate-wait = 你们这桌打完了。等别的桌也打完，就公布这副牌的比赛分。
duplicate-sealed = 这副牌还有别的桌没打完，先不能在这里看。

duplicate-table-of = { $title } · 复式

# 牌从哪里来
duplicate-sealed-words = 发牌指纹：{ $fingerprint }
    所有桌、每一副牌都由它和大家加的字一起决定，谁也挑不了牌。报名的人开赛前每人可以加一个字，例如：/shuffle 春风，私下发给我也行。
duplicate-word = { $name } 加的字：{ $word }
duplicate-word-added = 加好了：{ $word }。群里也看得到；开赛前再加一次，就换成新的。
duplicate-word-register = 报名的人才能加字：先 /duplicate 报名，再 /shuffle 春风
duplicate-word-beacon = 这一场复式的牌由公开随机数决定，不用加字。
duplicate-text-sealed = { $number ->
        [0] 已封牌，报名的人可以加字，例如：/shuffle 春风
       *[other] 已封牌，{ $number } 人加了字；还没加的可以加，例如：/shuffle 春风
    }
    发牌指纹：{ $fingerprint }
duplicate-put-off = 刚公布了发牌指纹，先给大家一分钟加字；再按一次“现在开赛”就不等了。
duplicate-beacon-silent = 公开随机数现在取不到，这一场不用它，改由大家加字。
duplicate-beacon-off = 不用这个指纹发牌：{ $fingerprint } 作废。报名再开一分钟，然后重来。
record-contest-word = 报名第 { $seat } 位加的字：{ $word }
record-contest-forgotten = 报名第 { $seat } 位加过一个字（本人已删除，仍能验）
