"""Random deals by the million: the same result from the same seed, wherever they are dealt."""

from tcp.simulate.runs import Simulation, blocks, dealt, nets, sample_paths, simulate
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
]
