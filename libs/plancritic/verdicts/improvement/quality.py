"""A plan made better: needless steps removed, the others as early as they can be, and proved again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from plancritic.contracts.planning import PlanQuality
from plancritic.contracts.validation import Proof
from plancritic.judges import Judge, JudgeRequest, prove
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import (
    Atom,
    Constraint,
    ConstraintType,
    Plan,
    Preference,
    Problem,
    UndefinedValueError,
    UnsupportedFeatureError,
    atoms,
    fluents,
    parse_constraint,
    parse_domain,
    parse_plan,
    parse_problem,
    value_of,
)
from plancritic.threads import in_thread
from plancritic.verdicts.improvement.elimination import eliminate
from plancritic.verdicts.improvement.tightening import tighten

#: Steps removed let others be earlier, which may make further ones needless: how often this goes round.
_ROUNDS = 4
#: Less than the least time between happenings, more than any rounding.
_JUST_IN_TIME = 1e-5


@dataclass(frozen=True, slots=True)
class Improved:
    """A plan, its proof and what improving it did; `note` says why it is the plan that was given, where it is."""

    plan: str
    proof: Proof
    quality: PlanQuality
    note: str = ""


async def improve(
    judges: Sequence[Judge],
    domain: str,
    problem: str,
    plan: str,
    constraints: Sequence[str] = (),
    seconds: float | None = None,
    proof: Proof | None = None,
) -> Improved:
    """Return a plan with no more steps and no larger makespan that the judges accept, or the plan given.

    What it has to keep are the goal, the problem's own constraints and `constraints`, those of the problem's own
    preferences that the plan meets, and the value of the metric where there is one.

    Args:
        judges: They have the last word: what they do not accept is not taken.
        domain: As text, like `problem` and `plan`.
        problem: The problem.
        plan: The plan to improve.
        constraints: What it has to satisfy besides the problem's own constraints.
        seconds: Wall seconds for the search; None, as in deterministic mode, lets it end by itself.
        proof: The judges' proof of `plan`, where the caller has it already.

    Raises:
        PddlSyntaxError: A text or a constraint cannot be read.
    """
    texts = tuple(constraints)
    given = parse_plan(plan)
    better, note = await in_thread(partial(_better, domain, problem, given, texts, seconds))
    for candidate in better:
        text = _written(candidate, plan)
        again = await prove(judges, JudgeRequest(domain, problem, text, texts))
        if again.ruling == "accepted":
            return Improved(text, again, compared(given, candidate))
        note = f"the judges do not accept the improved plan: {again.ruling}"
    if proof is None:
        proof = await prove(judges, JudgeRequest(domain, problem, plan, texts))
    return Improved(plan, proof, compared(given, given), note)


def improved(problem: Problem, plan: Plan, constraints: Sequence[Constraint], seconds: float | None = None) -> Plan:
    """Return the search alone, without judges: the plan itself where nothing better was found or it is not accepted."""
    found, _ = _search(problem, plan, constraints, seconds)
    return found[0] if found else plan


def _better(
    domain: str, problem: str, plan: Plan, constraints: Sequence[str], seconds: float | None
) -> tuple[tuple[Plan, ...], str]:
    try:
        parsed = parse_problem(problem, parse_domain(domain))
    except UnsupportedFeatureError as error:
        return (), f"this problem's plans cannot be executed here: {error}"
    return _search(parsed, plan, tuple(map(parse_constraint, constraints)), seconds)


def _search(
    problem: Problem, plan: Plan, constraints: Sequence[Constraint], seconds: float | None
) -> tuple[tuple[Plan, ...], str]:
    """Better plans, the best first, or none and why."""
    deadline = None if seconds is None else time.monotonic() + seconds

    def go_on() -> bool:
        return deadline is None or time.monotonic() < deadline

    demands = _Demands(problem, plan, constraints)
    if demands.complaint(plan) is not None:
        return (), "the executor does not accept the plan"
    found = [plan]
    for _ in range(_ROUNDS):
        shorter = eliminate(problem, found[-1], demands.accepts, go_on)
        found += [shorter, _earlier(problem, shorter, demands, go_on)]
        if found[-1] == shorter:
            break
    better = tuple(each for each in dict.fromkeys(reversed(found)) if each != plan)
    return better, "" if better else "no improvement was found"


def _earlier(problem: Problem, plan: Plan, demands: _Demands, go_on: Callable[[], bool]) -> Plan:
    if problem.timed_literals or any(action.is_durative for action in problem.domain.actions.values()):
        return tighten(problem, plan, demands.complaint, go_on)
    # In a classical plan the times only count the steps: those that are left take the first of them.
    taken = dict(zip(sorted({step.start for step in plan.steps}), demands.times, strict=False))
    closer = Plan(tuple(replace(step, start=taken[step.start]) for step in plan.steps))
    return closer if closer == plan or demands.accepts(closer) else plan


class _Demands:
    """What a plan has to keep to take the place of another."""

    def __init__(self, problem: Problem, plan: Plan, constraints: Sequence[Constraint]) -> None:
        self._problem = problem
        self._preferences = (*problem.goal_preferences, *problem.constraint_preferences)
        self.times = sorted({step.start for step in plan.steps})
        trajectory = execute(problem, plan)
        wishes = [wish for wish in map(_as_constraint, self._preferences) if _satisfied(trajectory, wish)]
        # An answer just in time is a sum of times away from its question, and judges round such sums differently.
        early = {one: _a_little_earlier(one) for one in (*problem.constraints, *constraints, *wishes)}
        self._constraints = [strict if _satisfied(trajectory, strict) else one for one, strict in early.items()]
        self._cost = self._cost_of(trajectory)

    def accepts(self, plan: Plan) -> bool:
        return self.complaint(plan) is None

    def complaint(self, plan: Plan) -> frozenset[Atom] | None:
        """None where the plan is as good; else the atoms and fluents of the constraints that it breaks, if any."""
        trajectory = execute(self._problem, plan)
        if trajectory.faults or not trajectory.goal_met:
            return frozenset()
        broken = [one for one in self._constraints if not _satisfied(trajectory, one)]
        if broken:
            conditions = [condition for constraint in broken for condition in constraint.conditions]
            return frozenset(atom for condition in conditions for atom in (*atoms(condition), *fluents(condition)))
        cost = self._cost_of(trajectory)
        worse = self._cost is not None and (cost is None or cost > self._cost + 1e-6)
        return frozenset() if worse else None

    def _cost_of(self, trajectory: Trajectory) -> float | None:
        """The metric, to be minimised; None where there is none or it has no value."""
        metric = self._problem.metric
        if metric is None:
            return None
        values = dict(trajectory.states[-1].values)
        values[Atom("total-time")] = trajectory.plan.makespan
        for preference in self._preferences:
            violated = not _satisfied(trajectory, _as_constraint(preference))
            term = Atom("is-violated", (preference.name,))
            values[term] = values.get(term, 0.0) + violated
        try:
            value = value_of(metric.expression, values)
        except UndefinedValueError:
            return None
        return -value if metric.direction == "maximize" else value


def _satisfied(trajectory: Trajectory, constraint: Constraint) -> bool:
    return judge_constraint(trajectory, constraint).satisfied is True


def _a_little_earlier(constraint: Constraint) -> Constraint:
    if constraint.type is not ConstraintType.ALWAYS_WITHIN:
        return constraint
    return replace(constraint, bounds=tuple(bound - _JUST_IN_TIME for bound in constraint.bounds))


def _as_constraint(preference: Preference) -> Constraint:
    wish = preference.wish
    return wish if isinstance(wish, Constraint) else Constraint(ConstraintType.AT_END, (wish,))


def _written(plan: Plan, model: str) -> str:
    """The plan in the form of another text: without times where that has none."""
    first = next((line for line in (line.partition(";")[0].strip() for line in model.splitlines()) if line), "")
    untimed = "".join(f"{step.ground}\n" for step in plan.steps)
    return untimed if first.startswith("(") and parse_plan(untimed) == plan else str(plan)


def compared(before: Plan, after: Plan) -> PlanQuality:
    """Return what is better about the second plan."""
    removed = Counter(step.ground for step in before.steps) - Counter(step.ground for step in after.steps)
    return PlanQuality(
        makespan_before=round(before.makespan, 9),
        makespan_after=round(after.makespan, 9),
        steps_before=len(before.steps),
        steps_after=len(after.steps),
        removed=tuple(removed.elements()),
    )
