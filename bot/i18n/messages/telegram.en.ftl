# What Telegram itself has to say
telegram-picked = { $count } picked: { $names }
telegram-picked-none = Nothing picked yet
telegram-pick-full = You can pick at most { $most } here. Tap one off first.
telegram-pick-clear = Clear
telegram-pick-ranks = Pick by rank
telegram-pick-cards = Pick card by card
telegram-pick-private = Pick cards in private
telegram-sent-private = Sent to our private chat.
telegram-slowly = I have just sent you several messages. Give it a few seconds.
telegram-open-private = The answer is for you alone. Open our private chat first, then try again.
telegram-private-button = Open private chat
telegram-only-you = Only you can see what follows.
telegram-anonymous = You are writing as the group or a channel, so I cannot tell who you are. Please write as yourself and try again.
telegram-right-send = Send Messages
telegram-right-pictures = Send Photos
telegram-right-topics = Manage Topics (as an administrator)
telegram-right-forum = Topics turned on in the group’s settings
