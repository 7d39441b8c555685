"""One answer to a question, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.refinement.knowledge import Steps


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """Of these steps from a problem's initial state, the first `taken` can be taken and the next one cannot.

    `problem` counts from zero.
    """

    problem: int
    steps: Steps
    taken: int
