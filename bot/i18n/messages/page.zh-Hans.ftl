# 样样都有按钮的地方，同一句话换个说法：说按哪个按钮，不说打什么命令。键名是原来的加 -on-page。
command-unknown-on-page = 没有这个命令。要做的事都有按钮：牌桌上按“更多”，没有牌桌时按“怎么玩”。
command-no-table-on-page = 现在没有牌桌。按“开一桌”或“换个游戏”，选一个就能打。
table-not-in-closed-on-page = 这一桌已经结束了。想再打，按“换个游戏”。
table-gone-on-page = 那一桌已经结束了。想再打，按“换个游戏”。
table-deserted-on-page = 这一桌的人都走开了，牌桌暂停着。想另开一桌，按“更多”里的“换个游戏”。
again-late-on-page = 那一桌已经过去了。想再打，按“换个游戏”。
lesson-none-on-page = { $game } 还没有课。按“教我”看看能学哪些。
season-how-on-page = 新赛季从零算起，以前的都留着：看“战绩”，再按“全部”。
season-agreed-on-page = 第 { $number } 赛季开始，从零算起。以前的都留着：看“战绩”，再按“全部”。
mydata-text-on-page =
    存着你的这些（全文在附件里）：
    打完的 { $matches } 场，在 { $chats } 个地方；游戏：{ $games }
    个人设置 { $settings } 项；现在坐在 { $tables } 张桌上
    每一步怎么出的，也随牌局存着；聊天只存七天。想删掉，按“怎么玩”里的“忘记我”。
record-written-on-page = 这是牌谱。按输入框旁边的“＋”传上来，就能照它开一桌练习。
replay-not-yours-on-page = 这是别人在看的回放。你也想看的话，按“怎么玩”里的“一步步回看”。
settings-title-on-page = 设置（桌主可以改，点一下换下一个值）
prefs-note-zone-on-page = 时间按这个时区写。自己的时区在右上角的 ⚙ 里选。
block-done-on-page = 好了，{ $name } 不能再在这里上桌、排队和参赛。想取消，在“这桌的人”里点名字。
block-done-table-on-page = 好了，这一桌到散桌为止不让 { $name } 坐下。想取消，在“这桌的人”里点名字。
cup-here-on-page = 这里还没有牌桌，有一场比赛在报名，{ $time } 开赛。想参加，按“报名”。
cup-here-playing-on-page = 这里没有别的牌桌，比赛正在打。参赛的人按“我的手牌”。
cup-no-stop-on-page = 比赛桌不能提前结束；走开的人由托管代打。
cup-gone-on-page = 这场比赛已经结束了。想再办一场，按“更多”里的“办比赛”。
analyse-help-on-page = 一副都还没打完。打完一副，再按“怎么玩”里的“解牌”。
record-unopened-dealt-on-page = { $fingerprint }（没开封，{ $name }）。打过的人要开，就打“开封 { $mark }”这样一行
shuffle-sealed-on-page = 封好了。发牌指纹：{ $fingerprint }
    现在每人都可以加一个字：打“加字 春风”这样一行，发出来；加完按“开始”。换人或改设置，这次封的就作废。
shuffle-word-none-on-page = 加什么字？写在“加字”后面，例如：加字 春风
shuffle-state-on-page = 发牌指纹：{ $fingerprint }
    { $number ->
        [0] 还没有人加字。
       *[other] 已经有 { $number } 人加了字。
    }要加你的字，打“加字 春风”这样一行，发出来。
duplicate-sealed-words-on-page = 发牌指纹：{ $fingerprint }
    所有桌、每一副牌都由它和大家加的字一起决定，谁也挑不了牌。报名的人开赛前每人可以加一个字，打字就行，例如：加字 春风
duplicate-word-register-on-page = 报名的人才能加字：先按“报名”，再打字：加字 春风
duplicate-text-sealed-on-page = { $number ->
        [0] 已封牌，报名的人可以加字，打字就行，例如：加字 春风
       *[other] 已封牌，{ $number } 人加了字；还没加的可以加，打字就行，例如：加字 春风
    }
    发牌指纹：{ $fingerprint }
