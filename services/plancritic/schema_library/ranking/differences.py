"""In words, how one set of schemas understands a description differently from another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.phrases.description_words import DescriptionWords, parameter_phrase, type_noun
from plancritic.domains.phrases.english import is_negative, sentence
from plancritic.english.forms import indefinite, plural
from plancritic.english.lists import enumerated
from plancritic.english.numbers import in_words
from plancritic.pddl.language import Action, Atom, FactEffect, Not, conjuncts
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.ranking.timed_differences import timed_differences

#: A literal: whether it is true, and its atom.
Literal = tuple[bool, Atom]


def differences(
    first: Sequence[Candidate], other: Sequence[Candidate], description: DomainDescription
) -> tuple[str, ...]:
    """Return a sentence for each thing in which the other set differs from the first one, action by action."""
    words = DescriptionWords.of(description)
    found: list[str] = []
    for one, two in zip(first, other, strict=True):
        if one.text != two.text:
            found.extend(sentence(each) for each in _of_action(one, two, words))
    return tuple(found)


def _of_action(one: Candidate, two: Candidate, words: DescriptionWords) -> Iterator[str]:
    renamed = _aligned(one.schema, two.schema)
    said = _Clauses(words, _phrases(one.schema, two.schema, renamed))
    name = f"the action {one.action}"
    before, after = _demands(one.schema), _demands(two.schema, renamed)
    for literal in sorted(after - before, key=_order):
        yield f"{name} is possible only if {said.literal(literal)}"
    for literal in sorted(before - after, key=_order):
        # Where the contrary is asked for instead, that was said.
        if (not literal[0], literal[1]) not in after:
            yield f"{name} is possible even if {said.literal((not literal[0], literal[1]))}"
    outcomes, others = _outcomes(one.schema), _outcomes(two.schema, renamed)
    for literal in sorted(others - outcomes, key=_order):
        yield f"after {name}, {said.literal(literal)}"
    for literal in sorted(outcomes - others, key=_order):
        if (not literal[0], literal[1]) not in others:
            yield f"{name} does not change whether {said.question(literal[1])}"
    if sorted(each.types for each in one.schema.parameters) != sorted(each.types for each in two.schema.parameters):
        yield f"{name} is about {_things(two.schema)} instead of {_things(one.schema)}"
        return
    if one.whole is not None or two.whole is not None:
        yield from timed_differences(one, two, renamed)
        return
    order = [renamed[each.name] for each in two.schema.parameters]
    if before == after and outcomes == others and order != [each.name for each in one.schema.parameters]:
        yield f"{name} names its objects in another order: {said.things(order)}"


class _Clauses:
    """Literals over the variables of two schemas as clauses."""

    def __init__(self, words: DescriptionWords, phrases: Mapping[str, str]) -> None:
        self._words = words
        self._phrases = phrases

    def literal(self, literal: Literal) -> str:
        """Return a clause that says that the literal is true."""
        true, atom = literal
        phrases = [self._phrases.get(each, each) for each in atom.arguments]
        if atom.predicate == "=":
            return f"{enumerated(phrases)} are {'the same thing' if true else 'different things'}"
        return self._words.literal(atom, phrases, true)

    def things(self, variables: Sequence[str]) -> str:
        """Return what variables are called, in their order."""
        return enumerated([self._phrases.get(each, each) for each in variables])

    def question(self, atom: Atom) -> str:
        """Return what may follow "whether": the fact, or that it is false where saying so denies nothing."""
        holds, fails = self.literal((True, atom)), self.literal((False, atom))
        return fails if is_negative(holds) and not is_negative(fails) else holds


def _phrases(one: Action, two: Action, renamed: Mapping[str, str]) -> dict[str, str]:
    """Return what the variables are called: "book x", "the robot"; "some room" where only the other schema has it."""
    phrases = {each.name: parameter_phrase(each.name, each.types) for each in one.parameters}
    for each in two.parameters:
        phrases.setdefault(renamed[each.name], f"some {type_noun(each.types)}")
    return phrases


def _aligned(one: Action, two: Action) -> dict[str, str]:
    """Return the names in the first schema of the second one's variables, so that they have most literals in common."""
    mine, theirs = [each.name for each in one.parameters], [each.name for each in two.parameters]
    types = {each.name: each.types for each in one.parameters}
    wanted = _demands(one) | _outcomes(one)
    best, most = dict[str, str](), -1
    places = max(len(mine), len(theirs))
    # A few parameters: all ways are tried. Of a schema with more the order decides.
    ways = permutations(range(places), len(theirs)) if places <= 6 else [tuple(range(len(theirs)))]
    for way in ways:
        renamed = {
            name: mine[place] if place < len(mine) else f"{name}'" for name, place in zip(theirs, way, strict=True)
        }
        common = 2 * len(wanted & (_demands(two, renamed) | _outcomes(two, renamed)))
        same_type = sum(types.get(renamed[each.name]) == each.types for each in two.parameters)
        if (common * 100 + same_type) > most:
            best, most = renamed, common * 100 + same_type
    return best


def _demands(schema: Action, renamed: Mapping[str, str] | None = None) -> set[Literal]:
    found = set[Literal]()
    for part in conjuncts(schema.conditions_at_start):
        if isinstance(part, Not) and isinstance(part.condition, Atom):
            found.add((False, _named(part.condition, renamed)))
        elif isinstance(part, Atom):
            found.add((True, _named(part, renamed)))
    return found


def _outcomes(schema: Action, renamed: Mapping[str, str] | None = None) -> set[Literal]:
    return {
        (each.becomes, _named(each.atom, renamed)) for each in schema.effects_at_start if isinstance(each, FactEffect)
    }


def _named(atom: Atom, renamed: Mapping[str, str] | None) -> Atom:
    return Atom(atom.predicate, tuple((renamed or {}).get(each, each) for each in atom.arguments))


def _order(literal: Literal) -> tuple[bool, str]:
    return not literal[0], str(literal[1])


def _things(schema: Action) -> str:
    """Return what the parameters are: "a robot and two rooms", "nothing"."""
    counts = Counter(type_noun(each.types) for each in schema.parameters)
    things = [
        indefinite(noun) if count == 1 else f"{in_words(count) if count < 10 else count} {plural(noun)}"
        for noun, count in counts.items()
    ]
    return enumerated(things) if things else "nothing"
