# 解杀：四家的牌都亮着，大家都打到最好会怎么样。

command-about-analyse = 解杀：大家都打到最好，这副牌谁赢，错在哪一手
field-about-position = 各家剩的牌，例如：斗地主 地主: 2 A A | 农民: K K 3 | 农民: Q 10；或者：第2副 12
analyse-help = 一副都还没打完，没什么可解的。把各家剩的牌写出来也行，写在最前面的先出：
    /analyse 斗地主 地主: 2 A A 5 5 | 农民: K K 3 | 农民: Q 10 10
    整副写好的牌、牌谱都能解，写法跟“/deal”一样；“/analyse 第2副 12”从第 2 副第 12 步之前解起。
analyse-in-play = 牌桌上正打着，打完这一副再解。
analyse-busy = 正在解别的牌，等一会儿再试。
analyse-failed = 这副牌太大，没解成。留在手里的牌少一些再试。
analyse-no-game = 这副牌解不了：还没开始出牌，或者这个游戏我不会解。
analyse-no-ending = 这个游戏没法只写各家剩的牌，请把整副牌写出来。
analyse-unknown = 有的牌没写明，解不了。请把每家的牌都写全。
analyse-not-over = 这一副还没打完，打完再解。
analyse-not-seen = 这一副有的牌你没看到，不能解。
analyse-gone = 这一份已经收起来了，请再解一次。
analyse-not-yours = 这是别人在看的。你也想看的话，自己解一次。
analyse-wins = 轮到 { $seat }。大家都打到最好，{ $side } 赢 { $points } 分。
analyse-loses = 轮到 { $seat }。大家都打到最好，{ $side } 输 { $points } 分。
analyse-even = 轮到 { $seat }。大家都打到最好，{ $side } 不输不赢。
analyse-sure = 轮到 { $seat }。不管别人怎么打，{ $seat } 至少能得 { $points } 分。
analyse-unsolved = 时间到了还没算完，看了 { $looked } 个局面。下面只有算清了的。
analyse-plays = { $points } 分：{ $plays }{ $more ->
        [0] {""}
       *[other] 等，还有 { $more } 种
    }
analyse-plays-open = 没算清（{ $count } 种）：{ $plays }
analyse-plays-rest = 别的 { $count } 种更差。
analyse-step = 第 { $step } / { $steps } 步
analyse-round = 这一副从第 { $play } 步起算清了，一共 { $plays } 步。
analyse-round-open = 这一副没能算清，一步也没有。
analyse-round-none = 算清的这些步里，没有人把赢的牌打丢。
analyse-lost = { $seat } 丢在第 { $play } 步：{ $cards }。打之前是 { $before } 分，之后是 { $after } 分。
analyse-lost-better = { $seat } 丢在第 { $play } 步：{ $cards }。打之前是 { $before } 分，之后是 { $after } 分；该出的是 { $better }。
analyse-kept = { $seat } 这一步没有打丢，还是 { $points } 分。
analyse-jump = { $seat }丢在这里
