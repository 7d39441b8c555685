"""A request read: what all judges look at before they judge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges.interface import JudgeRequest
from plancritic.pddl.constraints import Constraint, check_constraint, form_complaints, parse_constraint
from plancritic.pddl.errors import PddlSyntaxError, UnsupportedFeatureError
from plancritic.pddl.model import Problem
from plancritic.pddl.parser import parse_domain, parse_problem
from plancritic.pddl.plan import Plan, parse_plan
from plancritic.pddl.writer import with_constraints, with_goal, without_section


@dataclass(frozen=True, slots=True)
class Case:
    """A well-formed request.

    `problem` is None where our model lacks a feature of it (`lacking` names it). `constraints` are all that are
    to be judged, the problem's own first if they count.
    """

    request: JudgeRequest
    problem: Problem | None
    plan: Plan
    constraints: tuple[Constraint, ...]
    lacking: str | None = None

    def problem_text(self, constraints: tuple[str, ...]) -> str:
        """The problem with exactly these constraints and, where the goal is left aside, a goal that is always true.

        The metric goes too: it may price preferences that are no longer there, and it judges nothing.
        """
        return with_constraints(_bare(self.request.problem, self.request.goal), constraints)


def open_case(request: JudgeRequest, judge: str) -> Case | JudgeReport:
    """Reads a request; a report instead where it needs no judge or no judge can judge it.

    A constraint of wrong form is nobody's to judge (VAL would answer success): all abstain. A plan that cannot
    be read is rejected. Raises `PddlSyntaxError` where domain or problem cannot be read.
    """
    problem, lacking = _read_problem(request.domain, request.problem)
    faults: list[Finding] = []
    constraints: list[Constraint] = []
    for text in request.constraints:
        constraint = _read_constraint(text)
        if isinstance(constraint, Constraint):
            constraints.append(constraint)
            misfits = form_complaints(constraint) if problem is None else check_constraint(constraint, problem)
            complaints: tuple[str, ...] = misfits
        else:
            complaints = (constraint,)
        faults.extend(
            Finding(about="form", satisfied=None, constraint=text, explanation=complaint) for complaint in complaints
        )
    if faults:
        return JudgeReport(judge=judge, ruling="abstained", findings=tuple(faults))
    try:
        plan = parse_plan(request.plan)
    except PddlSyntaxError as error:
        finding = Finding(about="form", satisfied=False, explanation=f"the plan cannot be read: {error}")
        return JudgeReport(judge=judge, ruling="rejected", findings=(finding,))
    own = problem.constraints if problem is not None and request.goal else ()
    return Case(request, problem, plan, (*own, *constraints), lacking)


def abstention(judge: str, reason: str, constraint: str | None = None) -> JudgeReport:
    """A judge's report that it cannot judge, and why."""
    finding = Finding(about="form", satisfied=None, constraint=constraint, explanation=reason)
    return JudgeReport(judge=judge, ruling="abstained", findings=(finding,))


@lru_cache(maxsize=256)
def _read_problem(domain: str, problem: str) -> tuple[Problem | None, str | None]:
    try:
        return parse_problem(problem, parse_domain(domain)), None
    except UnsupportedFeatureError as error:
        return None, str(error)


@lru_cache(maxsize=4096)
def _read_constraint(text: str) -> Constraint | str:
    """A constraint, or the complaint that it cannot be read."""
    try:
        return parse_constraint(text)
    except PddlSyntaxError as error:
        return str(error)


# One problem is asked about again and again, and reading it costs more than judging.
@lru_cache(maxsize=64)
def _bare(problem: str, goal: bool) -> str:
    text = without_section(without_section(problem, ":constraints"), ":metric")
    return text if goal else with_goal(text, "(and)")
