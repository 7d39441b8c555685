"""What a problem's model says about meaning: who moves, from where to where, what an action comes to.

All of it is read from the domain's actions and the initial state, so that a new domain needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product

from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.language import (
    Action,
    And,
    Atom,
    Condition,
    FactEffect,
    Not,
    Or,
    Problem,
    Step,
    bind_atom,
    conjuncts,
    negate,
)


class World:
    """A problem as the translator sees it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.domain = problem.domain

    @cached_property
    def changeable(self) -> frozenset[str]:
        """Predicates that a plan can change."""
        return changeable_predicates(self.domain)

    @cached_property
    def positions(self) -> dict[str, str]:
        """For each object that moves: the predicate that says where it is, as in `(at boat place)`.

        It moves where an action takes such a fact away and gives another of the same object.
        """
        found: dict[str, str] = {}
        for action in self.domain.actions.values():
            given, taken = self._effects(action)
            for gone in taken:
                for come in given:
                    if (
                        gone.predicate == come.predicate
                        and len(gone.arguments) == 2
                        and gone.arguments[0] == come.arguments[0]
                        and gone.arguments[1] != come.arguments[1]
                    ):
                        types = next(p.types for p in action.parameters if p.name == gone.arguments[0])
                        for name in self.problem.objects_of(*types):
                            found.setdefault(name, gone.predicate)
        return found

    @cached_property
    def locks(self) -> frozenset[str]:
        """Predicates that every action which takes them gives back: they say "busy", nobody has wishes about them."""
        returned: dict[str, bool] = {}
        for action in self.domain.actions.values():
            given, taken = self._effects(action)
            for atom in taken:
                returned[atom.predicate] = returned.get(atom.predicate, True) and atom in given
        return frozenset(name for name, always in returned.items() if always)

    @cached_property
    def movers(self) -> tuple[str, ...]:
        """Objects that move, in order of declaration."""
        return tuple(name for name in self.problem.objects if name in self.positions)

    @cached_property
    def places(self) -> frozenset[str]:
        """Objects where a mover can be."""
        found: set[str] = set()
        for predicate in set(self.positions.values()):
            found.update(self.problem.objects_of(*self.domain.predicates[predicate][1].types))
        return frozenset(found)

    def position(self, mover: str, place: str) -> Atom:
        """Return the fact that a mover is at a place."""
        return Atom(self.positions[mover], (mover, place))

    def start(self, mover: str) -> str | None:
        """Where a mover is at first."""
        return self._starts.get(mover)

    @cached_property
    def _starts(self) -> dict[str, str]:
        return {
            fact.arguments[0]: fact.arguments[1]
            for fact in sorted(self.problem.facts, key=str)
            if fact.arguments and self.positions.get(fact.arguments[0]) == fact.predicate
        }

    def first_stops(self, mover: str) -> tuple[str, ...]:
        """Places a mover can come to first: those joined to its start by the facts that its moves need.

        Where moves need no such fact (a satellite turns anywhere) there are none: moving is leaving.
        """
        start = self.start(mover)
        return tuple(place for place in self.problem.objects if start is not None and (start, place) in self.ways)

    @cached_property
    def ways(self) -> frozenset[tuple[str, str]]:
        """Pairs of places that a move can join: a static fact about both is among its conditions."""
        found: set[tuple[str, str]] = set()
        for action in self.domain.actions.values():
            given, taken = self._effects(action)
            moves = {
                (gone.arguments[1], come.arguments[1])
                for gone, come in product(taken, given)
                if gone.predicate == come.predicate
                and gone.arguments[:1] == come.arguments[:1]
                and len(come.arguments) == 2
            }
            needs = (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end)
            for need in (part for condition in needs for part in conjuncts(condition)):
                if isinstance(need, Atom) and need.predicate not in self.changeable and need.arguments in moves:
                    found.update(f.arguments for f in self.problem.facts if f.predicate == need.predicate)  # type: ignore[misc]
        return frozenset(found)

    def outcome(self, step: Step) -> tuple[Atom, ...]:
        """What a step makes true and what stays so: its facts at the end that it does not take away and were not so."""
        action = self.domain.actions.get(step.action)
        if action is None or len(action.parameters) != len(step.arguments):
            return ()
        binding = dict(zip((p.name for p in action.parameters), step.arguments, strict=True))
        taken = {bind_atom(atom, binding) for atom in self._taken_at_start(action)}
        given, _ = self._effects(action)
        return tuple(atom for atom in (bind_atom(atom, binding) for atom in given) if atom not in taken)

    def losses(self, step: Step) -> tuple[Atom, ...]:
        """Return what a step makes false for good."""
        action = self.domain.actions.get(step.action)
        if action is None or len(action.parameters) != len(step.arguments):
            return ()
        binding = dict(zip((p.name for p in action.parameters), step.arguments, strict=True))
        given, taken = self._effects(action)
        back = {bind_atom(atom, binding) for atom in given}
        return tuple(atom for atom in (bind_atom(atom, binding) for atom in taken) if atom not in back)

    def _taken_at_start(self, action: Action) -> Iterator[Atom]:
        return (e.atom for e in action.effects_at_start if isinstance(e, FactEffect) and not e.becomes)

    @staticmethod
    def _effects(action: Action) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
        effects = [e for e in (*action.effects_at_start, *action.effects_at_end) if isinstance(e, FactEffect)]
        return tuple(e.atom for e in effects if e.becomes), tuple(e.atom for e in effects if not e.becomes)

    def counterpart(self, atom: Atom) -> Atom | None:
        """Return what an action gives where it takes `atom` away, if that says the same the other way round.

        A satellite has power again when its instrument is off: `(power_avail satellite0)` for `(power_on
        instrument0)`. Only where the action's other objects follow from static facts and one action does it.
        """
        found: set[Atom] = set()
        for action in self.domain.actions.values():
            given, taken = self._effects(action)
            for gone in taken:
                if gone.predicate != atom.predicate or any(g.predicate == gone.predicate for g in given):
                    continue
                fixed = dict(zip(gone.arguments, atom.arguments, strict=True))
                for binding in self._static_bindings(action, fixed):
                    found.update(bind_atom(g, binding) for g in given)
        return next(iter(found)) if len(found) == 1 else None

    def as_given(self, conditions: Iterable[Condition]) -> tuple[Condition, ...]:
        """The conditions, where an action gives something for all that some of them take away, with that instead.

        With every instrument off a satellite has its power; with one of three off it may not have.
        """
        said = list(dict.fromkeys(conditions))
        found: dict[Condition, None] = {}
        for condition in said:
            atom = condition.condition if isinstance(condition, Not) else None
            given = self.counterpart(atom) if isinstance(atom, Atom) else None
            if isinstance(atom, Atom) and given is not None:
                every = all(negate(other) in said for other in self._taken_for(atom, given))
                found[given if every else condition] = None
            else:
                found[condition] = None
        return tuple(found)

    def _taken_for(self, atom: Atom, given: Atom) -> tuple[Atom, ...]:
        """Every fact of the atom's predicate for which the same is given."""
        columns = [self.problem.objects_of(*p.types) for p in self.domain.predicates[atom.predicate]]
        others = (Atom(atom.predicate, values) for values in product(*columns))
        return tuple(other for other in others if self.counterpart(other) == given)

    def _static_bindings(self, action: Action, fixed: dict[str, str]) -> Iterator[dict[str, str]]:
        names = [p.name for p in action.parameters]
        if any(p.name in fixed and fixed[p.name] not in self.problem.objects_of(*p.types) for p in action.parameters):
            return
        columns = [
            (fixed[p.name],) if p.name in fixed else self.problem.objects_of(*p.types) for p in action.parameters
        ]
        needs: Iterable[Condition] = (
            need
            for condition in (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end)
            for need in conjuncts(condition)
        )
        static = [n for n in needs if isinstance(n, Atom) and n.predicate not in self.changeable and n.predicate != "="]
        for values in product(*columns):
            binding = dict(zip(names, values, strict=True))
            if all(bind_atom(need, binding) in self.problem.facts for need in static):
                yield binding

    def goal_atoms(self) -> tuple[Atom, ...]:
        """Return the facts of the goal."""
        return tuple(atom for atom in conjuncts(self.problem.goal) if isinstance(atom, Atom))

    def fill(self, predicate: str, objects: tuple[str, ...]) -> tuple[Atom, ...]:
        """Facts of a predicate about the named objects, other places filled by what the problem leaves open.

        For each named object of a fitting type one fact. A place nobody named takes the value it has in a goal
        fact with the same other arguments, else the only object of its type, else what static facts allow.
        """
        parameters = self.domain.predicates[predicate]
        columns: list[tuple[str, ...]] = []
        left_open: list[int] = []
        remaining = list(objects)
        for place, parameter in enumerate(parameters):
            fitting = tuple(o for o in remaining if any(self.problem.is_a(o, t) for t in parameter.types))
            if fitting and len(parameters) > 1 and sum(p.types == parameter.types for p in parameters) > 1:
                fitting = fitting[:1]
            if fitting:
                remaining = [o for o in remaining if o not in fitting]
                columns.append(fitting)
            else:
                left_open.append(place)
                columns.append(self.problem.objects_of(*parameter.types))
        if len(left_open) == len(parameters) and len(parameters) > 0 and any(len(c) > 1 for c in columns):
            return ()
        combos = [atom for values in product(*columns) if self.possible(atom := Atom(predicate, values))]
        if not left_open:
            return tuple(combos)
        in_goal = [atom for atom in combos if atom in self.goal_atoms()]
        if in_goal:
            return tuple(in_goal)
        return tuple(combos)

    def agents(self, predicate: str) -> frozenset[str]:
        """Objects that take part in an action which gives facts of the predicate."""
        found: set[str] = set()
        for action in self.domain.actions.values():
            if any(atom.predicate == predicate for atom in self._effects(action)[0]):
                found.update(o for p in action.parameters for o in self.problem.objects_of(*p.types))
        return frozenset(found)

    def possible(self, atom: Atom) -> bool:
        """Return whether some action could give the fact, as far as static facts tell."""
        for action in self.domain.actions.values():
            for given in self._effects(action)[0]:
                if given.predicate == atom.predicate:
                    fixed = dict(zip(given.arguments, atom.arguments, strict=True))
                    if next(self._static_bindings(action, fixed), None) is not None:
                        return True
        return atom in self.problem.facts


def holds_at_first(condition: Condition, world: World) -> bool:
    """Return whether a condition of facts is so in the initial state."""
    if isinstance(condition, Atom):
        return condition in world.problem.facts
    if isinstance(condition, Not):
        return not holds_at_first(condition.condition, world)
    if isinstance(condition, And):
        return all(holds_at_first(part, world) for part in condition.conditions)
    if isinstance(condition, Or):
        return any(holds_at_first(part, world) for part in condition.conditions)
    return False
