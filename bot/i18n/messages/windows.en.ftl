# The table, opened inside the client of a chat
window-none = You are not sitting at any table. Join one in the group, or open one there, then come back here.
window-over = That table is over. Once there is a new one in the group, open it from there.
window-which = You are sitting at several tables. Which one shall I open?
window-near = There is no table in this channel. Look at another one on this server, or open one here.
window-empty = There is no table in this channel yet. Open one, and you can play.
window-open = Open a table here
window-again = Look again
window-stranger = That table belongs to another group, and only its members can see it. Ask somebody there to let you in, then press “Look again”.
