"""What the bot has to be allowed."""

RIGHTS = {
    "view_channel": "discord-right-view",
    "send_messages": "discord-right-send",
    "send_messages_in_threads": "discord-right-send-in-threads",
    "attach_files": "discord-right-attach",
}
"""The rights that a table needs, and the keys of their names."""

THREADS = "discord-right-threads"
TEXT_CHANNEL = "discord-right-text-channel"
"""What a thread needs: one of two rights to open it, and a channel that can have threads."""
