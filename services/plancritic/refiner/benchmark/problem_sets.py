"""Which problems are for feedback and which for evaluation: size and seed of each.

They were chosen so that as few single removals of a literal as possible go unseen (`removals.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

#: What a generator makes a problem of.
SizeAndSeed = tuple[int, int]

FEEDBACK: Mapping[str, tuple[SizeAndSeed, ...]] = {
    n: tuple((1 + i // 2, 100 + i) for i in range(5))
    for n in ("blocks", "miconic", "bloxorz", "checkers", "flow", "hiking", "pacman-63", "pacman-72")
}
EVALUATION: Mapping[str, tuple[SizeAndSeed, ...]] = {n: tuple((1 + i // 2, i) for i in range(5)) for n in FEEDBACK}
