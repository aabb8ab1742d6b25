# 排牌：照写好的牌开桌。

command-about-deal = 照写好的牌开一桌练习
field-about-deal = 写好的牌，例如：斗地主 地主: … | 农民: … | 底牌: …
field-about-form = 文字：能读回来的牌谱；动图：最后一副的动图；卡片：一张战报
field-about-file = 写着一副牌或一份牌谱的文件

deal-word = 发牌
deal-unrated = 照写好的牌（练习，不计战绩）
deal-told = 这一场照写好的牌发，算练习，不计战绩，也不算最好成绩。
deal-help = 把牌写出来，就照它开一桌练习。例如：
    /deal 斗地主
    1: 大王 小王 ♠2 ♥2
    2: ♠A ♥A ♣A ♦A
    底牌: ♠3 ♥3 ♣3
    先手: 1
    其余: 随机
    整份牌谱也行：贴在后面，发成文件，或者回复带着它的消息。加一行“从: 12”，就从第 12 步打起。
    “/deal 12”从这里刚打的那一场的第 12 步打起，“/deal 第2副 5”从第 2 副的第 5 步打起。
deal-too-long = 写得太长了，最多 { $most } 个字。
deal-not-here = 这张桌要算金币或名次，不能照写好的牌发。
deal-over = 照这样写，这一副已经打完了。加一行“从: 5”，就从第 5 步打起。
deal-seats = 写好的牌是 { $seats } 人的，现在坐着 { $here } 人。
deal-set = 好，就照这副牌发。人齐了点“开始”。
deal-from-deal = 没亮过的手牌只能随机补，可怎么补都跟打出来的牌对不上，这一副就从头打起。
deal-from-before = 再往后有一步没亮出来过，所以从第 { $play } 步打起。

record-written = 这是牌谱。回复它说“/deal”，或者把文件发给我，就能照它开一桌练习。
record-first = 太长了，只写了开头 { $rounds } 副。

command-about-display = 看练习桌上各家的牌
display-hand = { $seat }：{ $cards }
display-asked = 轮到 { $seat }，可以这样：
display-kind = { $kind }：{ $plays }
display-plain = { $plays }
display-more = 还有 { $count } 种。
display-not-here = 只有照写好的牌开的练习桌能看各家的牌：一个人练的，或者写了“明牌”的。

# 带来的文件。

file-too-large = 文件太大了，最多读 { $most } KB。
file-not-read = 没能取到这个文件，请再发一次。
file-no-text = 这不是文字文件。请存成纯文本（.txt），编码用 UTF-8、UTF-16 或 GBK。

# 回放：一步一步看打过的牌。

command-about-replay = 一步一步看刚打完的牌，或者交上来的牌谱
field-about-move = 从第几步看起，例如：12，或者：第2副 5
replay-title = { $title } · 回放 · 第 { $round } / { $rounds } 副
replay-dealt = 刚发完牌，这一副共 { $plays } 步。
replay-play = 第 { $play } / { $plays } 步
replay-where = 看不懂要从哪里看起。这样写：/replay 12，或者：/replay 第2副 5
replay-not-yours = 这是别人在看的回放。你也想看的话，发“/replay”。
replay-too-long = 太长了，回放最多 { $most } 步。
replay-too-many = 一小时里最多交 { $most } 份牌谱来回放，过一会儿再交。
replay-seat = { $number } 号
replay-deal = 从这里打
replay-solve = 解牌
replay-text = 文字
replay-film = 动图
replay-card = { $game } · 战报
replay-card-button = 卡片
replay-film-here = 第 { $round } 副的动图。
replay-no-film = 这一副的动图没能做出来，请用“▶”一步一步看。
replay-no-card = 一副都还没打完，没有战报。
replay-card-rounds = 打了几副
replay-card-best = 最好的一副
replay-card-best-of = { $seat }，第 { $round } 副，{ $points }
