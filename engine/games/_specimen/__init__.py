"""比大小: everyone secretly plays one of three cards; the highest wins one point from each other.

Not one of the fourteen games (the registry skips ``_folders``): the smallest complete one, to copy
from and to test tables with.
Rules: rules.zh.md.
"""

from engine.games._specimen.game import Bidaxiao

GAME = Bidaxiao()
