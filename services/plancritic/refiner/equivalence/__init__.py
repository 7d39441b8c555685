"""Heuristic domain equivalence: the share of plans that two domains have in common."""
