"""All topics, and what they declare: the words, the menu and the buttons of the program."""

from __future__ import annotations

from bot.commands.analysis import AnalysisCommands
from bot.commands.bars import BarCommands
from bot.commands.coins import CoinCommands
from bot.commands.company import CompanyCommands
from bot.commands.deals import DealCommands
from bot.commands.house import HouseCommands
from bot.commands.info import InfoCommands
from bot.commands.lessons import LessonCommands
from bot.commands.notify import NotifyCommands
from bot.commands.options import OptionCommands
from bot.commands.parser import Parser
from bot.commands.play import PlayCommands
from bot.commands.preferences import PreferenceCommands
from bot.commands.privacy import PrivacyCommands
from bot.commands.puzzles import PuzzleCommands
from bot.commands.registry import Declared
from bot.commands.replays import ReplayCommands
from bot.commands.scores import ScoreCommands
from bot.commands.seats import SeatCommands
from bot.commands.shuffles import ShuffleCommands
from bot.commands.speakers import SpeakerCommands
from bot.commands.tables import TableCommands
from bot.commands.tournaments import TournamentCommands

TOPICS: tuple[type[object], ...] = (
    TableCommands,
    DealCommands,
    LessonCommands,
    SeatCommands,
    PlayCommands,
    OptionCommands,
    HouseCommands,
    InfoCommands,
    ReplayCommands,
    AnalysisCommands,
    PuzzleCommands,
    ScoreCommands,
    ShuffleCommands,
    CoinCommands,
    TournamentCommands,
    BarCommands,
    PreferenceCommands,
    NotifyCommands,
    PrivacyCommands,
    SpeakerCommands,
    CompanyCommands,
)

DECLARED = Declared(TOPICS)
"""Made when the program starts: a word that two commands use stops it there."""

PARSER = Parser(DECLARED.words, DECLARED.slash, DECLARED.means)
"""Understands the words of all commands."""
