"""Archetypes: kinds of feedback with their meaning and their ground truth, problem by problem."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from plancritic.contracts.envelope import Contract


class Archetype(Contract):
    """One kind of feedback.

    `meaning` is its plain statement; `ground_truth` maps a problem's id to the constraints a plan must
    satisfy to have followed it, in that problem's own objects; `left_out` maps the id of each other
    problem to the reason why it has none there.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    meaning: str = Field(min_length=1)
    ground_truth: dict[str, tuple[str, ...]]
    left_out: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        both = sorted(self.ground_truth.keys() & self.left_out.keys())
        if both:
            raise ValueError(f"problem {both[0]!r} has a ground truth and is left out")
        empty = sorted(problem for problem, constraints in self.ground_truth.items() if not constraints)
        if empty:
            raise ValueError(f"no constraint for problem {empty[0]!r}: list it under left_out with the reason")
        return self
