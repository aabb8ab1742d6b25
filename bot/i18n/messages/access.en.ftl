# Who may do what
access-stranger = That table belongs to another group; only its members can use it.
access-ask-there = I cannot tell whether you are in that group. Press the button there, or say it there.
access-gone = You are no longer in that group. Come back to it and you can play on.
access-blocked = An administrator or the host does not let you sit down here. You can still look at the cards and scores.
access-played = The scores and records of this room are for those who have played in it.
access-masked = You are an anonymous administrator: I cannot tell who you are, so I cannot do that. To sit down, turn off “anonymous” and try again.
access-host-or-admin = Only the host ({ $host }) or an administrator can do that.

# Keeping people out
block-who = Who should not sit down? Answer one of their messages with /block, or add an @name or a seat, such as /block 2.
block-self = You cannot block yourself. To go, press “Leave”.
block-computer = A computer player need not be blocked. Before the start there is /removebot.
block-admin-only = While no table is open, only administrators can block.
block-done = Done. { $name } cannot sit down, queue or register here any more. To undo it: /unblock.
block-done-table = Done. { $name } cannot sit down at this table until it closes. To undo it: /unblock.
unblock-who = Who may sit down again? Answer one of their messages with /unblock, or add an @name or a seat; /unblock all means everybody.
unblock-done = Done. { $name } may sit down again.
unblock-none = { $name } was not blocked.
unblock-all = Done: { $count } { $count ->
        [one] person
       *[other] people
    } may sit down again.

# In a room of the page new people need the host's word
let-ask = Somebody was sent away from this table, so the host ({ $host }) decides about new people. I have asked; please wait.
let-asked = { $name } would like to sit down. Somebody was sent away from this table, so you decide about new people.
let-button = Let them sit down
let-done = Done, { $name } may sit down.
let-done-somebody = Done, they may sit down.
let-welcome = The host agrees. Take a seat.

command-about-block = Keep somebody away from tables (administrators; a host at their own)
command-about-unblock = Let somebody sit down again
field-about-person = @name, seat number or name
