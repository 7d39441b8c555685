"""Windows, marks and arrows of a constraint on a plan: when it counts, what meets it and what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.execution import TIME_TOLERANCE, Trajectory, judge_constraint
from plancritic.pddl.execution.witnesses import is_true
from plancritic.pddl.language import (
    TOTAL_TIME,
    Condition,
    Constraint,
    ConstraintType,
    PlanBound,
    atoms,
    compare,
    fluents,
    ground,
    negate,
    parse_constraint,
    plan_bound,
)
from plancritic.pictures.drawing import Arrow, DrawnConstraint, Lane, Mark, Span
from plancritic.wording import Lexicon, constraint_in_words, sentence_in_words, state_clause

_Intervals = list[tuple[int, int]]


def drawn_constraint(
    trajectory: Trajectory, traced: TracedConstraint, lexicon: Lexicon, lanes: Sequence[Lane]
) -> DrawnConstraint:
    """Return a constraint with its verdict on the plan, and with where it stands in time."""
    constraint = parse_constraint(traced.constraint)
    found = judge_constraint(trajectory, constraint)
    judged = _Judged(trajectory, constraint, lexicon)
    if found.satisfied is not None:
        judged.draw()
    named = {argument for condition in judged.conditions for each in atoms(condition) for argument in each.arguments}
    return DrawnConstraint(
        constraint=traced.constraint,
        sentence=constraint_in_words(traced.constraint, lexicon),
        statements=traced.statements,
        strength=traced.strength,
        evolved=traced.evolved,
        satisfied=found.satisfied,
        explanation=sentence_in_words(found.explanation, lexicon),
        lanes=tuple(place for place, lane in enumerate(lanes) if lane.object in named),
        spans=tuple(judged.spans),
        marks=tuple(judged.marks),
        arrows=tuple(dict.fromkeys(judged.arrows)),
    )


@dataclass
class _Judged:
    """A constraint with where its conditions hold, and what is drawn of it."""

    trajectory: Trajectory
    constraint: Constraint
    lexicon: Lexicon
    spans: list[Span] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)

    @cached_property
    def conditions(self) -> list[Condition]:
        """The conditions, their quantifiers written out."""
        objects_of = self.trajectory.problem.objects_of_any
        return [ground(each, {}, objects_of) for each in self.constraint.conditions]

    @cached_property
    def end(self) -> float:
        """When the plan ends, or the last thing happens that it did not do."""
        return max(self.trajectory.plan.makespan, self.trajectory.states[-1].time)

    def draw(self) -> None:
        """Find what is drawn of the constraint."""
        bound = plan_bound(self.constraint)
        if bound is not None:
            if bound.measure == TOTAL_TIME:
                self._plan_ends(bound)
            return
        _RULES[self.constraint.type](self)

    def time(self, index: int) -> float:
        """Return a state's time."""
        return self.trajectory.states[index].time

    def intervals(self, place: int) -> _Intervals:
        """States from which and up to which, exclusive, a condition holds."""
        condition = self.conditions[place]
        truths = [is_true(condition, state) for state in self.trajectory.states]
        starts = [at for at, truth in enumerate(truths) if truth and (at == 0 or not truths[at - 1])]
        return [(at, next((to for to in range(at, len(truths)) if not truths[to]), len(truths))) for at in starts]

    def until(self, index: int) -> float:
        """Return the time of a state, or the end after the last one."""
        return self.end if index >= len(self.trajectory.states) else self.time(index)

    def maker(self, index: int, condition: Condition) -> int | None:
        """Return the step that made a condition what it is in a state: the latest that touched one of its facts."""
        concerned = frozenset((*atoms(condition), *fluents(condition)))
        for state in reversed(self.trajectory.states[: index + 1]):
            for event in state.events:
                if event.step is not None and event.touches(concerned):
                    return event.step
        return None

    def window(self, start: float, end: float) -> None:
        """Add a window; one after the plan's end has no length there."""
        self.spans.append(Span(start=start, end=max(start, end), kind="window"))

    def held(self, place: int, start: float = 0.0, end: float = float("inf")) -> None:
        """Add the times between two in which a condition holds."""
        for first, last in self.intervals(place):
            begin, over = max(start, self.time(first)), min(end, self.until(last))
            if over > begin or (over == begin and last > first):
                self.spans.append(Span(start=begin, end=over, kind="holds"))

    def mark(self, kind: str, index: int, condition: Condition, earliest: float = 0.0) -> int | None:
        """Add a mark in a state, or at the earliest time at which that counts, and return the step that did it."""
        step = self.maker(index, condition)
        clause = state_clause(condition, self.lexicon)
        time = max(earliest, self.time(index))
        self.add(kind, time, step, f"{self._when(time)}: {clause}")
        return step

    def add(self, kind: str, time: float, step: int | None, sentence: str) -> None:
        """Add a mark."""
        self.marks.append(
            Mark.model_validate({"time": time, "kind": kind, "step": step, "sentence": _capital(f"{sentence}.")})
        )

    def deadline(self, time: float) -> None:
        """Add a deadline."""
        self.add("deadline", time, None, f"the limit is {self.lexicon.time_text(time)}")

    def order(self, first: int | None, second: int | None) -> None:
        """Add an arrow between two steps."""
        if first is not None and second is not None and first != second:
            self.arrows.append(Arrow(first=first, second=second))

    def _when(self, time: float) -> str:
        return f"at {self.lexicon.time_text(time)}"

    def _plan_ends(self, bound: PlanBound) -> None:
        steps = self.trajectory.plan.steps
        last = max(range(len(steps)), key=lambda index: steps[index].end, default=None)
        if bound.is_upper:
            self.window(0.0, bound.limit)
        self.deadline(bound.limit)
        end = self.trajectory.plan.makespan
        kept = compare(bound.operator, end, bound.limit, TIME_TOLERANCE)
        self.add("meets" if kept else "breaks", end, last, f"the plan ends {self._when(end)}")


def _always(judged: _Judged) -> None:
    judged.window(0.0, judged.end)
    _breaks(judged, 0.0, float("inf"))


def _at_end(judged: _Judged) -> None:
    last = len(judged.trajectory.states) - 1
    met = is_true(judged.conditions[0], judged.trajectory.states[last])
    condition = judged.conditions[0] if met else negate(judged.conditions[0])
    step = judged.maker(last, condition)
    judged.held(0)
    judged.add("meets" if met else "breaks", judged.end, step, f"at the end: {state_clause(condition, judged.lexicon)}")


def _sometime(judged: _Judged) -> None:
    judged.held(0)
    for first, _ in judged.intervals(0)[:1]:
        judged.mark("meets", first, judged.conditions[0])


def _within(judged: _Judged) -> None:
    limit = judged.constraint.bounds[0]
    judged.window(0.0, limit)
    judged.held(0)
    judged.deadline(limit)
    for first, _ in judged.intervals(0)[:1]:
        in_time = judged.time(first) <= limit + TIME_TOLERANCE
        judged.mark("meets" if in_time else "breaks", first, judged.conditions[0])


def _at_most_once(judged: _Judged) -> None:
    judged.held(0)
    for number, (first, _) in enumerate(judged.intervals(0)):
        judged.mark("meets" if number == 0 else "breaks", first, judged.conditions[0])


def _sometime_before(judged: _Judged) -> None:
    later, earlier = judged.intervals(0), judged.intervals(1)
    second = judged.mark("calls", later[0][0], judged.conditions[0]) if later else None
    if not earlier:
        return
    in_time = not later or earlier[0][0] < later[0][0]
    first = judged.mark("meets" if in_time else "breaks", earlier[0][0], judged.conditions[1])
    if in_time:
        judged.order(first, second)


def _sometime_after(judged: _Judged) -> None:
    calls, answers = judged.intervals(0), judged.intervals(1)
    for first, last in calls:
        called = judged.mark("calls", first, judged.conditions[0])
        # It has to hold then or later, seen from the last state in which the first condition holds.
        answer = next((max(begin, last - 1) for begin, over in answers if over > last - 1), None)
        if answer is not None:
            judged.order(called, judged.mark("meets", answer, judged.conditions[1]))


def _always_within(judged: _Judged) -> None:
    limit = judged.constraint.bounds[0]
    answers = judged.intervals(1)
    for first, last in judged.intervals(0):
        called = judged.mark("calls", first, judged.conditions[0])
        due = round(judged.time(last - 1) + limit, 6)
        judged.window(judged.time(first), due)
        judged.deadline(due)
        answer = next((max(begin, first) for begin, over in answers if over > first), None)
        if answer is not None:
            in_time = judged.time(answer) <= judged.time(first) + limit + TIME_TOLERANCE
            judged.order(called, judged.mark("meets" if in_time else "breaks", answer, judged.conditions[1]))


def _hold_during(judged: _Judged) -> None:
    start, end = judged.constraint.bounds
    judged.window(start, end)
    judged.held(0, start, end)
    _breaks(judged, start, end)


def _hold_after(judged: _Judged) -> None:
    start = judged.constraint.bounds[0]
    judged.window(start, judged.end)
    judged.held(0, start)
    _breaks(judged, start, float("inf"))


def _breaks(judged: _Judged, start: float, end: float) -> None:
    """Mark the states between two times in which the condition begins to fail."""
    condition = negate(judged.conditions[0])
    for index in _failing(judged, start, end):
        judged.mark("breaks", index, condition, start)


def _failing(judged: _Judged, start: float, end: float) -> Iterator[int]:
    states = judged.trajectory.states
    at_start = judged.trajectory.index_at(start)
    before = True
    for index in range(at_start, len(states)):
        if index > at_start and not start - TIME_TOLERANCE <= states[index].time < end - TIME_TOLERANCE:
            continue
        holds = is_true(judged.conditions[0], states[index])
        if before and not holds:
            yield index
        before = holds


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_RULES: dict[ConstraintType, Callable[[_Judged], None]] = {
    ConstraintType.ALWAYS: _always,
    ConstraintType.AT_END: _at_end,
    ConstraintType.SOMETIME: _sometime,
    ConstraintType.WITHIN: _within,
    ConstraintType.AT_MOST_ONCE: _at_most_once,
    ConstraintType.SOMETIME_BEFORE: _sometime_before,
    ConstraintType.SOMETIME_AFTER: _sometime_after,
    ConstraintType.ALWAYS_WITHIN: _always_within,
    ConstraintType.HOLD_DURING: _hold_during,
    ConstraintType.HOLD_AFTER: _hold_after,
}
