"""Random deals by the million: the same result from the same seed, wherever they are dealt."""

from tcp.simulate.club import splits, talking
from tcp.simulate.decks import top_cards
from tcp.simulate.rounds import dealt, nets, sample_paths
from tcp.simulate.runs import Simulation, blocks, simulate
from tcp.simulate.shared import SharedInformation, shared_information

__all__ = [
    "SharedInformation",
    "Simulation",
    "blocks",
    "dealt",
    "nets",
    "sample_paths",
    "shared_information",
    "simulate",
    "splits",
    "talking",
    "top_cards",
]
