"""A request read: what all judges look at before they judge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges.interface import JudgeRequest
from plancritic.pddl.execution import MOST_LOOKED_AT, Trajectory, execute
from plancritic.pddl.grounding import action_parts
from plancritic.pddl.language import (
    MOST_PARTS,
    Constraint,
    ExpansionTooLargeError,
    PddlSyntaxError,
    Plan,
    Problem,
    form_complaints,
    parse_constraint,
    parse_plan,
    parts_of,
    read_task_model,
    with_constraints,
    with_goal,
    without_section,
)
from plancritic.pddl.specification import check_constraint

#: The file that a refusal of a constraint names; its lines are the constraints of the request.
CONSTRAINTS_FILE = "specification"


@dataclass(frozen=True)
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

    @cached_property
    def too_much(self) -> str | None:
        """Why no judge may take it on; None where one may.

        A judge in process could not be stopped. VAL could, but would rule alone: nobody could tell whether it computed
        with infinite numbers.

        Counted are the parts that are looked at in the worst case: those of goal and constraints in every state, and
        those of the action of every step.
        """
        if self.problem is None:
            return None
        objects_of = self.problem.objects_of_any
        states = 2 * len(self.plan.steps) + len(self.problem.timed_literals) + 1
        parts = parts_of(self.problem.goal, objects_of) + sum(each.parts(objects_of) for each in self.constraints)
        schemas = {name: action_parts(self.problem, name) for name in {step.action for step in self.plan.steps}}
        actions = sum(schemas[step.action] for step in self.plan.steps)
        if states * parts <= MOST_LOOKED_AT and actions <= MOST_LOOKED_AT // 10:
            return None
        return (
            f"too much to judge: {states:,} states with {parts:,} parts of goal and constraints each, and steps with "
            f"{actions:,} parts; {MOST_LOOKED_AT:,} and {MOST_LOOKED_AT // 10:,} are allowed"
        )

    def problem_text(self, constraints: tuple[str, ...]) -> str:
        """The problem with exactly these constraints and, where the goal is left aside, a goal that is always true.

        The metric goes too: it may price preferences that are no longer there, and it judges nothing.
        """
        return with_constraints(_bare(self.request.problem, self.request.goal), constraints)


def open_case(request: JudgeRequest, judge: str) -> Case | JudgeReport:
    """Reads a request; a report instead where it needs no judge or no judge can judge it.

    A constraint of wrong form is nobody's to judge (VAL would answer success): all abstain. A plan that cannot
    be read is rejected. Raises `PddlSyntaxError` where domain or problem cannot be read, and
    `ExpansionTooLargeError` where they or the constraints have too many parts: no judge would end in time.
    """
    problem, lacking = _read_problem(request.domain, request.problem)
    _check_size(request.constraints, problem)
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


# A plan is asked about again and again, and executing it costs more than judging a constraint; few, for long plans have
# as many states.
@lru_cache(maxsize=4)
def executed(problem: Problem, plan: Plan) -> Trajectory:
    """Return the trajectory of a plan."""
    return execute(problem, plan)


def abstention(judge: str, reason: str, constraint: str | None = None) -> JudgeReport:
    """Return a judge's report that it cannot judge, and why."""
    finding = Finding(about="form", satisfied=None, constraint=constraint, explanation=reason)
    return JudgeReport(judge=judge, ruling="abstained", findings=(finding,))


@lru_cache(maxsize=256)
def _read_problem(domain: str, problem: str) -> tuple[Problem | None, str | None]:
    model = read_task_model(domain, problem)
    return (model, None) if isinstance(model, Problem) else (None, str(model))


def _check_size(texts: tuple[str, ...], problem: Problem | None) -> None:
    size = 0
    for line, text in enumerate(texts, start=1):
        constraint = _read_constraint(text)
        if problem is not None and isinstance(constraint, Constraint):
            size += constraint.parts(problem.objects_of_any)
            if size > MOST_PARTS:
                raise ExpansionTooLargeError(size, MOST_PARTS, CONSTRAINTS_FILE, line, 1)


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
