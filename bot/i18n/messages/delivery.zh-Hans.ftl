# 手牌怎样送到
button-refresh = 刷新
hand-lobby = 你坐下了。开始以后，手牌就发在这里，只有你看得到。
hand-title-alone = { $game } · { $name }
mark-reached = 私信通
mark-unreached = 私信不通
lobby-unreached = { $names } 收不到私信。按下面的按钮打通；不打通也能玩，轮到时按“我的手牌”在群里看。
button-open-private = 打开私聊收手牌
button-reach = 再试我的私信
reach-first = 要叫你的时候我会发私信，现在还发不到你那里。先按下面的按钮打开私聊，再按一次。
reach-first-settings = 要叫你的时候我会发私信，现在还发不到你那里。在这个群的隐私设置里允许私信，再按一次。
reach-tried = 又发了一次，看看私信里有没有。收不到的话，在这个群的隐私设置里允许私信。

# 叫人
call-turn = 轮到你了，大家在等。

# 群里说不了话
hurdle = { $where }：{ $why }
hurdle-where = “{ $chat }”的{ $game }
hurdle-rights = 群里少了权限（{ $rights }），我发不了消息，牌桌先停在这里。补上权限以后按“继续”。
hurdle-gone = 群里写不进去了，牌桌先停在这里，打过的都在。
hurdle-removed = 我不在那个群里了，牌桌先停在这里，打过的都在。把我请回去就能接着打。
hurdle-locked = 那个话题关了，牌桌先停在这里，打过的都在。重新打开就能接着打。
hurdle-slow = 平台要我在群里安静 { $minutes } 分钟，牌桌先停在这里，时间不走。
place-ready = 又能在这里说话了。按“继续”接着打。
place-lost = { $where }散了：那个地方被删掉了。打完的都记着。
lobby-lacking = 我在这里少了权限：{ $rights }。

greeting =
    大家好，我会发牌。发 /newgame 就开一桌，人不够可以加电脑。
    手牌只发给你一个人；牌桌是一张随出牌变化的图。
    /rules 看规则，/help 看全部命令。
why-unreached = { $names } 收不到私信：可以按“我的手牌”在群里看，或者打开私聊、允许私信后再按一次。
