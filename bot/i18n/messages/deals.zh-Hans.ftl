# 排牌：照写好的牌开桌。

command-about-deal = 照写好的牌开一桌练习
field-about-deal = 写好的牌，例如：斗地主 地主: … | 农民: … | 底牌: …
field-about-form = 写“文字”，就给一份能读回来的牌谱

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
    牌谱也可以直接贴在后面，加一行“从: 12”就从第 12 步打起。
deal-too-long = 写得太长了，最多 { $most } 个字。
deal-not-here = 这张桌要算金币或名次，不能照写好的牌发。
deal-over = 照这样写，这一副已经打完了。加一行“从: 5”，就从第 5 步打起。
deal-seats = 写好的牌是 { $seats } 人的，现在坐着 { $here } 人。
deal-set = 好，就照这副牌发。人齐了点“开始”。

record-written = 这是牌谱。发“/deal”再贴上它，就能照它开一桌练习。
record-first = 太长了，只写了开头 { $rounds } 副。

command-about-display = 看练习桌上各家的牌
display-hand = { $seat }：{ $cards }
display-asked = 轮到 { $seat }，可以这样：
display-kind = { $kind }：{ $plays }
display-plain = { $plays }
display-more = 还有 { $count } 种。
display-not-here = 只有照写好的牌开的练习桌能看各家的牌：一个人练的，或者写了“明牌”的。
