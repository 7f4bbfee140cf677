"""Random deals by the million: the same result from the same seed, wherever they are dealt."""

from tcp.simulate.runs import Simulation, blocks, dealt, nets, sample_paths, simulate

__all__ = ["Simulation", "blocks", "dealt", "nets", "sample_paths", "simulate"]
