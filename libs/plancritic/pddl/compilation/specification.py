"""What a specification asks of all events: a watch for each constraint, goals and facts of the compilation."""

from __future__ import annotations

from plancritic.pddl.compilation.literals import unsupported
from plancritic.pddl.compilation.monitors import (
    Always,
    AtMostOnce,
    Hold,
    Noted,
    Precedence,
    SometimeAfter,
    Watch,
)
from plancritic.pddl.compilation.windows import DISTANCE, Countdown, Envelope, Names, Windows
from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import (
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Problem,
    UndefinedValueError,
    conjuncts,
    fluents,
    holds,
)

_SPLIT = frozenset(
    {ConstraintType.ALWAYS, ConstraintType.AT_END, ConstraintType.HOLD_AFTER, ConstraintType.HOLD_DURING}
)


def true_initially(problem: Problem, condition: Condition) -> bool:
    """Return whether a ground condition is true in the initial state.

    Raises:
        UnsupportedFeatureError: It compares a fluent that has no value then.
    """
    try:
        return holds(condition, problem.facts, problem.values)
    except UndefinedValueError as error:
        raise unsupported(f"constraint on a number without an initial value: {error}") from error


class Specification:
    """Constraints of one problem, compiled one by one.

    Attributes:
        careful: Lose no plan for the sake of fewer actions.
        sequential: Plans are sequences, their steps happen at 1, 2, 3, ..., and all bounds are whole numbers.
        exact: Whether no plan was lost so far; each watch has a word on this too.
    """

    def __init__(self, problem: Problem, careful: bool, sequential: bool = False) -> None:
        self.problem, self.careful, self.sequential = problem, careful, sequential
        self.names = Names(problem.domain)
        self.windows = Windows(self.names)
        self.envelopes: list[Envelope] = []
        self.countdowns: list[Countdown] = []
        self.watches: list[Watch] = []
        self.goals: list[Condition] = []
        self.facts: list[Atom] = []
        self.exact = True
        self.notes: dict[tuple[Condition, float | None], Noted] = {}

    def _initially(self, condition: Condition) -> bool:
        return true_initially(self.problem, condition)

    def impossible(self) -> None:
        """Note that no plan can do what is asked."""
        self.goals.append(self.names.new("never"))

    def watch(self, constraint: Constraint, conditions: tuple[Condition, ...]) -> None:
        """Compile a constraint with ground conditions.

        Raises:
            UnsupportedFeatureError: It reads a fluent without an initial value: nothing says what it means then.
        """
        for fluent in (fluent for each in conditions for fluent in fluents(each)):
            true_initially(self.problem, Comparison("=", fluent, fluent))
        first, second = conditions[0], conditions[-1]
        bounds = constraint.bounds
        initially = self._initially(first)
        if isinstance(first, And) and constraint.type in _SPLIT:
            for part in conjuncts(first):
                self.watch(constraint, (part,))
            return
        match constraint.type:
            case ConstraintType.AT_END:
                self.goals.append(first)
            case ConstraintType.ALWAYS:
                self._always(first, initially)
            case ConstraintType.SOMETIME if not initially:
                self.goals.append(self._noted(first).seen)
            case ConstraintType.WITHIN if not initially:
                self.goals.append(self._noted(first, bounds[0]).seen)
            case ConstraintType.AT_MOST_ONCE:
                self.watches.append(AtMostOnce(first, initially, self.names))
            case ConstraintType.SOMETIME_BEFORE if initially:
                self.impossible()
            case ConstraintType.SOMETIME_BEFORE if not self._initially(second):
                noted = self._noted(second)
                noted.read = self.careful
                self.exact &= self.careful
                self.watches.append(Precedence(first, noted.seen))
            case ConstraintType.SOMETIME_AFTER:
                self._sometime_after(first, second)
            case ConstraintType.ALWAYS_WITHIN:
                self._always_within(first, second, bounds[0])
            case ConstraintType.HOLD_AFTER:
                self._hold(first, initially, bounds[0], float("inf"))
            case ConstraintType.HOLD_DURING:
                self._hold(first, initially, bounds[0], bounds[1])

    def _always(self, condition: Condition, initially: bool) -> None:
        if initially:
            self.watches.append(Always(condition))
        else:
            self.impossible()

    def _noted(self, condition: Condition, limit: float | None = None) -> Noted:
        """The note that a condition has been true, by a time or ever; there is one for each."""
        if (condition, limit) not in self.notes:
            window = None if limit is None else self.windows.before(limit + DISTANCE)
            watch = self.notes[condition, limit] = Noted(condition, self.names, window)
            self.watches.append(watch)
        return self.notes[condition, limit]

    def _sometime_after(self, first: Condition, second: Condition) -> SometimeAfter:
        watch = SometimeAfter(first, second, self.names)
        if not self._initially(first) or self._initially(second):
            self.facts.append(watch.paid)
        self.watches.append(watch)
        return watch

    def _always_within(self, first: Condition, second: Condition, limit: float) -> None:
        if self.sequential:
            self.countdowns.append(Countdown(self._sometime_after(first, second).paid, int(limit)))
            return
        envelope = Envelope.of(self.names, limit)
        self.envelopes.append(envelope)
        self.facts.append(envelope.idle)
        if not self._initially(first) or self._initially(second):
            self.facts.append(envelope.paid)
        else:
            self.goals.append(self._noted(second, limit).seen)
        self.watches.append(SometimeAfter(first, second, self.names, envelope))

    def _hold(self, condition: Condition, initially: bool, start: float, end: float) -> None:
        if start <= TIME_TOLERANCE and not initially:
            self.impossible()
        else:
            self.watches.append(Hold(condition, initially, start, end, self.windows))
