"""A description in words: sentences about its predicates and actions, made of what it says of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.domains.descriptions import skeleton_of
from plancritic.domains.phrases.action_sentences import (
    ActionSentence,
    acting_parameter,
    action_sentence,
    told_apart,
    unnamed_action,
)
from plancritic.domains.phrases.clause import without_comment
from plancritic.domains.phrases.english import DETERMINERS, PREPOSITIONS, PRONOUNS, RELATIVES
from plancritic.domains.phrases.forms import Forms, forms_of
from plancritic.domains.phrases.identifiers import words_of
from plancritic.domains.phrases.named import named_forms
from plancritic.domains.phrases.places import PLACE, Parameter, placed, tokens_of
from plancritic.domains.phrases.told_verbs import told_clause
from plancritic.english.forms import is_gerund, is_plural, plural
from plancritic.pddl.language import Action, Atom, Domain, read_one

_NO_NOUNS = (
    DETERMINERS | PREPOSITIONS | PRONOUNS | RELATIVES | {"to", "not", "is", "are", "can", "be", "has", "and", "or"}
)


#: Names of one or two letters that say what a thing is for.
_ROLES = frozenset({"to", "at", "in", "on", "by", "up", "of"})
#: So many words a noun of a type has at most.
_LONGEST_NOUN = 3


class Nouns(NamedTuple):
    """Nouns for things of a type: all words that may stand before a name, and those that mean the type."""

    words: frozenset[str]
    kinds: frozenset[str]


@dataclass(frozen=True)
class DescriptionWords:
    """What a description says of its predicates and types.

    `skeleton` is what it declares, `predicates` have the sentences of each predicate, `nouns` the words for things of
    each type.
    """

    description: DomainDescription
    skeleton: Domain
    predicates: Mapping[str, Forms]
    nouns: Mapping[str, Nouns]

    @classmethod
    def of(cls, description: DomainDescription) -> DescriptionWords:
        """Return the words of a description.

        Raises:
            DescriptionError: What it declares cannot be read.
        """
        skeleton = skeleton_of(description)
        nouns = _nouns(description, skeleton)
        meanings = {read_one(declared, "description").head: said for declared, said in description.predicates.items()}
        return cls(
            description, skeleton, {name: _forms(name, said, skeleton, nouns) for name, said in meanings.items()}, nouns
        )

    def literal(self, atom: Atom, phrases: Sequence[str], holds: bool = True) -> str:
        """Return whether a fact holds as a clause, with these phrases for its arguments."""
        if atom.predicate == "=":
            return f"{phrases[0]} {'is' if holds else 'is not'} {phrases[1]}"
        forms = self.predicates.get(atom.predicate)
        if forms is None:
            # Of a predicate that the description does not have no types are known: none counts as that of another.
            forms = named_forms(atom.predicate, [(str(place),) for place, _ in enumerate(phrases)])
        return filled(forms.literal(holds), dict(enumerate(phrases)))

    def object_phrase(self, name: str, types: Sequence[str]) -> str:
        """Return what an object of these types is called: "printer p1", "the blue spool"."""
        return object_phrase(name, type_noun(types))

    def actions(self, schemas: Iterable[Action]) -> dict[str, ActionSentence]:
        """Return what actions with these parameters do, by their names; no two of them say the same."""
        parameters = {each.name: self._parameters_of(each) for each in schemas}
        texts = {name.lower(): _texts(each) for name, each in self.description.actions.items()}
        actors = _actors(parameters, texts)
        found: dict[str, ActionSentence] = {}
        for name, each in parameters.items():
            said = action_sentence(name, texts.get(name, ()), each, actors)
            found[name] = said or unnamed_action(name, [parameter.name for parameter in each])
        return told_apart(found)

    def _parameters_of(self, schema: Action) -> list[Parameter]:
        return _parameters([(each.name, each.types) for each in schema.parameters], self.nouns)


def filled(template: str, phrases: Mapping[int, str]) -> str:
    """Return a sentence with phrases in its numbered places."""
    return PLACE.sub(lambda found: phrases.get(int(found[1]), found[0]), template)


def object_phrase(name: str, noun: str) -> str:
    """Return a name behind the noun for its type, unless the noun is in it: "printer p1", "the blue spool"."""
    words = words_of(name)
    nouns = tuple(noun.split())
    if words[-len(nouns) :] == nouns:
        return f"the {' '.join(words)}"
    rest = without_noun(name, noun)
    return f"{noun} {name if rest is None else rest}"


def parameter_phrase(name: str, types: Sequence[str]) -> str:
    """Return what a parameter is called: "book x", "the robot"; "the tile 'near'", since a role is no name."""
    name, noun = name.removeprefix("?"), type_noun(types)
    phrase = object_phrase(name, noun)
    is_role = phrase == f"{noun} {name}" and len(name) > 2 and not name[-1].isdecimal()
    return f"the {noun} '{name}'" if is_role or name in _ROLES else phrase


def without_noun(name: str, noun: str) -> str | None:
    """Return what follows the noun at the beginning of a name: "0-2" of `tile-0-2`; None where it begins otherwise."""
    pattern = "[-_]?".join(map(re.escape, noun.split()))
    found = re.match(rf"{pattern}[-_]*(?:(?-i:(?=[A-Z\d]))|(?<=[-_]))", name, re.IGNORECASE)
    rest = None if found is None else name[found.end() :]
    return rest or None


def _texts(action: ActionDescription) -> tuple[str, ...]:
    return tuple(each for each in (action.detailed, action.layman) if each)


def _actors(
    parameters: Mapping[str, Sequence[Parameter]], texts: Mapping[str, Sequence[str]]
) -> frozenset[frozenset[str]]:
    """Return the kinds of what acts: of half of the actions with something of the kind, it is the subject."""
    acting: Counter[frozenset[str]] = Counter()
    having: Counter[frozenset[str]] = Counter()
    for name, each in parameters.items():
        having.update({parameter.kinds for parameter in each})
        actor = acting_parameter(name, texts.get(name, ()), each)
        if actor is not None:
            acting[each[actor].kinds] += 1
    return frozenset(kinds for kinds, times in acting.items() if 2 * times >= having[kinds])


def type_noun(types: Sequence[str]) -> str:
    """Return the noun for something of these types: "spool" of `spool`, "print job" of `print-job`; else "thing"."""
    words = words_of(types[0]) if len(types) == 1 and types[0] != "object" else ()
    return " ".join(words) or "thing"


def head_noun(meaning: str) -> str:
    """Return what a type's meaning calls a thing of it: "toy block" of "a toy block", "place" of "a place at the sea".

    Empty where it does not begin with a noun phrase ("somebody who waits").
    """
    words = [each.lower() for each in tokens_of(meaning)]
    if words[:2] == ["one", "of"]:
        return ""
    if words and words[0] in ("a", "an", "the", "one", "any", "some"):
        words = words[1:]
    noun: list[str] = []
    for place, word in enumerate(words):
        # "a small oil can"
        is_can = word == "can" and bool(noun) and (words[place + 1 : place + 2] or ["of"])[0] in PREPOSITIONS
        if (word in _NO_NOUNS and not is_can) or not word[:1].isalpha() or is_gerund(word):
            break
        noun.append(word)
    return " ".join(noun) if len(noun) <= _LONGEST_NOUN else ""


def _forms(name: str, meaning: str, skeleton: Domain, nouns: Mapping[str, Nouns]) -> Forms:
    declared = skeleton.predicates[name]
    named = named_forms(name, [each.types for each in declared])
    found = placed(without_comment(meaning), _parameters([(each.name, each.types) for each in declared], nouns))
    clause = None if found is None else told_clause(found)
    if clause is None:
        return named
    said = forms_of(clause, named)
    # A clause may lose an argument on its way ("nothing is nothing the x y").
    everything = set(range(len(declared)))
    is_whole = all({int(each) for each in PLACE.findall(text)} == everything for text in said[:-1])
    return said if is_whole else named


def _parameters(typed: Iterable[tuple[str, Sequence[str]]], nouns: Mapping[str, Nouns]) -> list[Parameter]:
    return [
        Parameter(
            name.removeprefix("?"),
            frozenset().union(*(nouns[each].words for each in types if each in nouns)),
            frozenset().union(*(nouns[each].kinds for each in types if each in nouns)),
        )
        for name, types in typed
    ]


def _nouns(description: DomainDescription, skeleton: Domain) -> dict[str, Nouns]:
    """Return the nouns of each type: of its name and its meaning, and of the types above and below it."""
    own: dict[str, Nouns] = {}
    for declared, meaning in description.types.items():
        kind = " ".join(declared.split()).partition(" - ")[0].lower()
        words = {each.lower() for each in tokens_of(meaning) if each[:1].isalpha()} - _NO_NOUNS | {*words_of(kind)}
        own[kind] = Nouns(
            _in_both_numbers(words), _in_both_numbers({words_of(kind)[-1], *head_noun(meaning).split()[-1:]})
        )
    for kind in skeleton.type_names - {"object"}:
        own.setdefault(kind, Nouns(_in_both_numbers(words_of(kind)), _in_both_numbers(words_of(kind)[-1:])))
    found = {}
    for kind in own:
        akin = [
            each for name, each in own.items() if skeleton.is_subtype(kind, name) or skeleton.is_subtype(name, kind)
        ]
        found[kind] = Nouns(
            frozenset().union(*(each.words for each in akin)), frozenset().union(*(each.kinds for each in akin))
        )
    return found


def _in_both_numbers(words: Iterable[str]) -> frozenset[str]:
    singular = {each[:-1] if is_plural(each) and each.endswith("s") else each for each in words}
    return frozenset({*words, *singular, *map(plural, singular)})
