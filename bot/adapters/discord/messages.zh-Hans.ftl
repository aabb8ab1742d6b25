# Discord 频道里牌桌要用的权限，照 Discord 自己的叫法写；还有打开成一页的牌桌。
discord-right-view = 查看频道
discord-right-send = 发送消息
discord-right-send-in-threads = 在子区内发送消息
discord-right-attach = 添加文件
discord-right-threads = 创建公共子区
discord-right-text-channel = 一个文字频道（这种频道里开不了子区）
discord-open-table = 打开牌桌
discord-no-activity = 牌桌这会儿打不开。用这里的按钮接着打，是同一桌。
