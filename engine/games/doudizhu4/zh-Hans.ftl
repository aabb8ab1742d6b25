doudizhu4-name = 四人斗地主
doudizhu4-about = 8 分钟 · 一个打三个
doudizhu4-option-counter = 记牌器
doudizhu4-value-counter-off = 关
doudizhu4-value-counter-on = 开
doudizhu4-verb-play = 出牌
