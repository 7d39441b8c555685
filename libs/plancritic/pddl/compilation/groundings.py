"""The ground actions that a problem's static facts allow, and which of them touch an atom or a fluent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from plancritic.pddl.compilation.events import changed
from plancritic.pddl.grounding import MOST_GROUND_ACTIONS, changeable_predicates, ground_action
from plancritic.pddl.language import (
    Action,
    Atom,
    Binding,
    Condition,
    ConditionalEffect,
    Effect,
    FactEffect,
    GroundAction,
    Not,
    NumericEffect,
    Parameter,
    Problem,
    UniversalEffect,
    UnsupportedFeatureError,
    bind_atom,
    conjuncts,
)

#: An action's name and its objects.
Name = tuple[str, ...]


class Groundings:
    """Ground actions of a problem, found as they are asked for; see `groundings_of`."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.changeable = changeable_predicates(problem.domain) | {
            literal.effect.atom.predicate
            for literal in problem.timed_literals
            if isinstance(literal.effect, FactEffect)
        }
        self._possible: dict[str, tuple[Name, ...]] = {}
        self._touching: dict[str, dict[Atom, list[Name]]] = {}
        self._changes = {
            name: frozenset(_changed((*action.effects_at_start, *action.effects_at_end)))
            for name, action in problem.domain.actions.items()
        }

    def possible(self, action: str) -> tuple[Name, ...]:
        """The ground actions of a schema whose static conditions are met.

        Raises:
            UnsupportedFeatureError: They are more than `MOST_GROUND_ACTIONS`.
        """
        if action not in self._possible:
            schema = self.problem.domain.actions[action]
            found = tuple(islice(self._enumerate(schema), MOST_GROUND_ACTIONS + 1))
            if len(found) > MOST_GROUND_ACTIONS:
                feature = f"compiling an action with more than {MOST_GROUND_ACTIONS:,} instances ({action})"
                raise UnsupportedFeatureError(feature, self.problem.domain.file, 1, 1)
            self._possible[action] = tuple((action, *arguments) for arguments in found)
        return self._possible[action]

    def touching(self, term: Atom) -> Iterator[Name]:
        """Yield the ground actions with an effect on an atom or a numeric fluent."""
        for action, predicates in self._changes.items():
            if term.predicate in predicates:
                yield from self._index(action).get(term, ())

    def action(self, name: Name) -> GroundAction:
        """Return the ground action of a name."""
        return ground_action(self.problem, name[0], name[1:])

    def constant(self, condition: Condition) -> bool:
        """Return whether an atom (or `Not` of one) is decided by the initial state whatever the plan does, and true."""
        if isinstance(condition, Atom):
            if condition.predicate == "=":
                return condition.arguments[0] == condition.arguments[1]
            return condition.predicate not in self.changeable and condition in self.problem.facts
        if isinstance(condition, Not) and isinstance(condition.condition, Atom):
            atom = condition.condition
            if atom.predicate == "=":
                return atom.arguments[0] != atom.arguments[1]
            return atom.predicate not in self.changeable and atom not in self.problem.facts
        return False

    def _index(self, action: str) -> dict[Atom, list[Name]]:
        if action not in self._touching:
            index: dict[Atom, list[Name]] = {}
            for name in self.possible(action):
                ground = self.action(name)
                for term in dict.fromkeys(changed((*ground.effects_at_start, *ground.effects_at_end))):
                    index.setdefault(term, []).append(name)
            self._touching[action] = index
        return self._touching[action]

    def _enumerate(self, schema: Action) -> Iterator[tuple[str, ...]]:
        static = [
            (condition, negative)
            for part in (schema.conditions_at_start, schema.conditions_over_all, schema.conditions_at_end)
            for condition, negative in map(_literal, conjuncts(part))
            if condition is not None and (condition.predicate == "=" or condition.predicate not in self.changeable)
        ]
        #: Conditions by the parameter that completes them.
        checks: list[list[tuple[Atom, bool]]] = [[] for _ in range(len(schema.parameters) + 1)]
        order = {parameter.name: place for place, parameter in enumerate(schema.parameters, start=1)}
        for condition, negative in static:
            checks[max((order.get(each, 0) for each in condition.arguments), default=0)].append((condition, negative))
        if all(self._met(condition, negative, {}) for condition, negative in checks[0]):
            yield from self._extend(schema.parameters, checks, {}, 0)

    def _extend(
        self, parameters: tuple[Parameter, ...], checks: list[list[tuple[Atom, bool]]], binding: Binding, place: int
    ) -> Iterator[tuple[str, ...]]:
        if place == len(parameters):
            yield tuple(binding[parameter.name] for parameter in parameters)
            return
        parameter = parameters[place]
        for name in self.problem.objects_of(*parameter.types):
            binding[parameter.name] = name
            if all(self._met(condition, negative, binding) for condition, negative in checks[place + 1]):
                yield from self._extend(parameters, checks, binding, place + 1)

    def _met(self, condition: Atom, negative: bool, binding: Binding) -> bool:
        atom = bind_atom(condition, binding)
        if atom.predicate == "=":
            return (atom.arguments[0] == atom.arguments[1]) is not negative
        return (atom in self.problem.facts) is not negative


@lru_cache(maxsize=64)
def groundings_of(problem: Problem) -> Groundings:
    """Return the groundings of a problem, kept for a while: specifications come by the hundred for one problem."""
    return Groundings(problem)


def _literal(condition: Condition) -> tuple[Atom | None, bool]:
    if isinstance(condition, Atom):
        return condition, False
    if isinstance(condition, Not) and isinstance(condition.condition, Atom):
        return condition.condition, True
    return None, False


def _changed(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case FactEffect():
                yield effect.atom.predicate
            case NumericEffect():
                yield effect.fluent.predicate
            case ConditionalEffect() | UniversalEffect():
                yield from _changed(effect.effects)
