"""Generators of solvable problems, one module a domain: a size and a seed in, the text of a problem out."""

from plancritic.refiner.benchmark.generators import (
    blocks,
    bloxorz,
    checkers,
    flow,
    hiking,
    miconic,
    pacman_63,
    pacman_72,
)

__all__ = ["blocks", "bloxorz", "checkers", "flow", "hiking", "miconic", "pacman_63", "pacman_72"]
