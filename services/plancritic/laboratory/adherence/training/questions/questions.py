"""What the scorer is asked about: constraints, alone or several as one request, and their near misses."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.known_questions import archetype_cases
from plancritic.laboratory.adherence.training.questions.plan_facts import PlanFacts
from plancritic.laboratory.adherence.training.questions.question import Quantified, Question, fact_of, for_members
from plancritic.pddl.grounding import changeable_predicates, ground_atoms, relaxed_reachability
from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or, atoms
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


class QuestionSource:
    """Draws questions about one problem; the same generator state, the same questions."""

    def __init__(self, lexicon: FolderLexicon, base: str, generator: random.Random, facts: PlanFacts) -> None:
        """`base` is the folder's problem that this one is or was sampled from; `facts` are those of its plans."""
        self._lexicon = lexicon
        self._random = generator
        self.facts = facts
        shares = shares_of(lexicon, base)
        self._changing, self._weights = _weighted(facts.changing or facts.never or facts.always, shares)
        #: What never comes about is asked about things that do other things.
        self._never = [atom for atom in facts.never if any(_differences(atom, other) == 1 for other in facts.changing)]
        self._fixed = _fixed(lexicon, facts)

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

    def chain(self) -> Question | None:
        """Three facts that are to come about one after the other, if at all: each of the last two not before another.

        None where one is drawn twice.
        """
        first, second, third = (self._atom() for _ in range(3))
        if len({first, second, third}) < 3:
            return None
        order = [Constraint(ConstraintType.SOMETIME_BEFORE, pair) for pair in ((second, first), (third, second))]
        return self.combine([Question((constraint,)) for constraint in order])

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
            return And((literal, other)) if fact_of(other) != fact_of(literal) else literal
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

    def _group(self, constraint: Constraint) -> Question | None:
        """The constraint for all of a group, but one now and then, or for any of it; None where there is no group."""
        atom = fact_of(constraint.conditions[0])
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
        found = Question(for_members(constraint, group, group.members(self._lexicon)), quantified=group)
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


def shares_of(lexicon: FolderLexicon, base: str) -> dict[str, int]:
    """The predicates that are asked about, with their shares: what examples and archetypes speak of counts more."""
    context = lexicon.context
    changeable = changeable_predicates(lexicon.problem.domain)
    spoken_of = [constraint for example in context.examples for constraint in example.constraints]
    spoken_of += [text for case in archetype_cases(lexicon, base) for text in case.constraints]
    asked = " ".join(spoken_of)
    return {
        name: 1 + 2 * min(_MOST_COUNTED, len(re.findall(rf"\({re.escape(name)}[ )]", asked)))
        for name, entry in sorted(context.predicates.items())
        if entry.changes and name in changeable
    }


def asked_about(lexicon: FolderLexicon, base: str) -> tuple[Atom, ...]:
    """Every fact of the problem that a question may be about: those that hold initially or may come to hold."""
    possible = lexicon.problem.facts | relaxed_reachability(lexicon.problem).added
    return tuple(
        atom
        for name in shares_of(lexicon, base)
        for atom in ground_atoms(lexicon.problem, name)
        if atom in possible and len(set(atom.arguments)) == len(atom.arguments)
    )


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


def _differences(one: Atom, other: Atom) -> int:
    if one.predicate != other.predicate or len(one.arguments) != len(other.arguments):
        return 99
    return sum(a != b for a, b in zip(one.arguments, other.arguments, strict=True))
