"""Stand-ins for the workers of a run of two statements, which other tests use for real."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.builders import scores, validation

from plancritic.contracts.planning import NoPlanFound, PlanProved, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof, Validation

ACCEPTED = Proof(ruling="accepted")


class World:
    """Stand-in workers: a plan for each specification, named by it, judged and scored for two statements.

    `understood` and `scores` are the scorer's words on the first and on the second, by what a specification asks for.
    A plan does what it was asked for, but breaks everything where `breaking` is asked for; there is no plan where
    `impossible` is. Of `spoilt`, where the first is asked for the second is not met.
    """

    def __init__(
        self,
        scores: Mapping[str, float],
        understood: Mapping[str, float] | None = None,
        unsure: tuple[float, float] = (0.04, 0.96),
        breaking: str = "(none)",
        impossible: str = "(none)",
        spoilt: tuple[str, str] = ("(none)", "(none)"),
    ) -> None:
        self.scores, self.understood, self.unsure = scores, understood or {}, unsure
        self.breaking, self.impossible, self.spoilt = breaking, impossible, spoilt
        self.scored: list[str] = []
        self.asked: list[str] = []
        self.demanded: list[list[str]] = []
        self.proved: list[list[str]] = []

    async def solve(self, specification: Sequence[TracedConstraint], *_: Any, **__: Any) -> Verdict:
        text = " ".join(each.constraint for each in specification)
        self.asked.append(text)
        self.demanded.append([each.constraint for each in specification if each.strength == "must"])
        if self.impossible in text:
            return NoPlanFound(engine="none", reason="a test")
        return PlanProved(engine="none", plan=f"0.000: (do {_named(text)}) [1.000]\n", proof=ACCEPTED)

    async def validate(self, plan: str, specification: Any, questions: Sequence[str]) -> Validation:
        self.proved.append([each.constraint for each in specification])
        asked, lost = self.spoilt

        def met(question: str) -> bool:
            spoilt = asked in plan and lost in question
            return self.breaking not in plan and _named(question) in plan and not spoilt

        return validation(questions, met)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        self.scored += plans

        def word(by: Mapping[str, float], plan: str, otherwise: float) -> float:
            return next((score for name, score in by.items() if name in plan), otherwise)

        return scores(
            tuple((word(self.understood, plan, 0.99), word(self.scores, plan, 0.02)) for plan in plans), self.unsure
        )


def _named(constraints: str) -> str:
    """Constraints as part of a name in a plan."""
    return "-".join(constraints.replace("(", "").replace(")", "").split())
