"""The Monday club's poker: five-card draw with jackpots, bicycle rounds, and the odds of draws.

`hand` plays one hand of any form, `evening` one after the other, `opponents` against each other;
the rules stand in `betting`, `draw`, `jackpot`, `bicycle`, `ending` and `ranking`. Nothing here
imports NumPy, except `tcp.club.odds`, `tcp.club.sampled` and `tcp.club.splits`.
"""
