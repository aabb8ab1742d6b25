# 牌由公开随机数决定
beacon-sealed = 发牌指纹：{ $fingerprint }
    这一场不用加字：牌由这个指纹和公开随机数（{ $beacon } 第 { $round } 期）一起决定。这一期 { $time } 公布，现在谁也不知道；公布以后自动发牌。
beacon-lobby = 等公开随机数（{ $beacon } 第 { $round } 期，{ $time } 公布），到时自动发牌：{ $fingerprint }
beacon-lobby-late = 公开随机数（{ $beacon } 第 { $round } 期）晚了，还在等：{ $fingerprint }
beacon-told = 公开随机数来了（{ $beacon } 第 { $round } 期），开头是 { $number }
beacon-waits = 已经开始了：等 { $beacon } 第 { $round } 期的随机数，{ $time } 公布，到时自动发牌。
beacon-late = { $beacon } 第 { $round } 期的随机数晚了，再等一会儿。
beacon-gone = { $beacon } 第 { $round } 期的随机数一直没有来。
beacon-off = 这次不发牌，发牌指纹 { $fingerprint } 作废。再按“开始”就重来。
beacon-silent = 公开随机数现在取不到，这一场没有用它。想自己加字，下一场先按“更多”里的“封牌”。
beacon-instead = 这里的牌由公开随机数决定，不用封牌、加字：直接按“开始”。
beacon-no-words = 这一场的牌由公开随机数决定，不用加字，等它公布就发牌。
record-beacon = 公开随机数：{ $beacon } 第 { $round } 期，{ $number }
