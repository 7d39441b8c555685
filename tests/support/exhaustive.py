"""Exhaustive search for a plan of a tiny problem under constraints: slow, simple, and no kin of any engine.

It enumerates plans happening by happening and has the executor judge each that meets the goal, so a plan it
returns is one. That it returns none says: there is no plan of at most `depth` steps whose happenings are as early
as their order, the durations and the times named in problem and constraints allow; several may take place at once.

Plans of a problem without durative actions and timed literals are sequences: one step each at 1, 2, 3, ..., as VAL
and Kairos count them. There "none" is complete.

Durations must be constants; effects without conditions; a ground action does not overlap itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, count, product

from plancritic.pddl.execution import Outcome, Run, Snap, apply, execute, judge_constraint
from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import (
    TRUE,
    Atom,
    Condition,
    Constraint,
    Demand,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Plan,
    Problem,
    Step,
    UndefinedValueError,
    atoms,
    fluents,
    ground,
    holds,
    plan_bound,
    plan_bounds,
    value_of,
)

#: Time between two happenings that are not one: ten times the least, so that no judge's tolerance is in question.
SEPARATION = 0.01


class SearchTooLargeError(Exception):
    """The problem is not tiny enough: the search was given up, which is no answer."""


@dataclass(frozen=True, slots=True)
class _Possible:
    """A ground action to choose."""

    name: str
    arguments: tuple[str, ...]
    action: GroundAction
    duration: float | None


@dataclass(frozen=True, slots=True)
class _Pending:
    """What will happen whatever is chosen: the end of a step, or a timed literal (`possible` None)."""

    time: float
    number: int
    possible: _Possible | None
    run: Run | None
    effects: tuple[Effect, ...]


#: Truth of the constraints' conditions since a time; states that change none of them are not told apart.
_History = tuple[tuple[float, tuple[bool, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Node:
    time: float
    facts: frozenset[Atom]
    values: tuple[tuple[Atom, float], ...]
    pending: tuple[_Pending, ...]
    steps: tuple[Step, ...]
    history: _History


def satisfiable(
    problem: Problem,
    constraints: Iterable[Constraint],
    depth: int,
    most_nodes: int = 100_000,
    sequential: bool | None = None,
) -> Plan | None:
    """A plan of at most `depth` steps that meets the goal, the problem's own constraints and these; the shortest.

    `sequential` says whether plans are sequences; by default where there are neither durative actions nor timed
    literals.

    Raises:
        SearchTooLargeError: More than `most_nodes` nodes were expanded.
        ValueError: A duration is no constant, or an effect has a condition.
    """
    if sequential is None:
        durative = any(action.is_durative for action in problem.domain.actions.values())
        sequential = not durative and not problem.timed_literals
    return _Search(problem, (*problem.constraints, *constraints), depth, most_nodes, sequential).run()


class _Search:
    def __init__(
        self, problem: Problem, constraints: Sequence[Constraint], depth: int, most_nodes: int, sequential: bool
    ) -> None:
        self.problem = problem
        self.constraints = constraints
        self.depth = depth
        self.most_nodes = most_nodes
        self.sequential = sequential
        self.conditions = tuple(
            ground(condition, {}, problem.objects_of_any)
            for constraint in constraints
            if plan_bound(constraint) is None
            for condition in constraint.conditions
        )
        self.possible = tuple(_possible(problem))
        bounds = {bound for constraint in constraints for bound in constraint.bounds}
        bounds |= {bound.limit for bound in plan_bounds(constraints)}
        #: Times that order alone does not tell apart.
        self.named = sorted(bounds | {literal.time for literal in problem.timed_literals})

    def run(self) -> Plan | None:
        tie = count()
        queue: list[tuple[int, int, _Node]] = [(0, next(tie), self._first())]
        seen: set[object] = set()
        expanded = 0
        while queue:
            _, _, node = heappop(queue)
            key = self._key(node)
            if key in seen:
                continue
            seen.add(key)
            expanded += 1
            if expanded > self.most_nodes:
                raise SearchTooLargeError(f"more than {self.most_nodes} nodes")
            if not node.pending and self._is_plan(node):
                return Plan(node.steps)
            for child in self._children(node):
                heappush(queue, (len(child.steps), next(tie), child))
        return None

    def _first(self) -> _Node:
        problem = self.problem
        pending = tuple(
            _Pending(literal.time, -1 - index, None, None, (literal.effect,))
            for index, literal in enumerate(problem.timed_literals)
        )
        values = dict(problem.values)
        truths = self._truths(problem.facts, values)
        return _Node(-SEPARATION, problem.facts, _frozen(values), pending, (), ((0.0, truths),))

    def _key(self, node: _Node) -> object:
        """What the future depends on; absolute times only where some time is named."""
        origin = 0.0 if self.named else node.time
        history = tuple(truths if not self.named else (time, truths) for time, truths in node.history)
        pending = tuple(sorted((round(each.time - origin, 6), _pending_name(each)) for each in node.pending))
        moment = node.time if self.named else min(node.time, 0.0)
        ends = max((step.end for step in node.steps), default=0.0) if self.named else 0.0
        return moment, node.facts, node.values, pending, history, len(node.steps), ends

    def _is_plan(self, node: _Node) -> bool:
        if not holds(self.problem.goal, node.facts, dict(node.values)):
            return False
        trajectory = execute(self.problem, Plan(node.steps))
        assert not trajectory.faults, trajectory.faults
        assert trajectory.goal_met
        return all(judge_constraint(trajectory, constraint).satisfied is True for constraint in self.constraints)

    def _children(self, node: _Node) -> Iterator[_Node]:
        due = min((each.time for each in node.pending), default=None)
        times = sorted(time for time in self._times(node) if due is None or time < due - 1e-6)
        room = self.depth - len(node.steps)
        running = {(each.possible.name, each.possible.arguments) for each in node.pending if each.possible}
        for time in (*times, *(() if due is None else (due,))):
            now = tuple(each for each in node.pending if abs(each.time - time) < 1e-6)
            ending = {(each.possible.name, each.possible.arguments) for each in now if each.possible}
            free = [each for each in self.possible if (each.name, each.arguments) not in running - ending]
            startable = [each for each in free if self._true(each.action.conditions_at_start, node)]
            most = min(room, len(startable), 1 if self.sequential else room)
            for size in range(0 if now else 1, most + 1):
                for chosen in combinations(startable, size):
                    child = self._after(node, time, now, chosen)
                    if child is not None:
                        yield child

    def _times(self, node: _Node) -> set[float]:
        """When something may begin: at once, or so that it or its end meets a named time or another end."""
        if self.sequential:
            return {float(len(node.steps) + 1)}
        marks = {*self.named, *(each.time for each in node.pending)}
        durations = {0.0, *(each.duration or 0.0 for each in self.possible)}
        found = {node.time + SEPARATION}
        for mark, duration, later in product(marks, durations, (0.0, SEPARATION)):
            found.add(mark - duration + later)
        return {round(time, 6) for time in found if time >= node.time + SEPARATION - 1e-6}

    def _after(
        self, node: _Node, time: float, now: tuple[_Pending, ...], chosen: tuple[_Possible, ...]
    ) -> _Node | None:
        """The node after one happening, or None where it cannot be."""
        facts, values = set(node.facts), dict(node.values)
        outcomes, pending, steps = [], [each for each in node.pending if each not in now], list(node.steps)
        for each in now:
            condition = each.possible.action.conditions_at_end if each.possible else TRUE
            outcomes.append((condition, Outcome(Snap(time, "end", each.run, Demand.of(condition), each.effects))))
        for each in chosen:
            run = Run(len(steps), each.action, time, each.duration or 0.0)
            steps.append(Step(time, each.name, each.arguments, each.duration))
            condition = each.action.conditions_at_start
            snap = Snap(time, "start", run, each.action.demand_at_start, each.action.effects_at_start)
            outcomes.append((condition, Outcome(snap)))
            if each.duration is not None:
                end = round(time + each.duration, 6)
                pending.append(_Pending(end, run.index, each, run, each.action.effects_at_end))
        for condition, outcome in outcomes:
            if not self._true(condition, node) or not _fill(outcome, condition, values):
                return None
        if any(first.clash_with(second) for (_, first), (_, second) in combinations(outcomes, 2)):
            return None
        apply([outcome for _, outcome in outcomes], facts, values)
        after = _Node(time, frozenset(facts), _frozen(values), tuple(pending), tuple(steps), ())
        if not all(self._true(each.possible.action.conditions_over_all, after) for each in pending if each.possible):
            return None
        truths = self._truths(after.facts, values)
        history = node.history if node.history[-1][1] == truths else (*node.history, (time, truths))
        return _Node(time, after.facts, after.values, after.pending, after.steps, history)

    def _true(self, condition: Condition, node: _Node) -> bool:
        try:
            return holds(condition, node.facts, dict(node.values))
        except UndefinedValueError:
            return False

    def _truths(self, facts: frozenset[Atom], values: dict[Atom, float]) -> tuple[bool, ...]:
        return tuple(holds(condition, facts, values) for condition in self.conditions)


def _possible(problem: Problem) -> Iterator[_Possible]:
    for action in problem.domain.actions.values():
        for arguments in product(*(problem.objects_of(*parameter.types) for parameter in action.parameters)):
            grounded = ground_action(problem, action.name, arguments)
            yield _Possible(action.name, arguments, grounded, _duration(grounded))


def _duration(action: GroundAction) -> float | None:
    if action.duration is None:
        return None
    match action.duration:
        case (bound,) if bound.operator == "=" and isinstance(bound.expression, int | float):
            return float(bound.expression)
    raise ValueError(f"{action.text}: the duration is no constant")


def _fill(outcome: Outcome, condition: Condition, values: dict[Atom, float]) -> bool:
    """Note what a snap reads and writes; False where a number it needs has no value."""
    outcome.reads.update(atoms(condition))
    outcome.reads.update(fluents(condition))
    for effect in outcome.snap.effects:
        match effect:
            case FactEffect(atom, becomes):
                (outcome.adds if becomes else outcome.deletes).add(atom)
            case NumericEffect(operator, fluent, expression):
                try:
                    amount = value_of(expression, values, outcome.snap.run.duration if outcome.snap.run else None)
                    if operator != "assign":
                        value_of(fluent, values)
                except UndefinedValueError:
                    return False
                outcome.write(operator, fluent, amount)
            case _:
                raise ValueError("effects with conditions are not for exhaustive search")
    return True


def _pending_name(pending: _Pending) -> str:
    return f"literal {pending.number}" if pending.possible is None else pending.possible.action.text


def _frozen(values: dict[Atom, float]) -> tuple[tuple[Atom, float], ...]:
    return tuple(sorted(values.items(), key=lambda item: str(item[0])))
