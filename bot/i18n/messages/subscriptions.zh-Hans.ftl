watching-opened = “{ $chat }”开了一桌 { $game }，{ $host } 在等人。{ $link }
    （你让我在那里开桌时告诉你；不想要了，就在那里发 /prefs notify off。）
watching-on = 这里一开桌我就私信告诉你，每桌一次，三十天后自动停。不要了：/prefs notify off
watching-off = 想在这里开桌时收到一条私信：/prefs notify on
watching-ask = 群里有人开桌时，要我私信叫你吗？每桌叫一次，三十天后自动停。
watching-yes = 好，群里一开桌我就私信叫你，每桌叫一次，三十天后自动停。
watching-no = 好，开桌不再叫你了。
button-notify-on = 开桌叫我
button-notify-off = 开桌不用叫我
