"""What the scorer is asked about: constraints, alone or several as one request, and their near misses."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from plancritic.domains import DeedEntry
from plancritic.pddl.conditions import And, Atom, Condition, Not, Or, atoms
from plancritic.pddl.constraints import Constraint, ConstraintType, parse_constraint
from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.pddl.relaxed_reachability import relaxed_reachability
from plancritic.scorer.training.plan_facts import PlanFacts
from plancritic.wording import Lexicon

#: Share of each way of making a question that is not known by anybody.
_GROUPED, _ANY, _OF_A_GROUP, _BUT_ONE = 0.25, 0.4, 0.4, 0.3
#: Share of the conditions that say "either this or that", and of those that say "this and that at once".
_EITHER, _BOTH = 0.18, 0.05
#: Share of the literals about facts that no plan happens to make true, that all plans keep true, and that nothing could
#: change: people ask for those too, and are to be answered.
_NEVER, _ALWAYS, _FIXED = 0.05, 0.03, 0.06
#: Share of negative literals by type; what is always to be so is mostly that something does not happen.
_NEGATIVE = {ConstraintType.ALWAYS: 0.75, ConstraintType.AT_END: 0.3, ConstraintType.SOMETIME_BEFORE: 0.15}


@dataclass(frozen=True, slots=True)
class Quantified:
    """How a group was made: its members stand at argument `place` of the first condition.

    They are the objects of `type` but `exceptions`, or with `group` those of the lexicon's group of that name. With
    `mode` "all" there is a constraint for each member. With "any" there is one, whose first condition is an `Or` of
    the facts of the members: one of them is enough.
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

    @property
    def sort(self) -> str:
        """The type of its constraints, or `conjunction` where they are of several types or about unlike things."""
        types = {constraint.type.value for constraint in self.constraints}
        alike = len(self.constraints) == 1 or self.quantified is not None
        return types.pop() if len(types) == 1 and alike else "conjunction"


class QuestionSource:
    """Draws questions about one problem; the same generator state, the same questions."""

    def __init__(self, lexicon: Lexicon, base: str, generator: random.Random, facts: PlanFacts) -> None:
        """`base` is the folder's problem that this one is or was sampled from; `facts` are those of its plans."""
        self._lexicon = lexicon
        self._base = base
        self._random = generator
        self.facts = facts
        shares = shares_of(lexicon, base)
        self._changing, self._weights = _weighted(facts.changing or facts.never or facts.always, shares)
        #: What never comes about is asked about things that do other things.
        self._never = [atom for atom in facts.never if any(_differences(atom, other) == 1 for other in facts.changing)]
        self._fixed = _fixed(lexicon, facts)

    def given(self) -> list[Question]:
        """Archetypes with their meaning, the context's examples and the deeds: what people are known to ask.

        In a sampled problem only those whose facts begin as in the problem it was sampled from: what is said of things
        that have happened already is another matter.
        """
        lexicon = self._lexicon
        questions = [
            self._recognised(tuple(parse_constraint(text) for text in case.constraints), case)
            for case in (*_archetypes(lexicon, self._base), *_examples(lexicon, self._base))
        ]
        questions += deed_questions(lexicon)
        if self._base in lexicon.bundle.problems and lexicon.bundle.problems[self._base] != lexicon.problem.text:
            begun = Lexicon(lexicon.bundle, self._base).problem.facts
            questions = [question for question in questions if _begins_alike(question, begun, lexicon.problem.facts)]
        return [replace(question, archetype=question.archetype or self._archetype(question)) for question in questions]

    def draw(self, kind: ConstraintType) -> Question:
        """A question of one type: one constraint, or one a member of a group of objects, or one about any of them."""
        constraint = self.constraint(kind)
        if self._random.random() < _GROUPED:
            return self._group(constraint) or Question((constraint,))
        return Question((constraint,))

    def combine(self, parts: Sequence[Question]) -> Question:
        """One question for several, which are to be met together."""
        constraints = tuple(dict.fromkeys(one for part in parts for one in part.constraints))
        return Question(constraints, parts=tuple(parts))

    def detour(self) -> Constraint:
        """A fact that is to come about some time, or not before another."""
        kind = self._random.choice((ConstraintType.SOMETIME, ConstraintType.SOMETIME, ConstraintType.SOMETIME_BEFORE))
        count = 1 if kind is ConstraintType.SOMETIME else 2
        return Constraint(kind, tuple(self._atom() for _ in range(count)))

    def constraint(self, kind: ConstraintType) -> Constraint:
        """One constraint of a type, its bounds near the times at which plans do what it asks for."""
        first = self._condition(kind)
        second = self._other_than(first)
        match kind:
            case ConstraintType.SOMETIME_BEFORE | ConstraintType.SOMETIME_AFTER:
                return Constraint(kind, (first, second))
            case ConstraintType.ALWAYS_WITHIN:
                apart = abs(self._moment(second, True) - self._moment(first, True))
                return Constraint(kind, (first, second), (self.rounded(apart),))
            case ConstraintType.HOLD_DURING:
                early, late = sorted((self._moment(first, True), self._moment(first, False)))
                start, end = self.rounded(early, least=0.0), self.rounded(late)
                return Constraint(kind, (first,), (start, end if end > start else start + self._grain()))
            case ConstraintType.WITHIN | ConstraintType.HOLD_AFTER:
                return Constraint(kind, (first,), (self.rounded(self._moment(first, True)),))
        return Constraint(kind, (first,))

    def rounded(self, time: float, least: float | None = None) -> float:
        """A time as people say it: in halves, ones or fives, by how long the plans are; not below the least."""
        grain = self._grain()
        return max(grain if least is None else least, round(time / grain) * grain)

    def near(self, condition: Condition) -> Condition:
        """The condition with one argument of a fact of it changed; what changes in some plan comes first."""
        match condition:
            case Not(inner):
                return Not(self.near(inner))
            case Or(parts) | And(parts) if parts:
                place = self._random.randrange(len(parts))
                changed = tuple(self.near(part) if n == place else part for n, part in enumerate(parts))
                return Or(changed) if isinstance(condition, Or) else And(changed)
            case Atom():
                for known in (self._changing, [*self.facts.never, *self.facts.always], self._fixed_alike(condition)):
                    found = [other for other in known if _differences(condition, other) == 1]
                    if found:
                        return self._random.choice(found)
                return self._atom()
        return condition

    def _grain(self) -> float:
        return next((grain for longest, grain in ((20.0, 0.5), (70.0, 1.0)) if self.facts.horizon < longest), 5.0)

    def _moment(self, condition: Condition, becomes: bool) -> float:
        """About when the first fact of a condition comes to hold, or no longer does; anywhere where none is known."""
        if isinstance(condition, And | Or):
            condition = condition.conditions[0]
        atom, positive = (condition.condition, False) if isinstance(condition, Not) else (condition, True)
        known = self.facts.times.get((atom, positive is becomes), ()) if isinstance(atom, Atom) else ()
        if not known or self._random.random() < 0.1:
            return self._random.uniform(0.0, self.facts.horizon)
        return self._random.choice(known) * self._random.choice((0.8, 0.9, 1.0, 1.0, 1.1, 1.25))

    def _atom(self) -> Atom:
        return self._random.choices(self._changing, self._weights)[0]

    def _condition(self, kind: ConstraintType) -> Condition:
        literal = self._literal(kind)
        choice = self._random.random()
        if choice < _EITHER:
            other = self.near(literal)
            return Or((literal, other)) if other != literal else literal
        if choice < _EITHER + _BOTH:
            other = self._literal(kind)
            return And((literal, other)) if _atom_of(other) != _atom_of(literal) else literal
        return literal

    def _other_than(self, condition: Condition) -> Condition:
        """A condition about other facts, where a few draws find one."""
        other = self._condition(ConstraintType.SOMETIME)
        for _ in range(_DRAWS):
            if not {*atoms(condition)} & {*atoms(other)}:
                break
            other = self._condition(ConstraintType.SOMETIME)
        return other

    def _literal(self, kind: ConstraintType) -> Condition:
        atom, choice = self._atom(), self._random.random()
        if choice < _NEVER and self._never:
            atom = self._random.choice(self._never)
        elif choice < _NEVER + _ALWAYS and self.facts.always:
            atom = self._random.choice(self.facts.always)
        elif choice < _NEVER + _ALWAYS + _FIXED and self._fixed:
            atom = self._random.choice(self._random.choice(self._fixed))
        return Not(atom) if self._random.random() < _NEGATIVE.get(kind, 0.2) else atom

    def _fixed_alike(self, atom: Atom) -> list[Atom]:
        return [other for alike in self._fixed if alike[0].predicate == atom.predicate for other in alike]

    def _archetype(self, question: Question) -> str | None:
        wanted = {str(constraint) for constraint in question.constraints}
        return archetypes_by_constraints(self._lexicon, self._base).get(frozenset(wanted))

    def _recognised(self, constraints: tuple[Constraint, ...], case: _Case) -> Question:
        """A request known by its text, and, if it is one thing asked of a group of objects, known as that too."""
        spoken_of = [_atom_of(constraint.conditions[0]) for constraint in constraints]
        firsts = {atom.arguments[0] for atom in spoken_of if atom is not None and atom.arguments}
        if len(firsts) == len(constraints) > 1:
            problem = self._lexicon.problem
            for name in sorted(self._lexicon.context.types):
                members = problem.objects_of(name)
                exceptions = tuple(member for member in members if member not in firsts)
                if firsts <= set(members) and len(exceptions) <= 1:
                    group = Quantified(name, 0, exceptions)
                    alike = _for_members(constraints[0], group, group.members(self._lexicon))
                    if set(alike) == set(constraints):
                        return Question(alike, quantified=group, texts=(case.text,), archetype=case.archetype)
        return Question(constraints, texts=(case.text,), archetype=case.archetype)

    def _group(self, constraint: Constraint) -> Question | None:
        """The constraint for all of a group, but one now and then, or for any of it; None where there is no group."""
        atom = _atom_of(constraint.conditions[0])
        is_odd = isinstance(constraint.conditions[0], Not) and constraint.type not in _NONE_OF_THEM
        if atom is None or not atom.arguments or is_odd:
            return None
        choices = [group for group in self._groups(atom) if group.group is None]
        named = [group for group in self._groups(atom) if group.group is not None]
        if named and (not choices or self._random.random() < _OF_A_GROUP):
            choices = named
        if not choices:
            return None
        group = self._random.choice(choices)
        members = group.members(self._lexicon)
        if len(members) > 2 and self._random.random() < _BUT_ONE:
            group = replace(group, exceptions=(self._random.choice(members),))
        # "Any of them is not" is nothing that people say.
        if not isinstance(constraint.conditions[0], Not) and self._random.random() < _ANY:
            group = replace(group, mode="any")
        found = Question(_for_members(constraint, group, group.members(self._lexicon)), quantified=group)
        firsts = {each for one in found.constraints for each in atoms(one.conditions[0])}
        others = {each for condition in constraint.conditions[1:] for each in atoms(condition)}
        return None if firsts & others else found

    def _groups(self, atom: Atom) -> Iterator[Quantified]:
        """Types and groups of several objects, one of which stands in the atom, that all may stand in its place."""
        lexicon, problem = self._lexicon, self._lexicon.problem
        groups: list[tuple[str, str | None, tuple[str, ...]]] = [
            (name, None, problem.objects_of(name)) for name in sorted(lexicon.context.types)
        ]
        groups += [("object", name, members) for name, members in sorted(lexicon.groups.items())]
        for place, parameter in enumerate(problem.domain.predicates[atom.predicate]):
            for name, group, members in groups:
                fitting = all(any(problem.is_a(one, wanted) for wanted in parameter.types) for one in members)
                others = {*atom.arguments} - {atom.arguments[place]}
                several = 1 < len(members) <= _LARGEST_GROUP and atom.arguments[place] in members
                if several and fitting and not others & set(members):
                    yield Quantified(name, place, group=group)


def shares_of(lexicon: Lexicon, base: str) -> dict[str, int]:
    """The predicates that are asked about, with their shares: what examples and archetypes speak of counts more."""
    context = lexicon.context
    changeable = changeable_predicates(lexicon.problem.domain)
    spoken_of = [constraint for example in context.examples for constraint in example.constraints]
    spoken_of += [text for case in _archetypes(lexicon, base) for text in case.constraints]
    asked = " ".join(spoken_of)
    return {
        name: 1 + 2 * min(_MOST_COUNTED, len(re.findall(rf"\({re.escape(name)}[ )]", asked)))
        for name, entry in sorted(context.predicates.items())
        if entry.changes and name in changeable
    }


def asked_about(lexicon: Lexicon, base: str) -> tuple[Atom, ...]:
    """Every fact of the problem that a question may be about: those that hold initially or may come to hold."""
    possible = lexicon.problem.facts | relaxed_reachability(lexicon.problem).added
    return tuple(
        atom
        for name in shares_of(lexicon, base)
        for atom in ground_atoms(lexicon.problem, name)
        if atom in possible and len(set(atom.arguments)) == len(atom.arguments)
    )


def archetypes_by_constraints(lexicon: Lexicon, base: str) -> dict[frozenset[str], str]:
    """Names of archetypes by what they ask of a problem of the domain's folder."""
    return {
        frozenset(str(parse_constraint(text)) for text in archetype.ground_truth[base]): archetype.name
        for archetype in lexicon.bundle.archetypes
        if base in archetype.ground_truth
    }


#: Draws of a condition about other facts than another is.
_DRAWS = 5
#: Types of which people say that none of a group is so; of the others nobody speaks of what is not so of each.
_NONE_OF_THEM = (
    ConstraintType.ALWAYS,
    ConstraintType.AT_END,
    ConstraintType.HOLD_DURING,
    ConstraintType.HOLD_AFTER,
)
#: More mentions of a predicate do not make it more likely.
_MOST_COUNTED = 8
#: Of larger groups nobody speaks one by one.
_LARGEST_GROUP = 8


@dataclass(frozen=True, slots=True)
class _Case:
    text: str
    constraints: tuple[str, ...]
    archetype: str | None = None


def _archetypes(lexicon: Lexicon, problem: str) -> list[_Case]:
    return [
        _Case(archetype.meaning, archetype.ground_truth[problem], archetype.name)
        for archetype in lexicon.bundle.archetypes
        if problem in archetype.ground_truth
    ]


def _examples(lexicon: Lexicon, problem: str) -> list[_Case]:
    cases = [e for e in lexicon.context.examples if e.problem == problem]
    return [_Case(text, e.constraints) for e in cases for text in (e.statement, e.mid_level_goal)]


def deed_questions(lexicon: Lexicon) -> Iterator[Question]:
    """What the context says can be done to all things of a type, or left undone."""
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
                yield Question(tuple(dict.fromkeys(constraints)), deed=Deed(entry, chosen))


def _outcome(entry: DeedEntry, name: str, done: bool) -> Sequence[str]:
    for case in entry.cases:
        match = re.fullmatch(case.match, name, re.IGNORECASE)
        if match is not None:
            return [match.expand(text.replace(r"\0", name)) for text in (case.done if done else case.undone)]
    return ()


def _for_members(constraint: Constraint, group: Quantified, members: Sequence[str]) -> tuple[Constraint, ...]:
    """The constraint once for each member in the group's place, or once for any of them."""
    first = constraint.conditions[0]
    atom = _atom_of(first)
    assert atom is not None
    literals: list[Condition] = []
    for member in members:
        moved = Atom(atom.predicate, (*atom.arguments[: group.place], member, *atom.arguments[group.place + 1 :]))
        literals.append(Not(moved) if isinstance(first, Not) else moved)
    firsts = literals if group.mode == "all" else [Or(tuple(literals))]
    return tuple(replace(constraint, conditions=(one, *constraint.conditions[1:])) for one in firsts)


def _begins_alike(question: Question, one: frozenset[Atom], other: frozenset[Atom]) -> bool:
    """Whether all facts about the things that a question speaks of first are the same in two initial states."""
    for atom in (atom for constraint in question.constraints for atom in constraint.atoms()):
        first = [
            {fact for fact in facts if fact.predicate == atom.predicate and fact.arguments[:1] == atom.arguments[:1]}
            for facts in (one, other)
        ]
        if first[0] != first[1]:
            return False
    return True


def _fixed(lexicon: Lexicon, facts: PlanFacts) -> list[list[Atom]]:
    """Facts that nothing can change, by predicate and by whether they hold; each list has some."""
    problem = lexicon.problem
    could = {*facts.changing, *facts.never, *facts.always}
    lists: list[list[Atom]] = []
    for predicate in problem.domain.predicates:
        others = [
            atom
            for atom in ground_atoms(problem, predicate)
            if atom not in could and len(set(atom.arguments)) == len(atom.arguments)
        ]
        lists += [[atom for atom in others if (atom in problem.facts) is holds] for holds in (True, False)]
    return [each for each in lists if each]


def _weighted(facts: Sequence[Atom], shares: Mapping[str, int]) -> tuple[list[Atom], list[float]]:
    counts = Counter(atom.predicate for atom in facts)
    return list(facts), [shares[atom.predicate] / counts[atom.predicate] for atom in facts]


def _atom_of(condition: Condition) -> Atom | None:
    """The fact of a literal; None of another condition."""
    inner = condition.condition if isinstance(condition, Not) else condition
    return inner if isinstance(inner, Atom) else None


def _differences(one: Atom, other: Atom) -> int:
    if one.predicate != other.predicate or len(one.arguments) != len(other.arguments):
        return 99
    return sum(a != b for a, b in zip(one.arguments, other.arguments, strict=True))
