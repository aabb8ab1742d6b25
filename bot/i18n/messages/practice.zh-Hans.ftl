practice-word = 种子
practice-unrated = { $word }（练习，不计战绩）
practice-told = 这一场按种子“{ $word }”发牌：同一个词，牌和棋盘都一样。算练习，不计战绩，也不算最好成绩。
practice-not-here = 这个游戏不能指定种子，牌都是随机发的。能指定的是一个人玩的扑克矩阵。
practice-too-long = 种子最多 { $most } 个字。/settings seed off 就是不指定。
practice-alone = 指定了种子“{ $word }”只能一个人练。和别人一起玩，先发 /settings seed off。
