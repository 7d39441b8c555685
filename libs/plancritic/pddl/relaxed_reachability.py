"""What can come about in a problem when nothing that was achieved is ever lost: delete-relaxed reachability.

Both values of an atom are tracked (an atom can become true, an atom can become false), so negative conditions prune
too. Everything uncertain counts as possible: comparisons of numbers that change, the times of timed literals, what
conditional effects need. Static facts and numbers are exact. Ground actions come from joins of their conditions
with the facts reached so far, each fact joined once (semi-naive evaluation: Helmert, Concise finite-domain
representations for PDDL planning tasks, section 6).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TypeGuard

from plancritic.pddl.conditions import (
    And,
    Atom,
    Binding,
    Comparison,
    Condition,
    Exists,
    ForAll,
    Not,
    Or,
    conjuncts,
    expression_fluents,
    fluents,
)
from plancritic.pddl.durations import lasts
from plancritic.pddl.errors import UndefinedValueError
from plancritic.pddl.evaluation import holds
from plancritic.pddl.grounding import changeable_predicates, ground_action
from plancritic.pddl.model import (
    Action,
    ConditionalEffect,
    Effect,
    FactEffect,
    GroundAction,
    NumericEffect,
    Problem,
    UniversalEffect,
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


def relaxed_reachability(problem: Problem) -> Reached:
    """Explore a problem without its constraints and its goal."""
    banned: set[GroundName] = set()
    while True:
        run = _Exploration(problem, banned)
        run.explore()
        # A step that cannot end is in no executable plan, so what it does at its start does not count either.
        unfinished = run.started - run.finished
        if not unfinished:
            actions = tuple(sorted(run.finished))
            return Reached(
                frozenset(run.added), frozenset(run.deleted), frozenset(run.at_once), actions, run.dynamic_functions
            )
        banned |= unfinished


@dataclass(eq=False, slots=True)
class _Schema:
    """An action with the atoms that all have to be true for it, to be joined."""

    action: Action
    lasting: bool
    static: tuple[Atom, ...]
    fluent: tuple[Atom, ...]
    objects: dict[str, frozenset[str]] = field(default_factory=dict)


class _Facts:
    """Facts found by predicate, or by predicate and one argument."""

    def __init__(self) -> None:
        self._by_predicate: dict[str, list[Atom]] = defaultdict(list)
        self._by_argument: dict[tuple[str, int, str], list[Atom]] = defaultdict(list)

    def add(self, atom: Atom) -> None:
        self._by_predicate[atom.predicate].append(atom)
        for place, argument in enumerate(atom.arguments):
            self._by_argument[(atom.predicate, place, argument)].append(atom)

    def candidates(self, pattern: Atom, binding: Binding) -> list[Atom]:
        """Facts that may match: the shortest list that one bound argument gives."""
        found = self._by_predicate.get(pattern.predicate, [])
        for place, argument in enumerate(pattern.arguments):
            value = binding.get(argument, argument)
            if not value.startswith("?"):
                narrow = self._by_argument.get((pattern.predicate, place, value), [])
                if len(narrow) < len(found):
                    found = narrow
        return found


class _Exploration:
    """One run to the fixpoint."""

    def __init__(self, problem: Problem, banned: set[GroundName]) -> None:
        self.problem = problem
        self.added: set[Atom] = set()
        self.deleted: set[Atom] = set()
        self.at_once: set[Atom] = set()
        self.started: set[GroundName] = set()
        self.finished: set[GroundName] = set()
        self._tried = set(banned)
        self._facts = _Facts()
        self._queue: list[Literal] = []
        self._waiting: dict[Literal, list[Callable[[], None]]] = defaultdict(list)
        timed = [literal.effect for literal in problem.timed_literals]
        self._dynamic = changeable_predicates(problem.domain) | {
            effect.atom.predicate for effect in timed if isinstance(effect, FactEffect)
        }
        effects: list[Effect] = [*timed]
        for action in problem.domain.actions.values():
            effects += [*action.effects_at_start, *action.effects_at_end]
        self.dynamic_functions = frozenset(_changed_functions(effects))
        self._schemas = [self._schema(action) for action in problem.domain.actions.values()]
        self._joined: dict[str, list[tuple[_Schema, int]]] = defaultdict(list)
        for schema in self._schemas:
            for place, atom in enumerate(schema.fluent):
                self._joined[atom.predicate].append((schema, place))

    def explore(self) -> None:
        initial = sorted(self.problem.facts, key=lambda atom: (atom.predicate, atom.arguments))
        for atom in initial:
            if atom.predicate not in self._dynamic:
                self._facts.add(atom)
        for schema in self._schemas:
            if not schema.fluent:
                self._join(schema, schema.static, {})
        for atom in initial:
            if atom.predicate in self._dynamic:
                self._reach_fact(atom)
        for literal in self.problem.timed_literals:
            self._effects((literal.effect,), False, literal.time < _AT_ONCE)
        while self._queue:
            reached = self._queue.pop()
            for retry in self._waiting.pop(reached, ()):
                retry()
            if reached[1]:
                self._reach_fact(reached[0])

    def _schema(self, action: Action) -> _Schema:
        lasting = lasts(action, self.problem, self.dynamic_functions)
        later = (action.conditions_over_all,) if lasting else ()
        start = [atom for atom in conjuncts(action.conditions_at_start) if _is_fact(atom)]
        whole = [atom for part in (*later, action.conditions_at_end) for atom in conjuncts(part) if _is_fact(atom)]
        static = [atom for atom in (*start, *whole) if atom.predicate not in self._dynamic]
        fluent = [atom for atom in start if atom.predicate in self._dynamic]
        objects = {each.name: frozenset(self.problem.objects_of(*each.types)) for each in action.parameters}
        return _Schema(action, lasting, tuple(dict.fromkeys(static)), tuple(dict.fromkeys(fluent)), objects)

    def _reach_fact(self, atom: Atom) -> None:
        self._facts.add(atom)
        for schema, place in self._joined.get(atom.predicate, ()):
            binding = _match(schema.fluent[place], atom, {}, schema)
            if binding is not None:
                rest = (*schema.static, *schema.fluent[:place], *schema.fluent[place + 1 :])
                self._join(schema, rest, binding)

    def _join(self, schema: _Schema, patterns: tuple[Atom, ...], binding: Binding) -> None:
        """Try every ground action whose atoms of these patterns have all been reached."""
        if not patterns:
            names = [each.name for each in schema.action.parameters]
            columns = [[binding[name]] if name in binding else sorted(schema.objects[name]) for name in names]
            for arguments in product(*columns):
                self._try(schema, arguments)
            return
        best = min(range(len(patterns)), key=lambda place: len(self._facts.candidates(patterns[place], binding)))
        rest = (*patterns[:best], *patterns[best + 1 :])
        for atom in tuple(self._facts.candidates(patterns[best], binding)):
            extended = _match(patterns[best], atom, binding, schema)
            if extended is not None:
                self._join(schema, rest, extended)

    def _try(self, schema: _Schema, arguments: tuple[str, ...]) -> None:
        words = (schema.action.name, arguments)
        if words in self._tried:
            return
        self._tried.add(words)
        action = ground_action(self.problem, schema.action.name, arguments)
        if not self._has_duration(action):
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
            if fluent.predicate not in self.dynamic_functions
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
        static = [each for each in fluents(comparison) if each.predicate not in self.dynamic_functions]
        if any(each not in self.problem.values for each in static):
            return False
        if any(each.predicate in self.dynamic_functions for each in fluents(comparison)):
            return True
        try:
            return holds(comparison, frozenset(), self.problem.values) is value
        except UndefinedValueError:
            return False


def _changed_functions(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case NumericEffect():
                yield effect.fluent.predicate
            case ConditionalEffect() | UniversalEffect():
                yield from _changed_functions(effect.effects)


def _is_fact(condition: Condition) -> TypeGuard[Atom]:
    return isinstance(condition, Atom) and condition.predicate != "="


def _match(pattern: Atom, atom: Atom, binding: Binding, schema: _Schema) -> Binding | None:
    """The binding extended so that the pattern is the atom; None where that cannot be."""
    if len(pattern.arguments) != len(atom.arguments):
        return None
    extended = dict(binding)
    for name, value in zip(pattern.arguments, atom.arguments, strict=True):
        if name.startswith("?"):
            if extended.setdefault(name, value) != value or value not in schema.objects[name]:
                return None
        elif name != value:
            return None
    return extended
