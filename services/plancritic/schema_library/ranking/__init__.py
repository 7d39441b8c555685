"""Ranking of solvable combinations, and in words how they differ."""
