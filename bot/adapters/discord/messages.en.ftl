# Rights that a table needs in a Discord channel, named as Discord names them; and the table as a page.
discord-right-view = View Channel
discord-right-send = Send Messages
discord-right-send-in-threads = Send Messages in Threads
discord-right-attach = Attach Files
discord-right-threads = Create Public Threads
discord-right-text-channel = a text channel (this kind of channel has no threads)
discord-open-table = Open the table
discord-no-activity = The table does not open just now. Play on with the buttons here, it is the same table.
