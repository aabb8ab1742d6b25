doudizhu4-name = 四人斗地主
doudizhu4-about = 约 8 分钟一副，两副牌，一个地主斗三个农民
doudizhu4-option-counter = 记牌器
doudizhu4-value-counter-off = 关
doudizhu4-value-counter-on = 开
doudizhu4-verb-play = 出牌
