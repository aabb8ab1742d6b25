"""斗地主拓展版: wings without limits. Source: seed 002; the holes are settled in rules.zh.md."""

from engine.games.doudizhu_ext.game import DoudizhuExt

GAME = DoudizhuExt()
