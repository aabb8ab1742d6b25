# Talk in a room
talk-long = A line may have { $most } characters at most. Make it a little shorter.
talk-fast = That is { $most } lines within a minute. Take a short break.
talk-empty = There is nothing to be seen in that line.
talk-muted = The host has asked you to stay quiet for now. You can play as before.
talk-about = You see what { $name } says.
talk-about-deaf = You do not see what { $name } says.
talk-about-muted = The host has asked them to stay quiet; they can play on.
talk-people = At this table. Press a name to see what you can do:
talk-people-none = Nobody else is at this table yet.
talk-button-away = Ask them to leave their seat
talk-button-bar = Keep them away from this table
talk-button-unbar = Let them come again
talk-button-deafen = Hide what they say
talk-button-hear = Show what they say
talk-button-mute = Ask them to stay quiet
talk-button-unmute = Let them speak again

# Quick words: one press says them, and everybody reads them in their own language
talk-quick-hurry = Come on, my tea is getting cold
talk-quick-wait = One moment, let me think
talk-quick-nice = Beautifully played!
talk-quick-thanks = Thanks, good game
talk-quick-sorry = Sorry, my finger slipped
talk-quick-mine = I’ll take this one
talk-quick-help = Partner, it’s up to you
talk-quick-lucky = Where do you get that luck?
talk-quick-close = So close!
talk-quick-again = One more, I want revenge
talk-quick-back = I’m back, let’s go on
talk-quick-bye = Got to go, see you next time
