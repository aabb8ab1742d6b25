# 残局：每天一道题，各解各的。

command-about-puzzle = 每天一道残局，各解各的
help-do-puzzle = 残局
puzzle-level-1 = 容易
puzzle-level-2 = 中等
puzzle-level-3 = 难
puzzle-of-day = 每日残局：第 { $number } 题（{ $level }）
puzzle-ask = 地主先出，怎么打都要赢。牌都亮着，各解各的，别在这里说答案。
puzzle-open = 我来解
puzzle-turn = 你是地主，该你出：
puzzle-play = { $cards }
puzzle-more = 别的出法
puzzle-give = 看答案
puzzle-share = 分享
puzzle-step = { $who } { $cards }
puzzle-then = { $some } → { $more }
puzzle-beside = { $some } { $more }
puzzle-went = { $line }
puzzle-wrong = 这样赢不了：{ $line }。已经退回来了，再想想。
puzzle-solved = 解出来了！第 { $tries } 次解开，连着 { $row } 天。
puzzle-solved-late = 解出来了，不过答案看过了，不算数。
puzzle-was-solved = 这一题你第 { $tries } 次就解开了。再解一遍不算数。
puzzle-was-shown = 这一题的答案你看过了，再解不算数。
puzzle-way = 这样赢：{ $line }
puzzle-why = 最容易想到的出法为什么不行：{ $line }
puzzle-solved-by = { $name }：第 { $tries } 次解开，连着 { $row } 天
puzzle-not-yours = 这是别人在解的。你也想解，按“我来解”。
puzzle-name = { $name }
puzzle-card-told = 图里看不出答案，放心发给朋友。
puzzle-card-title = 残局第 { $number } 题（{ $level }）
puzzle-card-who = 解题的人
puzzle-card-how = 结果
puzzle-card-solved = 第 { $tries } 次解开
puzzle-card-shown = 看了答案
puzzle-card-open = 还没解开
puzzle-card-row = 连着几天
puzzle-card-all = 一共解开
puzzle-over = 那一题已经过了，现在是这一题。

# 每天发到群里。

puzzle-last = 上一题（第 { $number } 题）解开的人：
puzzle-last-nobody = 上一题（第 { $number } 题）没人解开。
puzzle-daily = 每天一题
puzzle-daily-on = 每天 { $at } 往这里发一题，顺便说上一题谁解开了。下一题：{ $time }。
puzzle-daily-off = 现在不往这里发每日残局。想每天发一题，按一个时间（{ $zone }）。
puzzle-daily-type = 别的时间可以打字：/puzzle daily 7:30
puzzle-daily-type-on-page = 要换时间，按另一个就行。
puzzle-daily-stop = 不发了
puzzle-daily-unseen = 连着 { $days } 题没人看，每日残局先不发了。想再发，请管理员用 /puzzle daily 打开。
puzzle-daily-unseen-on-page = 连着 { $days } 题没人看，每日残局先不发了。想再发，打“残局”，再按“每天一题”。
puzzle-daily-unknown = 要写几点，比如 /puzzle daily 20:00；不发了写 /puzzle daily off。
puzzle-daily-unknown-on-page = 要写几点，比如 20:00。也可以打“残局”，按“每天一题”来选。
puzzle-daily-in-group = 请在要每天发题的那个群里输入 /puzzle daily。
puzzle-daily-in-group-on-page = 请在要每天发题的那个房间里设。
field-about-daily = 每天往这里发一题：写几点，比如 20:00；不发了写 off
