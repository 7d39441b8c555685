"""Domains and problems as values; every name is in lower case (PDDL is case-blind).

Domains and problems compare and hash by identity: parse once, reuse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from plancritic.pddl.language.conditions import Atom, Condition, Expression, Parameter
from plancritic.pddl.language.constraints import Constraint, Preference
from plancritic.pddl.language.demands import Demand
from plancritic.pddl.language.syntax import Group


@dataclass(frozen=True, slots=True)
class FactEffect:
    """An atom becomes true (`becomes`) or false."""

    atom: Atom
    becomes: bool


@dataclass(frozen=True, slots=True)
class NumericEffect:
    """`operator` is one of `assign`, `increase`, `decrease`, `scale-up`, `scale-down`."""

    operator: str
    fluent: Atom
    expression: Expression


@dataclass(frozen=True, slots=True)
class ConditionalEffect:
    """Effects that take place where the conditions held: at the action's start, over all of it, at its end.

    A plain action has only `at_start`, checked where the action takes place.
    """

    at_start: Condition
    over_all: Condition
    at_end: Condition
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class UniversalEffect:
    """Effects for all objects of the parameters' types."""

    parameters: tuple[Parameter, ...]
    effects: tuple[Effect, ...]


Effect = FactEffect | NumericEffect | ConditionalEffect | UniversalEffect


@dataclass(frozen=True, slots=True)
class DurationBound:
    """`?duration operator expression`, evaluated at the action's start or, with `at_end`, at its end."""

    operator: str
    expression: Expression
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class ActionPreference:
    """A wish about an action's condition at `moment`: `at start`, `over all` or `at end`."""

    name: str
    moment: str
    condition: Condition


@dataclass(frozen=True, slots=True)
class Action:
    """An action schema; a plain action has `duration` None and everything of it at the start."""

    name: str
    parameters: tuple[Parameter, ...]
    duration: tuple[DurationBound, ...] | None
    conditions_at_start: Condition
    conditions_over_all: Condition
    conditions_at_end: Condition
    effects_at_start: tuple[Effect, ...]
    effects_at_end: tuple[Effect, ...]
    preferences: tuple[ActionPreference, ...] = ()

    @property
    def is_durative(self) -> bool:
        """Whether the action takes time."""
        return self.duration is not None


@dataclass(frozen=True, eq=False)
class Domain:
    """A domain.

    `types` maps a type to its first parent, `further_parents` to the others (declared with `either`);
    `constants` maps a name to its (first) type, `further_types` to the others; `display` maps a name to its
    writing in the file; `constraints_section` is read once a problem's objects are known.
    """

    name: str
    requirements: tuple[str, ...]
    types: Mapping[str, str]
    constants: Mapping[str, str]
    predicates: Mapping[str, tuple[Parameter, ...]]
    functions: Mapping[str, tuple[Parameter, ...]]
    actions: Mapping[str, Action]
    display: Mapping[str, str]
    further_parents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    further_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    constraints_section: Group | None = field(default=None, repr=False)
    text: str = field(default="", repr=False)
    file: str = "domain.pddl"

    @cached_property
    def type_names(self) -> frozenset[str]:
        """Every type, `object` among them."""
        return frozenset({"object", *self.types, *self.types.values()}.union(*self.further_parents.values()))

    @cached_property
    def changing_functions(self) -> frozenset[str]:
        """Names of the functions that some action changes."""
        effects = (
            each for action in self.actions.values() for each in (action.effects_at_start, action.effects_at_end)
        )
        return frozenset(name for each in effects for name in _changed_functions(each))

    @cached_property
    def _ancestors(self) -> dict[str, frozenset[str]]:
        return {name: self._ancestors_of(name) for name in self.type_names}

    def _ancestors_of(self, name: str) -> frozenset[str]:
        found, pending = {"object"}, [name]
        while pending:
            current = pending.pop()
            if current in found and current != name:
                continue
            found.add(current)
            if current in self.types:
                pending.extend((self.types[current], *self.further_parents.get(current, ())))
        return frozenset(found)

    def is_subtype(self, name: str, ancestor: str) -> bool:
        """Return whether a type is another or descends from it; an unknown type descends from nothing."""
        return ancestor in self._ancestors.get(name, frozenset())


def _changed_functions(effects: tuple[Effect, ...]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case NumericEffect():
                yield effect.fluent.predicate
            case ConditionalEffect() | UniversalEffect():
                yield from _changed_functions(effect.effects)


@dataclass(frozen=True)
class GroundAction:
    """An action with objects for its parameters and its quantifiers written out.

    Effects are facts, numbers or conditional effects (nested ones too), never universal. `text` is its PDDL.
    """

    text: str
    duration: tuple[DurationBound, ...] | None
    conditions_at_start: Condition
    conditions_over_all: Condition
    conditions_at_end: Condition
    effects_at_start: tuple[Effect, ...]
    effects_at_end: tuple[Effect, ...]

    @cached_property
    def demand_at_start(self) -> Demand:
        """`conditions_at_start`, made ready for many checks."""
        return Demand.of(self.conditions_at_start)

    @cached_property
    def demand_over_all(self) -> Demand:
        """`conditions_over_all`, made ready for many checks."""
        return Demand.of(self.conditions_over_all)

    @cached_property
    def demand_at_end(self) -> Demand:
        """`conditions_at_end`, made ready for many checks."""
        return Demand.of(self.conditions_at_end)


@dataclass(frozen=True, slots=True)
class TimedLiteral:
    """At `time` an atom becomes true or false, or a numeric fluent takes a value."""

    time: float
    effect: FactEffect | NumericEffect


@dataclass(frozen=True, slots=True)
class Metric:
    """What to minimise or maximise; `(is-violated p)` is an atom of that predicate."""

    direction: str
    expression: Expression


@dataclass(frozen=True, eq=False)
class Problem:
    """A problem, its conditions ground.

    `objects` maps a name (constants included, in order of declaration) to its type; `goal_preferences` and
    `constraint_preferences` are kept apart from what must hold; `display` maps a name to its writing in the
    problem's or domain's file.
    """

    name: str
    domain: Domain
    objects: Mapping[str, str]
    facts: frozenset[Atom]
    values: Mapping[Atom, float]
    timed_literals: tuple[TimedLiteral, ...]
    goal: Condition
    constraints: tuple[Constraint, ...]
    metric: Metric | None
    display: Mapping[str, str]
    further_types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    goal_preferences: tuple[Preference, ...] = ()
    constraint_preferences: tuple[Preference, ...] = ()
    text: str = field(default="", repr=False)
    #: Filled as they are asked for: objects by types, and ground actions by their words (see `grounding`).
    _by_types: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict, repr=False)
    ground_actions: dict[tuple[str, ...], GroundAction] = field(default_factory=dict, repr=False)

    @cached_property
    def changing_functions(self) -> frozenset[str]:
        """Names of the functions that some action or timed literal changes."""
        effects = tuple(literal.effect for literal in self.timed_literals)
        return self.domain.changing_functions.union(_changed_functions(effects))

    def is_a(self, name: str, type_name: str) -> bool:
        """Return whether an object is of a type or of one below it; an unknown object is of none."""
        own = self.objects.get(name)
        if own is None:
            return False
        return any(self.domain.is_subtype(each, type_name) for each in (own, *self.further_types.get(name, ())))

    def objects_of_any(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the same as `objects_of`, types in one argument."""
        return self.objects_of(*types)

    def objects_of(self, *types: str) -> tuple[str, ...]:
        """Return the objects of any of the types, in order of declaration."""
        if types not in self._by_types:
            found = (name for name in self.objects if any(self.is_a(name, each) for each in types))
            self._by_types[types] = tuple(found)
        return self._by_types[types]
