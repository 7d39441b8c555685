"""A plan's steps as early as their order allows.

The partial order comes from the plan: whatever reads, writes or has to keep the same thing stays in its order, an
epsilon apart where it may not happen at once. What is then left of the times is a simple temporal network (Dechter,
Meiri & Pearl, "Temporal Constraint Networks", Artificial Intelligence 49, 1991), whose earliest times are longest
paths. As the order stays, so do all effects, and with them all durations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from plancritic.pddl.grounding import ground_action
from plancritic.pddl.language import (
    SAME_TIME,
    Atom,
    Condition,
    ConditionalEffect,
    Effect,
    FactEffect,
    NumericEffect,
    Plan,
    Problem,
    Step,
    atoms,
    expression_fluents,
    fluents,
)

#: Times are counted in whole billionths: sums and differences of them are exact.
_TICKS = 1_000_000_000
#: The least time between happenings that may not coincide, and the least by which steps are held back.
_EPSILON = _TICKS // 1000
#: How often steps are held back where constraints break, and how often it is begun anew.
_ROUNDS = 6

#: What is said of a plan: None where it is accepted, else the atoms and fluents of the constraints that it breaks
#: (none of them where it is no plan at all).
Complaint = Callable[[Plan], Collection[Atom] | None]


def tighten(problem: Problem, plan: Plan, complaint: Complaint, go_on: Callable[[], bool] = lambda: True) -> Plan:
    """Return the plan with its steps as early as possible; no step is ever later than it was.

    A constraint with a window may want lateness. Where the earliest times break one, the steps that touch what it
    speaks of stay where they were, and then move together as far as they can.

    Args:
        problem: The plan's problem.
        plan: Executable and without complaint.
        complaint: Asked of all times that are tried.
        go_on: Asked before each further attempt; False ends with the best times so far.
    """
    for _ in range(_ROUNDS):
        tighter = _tighten(_Network(problem, plan), plan, complaint, go_on)
        if tighter == plan:
            break
        plan = tighter
    return plan


def _tighten(network: _Network, plan: Plan, complaint: Complaint, go_on: Callable[[], bool]) -> Plan:
    original, earliest = network.times, network.earliest({})
    tight = network.plan(earliest)
    if tight == plan or (broken := complaint(tight)) is None:
        return tight
    held: set[int] = set()
    for _ in range(_ROUNDS):
        more = network.touching(broken) - held
        if not more or not go_on():
            return plan
        held |= more
        tight = network.plan(network.earliest({node: original[node] for node in held}))
        broken = () if tight == plan else complaint(tight)
        if not broken:
            break
    if broken is not None and tight != plan:
        return plan
    best, accepted, refused = tight, 0, max(original[node] - earliest[node] for node in held) // _EPSILON + 1
    while refused - accepted > 1 and go_on():
        shift = (accepted + refused) // 2
        lower = {node: max(earliest[node], original[node] - shift * _EPSILON) for node in held}
        tight = network.plan(network.earliest(lower))
        if complaint(tight) is None:
            best, accepted = tight, shift
        else:
            refused = shift
    return best


@dataclass(slots=True)
class _Node:
    """One end of a step, or a timed literal (`step` is -1), with what it touches; `time` in ticks, as in the plan.

    `keeps` of a start is what the step's conditions over all speak of, and `until` its end.
    """

    step: int
    time: int
    group: int = 0
    reads: set[Atom] = field(default_factory=set)
    adds: set[Atom] = field(default_factory=set)
    deletes: set[Atom] = field(default_factory=set)
    assigns: set[Atom] = field(default_factory=set)
    increases: set[Atom] = field(default_factory=set)
    keeps: set[Atom] = field(default_factory=set)
    until: int | None = None

    @property
    def writes(self) -> set[Atom]:
        return self.adds | self.deletes | self.assigns | self.increases

    def read(self, *conditions: Condition) -> None:
        for condition in conditions:
            self.reads.update(atoms(condition))
            self.reads.update(fluents(condition))

    def take(self, effects: Iterable[Effect]) -> None:
        """Whatever the effects may touch, be their conditions met or not."""
        for effect in effects:
            match effect:
                case FactEffect(atom, becomes):
                    (self.adds if becomes else self.deletes).add(atom)
                case NumericEffect(operator, fluent, expression):
                    self.reads.update(expression_fluents(expression))
                    (self.increases if operator in ("increase", "decrease") else self.assigns).add(fluent)
                case ConditionalEffect(at_start, _, at_end, inner):
                    self.read(at_start, at_end)
                    self.take(inner)

    def clashes(self, other: _Node) -> bool:
        """Return whether the two may neither swap nor coincide ("no moving targets", see `happenings.Outcome`)."""
        return not (
            self.reads.isdisjoint(other.writes)
            and other.reads.isdisjoint(self.writes)
            and self.adds.isdisjoint(other.deletes)
            and self.deletes.isdisjoint(other.adds)
            and self.assigns.isdisjoint(other.assigns | other.increases)
            and self.increases.isdisjoint(other.assigns)
        )


class _Network:
    """The nodes of a plan and the least distances between them; the plan's own times keep them all."""

    def __init__(self, problem: Problem, plan: Plan) -> None:
        self._plan = plan
        self._nodes: list[_Node] = []
        self._starts: list[int] = []
        #: From a node to (another, the least time from it to the other).
        self._after: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for literal in problem.timed_literals:
            node = _Node(-1, _ticks(literal.time))
            node.take((literal.effect,))
            self._nodes.append(node)
        for index, step in enumerate(plan.steps):
            self._add(problem, index, step)
        self._group()
        self._order()
        self.times = [node.time for node in self._nodes]

    def _add(self, problem: Problem, index: int, step: Step) -> None:
        action = ground_action(problem, step.action, step.arguments)
        start = _Node(index, _ticks(step.start))
        start.read(action.conditions_at_start)
        start.take(action.effects_at_start)
        self._starts.append(len(self._nodes))
        self._nodes.append(start)
        if action.duration is None:
            return
        duration = _ticks(step.duration or 0.0)
        end = _Node(index, start.time + duration)
        end.read(action.conditions_at_end)
        end.take(action.effects_at_end)
        for bound in action.duration:
            (end if bound.at_end else start).reads.update(expression_fluents(bound.expression))
        kept = [action.conditions_over_all]
        for effect in action.effects_at_end:
            if isinstance(effect, ConditionalEffect):
                start.read(effect.at_start)
                kept.append(effect.over_all)
        start.keeps.update(atom for condition in kept for atom in (*atoms(condition), *fluents(condition)))
        start.until = len(self._nodes)
        self._after[start.until - 1].append((start.until, duration))
        self._after[start.until].append((start.until - 1, -duration))
        self._nodes.append(end)

    def _group(self) -> None:
        """Number the happenings, as the executor tells them apart."""
        group, begins = -1, 0
        for node in sorted(self._nodes, key=lambda node: node.time):
            if group < 0 or node.time - begins >= round(SAME_TIME * _TICKS):
                group, begins = group + 1, node.time
            node.group = group

    def _order(self) -> None:
        order = sorted(range(len(self._nodes)), key=lambda index: self._nodes[index].group)
        touching: defaultdict[Atom, list[int]] = defaultdict(list)
        writing: defaultdict[Atom, list[int]] = defaultdict(list)
        for index in order:
            node = self._nodes[index]
            for atom in node.reads | node.writes:
                touching[atom].append(index)
            for atom in node.writes:
                writing[atom].append(index)
        for index in order:
            node = self._nodes[index]
            # Pairs that touch the same, one of them writing: each is met from both sides, taken when it comes second.
            others = {other for atom in node.writes for other in touching[atom]}
            others.update(other for atom in node.reads for other in writing[atom])
            for other in others:
                before = self._nodes[other]
                if before.group < node.group and before.step != node.step and before.clashes(node):
                    self._apart(other, index, _EPSILON)
            for other in {other for atom in node.keeps for other in writing[atom]}:
                self._keep(index, other)
        self._repeat_in_order()

    def _keep(self, start: int, other: int) -> None:
        """What touches a condition over all stays before, after or amid it; at its very ends it may take place."""
        begins, writer, until = self._nodes[start], self._nodes[other], self._nodes[start].until
        if until is None or writer.step == begins.step:
            return
        if writer.group <= begins.group:
            self._apart(other, start, 0)
        elif writer.group >= self._nodes[until].group:
            self._apart(until, other, 0)
        else:
            self._apart(start, other, _EPSILON)
            self._apart(other, until, _EPSILON)

    def _repeat_in_order(self) -> None:
        """A ground action that takes place again does so after it has ended, if it did."""
        ends: dict[str, int] = {}
        for start in sorted(self._starts, key=lambda index: self._nodes[index].time):
            name, until = self._plan.steps[self._nodes[start].step].ground, self._nodes[start].until
            if name in ends and self._nodes[ends[name]].group < self._nodes[start].group:
                self._apart(ends[name], start, _EPSILON)
            ends[name] = start if until is None else until

    def _apart(self, first: int, second: int, least: int) -> None:
        """At least so much later; where the plan's own times are closer, as close as they are."""
        gap = self._nodes[second].time - self._nodes[first].time
        self._after[first].append((second, min(least, gap)))

    def earliest(self, lower: Mapping[int, int]) -> list[int]:
        """The earliest times that keep all distances and these lower bounds; timed literals stay where they are."""
        times = [node.time if node.step < 0 else 0 for node in self._nodes]
        for index, bound in lower.items():
            times[index] = max(times[index], bound)
        pending = set(range(len(times)))
        while pending:
            changed: set[int] = set()
            for index in sorted(pending, key=times.__getitem__):
                time = times[index]
                for other, distance in self._after[index]:
                    if times[other] < time + distance:
                        times[other] = time + distance
                        changed.add(other)
            pending = changed
        return times

    def touching(self, concerned: Collection[Atom]) -> set[int]:
        """The ends of steps that may change one of these atoms or fluents."""
        return {
            index for index, node in enumerate(self._nodes) if node.step >= 0 and not node.writes.isdisjoint(concerned)
        }

    def plan(self, times: list[int]) -> Plan:
        """Return the plan with these times."""
        return Plan(
            tuple(
                replace(step, start=times[start] / _TICKS)
                for step, start in zip(self._plan.steps, self._starts, strict=True)
            )
        )


def _ticks(time: float) -> int:
    return round(time * _TICKS)
