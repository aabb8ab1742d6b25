watching-opened = “{ $chat }”开了一桌 { $game }，{ $host } 在等人。{ $link }
    （你让我在那里开桌时告诉你；不想要了，就在那里发 /prefs notify off。）
watching-on = 这里开桌就私信告诉你，每桌一次，三十天后自己停。不要了：/prefs notify off
watching-off = 想在这里开桌时收到一条私信：/prefs notify on
