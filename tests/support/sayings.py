"""A small world for runs of every phase: stand-ins for the workers that answer by what a specification asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tests.support.builders import envelope, scores, validation

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import Timing
from plancritic.contracts.planning import Impossible, Improvement, LowerBound, PlanProved, SolveLimits, Verdict
from plancritic.contracts.scoring import JudgedBy, Scores
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, ReadingKind, Statement, StatementReadings, Translation
from plancritic.contracts.validation import Proof, Validation
from plancritic.coordinator.workers.interface import Improving
from plancritic.domains import load_domain
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import Problem, parse_constraint, parse_domain, parse_plan, parse_problem

_STEPS = Path(__file__).parents[1] / "cases" / "feedback" / "steps-dev.jsonl"
_PLAN = json.loads(_STEPS.read_text(encoding="utf-8").splitlines()[0])["plan"]

#: What the first statement is read as, and what it means by the scorer.
READ, MEANT = "(at end (at sct_ast_0 wpt_a_0))", "(sometime (at sct_ast_0 shp_dck_0))"
#: The guess at the second statement, which is not understood.
GUESSED = "(sometime (at deb_ast_0 deb_stn_0))"
#: What the third statement asks for: no plan does it.
NEVER = "(always (at sct_ast_0 wpt_ini))"
TEXTS = ("Scout A.", "Mumble.", "Stay at the start all the time.")

#: What the plan has beside the one without feedback, by what is asked for, one after the other.
_SCOUT = {
    MEANT: ("wpt_end wpt_a_0", "wpt_a_0 wpt_ini", "wpt_ini shp_dck_0", "shp_dck_0 wpt_ini", "wpt_ini wpt_a_0"),
    READ: ("wpt_end wpt_a_0",),
}
_TO_STATION = (
    "10.000: (move_debris_asset wpt_a_0 wpt_ini deb_ast_0) [1.000]\n"
    "11.001: (move_debris_asset wpt_ini deb_stn_0 deb_ast_0) [1.000]\n"
)


def reading(constraint: str, score: float, kind: ReadingKind = "reading") -> Reading:
    return Reading(mid_level_goal=constraint, constraints=(constraint,), score=score, kind=kind)


TRANSLATED = (
    StatementReadings(statement="s1", readings=(reading(READ, 0.9), reading(MEANT, 0.7))),
    StatementReadings(statement="s2", reason="Nobody knows.", guesses=(reading(GUESSED, 0.5, "guess"),)),
    StatementReadings(statement="s3", readings=(reading(NEVER, 0.95),)),
)


class Sayings:
    """Workers who know what each plan was made for; `asked` is every request, in a form that can be compared.

    A plan does what it was made for, by its execution. The scorer is for a plan that does what is `liked`, one
    constraint a statement, and has no word where that is None; without `scorer` it has no model.
    """

    def __init__(
        self,
        translated: tuple[StatementReadings, ...] = TRANSLATED,
        liked: tuple[str | None, ...] = (MEANT, GUESSED, NEVER),
        scorer: bool = True,
        judged_by: JudgedBy = "model",
    ) -> None:
        self.translated, self.liked, self.scorer, self.judged_by = translated, liked, scorer, judged_by
        self.asked: list[tuple[object, ...]] = []

    @property
    def solved(self) -> list[frozenset[str]]:
        """What each plan was asked to do, in order; not the request that tidies the final one."""
        requests = [asked for asked in self.asked if asked[0] == "solve" and not asked[-1]]
        return [frozenset(each.constraint for each in asked[1]) for asked in requests]  # type: ignore[attr-defined]

    async def translate(
        self, statements: Sequence[Statement], shown_plan: str, translator: str | None, seed: int | None
    ) -> Translation:
        self.asked.append(("translate", tuple(statements), shown_plan, seed))
        read = self.translated[: len(statements)]
        return Translation(envelope=envelope(), job="j", translator="stand-in", statements=read)

    async def solve(
        self,
        specification: Sequence[TracedConstraint],
        limits: SolveLimits,
        engine: str | None,
        explain: bool = False,
        seconds_wanted: float | None = None,
        tidy: bool = False,
    ) -> Verdict:
        self.asked.append(("solve", tuple(specification), limits, explain, tidy))
        if any(each.constraint == NEVER for each in specification):
            clash = tuple(each for each in specification if each.constraint == NEVER) if explain else ()
            return Impossible(engine="none", reason="a test", clash=clash, clash_minimal=explain)
        return PlanProved(
            engine="none", plan=plan_for(*(each.constraint for each in specification)), proof=Proof(ruling="accepted")
        )

    async def improve(self, wanted: Improving, seconds_wanted: float | None = None) -> Improvement | None:
        self.asked.append(("improve", wanted))
        plan = wanted.starts[0]
        parsed = parse_plan(plan)
        bound = LowerBound(value=parsed.makespan, means="search", reason="a test", met=True)
        return Improvement(
            plan=plan,
            proof=Proof(ruling="accepted"),
            makespan=parsed.makespan,
            steps=len(parsed.steps),
            lower_bound=bound,
        )

    async def validate(
        self, plan: str, specification: Sequence[TracedConstraint], questions: Sequence[str]
    ) -> Validation:
        self.asked.append(("validate", plan, tuple(specification), tuple(questions)))
        return validation(questions, lambda question: does(plan, question))

    async def score(self, plans: Sequence[str], texts: Sequence[str]) -> Scores:
        self.asked.append(("score", tuple(plans), tuple(texts)))
        if not self.scorer:
            raise ContractError(Fault(code=FaultCode.MODEL_MISSING, message="no model", remedy="train one"))
        liked = self.liked[: len(texts)]
        rows = [[0.5 if each is None else 0.98 if does(plan, each) else 0.02 for each in liked] for plan in plans]
        return scores(rows, (0.05, 0.95), self.judged_by)

    def timings(self) -> tuple[Timing, ...]:
        return (Timing(part="everything", seconds=0.0, count=len(self.asked)),)

    def jobs(self) -> tuple[()]:
        return ()


@cache
def plan_for(*constraints: str) -> str:
    """The plan without feedback with what these constraints ask for beside it, named by them."""
    lines = "".join(f"; {each}\n" for each in sorted(set(constraints))) + _PLAN.rstrip("\n") + "\n"
    route = next((route for asked, route in _SCOUT.items() if asked in constraints), ())
    if MEANT in constraints and READ not in constraints:
        route = route[:-1]
    for number, places in enumerate(route):
        lines += f"{10 + number * 0.6:.3f}: (move_scout_asset {places} sct_ast_0) [0.500]\n"
    return lines + (_TO_STATION if GUESSED in constraints else "")


@cache
def waterway() -> Problem:
    """Waterway 1."""
    bundle = load_domain("waterway")
    return parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))


@cache
def does(plan: str, constraint: str) -> bool:
    """Whether the plan satisfies the constraint, by its execution."""
    trajectory = execute(waterway(), parse_plan(plan))
    return judge_constraint(trajectory, parse_constraint(constraint)).satisfied is True
