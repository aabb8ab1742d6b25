# 房间里的聊天
talk-long = 一句话最多 { $most } 个字，请短一点。
talk-fast = 一分钟最多说 { $most } 句，歇一会儿再说。
talk-empty = 这句话里没有看得见的字。
talk-muted = 桌主请你先别说话。出牌不受影响。
talk-about = { $name } 说的话，你看得到。
talk-about-deaf = { $name } 说的话，你现在看不到。
talk-about-muted = 桌主已请 TA 先别说话，牌照打。
talk-people = 这一桌的人，点名字看能做什么：
talk-people-none = 这一桌还没有别人。
talk-button-away = 请 TA 离座
talk-button-bar = 不让 TA 上这一桌
talk-button-unbar = 让 TA 再来
talk-button-deafen = 不看 TA 说的话
talk-button-hear = 重新看 TA 说的话
talk-button-mute = 请 TA 先别说话
talk-button-unmute = 让 TA 说话

# 快捷话：点一下就说出去，各人看到的是自己的语言
talk-quick-hurry = 快出牌吧，茶都凉了
talk-quick-wait = 稍等，让我想想
talk-quick-nice = 这手打得漂亮！
talk-quick-thanks = 谢谢，承让了
talk-quick-sorry = 不好意思，手滑了
talk-quick-mine = 这一手归我了
talk-quick-help = 搭档，靠你了
talk-quick-lucky = 你这手气也太好了
talk-quick-close = 就差一点点！
talk-quick-again = 不服，再来！
talk-quick-back = 我回来了，继续
talk-quick-bye = 先走一步，下次再约
