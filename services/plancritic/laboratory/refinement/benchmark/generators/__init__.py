"""Generators of solvable problems, one module a domain: a size and a seed in, the text of a problem out."""

from plancritic.laboratory.refinement.benchmark.generators import (
    bakery,
    blocks,
    bloxorz,
    checkers,
    flow,
    greenhouse,
    harbour,
    hiking,
    miconic,
    pacman_63,
    pacman_72,
    parcel_lockers,
)

__all__ = [
    "bakery",
    "blocks",
    "bloxorz",
    "checkers",
    "flow",
    "greenhouse",
    "harbour",
    "hiking",
    "miconic",
    "pacman_63",
    "pacman_72",
    "parcel_lockers",
]
