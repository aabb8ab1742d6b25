# 谁可以做什么
access-stranger = 这是另一个群的牌桌，群里的人才能用。
access-ask-there = 我看不出你在不在那个群里。请到群里按一下，或者在群里说。
access-gone = 你已经不在那个群里了；回到群里，就能接着打。
access-blocked = 管理员或桌主不让你在这里上桌。牌和战绩照样可以看。
access-played = 这个房间的账和记录，只给在这里打过牌的人看。
access-masked = 你现在是匿名管理员，我认不出你是谁，这件事做不了。想上桌，先关掉“匿名”再试一次。
access-host-or-admin = 这要桌主（{ $host }）或群管理员来做。

# 不让上桌
block-who = 不让谁上桌？回复那个人的话再发 /block，或者写上 @名字、座位号，例如 /block 2。
block-self = 不能拉黑自己。想走的话按“离开”。
block-computer = 电脑不用拉黑，开局前可以 /removebot。
block-admin-only = 没有开桌的时候，只有群管理员可以拉黑。
block-done = 好了，{ $name } 不能再在这里上桌、排队和参赛。想取消，用 /unblock。
block-done-table = 好了，这一桌到散桌为止不让 { $name } 坐下。想取消，用 /unblock。
unblock-who = 让谁重新上桌？回复那个人的话再发 /unblock，或者写上 @名字、座位号；/unblock all 是所有人。
unblock-done = 好了，{ $name } 又可以上桌了。
unblock-none = { $name } 没有被拉黑。
unblock-all = 好了，放开了 { $count } 个人。

# 网页房间里，新来的要桌主点头
let-ask = 这一桌请走过人，新来的要桌主（{ $host }）点头才能坐下。已经替你问了，等一下。
let-asked = { $name } 想坐下。这一桌请走过人，所以新来的要你点头。
let-button = 让这位坐下
let-done = 好，{ $name } 可以坐下了。
let-done-somebody = 好，这位可以坐下了。
let-welcome = 桌主同意了，请坐。

command-about-block = 不让一个人上桌（管理员；桌主管自己这一桌）
command-about-unblock = 让一个人重新上桌
field-about-person = @名字、座位号或名字
