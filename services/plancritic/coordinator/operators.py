"""Crossover and mutation of specifications ([EA] algorithms 1 and 2).

Everything here depends on the random source alone, so that a seed fixes the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.population import Individual, Specification, merged
from plancritic.coordinator.presets import Operator, Preset
from plancritic.pddl.constraints import (
    ARITY,
    And,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    parse_constraint,
)
from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.pddl.model import Problem


class Mutation:
    """Mutates specifications of one problem; `horizon` bounds the times it invents (units of the domain's time)."""

    def __init__(self, problem: Problem, horizon: float) -> None:
        changeable = changeable_predicates(problem.domain)
        #: What an action can change; a constraint on anything else is true or false whatever the plan.
        self._atoms = tuple(atom for atom in ground_atoms(problem) if atom.predicate in changeable)
        if not self._atoms:
            raise ValueError(f"no action of {problem.domain.name!r} changes anything")
        self._problem = problem
        self._horizon = max(horizon, 1.0)

    def mutate(self, individual: Individual, preset: Preset, random: Random) -> Individual:
        """The individual after between `preset.mutations` mutations, each noted in its lineage."""
        specification, lineage = individual.specification, individual.lineage
        for _ in range(random.randint(*preset.mutations)):
            operator = self._operator(specification, preset, random)
            specification, note = self._apply(operator, specification, random)
            lineage = (*lineage, note)
        return Individual(merged(specification), lineage)

    def _operator(self, specification: Specification, preset: Preset, random: Random) -> Operator:
        """A kind of mutation that can be applied: an empty specification can only grow, none is emptied."""
        if not specification:
            return "add"
        chances = [(kind, chance) for kind, chance in preset.operators if kind != "remove" or len(specification) > 1]
        kinds, weights = zip(*chances, strict=True)
        chosen: Operator = random.choices(kinds, weights)[0]
        return chosen

    def _apply(self, operator: Operator, specification: Specification, random: Random) -> tuple[Specification, str]:
        if operator == "add":
            added = self.random_constraint(random)
            return (*specification, TracedConstraint(constraint=str(added))), f"added {added}"
        index = random.randrange(len(specification))
        chosen = specification[index]
        if operator == "remove":
            return specification[:index] + specification[index + 1 :], f"removed {chosen.constraint}"
        changed = self.modified(parse_constraint(chosen.constraint), random)
        traced = chosen.model_copy(update={"constraint": str(changed)})
        if operator == "duplicate":
            return (*specification, traced), f"added {changed} after {chosen.constraint}"
        return (*specification[:index], traced, *specification[index + 1 :]), f"{chosen.constraint} became {changed}"

    def random_constraint(self, random: Random) -> Constraint:
        """Any well-formed constraint over what actions can change."""
        kind = random.choice(list(ConstraintType))
        conditions = tuple(self._literal(random) for _ in range(_conditions(kind)))
        return Constraint(kind, conditions, self._bounds(kind, random))

    def modified(self, constraint: Constraint, random: Random) -> Constraint:
        """The constraint negated, of another type, or with one object replaced by another of its type."""
        way = random.choice(("negate", "type", "argument"))
        if way == "negate":
            return constraint.negated()
        if way == "type":
            return self._retyped(constraint, random)
        return self._with_other_argument(constraint, random)

    def _retyped(self, constraint: Constraint, random: Random) -> Constraint:
        kind = random.choice([other for other in ConstraintType if other is not constraint.type])
        conditions = constraint.conditions
        if len(conditions) < _conditions(kind):
            conditions = (*conditions, self._literal(random))
        conditions = conditions[: _conditions(kind)]
        bounds = constraint.bounds if len(constraint.bounds) == _bounds(kind) else self._bounds(kind, random)
        return Constraint(kind, conditions, bounds)

    def _with_other_argument(self, constraint: Constraint, random: Random) -> Constraint:
        places = [
            (atom, position, others)
            for atom in constraint.atoms()
            for position in range(len(atom.arguments))
            if (others := self._replacements(atom, position))
        ]
        if not places:
            return constraint.negated()
        atom, position, others = random.choice(places)
        arguments = list(atom.arguments)
        arguments[position] = random.choice(others)
        replaced = Atom(atom.predicate, tuple(arguments))
        conditions = tuple(_substitute(each, atom, replaced) for each in constraint.conditions)
        # An atom inside a quantifier is out of reach: the negation is a mutation all the same.
        return (
            replace(constraint, conditions=conditions) if conditions != constraint.conditions else constraint.negated()
        )

    def _replacements(self, atom: Atom, position: int) -> Sequence[str]:
        """Objects of the parameter's type other than the one that stands there; none for what is no ground fact."""
        if (
            atom.predicate not in self._problem.domain.predicates
            or atom.arguments[position] not in self._problem.objects
        ):
            return []
        parameter = self._problem.domain.predicates[atom.predicate][position]
        return [name for name in self._problem.objects_of(*parameter.types) if name != atom.arguments[position]]

    def _literal(self, random: Random) -> Condition:
        atom = random.choice(self._atoms)
        return Not(atom) if random.random() < 0.5 else atom

    def _bounds(self, kind: ConstraintType, random: Random) -> tuple[float, ...]:
        times = sorted(round(random.uniform(0.0, self._horizon), 1) for _ in range(_bounds(kind)))
        if len(times) == 2 and times[0] == times[1]:
            times[1] += 1.0  # an empty window says nothing and judges disagree on it
        return tuple(times)


def crossover(mother: Individual, father: Individual, random: Random) -> tuple[Individual, Individual]:
    """Two children by one cut at p in 1..min(m, n) ([EA] algorithm 2); parents too short to be cut are returned."""
    shorter = min(len(mother.specification), len(father.specification))
    if shorter < 1:
        return mother, father
    cut = random.randint(1, shorter)
    return _child(mother, father, cut), _child(father, mother, cut)


def _child(first: Individual, second: Individual, cut: int) -> Individual:
    specification = merged((*first.specification[:cut], *second.specification[cut:]))
    return Individual(specification, (*first.lineage, f"crossed after {cut} with another individual"))


def _bounds(kind: ConstraintType) -> int:
    return ARITY[kind][0]


def _conditions(kind: ConstraintType) -> int:
    return ARITY[kind][1]


def _substitute(condition: Condition, old: Atom, new: Atom) -> Condition:
    """The condition with one atom replaced; what is not made of ground atoms alone stays as it is."""
    match condition:
        case Atom():
            return new if condition == old else condition
        case Not(inner):
            return Not(_substitute(inner, old, new))
        case And(parts):
            return And(tuple(_substitute(each, old, new) for each in parts))
        case Or(parts):
            return Or(tuple(_substitute(each, old, new) for each in parts))
        case _:
            return condition
