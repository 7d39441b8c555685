"""What [DK] prints of its own candidates (tables 7 and 8), quoted beside our rows.

Its candidates, descriptions and problems are other ones, so that only the kind of effect can be compared.
"""

from __future__ import annotations

from plancritic.contracts.envelope import Contract
from plancritic.contracts.modelling.descriptions import Register


class Published(Contract):
    """Combinations and solvable ones as printed; None: not known to us. `filtered` are those after the filter."""

    combinations: int | None = None
    solvable: int | None = None
    filtered_combinations: int | None = None
    filtered_solvable: int | None = None


PUBLISHED: dict[tuple[str, Register, int], Published] = {
    ("libraryworld", "detailed", 7): Published(combinations=18_144),
    ("libraryworld", "detailed", 10): Published(
        combinations=86_400, solvable=4_560, filtered_combinations=2_160, filtered_solvable=60
    ),
    ("libraryworld", "layman", 7): Published(combinations=26_460),
    ("libraryworld", "layman", 10): Published(combinations=124_416),
    ("dungeon", "detailed", 7): Published(combinations=600),
    ("dungeon", "detailed", 10): Published(combinations=2_800, solvable=2_099),
    ("dungeon", "layman", 7): Published(combinations=360),
    ("dungeon", "layman", 10): Published(combinations=700),
    ("minecraft", "detailed", 7): Published(solvable=216, filtered_solvable=0),
}
