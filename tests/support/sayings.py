"""A small world for runs of every phase: stand-ins for the workers that answer by what a specification asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tests.support.builders import envelope, scores, validation

from plancritic.contracts.feedback import Timing
from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, Verdict
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, Statement, StatementReadings, Translation
from plancritic.contracts.validation import Proof, Validation

_STEPS = Path(__file__).parents[1] / "cases" / "feedback" / "steps-dev.jsonl"
_PLAN = json.loads(_STEPS.read_text(encoding="utf-8").splitlines()[0])["plan"]

#: What the first statement is read as, and what it means by the scorer.
READ, MEANT = "(at end (at sct_ast_0 wpt_b_0))", "(sometime (at sct_ast_0 wpt_a_0))"
#: The guess at the second statement, which is not understood.
GUESSED = "(sometime (at deb_ast_0 wpt_a_0))"
#: What the third statement asks for: no plan does it.
NEVER = "(always (at sct_ast_0 wpt_b_0))"
TEXTS = ("Scout B.", "Mumble.", "Stay at B all the time.")


def reading(constraint: str, score: float) -> Reading:
    return Reading(mid_level_goal=constraint, constraints=(constraint,), score=score)


class Sayings:
    """Workers who know what each plan was made for; `asked` is every request, in a form that can be compared.

    A plan does what it was made for and nothing else. The scorer is for a plan that does what was meant.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str, translator: str | None, seed: int | None
    ) -> Translation:
        self.asked.append(("translate", tuple(statements), shown_plan, seed))
        read = (
            StatementReadings(statement="s1", readings=(reading(READ, 0.9), reading(MEANT, 0.5))),
            StatementReadings(statement="s2", reason="Nobody knows.", guesses=(reading(GUESSED, 0.1),)),
            StatementReadings(statement="s3", readings=(reading(NEVER, 0.95),)),
        )
        return Translation(envelope=envelope(), job="j", translator="stand-in", statements=read[: len(statements)])

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
    ) -> Verdict:
        self.asked.append(("solve", tuple(specification), explain))
        if any(each.constraint == NEVER for each in specification):
            clash = tuple(each for each in specification if each.constraint == NEVER) if explain else ()
            return Impossible(engine="none", reason="a test", clash=clash, clash_minimal=explain)
        made_for = "\n".join(sorted({each.constraint for each in specification}))
        comment = "".join(f"; {line}\n" for line in made_for.splitlines())
        return PlanProved(engine="none", plan=comment + _PLAN, proof=Proof(ruling="accepted"))

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        self.asked.append(("validate", plan, tuple(specification), tuple(questions)))
        return validation(questions, lambda question: f"; {question}\n" in plan)

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        self.asked.append(("score", tuple(plans), tuple(texts)))
        wanted = (MEANT, GUESSED, NEVER)[: len(texts)]
        rows = [[0.98 if f"; {each}\n" in plan else 0.02 for each in wanted] for plan in plans]
        return scores(rows, (0.05, 0.95))

    def timings(self) -> tuple[Timing, ...]:
        return (Timing(part="everything", seconds=0.0, count=len(self.asked)),)

    def jobs(self) -> tuple[()]:
        return ()
