"""Which problems are for feedback and which for evaluation: size and seed of each.

They were chosen from some twenty small problems a domain: each removal of a single literal shows in the plans of as
many of them as can be (`removals.py`), plans use all actions, and sizes differ.
"""

from __future__ import annotations

from collections.abc import Mapping

#: What a generator makes a problem of.
SizeAndSeed = tuple[int, int]

FEEDBACK: Mapping[str, tuple[SizeAndSeed, ...]] = {
    "blocks": ((1, 1), (2, 2), (2, 3), (3, 1), (3, 4)),
    "miconic": ((1, 1), (1, 3), (3, 1), (3, 2), (4, 3)),
    "bloxorz": ((1, 3), (2, 2), (2, 3), (3, 2), (3, 3)),
    "checkers": ((3, 7), (4, 2), (5, 2), (5, 5), (5, 6)),
    "flow": ((1, 1), (2, 1), (2, 5), (3, 1), (3, 3)),
    "hiking": ((2, 1), (3, 1), (3, 2), (3, 3), (4, 2)),
    "pacman-63": ((2, 3), (3, 1), (3, 2), (3, 3), (4, 3)),
    "pacman-72": ((2, 3), (3, 1), (3, 2), (3, 3), (4, 2)),
    "bakery": ((1, 4), (1, 5), (2, 0), (2, 3), (3, 2)),
    "harbour": ((1, 0), (2, 1), (2, 2), (2, 3), (3, 2)),
    "greenhouse": ((1, 0), (1, 4), (2, 3), (3, 1), (3, 4)),
    "parcel-lockers": ((1, 1), (2, 1), (2, 2), (3, 2), (3, 3)),
}

EVALUATION: Mapping[str, tuple[SizeAndSeed, ...]] = {
    "blocks": ((1, 0), (2, 1), (3, 0), (3, 2), (3, 3)),
    "miconic": ((1, 0), (3, 0), (4, 0), (4, 1), (4, 2)),
    "bloxorz": ((1, 2), (2, 0), (3, 0), (3, 1), (3, 4)),
    "checkers": ((2, 1), (5, 0), (6, 0), (6, 2), (6, 4)),
    "flow": ((1, 0), (2, 2), (2, 4), (3, 0), (3, 4)),
    "hiking": ((2, 0), (3, 0), (4, 0), (4, 1), (4, 3)),
    "pacman-63": ((2, 0), (3, 0), (4, 0), (4, 1), (4, 2)),
    "pacman-72": ((2, 1), (3, 0), (4, 0), (4, 1), (4, 3)),
    "bakery": ((1, 0), (1, 3), (2, 1), (2, 5), (3, 5)),
    "harbour": ((1, 5), (2, 0), (2, 4), (2, 5), (3, 6)),
    "greenhouse": ((1, 1), (1, 2), (2, 5), (3, 3), (3, 18)),
    "parcel-lockers": ((1, 2), (2, 0), (2, 3), (2, 4), (3, 5)),
}
