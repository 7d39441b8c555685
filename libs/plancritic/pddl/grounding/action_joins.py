"""Ground actions whose conditions have been reached, found by joining their atoms with facts as these come.

Each fact is joined once with those before it (semi-naive evaluation: Helmert, Concise finite-domain representations
for PDDL planning tasks, section 6). Atoms that nothing changes prune first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeGuard

from plancritic.pddl.grounding.durations import lasts
from plancritic.pddl.grounding.ground_actions import changeable_predicates
from plancritic.pddl.language import (
    Action,
    Atom,
    Binding,
    Comparison,
    Condition,
    ConditionalEffect,
    Effect,
    FactEffect,
    NumericEffect,
    Problem,
    UniversalEffect,
    conjuncts,
)


@dataclass(frozen=True, eq=False, slots=True)
class Schema:
    """An action to be joined.

    Attributes:
        action: The action.
        lasting: Whether it surely takes time, so that its conditions over all count.
        static: Atoms it needs at any time, of predicates that nothing changes.
        fluent: Atoms it needs at its start, of the others.
        objects: The objects that each parameter may stand for.
    """

    action: Action
    lasting: bool
    static: tuple[Atom, ...]
    fluent: tuple[Atom, ...]
    objects: dict[str, frozenset[str]]


class Schemas:
    """The actions of a problem, by name, and what its effects and timed literals can change."""

    def __init__(self, problem: Problem) -> None:
        effects: list[Effect] = [literal.effect for literal in problem.timed_literals]
        self.predicates = changeable_predicates(problem.domain) | {
            effect.atom.predicate for effect in effects if isinstance(effect, FactEffect)
        }
        for action in problem.domain.actions.values():
            effects += [*action.effects_at_start, *action.effects_at_end]
        self.functions = frozenset(_changed_functions(effects))
        self.by_name = {name: self._schema(action, problem) for name, action in problem.domain.actions.items()}
        #: Whether a comparison can have a value, as far as was asked.
        self.comparisons: dict[tuple[Comparison, bool], bool] = {}
        self.by_predicate: dict[str, list[tuple[Schema, int]]] = defaultdict(list)
        for schema in self.by_name.values():
            for place, atom in enumerate(schema.fluent):
                self.by_predicate[atom.predicate].append((schema, place))

    def _schema(self, action: Action, problem: Problem) -> Schema:
        lasting = lasts(action, problem, self.functions)
        later = (action.conditions_over_all,) if lasting else ()
        start = [atom for atom in conjuncts(action.conditions_at_start) if _is_fact(atom)]
        whole = [atom for part in (*later, action.conditions_at_end) for atom in conjuncts(part) if _is_fact(atom)]
        static = [atom for atom in (*start, *whole) if atom.predicate not in self.predicates]
        fluent = [atom for atom in start if atom.predicate in self.predicates]
        objects = {each.name: frozenset(problem.objects_of(*each.types)) for each in action.parameters}
        return Schema(action, lasting, tuple(dict.fromkeys(static)), tuple(dict.fromkeys(fluent)), objects)


class Joins:
    """Facts reached so far, and the arguments of actions that they make possible; an action may come up again."""

    def __init__(self, schemas: Schemas, static: Iterable[Atom]) -> None:
        self._schemas = schemas
        self._by_predicate: dict[str, list[Atom]] = defaultdict(list)
        self._by_argument: dict[tuple[str, int, str], list[Atom]] = defaultdict(list)
        for atom in static:
            self._add(atom)

    def from_the_beginning(self) -> Iterator[tuple[Schema, tuple[str, ...]]]:
        """Yield what needs nothing that changes."""
        for schema in self._schemas.by_name.values():
            if not schema.fluent:
                yield from self._join(schema, schema.static, {})

    def with_fact(self, atom: Atom) -> Iterator[tuple[Schema, tuple[str, ...]]]:
        """Yield what one more fact adds to what is possible."""
        self._add(atom)
        for schema, place in self._schemas.by_predicate.get(atom.predicate, ()):
            binding = _match(schema.fluent[place], atom, {}, schema)
            if binding is not None:
                rest = (*schema.static, *schema.fluent[:place], *schema.fluent[place + 1 :])
                yield from self._join(schema, rest, binding)

    def _add(self, atom: Atom) -> None:
        self._by_predicate[atom.predicate].append(atom)
        for place, argument in enumerate(atom.arguments):
            self._by_argument[(atom.predicate, place, argument)].append(atom)

    def _candidates(self, pattern: Atom, binding: Binding) -> list[Atom]:
        """Facts that may match: the shortest list that one bound argument gives."""
        found = self._by_predicate.get(pattern.predicate, [])
        for place, argument in enumerate(pattern.arguments):
            value = binding.get(argument, argument)
            if not value.startswith("?"):
                narrow = self._by_argument.get((pattern.predicate, place, value), [])
                if len(narrow) < len(found):
                    found = narrow
        return found

    def _join(
        self, schema: Schema, patterns: tuple[Atom, ...], binding: Binding
    ) -> Iterator[tuple[Schema, tuple[str, ...]]]:
        if not patterns:
            names = [each.name for each in schema.action.parameters]
            columns = [[binding[name]] if name in binding else sorted(schema.objects[name]) for name in names]
            for arguments in product(*columns):
                yield schema, arguments
            return
        best = min(range(len(patterns)), key=lambda place: len(self._candidates(patterns[place], binding)))
        rest = (*patterns[:best], *patterns[best + 1 :])
        for atom in tuple(self._candidates(patterns[best], binding)):
            extended = _match(patterns[best], atom, binding, schema)
            if extended is not None:
                yield from self._join(schema, rest, extended)


def _changed_functions(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case NumericEffect():
                yield effect.fluent.predicate
            case ConditionalEffect() | UniversalEffect():
                yield from _changed_functions(effect.effects)


def _is_fact(condition: Condition) -> TypeGuard[Atom]:
    return isinstance(condition, Atom) and condition.predicate != "="


def _match(pattern: Atom, atom: Atom, binding: Binding, schema: Schema) -> Binding | None:
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
