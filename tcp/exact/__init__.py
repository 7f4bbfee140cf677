"""Every hand and every deal, exactly, by counting instead of visiting."""

from tcp.exact.analysis import Analysis, Strategy, analyse
from tcp.exact.fives import five_examples, five_ranks, rank_best
from tcp.exact.holecard import HoleCardEdge, hole_card_edge
from tcp.exact.patterns import best_five_counts
from tcp.exact.reports import AnteReport, BetReport, Table
from tcp.exact.signals import SignalEdge, Told, card_signal_edge, hand_signal_edge
from tcp.exact.sixcards import six_card_counts
from tcp.exact.strengths import all_hands, example_hands, rank_three, three_ranks

__all__ = [
    "Analysis",
    "AnteReport",
    "BetReport",
    "HoleCardEdge",
    "SignalEdge",
    "Strategy",
    "Table",
    "Told",
    "all_hands",
    "analyse",
    "best_five_counts",
    "card_signal_edge",
    "example_hands",
    "five_examples",
    "five_ranks",
    "hand_signal_edge",
    "hole_card_edge",
    "rank_best",
    "rank_three",
    "six_card_counts",
    "three_ranks",
]
