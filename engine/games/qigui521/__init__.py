"""七鬼五二一. Sources: seed 002, its program, and public rules; holes settled in rules.zh.md."""

from engine.games.qigui521.game import Qigui521

GAME = Qigui521()
