"""Crossover and mutation of specifications ([EA] algorithms 1 and 2).

Everything here depends on the random source alone, so that a seed fixes the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.presets import Operator, Preset
from plancritic.coordinator.problem.specification import Individual, Specification, merged
from plancritic.coordinator.search.confusions import MODIFICATIONS, Modification
from plancritic.coordinator.search.mutation_bias import Preferences, Uniform, drawn
from plancritic.coordinator.search.operator_selection import Rates
from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.pddl.language import (
    ARITY,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Problem,
    parse_constraint,
    with_atoms,
)


class Mutation:
    """Mutates specifications of one problem; `horizon` bounds the times it invents (units of the domain's time).

    `preferences` weigh what it chooses from: everything alike where nothing is said, as published.
    """

    def __init__(self, problem: Problem, horizon: float, preferences: Preferences | None = None) -> None:
        changeable = changeable_predicates(problem.domain)
        #: What an action can change; a constraint on anything else is true or false whatever the plan.
        self._atoms = tuple(atom for atom in ground_atoms(problem) if atom.predicate in changeable)
        if not self._atoms:
            raise ValueError(f"no action of {problem.domain.name!r} changes anything")
        self._problem = problem
        self._horizon = max(horizon, 1.0)
        self._preferences: Preferences = preferences or Uniform()

    def prepare(self) -> None:
        """What takes a while before the first mutation: call it in a thread."""
        self._preferences.prepare()

    def mutate(self, individual: Individual, preset: Preset, random: Random, rates: Rates | None = None) -> Individual:
        """Return the individual after between `preset.mutations` mutations, each noted in its lineage.

        `rates` are the chances of the operators and modifications as they were learnt; without them the operators' are
        the preset's and all modifications are alike.
        """
        specification, lineage = individual.specification, individual.lineage
        made_by: list[str] = []
        for _ in range(random.randint(*preset.mutations)):
            operator = self._operator(specification, preset, random, rates)
            specification, note, modification = self._apply(operator, specification, random, rates)
            lineage = (*lineage, note)
            made_by += [operator, *([modification] if modification else [])]
        return Individual(merged(specification), lineage, made_by=tuple(made_by))

    def _operator(self, specification: Specification, preset: Preset, random: Random, rates: Rates | None) -> Operator:
        """A kind of mutation that can be applied: an empty specification can only grow, none is emptied."""
        if not specification:
            return "add"
        known = preset.operators if rates is None else rates.operators.chances.items()
        chances = [(kind, chance) for kind, chance in known if kind != "remove" or len(specification) > 1]
        kinds, weights = zip(*chances, strict=True)
        chosen: Operator = random.choices(kinds, weights)[0]
        return chosen

    def _apply(
        self, operator: Operator, specification: Specification, random: Random, rates: Rates | None
    ) -> tuple[Specification, str, Modification | None]:
        """The specification with the operator applied, a note of it, and the modification where one was drawn."""
        if operator == "add":
            added = self.random_constraint(random, _facts_of(specification))
            return (*specification, TracedConstraint(constraint=str(added))), f"added {added}", None
        index = random.randrange(len(specification))
        chosen = specification[index]
        if operator == "remove":
            return specification[:index] + specification[index + 1 :], f"removed {chosen.constraint}", None
        modification = self._modification(random, rates)
        changed = self._modified(parse_constraint(chosen.constraint), modification, random)
        traced = chosen.model_copy(update={"constraint": str(changed)})
        if operator == "duplicate":
            return (*specification, traced), f"added {changed} after {chosen.constraint}", modification
        grown = (*specification[:index], traced, *specification[index + 1 :])
        return grown, f"{chosen.constraint} became {changed}", modification

    def random_constraint(self, random: Random, said: Sequence[Atom] = ()) -> Constraint:
        """Any well-formed constraint over what actions can change, preferably near to what is `said` already."""
        kind = random.choice(list(ConstraintType))
        conditions = tuple(self._literal(random, said) for _ in range(_conditions(kind)))
        return Constraint(kind, conditions, self._bounds(kind, random))

    def _modification(self, random: Random, rates: Rates | None) -> Modification:
        learnt = None if rates is None or rates.ways is None else rates.ways.chances
        return drawn(random, MODIFICATIONS, None if learnt is None else [learnt[each] for each in MODIFICATIONS])

    def _modified(self, constraint: Constraint, modification: Modification, random: Random) -> Constraint:
        """The constraint negated, of another type, or with one object replaced by another of its type."""
        if modification == "negate":
            return constraint.negated()
        if modification == "type":
            return self._retyped(constraint, random)
        return self._with_other_argument(constraint, random)

    def _retyped(self, constraint: Constraint, random: Random) -> Constraint:
        others = [other for other in ConstraintType if other is not constraint.type]
        kind = drawn(random, others, self._preferences.types(constraint.type, others))
        conditions = constraint.conditions
        if len(conditions) < _conditions(kind):
            conditions = (*conditions, self._literal(random, constraint.atoms()))
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
        arguments[position] = drawn(random, others, self._preferences.objects(arguments[position], others))
        replaced = Atom(atom.predicate, tuple(arguments))
        conditions = tuple(
            with_atoms(each, lambda one: replaced if one == atom else one) for each in constraint.conditions
        )
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

    def _literal(self, random: Random, said: Sequence[Atom] = ()) -> Condition:
        atom = drawn(random, self._atoms, self._preferences.facts(said, self._atoms))
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


def _facts_of(specification: Specification) -> tuple[Atom, ...]:
    """The facts that a specification speaks of."""
    return tuple(atom for traced in specification for atom in parse_constraint(traced.constraint).atoms())


def _bounds(kind: ConstraintType) -> int:
    return ARITY[kind][0]


def _conditions(kind: ConstraintType) -> int:
    return ARITY[kind][1]
