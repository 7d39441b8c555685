"""What people are known to ask about a domain: its archetypes, the examples of its context, and its deeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from plancritic.domains import DeedEntry
from plancritic.domains.patterns import matched
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.question import (
    Activity,
    Quantified,
    Question,
    fact_of,
    for_members,
)
from plancritic.pddl.language import Atom, Constraint, parse_constraint
from plancritic.wording import Lexicon


def known_questions(lexicon: FolderLexicon, base: str) -> list[Question]:
    """Archetypes with their meaning, the context's examples and the deeds. `base` is the folder's problem that the
    lexicon's is or was sampled from.

    In a sampled problem only those whose facts begin as in the problem it was sampled from: what is said of things
    that have happened already is another matter.
    """
    cases = (*archetype_cases(lexicon, base), *_examples(lexicon, base))
    questions = [
        _recognised(lexicon, tuple(parse_constraint(text) for text in case.constraints), case) for case in cases
    ]
    questions += deed_questions(lexicon)
    if base in lexicon.bundle.problems and lexicon.bundle.problems[base] != lexicon.problem.text:
        begun = Lexicon(lexicon.bundle, base).problem.facts
        questions = [question for question in questions if _begins_alike(question, begun, lexicon.problem.facts)]
    names = archetypes_by_constraints(lexicon, base)
    return [
        replace(question, archetype=question.archetype or names.get(frozenset(map(str, question.constraints))))
        for question in questions
    ]


def archetypes_by_constraints(lexicon: FolderLexicon, base: str) -> dict[frozenset[str], str]:
    """Names of archetypes by what they ask of a problem of the domain's folder."""
    return {
        frozenset(str(parse_constraint(text)) for text in archetype.ground_truth[base]): archetype.name
        for archetype in lexicon.archetypes
        if base in archetype.ground_truth
    }


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
                yield Question(tuple(dict.fromkeys(constraints)), deed=Activity(entry, chosen))


@dataclass(frozen=True, slots=True)
class Case:
    """A request in words with what it asks."""

    text: str
    constraints: tuple[str, ...]
    archetype: str | None = None


def archetype_cases(lexicon: FolderLexicon, problem: str) -> list[Case]:
    """The archetypes that have a ground truth for a problem of the folder."""
    return [
        Case(archetype.meaning, archetype.ground_truth[problem], archetype.name)
        for archetype in lexicon.archetypes
        if problem in archetype.ground_truth
    ]


def _examples(lexicon: Lexicon, problem: str) -> list[Case]:
    cases = [e for e in lexicon.context.examples if e.problem == problem]
    return [Case(text, e.constraints) for e in cases for text in (e.statement, e.mid_level_goal)]


def _recognised(lexicon: Lexicon, constraints: tuple[Constraint, ...], case: Case) -> Question:
    """A request known by its text, and, if it is one thing asked of a group of objects, known as that too."""
    spoken_of = [fact_of(constraint.conditions[0]) for constraint in constraints]
    firsts = {atom.arguments[0] for atom in spoken_of if atom is not None and atom.arguments}
    if len(firsts) == len(constraints) > 1:
        problem = lexicon.problem
        for name in sorted(lexicon.context.types):
            members = problem.objects_of(name)
            exceptions = tuple(member for member in members if member not in firsts)
            if firsts <= set(members) and len(exceptions) <= 1:
                group = Quantified(name, 0, exceptions)
                alike = for_members(constraints[0], group, group.members(lexicon))
                if set(alike) == set(constraints):
                    return Question(alike, quantified=group, texts=(case.text,), archetype=case.archetype)
    return Question(constraints, texts=(case.text,), archetype=case.archetype)


def _outcome(entry: DeedEntry, name: str, done: bool) -> Sequence[str]:
    for case in entry.cases:
        match = matched(case.match, name)
        if match is not None:
            return [match.filled(text) for text in (case.done if done else case.undone)]
    return ()


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
