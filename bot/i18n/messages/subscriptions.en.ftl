watching-opened = “{ $chat }”: a table of { $game } is open, { $host } is waiting for people. { $link }
    (You asked to be told; to stop it, send /prefs notify off there.)
watching-on = You get a private message when a table opens here, one for each, for thirty days. To stop it: /prefs notify off
watching-off = To get a private message when a table opens here: /prefs notify on
watching-ask = Shall I send you a private message when somebody opens a table in the group? One for each table, for thirty days.
watching-yes = Done. When somebody opens a table in the group you get a private message: one for each table, for thirty days.
watching-no = Done. You will not be told of new tables any more.
button-notify-on = Tell me of tables
button-notify-off = No news of tables
