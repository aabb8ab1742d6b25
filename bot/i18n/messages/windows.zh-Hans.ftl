# 在聊天软件里打开的牌桌
window-none = 你现在没有坐在哪一桌。到群里加入一桌，或者开一桌，再打开这里。
window-over = 这一桌已经散了。群里开了新的一桌以后，再从那里打开。
window-which = 你坐在好几桌上，打开哪一桌？
window-near = 这个频道里没有牌桌。可以看看服务器里别的牌桌，也可以在这里开一桌。
window-empty = 这个频道里还没有牌桌，开一桌就能打。
window-open = 在这里开一桌
window-again = 再看一次
window-stranger = 这是另一个群的牌桌，群里的人才看得到。请人把你加进那个群，再按「再看一次」。
