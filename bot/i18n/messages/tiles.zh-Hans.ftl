# 麻将牌面（二八杠）
card-tw = 白板
card-t1 = 一筒
card-t2 = 二筒
card-t3 = 三筒
card-t4 = 四筒
card-t5 = 五筒
card-t6 = 六筒
card-t7 = 七筒
card-t8 = 八筒
card-t9 = 九筒
