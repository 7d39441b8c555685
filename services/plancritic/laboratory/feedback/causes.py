"""Why an element failed: its reading held against the ground truth on every plan that the evaluation came to know.

Two constraint sets that agree on many different plans may still differ on another one, so "the reading is right"
means "no known plan tells it from what was meant". Plans are executed by the trajectory executor, once each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from plancritic.domains import DomainBundle
from plancritic.laboratory.feedback.rows import Cause, Row, UnderstoodStatement
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import (
    Constraint,
    PddlError,
    Problem,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
)


class PlanArchive:
    """The plans of one domain that an evaluation knows, by problem; what cannot be executed is no plan."""

    def __init__(self, bundle: DomainBundle) -> None:
        self._bundle = bundle
        self._problems: dict[str, Problem] = {}
        self._trajectories: dict[tuple[str, str], Trajectory | None] = {}
        self._met: dict[tuple[str, str, str], bool | None] = {}

    @classmethod
    def of(cls, bundle: DomainBundle, rows: Iterable[Row]) -> PlanArchive:
        """Return every plan that stands in the rows: revised, without feedback, under the readings alone, shown."""
        archive = cls(bundle)
        for row in rows:
            alone = row.translate_only.plan if row.translate_only else None
            for plan in (row.plan, row.base_plan, alone, row.element.shown_plan):
                if plan is not None:
                    archive.add(row.element.problem, plan)
        return archive

    def add(self, problem: str, plan: str) -> None:
        """Remember a plan; one that is known already, or cannot be executed, adds nothing."""
        key = (problem, plan)
        if key not in self._trajectories:
            self._trajectories[key] = self._execute(problem, plan)

    def plans(self, problem: str) -> tuple[str, ...]:
        """Return the plans of a problem, oldest first."""
        return tuple(
            plan for (its, plan), trajectory in self._trajectories.items() if its == problem and trajectory is not None
        )

    def satisfied(self, problem: str, plan: str, constraints: Sequence[str]) -> bool | None:
        """Return whether a known plan satisfies all constraints; None where that has no meaning for one of them."""
        answers = [self._satisfied(problem, plan, constraint) for constraint in constraints]
        if False in answers:
            return False
        return None if None in answers else True

    def _satisfied(self, problem: str, plan: str, constraint: str) -> bool | None:
        key = (problem, plan, constraint)
        if key not in self._met:
            trajectory = self._trajectories.get((problem, plan))
            parsed = _constraint(constraint)
            self._met[key] = (
                None if trajectory is None or parsed is None else judge_constraint(trajectory, parsed).satisfied
            )
        return self._met[key]

    def _execute(self, problem: str, plan: str) -> Trajectory | None:
        if problem not in self._problems:
            domain = parse_domain(self._bundle.domain_pddl)
            self._problems[problem] = parse_problem(self._bundle.problem(problem), domain)
        try:
            trajectory = execute(self._problems[problem], parse_plan(plan))
        except PddlError:
            return None
        return None if trajectory.faults else trajectory


def with_causes(rows: Iterable[Row], archive: PlanArchive) -> tuple[Row, ...]:
    """Return the rows, each failure with its cause, by all plans of the archive."""
    return tuple(row.model_copy(update={"cause": cause_of(row, archive)}) for row in rows)


def cause_of(row: Row, archive: PlanArchive) -> Cause | None:
    """Return why an element failed; None where it did not.

    A reading that is wrong comes first: whatever the search made of it, it began with something else than what was
    meant. After that, a search that ended because it took its plan for adherent was misled by its evidence; any
    other found no such plan ([EA] figure 5).
    """
    if row.adherent:
        return None
    if row.fault is not None and row.failed_call is row.fault:
        return Cause(name="call_failed")
    if row.fault is not None:
        return Cause(name="refused", detail=row.fault.code)
    if row.judgement is not None and not row.judgement.judged:
        return Cause(name="unjudged", detail=row.judgement.explanation)
    wrong = wrong_reading(row, archive)
    if wrong is not None:
        return Cause(name="translation", detail=wrong)
    if row.effort.ended == "adherent":
        return Cause(name="scorer_false_positive")
    return Cause(name="no_convergence", detail=row.effort.ended or "")


def wrong_reading(row: Row, archive: PlanArchive) -> str | None:
    """In which way the best readings are not what was meant; None where no known plan tells them apart.

    `not_understood`: a statement without a reading; `understood`: words without a meaning that got one; `too_weak`:
    a plan satisfies the readings and not the ground truth; `too_strong`: one satisfies the ground truth and not the
    readings; `different`: both; `impossible`: no plan satisfies the readings (proved), and some do what was meant;
    `guessed`: words that have no reading, or no meaning, were taken for a guess, and the plan is wrong. A guess
    that is right stands for the reading that is missing. `reread`: another reading was taken for the first one, which
    was right as far as the plans tell. Where that was wrong as well it is told in which way.
    """
    if any(each.is_guess and not right for each, right in zip(row.understood, row.right_statements, strict=True)):
        return "guessed"
    if row.to_be_refused:
        return "understood" if any(each.constraints for each in row.understood) else None
    readings = [_first_taken_for(each) for each in row.understood]
    if not all(readings):
        return "not_understood"
    reading = [constraint for its in readings for constraint in its]
    problem = row.element.problem
    weak = strong = False
    for plan in archive.plans(problem):
        read = archive.satisfied(problem, plan, reading)
        meant = archive.satisfied(problem, plan, row.element.constraints)
        weak = weak or (read is True and meant is False)
        strong = strong or (read is False and meant is True)
    if weak and strong:
        return "different"
    if weak or strong:
        return "too_weak" if weak else "too_strong"
    if any(each.is_exchanged and not right for each, right in zip(row.understood, row.right_statements, strict=True)):
        return "reread"
    # A suite's ground truth has a plan: where the readings have none, they are not the same.
    return "impossible" if any(each.verdict == "impossible" for each in row.understood) else None


def _first_taken_for(understood: UnderstoodStatement) -> tuple[str, ...]:
    """Return what the translator took a statement for, or what a guess did."""
    return understood.first_read or understood.constraints


@lru_cache(maxsize=4096)
def _constraint(text: str) -> Constraint | None:
    try:
        return parse_constraint(text)
    except PddlError:
        return None
