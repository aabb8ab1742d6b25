"""三两一. Source: the program of seed 002, whose own section is empty; see rules.zh.md."""

from engine.games.sanliangyi.game import Sanliangyi

GAME = Sanliangyi()
