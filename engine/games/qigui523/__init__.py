"""七鬼五二三. Sources: seed 002, its program, and public rules; holes settled in rules.zh.md."""

from engine.games.qigui523.game import Qigui523

GAME = Qigui523()
