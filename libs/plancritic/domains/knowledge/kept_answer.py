"""One answer to a question, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.contracts.modelling.known_problem import Steps


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """Of these steps from a problem's initial state, the first `taken` can be taken and the next one cannot.

    `problem` counts from zero. `taken` is None where somebody was asked and does not know. An answer that
    `is_withdrawn` was taken back: it stays in its place and counts no more.
    """

    problem: int
    steps: Steps
    taken: int | None
    is_withdrawn: bool = False
