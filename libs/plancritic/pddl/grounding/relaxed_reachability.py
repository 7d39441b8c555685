"""What can come about in a problem when nothing that was achieved is ever lost: delete-relaxed reachability.

Both values of an atom are tracked (an atom can become true, an atom can become false), so negative conditions prune
too. Everything uncertain counts as possible: comparisons of numbers that change, the times of timed literals, what
conditional effects need. Static facts and numbers are exact.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from plancritic.pddl.grounding.action_joins import Joins, Schema, Schemas
from plancritic.pddl.grounding.ground_actions import MOST_GROUND_ACTIONS, action_too_large, ground_action
from plancritic.pddl.language import (
    And,
    Atom,
    Comparison,
    Condition,
    ConditionalEffect,
    Effect,
    Exists,
    FactEffect,
    ForAll,
    GroundAction,
    Not,
    Or,
    Problem,
    UndefinedValueError,
    expression_fluents,
    fluents,
    holds,
)

#: A timed literal before this time may share the happening of a step that starts at 0 (half an epsilon of plans).
_AT_ONCE = 0.0005

#: An atom and the value that it would have to be able to take.
Literal = tuple[Atom, bool]
#: Name and arguments of a ground action.
GroundName = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Reached:
    """What can come about.

    Attributes:
        added: Atoms that some effect can make true.
        deleted: Atoms that some effect can make false.
        at_once: Atoms that a happening at time 0 can change.
        actions: Name and arguments of every ground action that can be in a plan, in order.
        functions: Names of the functions that some effect or timed literal changes.
    """

    added: frozenset[Atom]
    deleted: frozenset[Atom]
    at_once: frozenset[Atom]
    actions: tuple[GroundName, ...]
    functions: frozenset[str]
    schemas: Schemas = field(repr=False)


def relaxed_reachability(
    problem: Problem, kept: Mapping[Atom, bool] | None = None, earlier: Reached | None = None
) -> Reached:
    """Explore a problem without its constraints and its goal.

    Args:
        problem: The problem.
        kept: Values that atoms have in all states, the initial one too: other plans are left out.
        earlier: What was reached with nothing kept; it saves the search for ground actions.

    Raises:
        ExpansionTooLargeError: More than `MOST_GROUND_ACTIONS` ground actions come up.
    """
    schemas = earlier.schemas if earlier else Schemas(problem)
    banned: set[GroundName] = set()
    while True:
        run = _Exploration(problem, schemas, banned, kept or {})
        run.explore(earlier)
        # A step that cannot end is in no executable plan, so what it does at its start does not count either.
        unfinished = run.started - run.finished
        if not unfinished:
            added, deleted, at_once = frozenset(run.added), frozenset(run.deleted), frozenset(run.at_once)
            return Reached(added, deleted, at_once, tuple(sorted(run.finished)), schemas.functions, schemas)
        banned |= unfinished


class _Exploration:
    """One run to the fixpoint."""

    def __init__(self, problem: Problem, schemas: Schemas, banned: set[GroundName], kept: Mapping[Atom, bool]) -> None:
        self.problem = problem
        self.added: set[Atom] = set()
        self.deleted: set[Atom] = set()
        self.at_once: set[Atom] = set()
        self.started: set[GroundName] = set()
        self.finished: set[GroundName] = set()
        self._schemas = schemas
        self._kept = kept
        self._tried = set(banned)
        self._queue: list[Literal] = []
        self._waiting: dict[Literal, list[Callable[[], None]]] = defaultdict(list)

    def explore(self, earlier: Reached | None) -> None:
        for literal in self.problem.timed_literals:
            self._effects((literal.effect,), False, literal.time < _AT_ONCE)
        if earlier is not None:
            for name, arguments in earlier.actions:
                self._try(self._schemas.by_name[name], arguments)
            self._spread(None)
            return
        initial = sorted(self.problem.facts, key=lambda atom: (atom.predicate, atom.arguments))
        joins = Joins(self._schemas, (atom for atom in initial if atom.predicate not in self._schemas.predicates))
        for schema, arguments in joins.from_the_beginning():
            self._try(schema, arguments)
        for atom in initial:
            if atom.predicate in self._schemas.predicates:
                self._join(joins, atom)
        self._spread(joins)

    def _spread(self, joins: Joins | None) -> None:
        while self._queue:
            atom, value = self._queue.pop()
            for retry in self._waiting.pop((atom, value), ()):
                retry()
            if value and joins is not None:
                self._join(joins, atom)

    def _join(self, joins: Joins, atom: Atom) -> None:
        for schema, arguments in joins.with_fact(atom):
            self._try(schema, arguments)

    def _try(self, schema: Schema, arguments: tuple[str, ...]) -> None:
        words = (schema.action.name, arguments)
        if words in self._tried:
            return
        self._tried.add(words)
        if len(self._tried) > MOST_GROUND_ACTIONS:
            raise action_too_large(self.problem.domain, schema.action.name, len(self._tried), MOST_GROUND_ACTIONS)
        action = ground_action(self.problem, schema.action.name, arguments)
        if not self._has_duration(action) or self._breaks(action, schema.lasting):
            return
        instant = action.duration is None

        def start() -> None:
            self.started.add(words)
            self._effects(action.effects_at_start, False, True)
            if instant:
                self.finished.add(words)
            elif schema.lasting:
                self._once(And((action.conditions_over_all, action.conditions_at_end)), end)
            else:
                self._once(action.conditions_at_end, end)

        def end() -> None:
            self.finished.add(words)
            self._effects(action.effects_at_end, True, not schema.lasting)

        self._once(action.conditions_at_start, start)

    def _has_duration(self, action: GroundAction) -> bool:
        """Whether the numbers that its duration needs and that nothing changes have values."""
        return all(
            fluent in self.problem.values
            for bound in action.duration or ()
            for fluent in expression_fluents(bound.expression)
            if fluent.predicate not in self._schemas.functions
        )

    def _breaks(self, action: GroundAction, lasting: bool) -> bool:
        """Whether it surely gives an atom another value than is kept: what is also added stays true."""
        snaps = (action.effects_at_start, action.effects_at_end)
        # The two ends of an action that takes no time are one happening.
        together = [(snap, snap if lasting else (*snaps[0], *snaps[1])) for snap in snaps]
        return any(
            isinstance(effect, FactEffect)
            and self._kept.get(effect.atom, effect.becomes) is not effect.becomes
            and (effect.becomes or effect.atom not in _added(all_effects))
            for snap, all_effects in together
            for effect in snap
        )

    def _effects(self, effects: tuple[Effect, ...], at_end: bool, at_once: bool) -> None:
        for effect in effects:
            match effect:
                case FactEffect(atom, becomes):
                    self._change(atom, becomes, at_once)
                case ConditionalEffect():
                    self._once(
                        effect.at_end if at_end else effect.at_start,
                        lambda inner=effect.effects: self._effects(inner, at_end, at_once),  # type: ignore[misc]
                    )

    def _change(self, atom: Atom, becomes: bool, at_once: bool) -> None:
        if self._kept.get(atom, becomes) is not becomes:
            return
        if at_once:
            self.at_once.add(atom)
        changed = self.added if becomes else self.deleted
        if atom not in changed:
            changed.add(atom)
            if (atom in self.problem.facts) is not becomes:
                self._queue.append((atom, becomes))

    def _once(self, condition: Condition, action: Callable[[], None]) -> None:
        """Act as soon as the condition is possible."""
        missing = self._missing(condition, True)
        if missing is None:
            action()
            return
        done = False

        def retry() -> None:
            nonlocal done
            if not done:
                done = True
                self._once(condition, action)

        for literal in missing:
            self._waiting[literal].append(retry)

    def _missing(self, condition: Condition, value: bool) -> tuple[Literal, ...] | None:
        """None where the condition can have the value; else literals of which one has to be reached for that."""
        match condition:
            case Atom("=", (left, right)):
                return None if (left == right) is value else ()
            case Atom():
                reached = (condition in self.problem.facts) is value
                reached = reached or condition in (self.added if value else self.deleted)
                return None if reached else ((condition, value),)
            case Not(inner):
                return self._missing(inner, not value)
            case And(parts) | Or(parts):
                return (
                    self._missing_all(parts, value)
                    if isinstance(condition, And) is value
                    else self._missing_one(parts, value)
                )
            case Comparison():
                return None if self._comparison_possible(condition, value) else ()
            case ForAll() | Exists():
                raise ValueError(f"{condition} is not ground")

    def _missing_all(self, parts: tuple[Condition, ...], value: bool) -> tuple[Literal, ...] | None:
        return next((found for part in parts if (found := self._missing(part, value)) is not None), None)

    def _missing_one(self, parts: tuple[Condition, ...], value: bool) -> tuple[Literal, ...] | None:
        missing: list[Literal] = []
        for part in parts:
            found = self._missing(part, value)
            if found is None:
                return None
            missing.extend(found)
        return tuple(missing)

    def _comparison_possible(self, comparison: Comparison, value: bool) -> bool:
        """Exact where nothing changes its numbers; without a value of one of them it can be neither."""
        known = self._schemas.comparisons.get((comparison, value))
        if known is None:
            known = self._schemas.comparisons[(comparison, value)] = self._can_be(comparison, value)
        return known

    def _can_be(self, comparison: Comparison, value: bool) -> bool:
        static = [each for each in fluents(comparison) if each.predicate not in self._schemas.functions]
        if any(each not in self.problem.values for each in static):
            return False
        if any(each.predicate in self._schemas.functions for each in fluents(comparison)):
            return True
        try:
            return holds(comparison, frozenset(), self.problem.values) is value
        except UndefinedValueError:
            return True  # it divides by zero or overflows: nothing may be proved by that


def _added(effects: tuple[Effect, ...]) -> Iterator[Atom]:
    """Atoms that effects may make true."""
    for effect in effects:
        match effect:
            case FactEffect(atom, True):
                yield atom
            case ConditionalEffect():
                yield from _added(effect.effects)
