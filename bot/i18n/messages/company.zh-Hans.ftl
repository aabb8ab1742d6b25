# 房间、牌友、开放的牌桌
company-home = 接着玩
company-rooms = 我的房间
company-rooms-none = 打过牌的房间会列在这里。
company-rooms-text = 点一下就回去：
company-room = 一个房间
company-playing = 正在打
company-waiting = 在等人
company-last = { $days ->
    [0] 今天打过
    [1] 昨天打过
   *[other] { $days } 天前打过
  }
company-with = 和 { $names }
company-fellows = 一起打过牌的人
company-fellows-none = 和谁打过牌，这里就有谁的名字。
company-fellow = 同桌 { $matches } 场
company-house = 开放的牌桌
company-house-none = 现在没有开放的牌桌。桌主可以在设置里把自己的牌桌开放给大家。
company-house-text = 点一下就坐下：
company-join = { $game } · { $host } 的牌桌 · 空 { $free } 座
company-watch = { $game } · { $host } 的牌桌 · 正在打，去看看
settings-house = 谁能来
settings-house-closed = 有链接的人
settings-house-open = 所有人
settings-house-note-open = 这一桌会列在“开放的牌桌”里，谁都能来坐下或观看。
button-display = 看各家的牌
button-people = 这桌的人
button-help-page = 怎么玩
button-rooms = 我的房间
button-fellows = 打过牌的人
button-house = 开放的牌桌
