# Telegram 自己要说的话
telegram-picked = 已选 { $count } 个：{ $names }
telegram-picked-none = 还没有选
telegram-pick-full = 这里最多选 { $most } 个。先点掉一个再选。
telegram-pick-clear = 清空
telegram-pick-ranks = 按点数选
telegram-pick-cards = 逐张选
telegram-pick-private = 去私聊里选牌
telegram-sent-private = 已发到你和我的私聊里。
telegram-slowly = 刚发了好几条，歇几秒再按。
telegram-open-private = 回复只给你一个人看，请先打开和我的私聊，再试一次。
telegram-private-button = 打开私聊
telegram-only-you = 下面的内容只有你看得到。
telegram-anonymous = 你正以群组或频道的身份发言，我认不出你是谁。请换成自己的身份再试一次。
telegram-right-send = 发送消息
telegram-right-pictures = 发送图片
telegram-right-topics = 管理话题（设为管理员）
telegram-right-forum = 群设置里打开“话题”
