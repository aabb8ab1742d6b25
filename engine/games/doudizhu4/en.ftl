doudizhu4-name = Dou Dizhu for four 四人斗地主
doudizhu4-about = 8 min · one against three
doudizhu4-option-counter = Card counter
doudizhu4-value-counter-off = off
doudizhu4-value-counter-on = on
doudizhu4-verb-play = Play
