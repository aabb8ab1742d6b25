# Mahjong tiles (二八杠)
card-tw = Blank
card-t1 = 1-dot
card-t2 = 2-dot
card-t3 = 3-dot
card-t4 = 4-dot
card-t5 = 5-dot
card-t6 = 6-dot
card-t7 = 7-dot
card-t8 = 8-dot
card-t9 = 9-dot
