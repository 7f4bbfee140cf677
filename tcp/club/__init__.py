"""The Monday club's poker: five-card draw, its showdown, and the odds of its draws.

Nothing here imports NumPy, except `tcp.club.odds`.
"""
