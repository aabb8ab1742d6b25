# How hands arrive
button-refresh = Refresh
hand-lobby = You have a seat. Once the game begins your hand comes here, and only you can see it.
hand-title-alone = { $game } · { $name }
mark-reached = DM ok
mark-unreached = no DM
lobby-unreached = Private messages do not reach { $names }. The button below mends that; without it, press “My hand” here when it is your turn.
button-open-private = Get hands by DM
button-reach = Try my DM again
reach-first = I call people by private message, and mine do not reach you yet. Open our private chat with the button below, then press once more.
reach-first-settings = I call people by private message, and mine do not reach you yet. Allow them in the privacy settings of this group, then press once more.
reach-tried = Sent once more: have a look at your private messages. If nothing is there, allow them in the privacy settings of this group.

# Calling
call-turn = It is your turn; everybody is waiting.

# Where the group cannot be written to
hurdle = { $where }: { $why }
hurdle-where = { $game } in “{ $chat }”
hurdle-rights = I lack rights in the group ({ $rights }) and cannot write there, so the table stands still. Give them to me and press “Resume”.
hurdle-gone = I can no longer write in the group, so the table stands still. Everything played is kept.
hurdle-removed = I am no longer in that group, so the table stands still. Everything played is kept: invite me again to go on.
hurdle-locked = That topic is closed, so the table stands still. Everything played is kept: open it again to go on.
hurdle-slow = The platform wants me to be silent in the group for { $minutes ->
    [one] a minute
   *[other] { $minutes } minutes
}, so the table stands still and no clock runs.
place-ready = I can write here again. Press “Resume” to go on.
place-lost = { $where } has ended: the place was deleted. Finished rounds are kept.
lobby-lacking = I lack rights here: { $rights }.

greeting =
    Hello, I deal cards. Send /newgame to open a table; computer players fill empty seats.
    Your hand comes to you alone; the table is a picture that changes as you play.
    /rules tells the rules, /help all commands.
why-unreached = Private messages do not reach { $names }: press “My hand” to see it here, or open a private chat with me, allow messages and press it again.
