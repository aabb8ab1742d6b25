watching-opened = “{ $chat }”: a table of { $game } is open, { $host } is waiting for people. { $link }
    (You asked to be told; to stop it, send /prefs notify off there.)
watching-on = You get a private message when a table opens here, one for each, for thirty days. To stop it: /prefs notify off
watching-off = To get a private message when a table opens here: /prefs notify on
