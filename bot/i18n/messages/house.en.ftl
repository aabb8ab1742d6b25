# House rules: settings under a name
house-fact = House rules
house-own = { $name }
house-nameless = nameless rules
house-of = { $name }’s
house-open = { $name } · { $game }
button-house-named = Rules: { $name }
button-houses = Choose rules
button-house-keep = Keep as house rules
button-house-play = Play by these
button-house-renew = Use present settings
button-house-drop = Delete
button-house-usual = All defaults again
house-list = House rules kept here:
house-list-none = No house rules are kept here. Open a table, set it as you play, and press “Keep as house rules” in the settings. To choose the name yourself: /house Old Wang
house-list-none-here = No house rules are kept here. Set the table as you play, and press “Keep as house rules” in the settings.
house-list-line = · { $name } ({ $game })
house-list-and = ;{ " " }
house-shipped = How { $game } is played elsewhere:
house-shipped-line = · { $name } — { $changes }
house-shipped-which = To see how a game is played elsewhere: /house doudizhu
house-one = { $name } · { $game }
    Not the default:
house-change = · { $option }: { $value } (default: { $usual })
house-changed = { $option }: { $value }
house-by = Kept by { $name }
house-source = Source: { $source }
house-kept = Kept: { $name } · { $game }. It is offered first when the next table opens.
house-renewed = { $name } now has the present settings.
house-dropped = { $name } is deleted. Records of games played by it still name it.
house-export = The { $count ->
        [one] { $count } set of house rules
       *[other] { $count } sets of house rules
    } kept here, as a file.
house-as-usual = Everything is set to its default, so there is nothing to keep.
house-in-chat = House rules belong to a group. Please keep them there.
house-too-many = { $most } sets of house rules are kept here already. Delete one first.
house-taken = There are house rules called “{ $name }” here already. Please take another name.
house-which-game = For which game? For example: /house Old Wang doudizhu
house-no-lobby = { $game } has not been played here yet. Open a table, set it as you play, then keep it.
house-no-table = Please change it while a table is open and has not begun.
house-gone = These house rules are gone.
house-outdated = The game has changed: one of these settings is gone, so it cannot be played by these rules.
house-not-yours = { $name } kept these rules. Only they, the host of the table or an administrator can change them.
record-options = Not the default: { $changes }
record-house = House rules: { $name }
command-about-house = Keep the way you play, under a name
field-about-rules = What the rules are called, for example Old Wang
house-list-none-on-page = No house rules are kept here. Open a table, set it as you play, and press “Keep as house rules” in the settings.
house-shipped-which-on-page = To see how a game is played elsewhere, open a table for it and press “Choose rules” in its settings.
house-which-game-on-page = For which game? Please open a table for it first.
