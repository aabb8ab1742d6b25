# 发牌能不能验
shuffle-begins = 发牌指纹：{ $fingerprint }
shuffle-sealed = 封好了。发牌指纹：{ $fingerprint }
    现在每人都可以加一个字，例如：/shuffle 春风。加完按“开始”。换人或改设置，这次封的就作废。
shuffle-sealed-already = 已经封好了。发牌指纹：{ $fingerprint }
shuffle-word = { $seat } 加的字：{ $word }
shuffle-broken = 换了人或改了设置，发牌指纹 { $fingerprint } 作废，不会用它发牌。
shuffle-not-here = 这一桌不用封牌：牌不是随机发的，或者是比赛、金币场的桌。
shuffle-asked-again = 还有人没答应再来，等大家坐好再封牌。
shuffle-too-few = 人数还开不了局，等人齐了再封牌。
shuffle-seal-first = 先封牌：按“更多”里的“封牌”，看到发牌指纹以后再加字。
shuffle-word-none = 加什么字？例如：/shuffle 春风
shuffle-word-long = 太长了，最多 { $most } 个字。
shuffle-word-odd = 里面有看不见的符号，换一个字吧。
shuffle-state = 发牌指纹：{ $fingerprint }
    { $number ->
        [0] 还没有人加字。
       *[other] 已经有 { $number } 人加了字。
    }要加你的字，例如：/shuffle 春风
button-more-shuffle = 封牌
button-more-word = 加字
lobby-sealed = { $number ->
        [0] 已封牌，可以加字
       *[other] 已封牌，{ $number } 人加了字
    }：{ $fingerprint }
hand-fingerprint = 指纹 { $fingerprint }
command-about-shuffle = 开局前封牌，再加上你的字
command-about-open = 打完后开封，验这一场的牌
field-about-word = 你要加的字，不写就是封牌
help-do-open = 开封验牌
button-shuffle-file = 验牌文件

opening-not-here = 没有找到可以开的：没有这个发牌指纹，或者那一场的牌不是随机发的。
opening-which = 要开哪一场？写它的发牌指纹，前 { $least } 位就够。
field-about-fingerprint = 哪一场：发牌指纹的前 8 位；不写就是最近一场
opening-not-over = 还没打完，打完才能开封。
opening-not-yours = 只有打过这一场的人才能开封。
opening-open-already = 已经有人提了，等大家同意；满一天以后，打过的人谁都可以直接开。
opening-already = 已经开封了，“记录”里有验牌文件。
opening-not-yet = 还没开封，现在还不能验。
opening-asked = 要开封吗？弃掉的牌和没发出去的牌也会看得到。打过这一场的人都同意就开，等到 { $until }；满一天以后，谁都可以直接开。
opening-agreed = 开封了，这一场的牌可以验了：看“记录”里的验牌文件。
opening-refused = 有人不同意，先不开封。打完满一天以后，打过的人谁都可以直接开。

record-fingerprint = 发牌指纹（SHA-256）：{ $fingerprint }
record-sealed = 还没开封。打过的人都同意，或打完满一天后有人要，就能开封验牌。
record-opening = 开封：{ $opening }
record-shuffle-word = { $seat } 号加的字：{ $word }
record-shuffle-forgotten = { $seat } 号加过一个字（本人已删除，仍能验）
record-unopened = 这里还有 { $dealt ->
        [0] { $undealt } 个公布了没发牌的发牌指纹
       *[other] { $dealt } 个发牌指纹打完没开封
    }{ $both ->
        [0] {""}
       *[other] ，{ $undealt } 个公布了没发牌
    }。最近的：
record-unopened-dealt = { $fingerprint }（没开封，{ $name }）。打过的人要开：/open { $mark }
record-unopened-undealt = { $fingerprint }（没发牌，{ $name }）
record-somebody = 不知是谁
shuffle-file-here = 这是验牌文件，存下来，在网页的“验牌”里选它就能验：不用联网，牌不会传出去。也可以用 python -m engine.verify。
