"""What the scorer is asked about: constraints, alone or several as one request, and their near misses."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from plancritic.domains import DeedEntry
from plancritic.pddl.conditions import Atom, Condition, Not
from plancritic.pddl.constraints import Constraint, ConstraintType, parse_constraint
from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.wording import Lexicon

#: Types by how often they are asked about; people ask for order, avoidance and outcomes far more than for windows.
WEIGHTS = {
    ConstraintType.ALWAYS: 5,
    ConstraintType.SOMETIME: 3,
    ConstraintType.AT_END: 5,
    ConstraintType.SOMETIME_BEFORE: 6,
    ConstraintType.SOMETIME_AFTER: 2,
    ConstraintType.WITHIN: 2,
    ConstraintType.AT_MOST_ONCE: 1,
    ConstraintType.ALWAYS_WITHIN: 1,
    ConstraintType.HOLD_DURING: 1,
    ConstraintType.HOLD_AFTER: 1,
}


@dataclass(frozen=True, slots=True)
class Quantified:
    """How a group was made: its members stand at argument `place` of the first condition.

    They are the objects of `type` but `exceptions`, or with `group` those of the lexicon's group of that name. With `mode` "all" there is a constraint for each member. With
    "any" there is one, whose first condition is an `Or` of the literals of the members: one of them is enough.
    """

    type: str
    place: int
    exceptions: tuple[str, ...] = ()
    mode: Literal["all", "any"] = "all"
    group: str | None = None

    def members(self, lexicon: Lexicon) -> tuple[str, ...]:
        """The objects that it speaks of."""
        everything = lexicon.problem.objects_of(self.type) if self.group is None else lexicon.groups[self.group]
        return tuple(name for name in everything if name not in self.exceptions)


@dataclass(frozen=True, slots=True)
class Deed:
    """How a request about things was made: each is done to all objects of its type, or left undone."""

    entry: DeedEntry
    types: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Constraints that one text asks for together. `texts` are wordings given with it (an archetype's meaning).

    `parts` are the two or three questions that a statement combines, in their order; `constraints` are then those of
    all parts. A condition may be an `Or` of two literals ("either A or B") without any group behind it.
    """

    constraints: tuple[Constraint, ...]
    quantified: Quantified | None = None
    deed: Deed | None = None
    texts: tuple[str, ...] = ()
    parts: tuple[Question, ...] = ()
    #: The archetype whose ground truth it is.
    archetype: str | None = None
    #: People are known to ask it, or it is about how things stand in the end: it is asked often.
    central: bool = False
    #: Training must not see it in any words.
    held_back: bool = False

    @property
    def sort(self) -> str:
        """The type of its constraints, or `conjunction` where they are of several types or about unlike things."""
        types = {constraint.type.value for constraint in self.constraints}
        alike = len(self.constraints) == 1 or self.quantified is not None
        return types.pop() if len(types) == 1 and alike else "conjunction"


class QuestionSource:
    """Draws questions about one problem; the same generator state, the same questions."""

    def __init__(self, lexicon: Lexicon, problem_id: str, generator: random.Random, horizon: float) -> None:
        """`horizon` is the makespan of a plan without feedback: time bounds are drawn from it."""
        self._lexicon = lexicon
        self._problem_id = problem_id
        self._random = generator
        self._horizon = horizon
        problem, context = lexicon.problem, lexicon.context
        changeable = changeable_predicates(problem.domain)
        spoken_of = [constraint for example in context.examples for constraint in example.constraints]
        spoken_of += [text for case in _archetypes(lexicon, problem_id) for text in case.constraints]
        asked = " ".join(spoken_of)
        #: What examples speak of counts; the other predicates are asked about now and then.
        self._shares = {
            name: 1 + 4 * len(re.findall(rf"\({re.escape(name)}[ )]", asked))
            for name, entry in sorted(context.predicates.items())
            if entry.changes and name in changeable
        }
        self._atoms: list[Atom] = []
        self._weights: list[float] = []
        self.restrict(
            atom
            for name in self._shares
            for atom in ground_atoms(problem, name)
            if len(set(atom.arguments)) == len(atom.arguments)
        )

    def restrict(self, possible: Iterable[Atom]) -> None:
        """Ask only about these facts, so that none is asked about that has one answer for all plans."""
        kept = sorted((atom for atom in possible if atom.predicate in self._shares), key=str)
        if kept:
            counts = Counter(atom.predicate for atom in kept)
            self._atoms = kept
            self._weights = [self._shares[atom.predicate] / counts[atom.predicate] for atom in kept]

    def given(self) -> list[Question]:
        """Archetypes with their meaning, the context's examples and the deeds: what people are known to ask."""
        lexicon = self._lexicon
        questions = [
            self._recognised(tuple(parse_constraint(text) for text in case.constraints), case.text)
            for case in (*_archetypes(lexicon, self._problem_id), *_examples(lexicon, self._problem_id))
        ]
        return [*questions, *_deeds(lexicon)]

    def draw(self) -> Question:
        """A question of its own: one constraint, or one a member of a group of objects."""
        kind = self._random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        constraint = self._constraint(kind)
        grouped = kind in (ConstraintType.ALWAYS, ConstraintType.AT_END, ConstraintType.SOMETIME_BEFORE)
        if grouped and self._random.random() < 0.35:
            return self._group(constraint) or Question((constraint,))
        return Question((constraint,))

    def outcomes(self) -> list[Question]:
        """How things stand in the end: each fact that examples speak of, and its negation."""
        spoken_of = [atom for atom in self._atoms if self._shares[atom.predicate] > 1]
        return [
            Question((Constraint(ConstraintType.AT_END, (condition,)),), central=not isinstance(condition, Not))
            for atom in spoken_of
            for condition in (atom, Not(atom))
        ]

    def detour(self) -> Constraint:
        """A fact that is to come about some time, or not before another."""
        kind = self._random.choice((ConstraintType.SOMETIME, ConstraintType.SOMETIME, ConstraintType.SOMETIME_BEFORE))
        count = 1 if kind is ConstraintType.SOMETIME else 2
        return Constraint(kind, tuple(self._random.choices(self._atoms, self._weights, k=count)))

    def near_miss(self, question: Question) -> Question:
        """The question with one thing changed: an argument, a negation, a type, a bound, or the order of two facts."""
        index = self._random.randrange(len(question.constraints))
        if question.quantified is not None:
            changed = self._group(self._changed(question.constraints[index]))
            return changed or Question((self._changed(question.constraints[index]),))
        constraints = list(question.constraints)
        constraints[index] = self._changed(constraints[index])
        return Question(tuple(constraints))

    def _recognised(self, constraints: tuple[Constraint, ...], text: str) -> Question:
        """A request known by its text, and, if it is one thing asked of a group of objects, known as that too."""
        conditions = [constraint.conditions[0] for constraint in constraints]
        atoms = [each.condition if isinstance(each, Not) else each for each in conditions]
        firsts = {atom.arguments[0] for atom in atoms if isinstance(atom, Atom) and atom.arguments}
        if len(firsts) == len(constraints) > 1:
            problem = self._lexicon.problem
            for name in sorted(self._lexicon.context.types):
                members = problem.objects_of(name)
                exceptions = tuple(member for member in members if member not in firsts)
                if firsts <= set(members) and len(exceptions) <= 1:
                    alike = self._for_members(constraints[0], tuple(member for member in members if member in firsts))
                    if set(alike) == set(constraints):
                        group = Quantified(name, 0, exceptions)
                        return Question(alike, quantified=group, texts=(text,), central=True)
        return Question(constraints, texts=(text,), central=True)

    def _for_members(self, constraint: Constraint, members: Iterable[str]) -> tuple[Constraint, ...]:
        """The constraint once for each member as the first argument of its first condition."""
        first = constraint.conditions[0]
        atom = first.condition if isinstance(first, Not) else first
        assert isinstance(atom, Atom)
        found = []
        for member in members:
            moved = Atom(atom.predicate, (member, *atom.arguments[1:]))
            condition: Condition = Not(moved) if isinstance(first, Not) else moved
            found.append(Constraint(constraint.type, (condition, *constraint.conditions[1:]), constraint.bounds))
        return tuple(found)

    def _constraint(self, kind: ConstraintType) -> Constraint:
        first, second = self._literal(kind), self._literal(ConstraintType.SOMETIME)
        early, late = sorted(self._moment() for _ in range(2))
        match kind:
            case ConstraintType.SOMETIME_BEFORE | ConstraintType.SOMETIME_AFTER:
                return Constraint(kind, (first, second))
            case ConstraintType.ALWAYS_WITHIN:
                return Constraint(kind, (first, second), (early,))
            case ConstraintType.HOLD_DURING:
                return Constraint(kind, (first,), (early, late + 1.0))
            case ConstraintType.WITHIN | ConstraintType.HOLD_AFTER:
                return Constraint(kind, (first,), (late,))
        return Constraint(kind, (first,))

    def _literal(self, kind: ConstraintType) -> Condition:
        atom = self._random.choices(self._atoms, self._weights)[0]
        negative = {ConstraintType.ALWAYS: 0.9, ConstraintType.SOMETIME_BEFORE: 0.3, ConstraintType.AT_END: 0.2}
        return Not(atom) if self._random.random() < negative.get(kind, 0.15) else atom

    def _moment(self) -> float:
        return float(max(1, round(self._random.random() * self._horizon)))

    def _changed(self, constraint: Constraint) -> Constraint:
        change = self._random.random()
        two = len(constraint.conditions) == 2
        if two and change < 0.25:
            return Constraint(constraint.type, constraint.conditions[::-1], constraint.bounds)
        if constraint.bounds and change < 0.3:
            return Constraint(constraint.type, constraint.conditions, self._constraint(constraint.type).bounds)
        if change < 0.4:
            return constraint.negated()
        if not constraint.bounds and change < 0.5:
            kinds = (ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME_AFTER) if two else _PLAIN
            return Constraint(self._random.choice(kinds), constraint.conditions)
        place = self._random.randrange(len(constraint.conditions))
        conditions = list(constraint.conditions)
        conditions[place] = self._neighbour(conditions[place])
        return Constraint(constraint.type, tuple(conditions), constraint.bounds)

    def _neighbour(self, condition: Condition) -> Condition:
        atom = condition.condition if isinstance(condition, Not) else condition
        if not isinstance(atom, Atom):
            return condition
        near = [other for other in self._atoms if _differences(atom, other) == 1]
        chosen = self._random.choice(near) if near else self._random.choice(self._atoms)
        return Not(chosen) if isinstance(condition, Not) else chosen

    def _group(self, constraint: Constraint) -> Question | None:
        """The constraint for every object of a type, but one now and then; None where no type has several."""
        condition = constraint.conditions[0]
        atom = condition.condition if isinstance(condition, Not) else condition
        if not isinstance(atom, Atom) or not atom.arguments:
            return None
        problem = self._lexicon.problem
        parameter = problem.domain.predicates[atom.predicate][0]
        choices = [
            (name, members)
            for name in sorted(self._lexicon.context.types)
            if len(members := problem.objects_of(name)) > 1
            and all(any(problem.is_a(one, wanted) for wanted in parameter.types) for one in members)
            and atom.arguments[0] in members
        ]
        if not choices:
            return None
        name, members = self._random.choice(choices)
        exceptions: tuple[str, ...] = ()
        if len(members) > 2 and self._random.random() < 0.3:
            exceptions = (self._random.choice(members),)
        constraints = self._for_members(constraint, [member for member in members if member not in exceptions])
        return Question(constraints, quantified=Quantified(name, 0, exceptions))


_PLAIN = (ConstraintType.ALWAYS, ConstraintType.SOMETIME, ConstraintType.AT_END, ConstraintType.AT_MOST_ONCE)


@dataclass(frozen=True, slots=True)
class _Case:
    text: str
    constraints: tuple[str, ...]


def _archetypes(lexicon: Lexicon, problem: str) -> list[_Case]:
    return [
        _Case(archetype.meaning, archetype.ground_truth[problem])
        for archetype in lexicon.bundle.archetypes
        if problem in archetype.ground_truth
    ]


def _examples(lexicon: Lexicon, problem: str) -> list[_Case]:
    cases = [e for e in lexicon.context.examples if e.problem == problem]
    return [_Case(text, e.constraints) for e in cases for text in (e.statement, e.mid_level_goal)]


def _deeds(lexicon: Lexicon) -> Iterator[Question]:
    for entry in lexicon.context.deeds:
        problem = lexicon.problem
        types = [
            name
            for name in sorted(lexicon.context.types)
            if (members := problem.objects_of(name)) and all(problem.is_a(one, entry.type) for one in members)
        ]
        singles = [((name, done),) for name in types for done in (True, False)]
        leaves = [name for name in types if problem.objects_of(name) != problem.objects_of(entry.type)]
        both = [((a, True), (b, False)) for a, b in product(leaves, leaves) if a != b]
        for chosen in (*singles, *both):
            constraints = [
                parse_constraint(f"(at end {condition})")
                for name, done in chosen
                for one in problem.objects_of(name)
                for condition in _outcome(entry, one, done)
            ]
            if constraints:
                yield Question(tuple(dict.fromkeys(constraints)), deed=Deed(entry, chosen), central=True)


def _outcome(entry: DeedEntry, name: str, done: bool) -> Sequence[str]:
    for case in entry.cases:
        match = re.fullmatch(case.match, name, re.IGNORECASE)
        if match is not None:
            return [match.expand(text.replace(r"\0", name)) for text in (case.done if done else case.undone)]
    return ()


def _differences(one: Atom, other: Atom) -> int:
    if one.predicate != other.predicate or len(one.arguments) != len(other.arguments):
        return 99
    return sum(a != b for a, b in zip(one.arguments, other.arguments, strict=True))
