"""In words, how one set of schemas understands a description otherwise than another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import skeleton_of
from plancritic.pddl.language import Action, Atom, FactEffect, Not, Parameter, conjuncts, read_one
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.ranking.timed_differences import timed_differences

#: Words before a variable that are not its noun.
_NO_NOUNS = "a|an|and|at|by|for|from|in|into|is|near|of|on|or|over|than|the|to|under|with"

#: A literal: whether it is true, and its atom.
Literal = tuple[bool, Atom]


@dataclass(frozen=True)
class Words:
    """The meanings of a description's predicates: the parameters of each declaration, and its sentence."""

    meanings: Mapping[str, tuple[tuple[Parameter, ...], str]]

    @classmethod
    def of(cls, description: DomainDescription) -> Words:
        """Return the words of a description."""
        skeleton = skeleton_of(description)
        meanings = {}
        for declared, meaning in description.predicates.items():
            name = read_one(declared, "description").head
            meanings[name] = (skeleton.predicates[name], meaning.strip().rstrip("."))
        return cls(meanings)

    def literal(self, literal: Literal) -> str:
        """Return a literal over a schema's variables as a clause, its PDDL behind it."""
        true, atom = literal
        pddl = str(atom) if true else f"(not {atom})"
        if atom.predicate == "=":
            words = f"{_spoken(atom.arguments[0])} is {_spoken(atom.arguments[1])}"
        elif atom.predicate in self.meanings:
            parameters, words = self.meanings[atom.predicate]
            for parameter, argument in zip(parameters, atom.arguments, strict=True):
                spoken = _spoken(argument)
                # "book x" becomes "book 1", not "book book 1"; of "from x" the preposition stays.
                noun = rf"(?:\b(?!(?:{_NO_NOUNS})\b)\w+ )?"
                words = re.sub(rf"{noun}\b{re.escape(parameter.name[1:])}\b", f"\0{spoken}\0", words)
            words = words.replace("\0", "")
        else:
            return pddl
        return f"{'' if true else 'it is not so that '}{words} {pddl}"


def differences(
    first: Sequence[Candidate], other: Sequence[Candidate], description: DomainDescription
) -> tuple[str, ...]:
    """Return a sentence for each thing in which the other set differs from the first one, action by action."""
    words = Words.of(description)
    found: list[str] = []
    for one, two in zip(first, other, strict=True):
        if one.text != two.text:
            found.extend(_of_action(one, two, words))
    return tuple(found)


def _of_action(one: Candidate, two: Candidate, words: Words) -> Iterator[str]:
    renamed = _aligned(one.schema, two.schema)
    before, after = _demands(one.schema), _demands(two.schema, renamed)
    for literal in sorted(after - before, key=_order):
        yield f"{one.action} also needs that {words.literal(literal)}"
    for literal in sorted(before - after, key=_order):
        yield f"{one.action} does not need that {words.literal(literal)}"
    before, after = _outcomes(one.schema), _outcomes(two.schema, renamed)
    for literal in sorted(after - before, key=_order):
        yield (
            f"after {one.action} {words.literal(literal)}"
            if literal[0]
            else (f"after {one.action} it is no longer so that {words.literal((True, literal[1]))}")
        )
    for literal in sorted(before - after, key=_order):
        yield (
            f"{one.action} does not bring about that {words.literal(literal)}"
            if literal[0]
            else (f"{one.action} does not end that {words.literal((True, literal[1]))}")
        )
    if sorted(each.types for each in one.schema.parameters) != sorted(each.types for each in two.schema.parameters):
        yield f"{one.action} has the parameters {_signature(two.schema)} instead of {_signature(one.schema)}"
    elif one.whole is not None or two.whole is not None:
        yield from timed_differences(one, two, renamed)
    elif before == after and _demands(one.schema) == _demands(two.schema, renamed):
        yield f"{one.action} names its objects in another order: {_signature(two.schema)}"


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


def _signature(schema: Action) -> str:
    return f"({' '.join(map(str, schema.parameters))})"


def _spoken(variable: str) -> str:
    """`?book2` as `book 2`, `?book` as `the book`."""
    name = variable.lstrip("?").rstrip("'")
    numbered = re.fullmatch(r"(.*?)-?(\d+)", name)
    return f"{numbered.group(1)} {numbered.group(2)}" if numbered and numbered.group(1) else f"the {name}"
