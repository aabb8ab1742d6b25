"""搶莊: bid for the bank, bet against it, be dealt a hand, and be compared with 莊 alone.

``state`` is where a deal stands, ``pay`` who pays how much, ``flow`` plays it, ``view`` shows it,
``policy`` is the computer player.
"""
