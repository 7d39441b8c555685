"""Words for types, objects, predicates and actions, guessed from their names and from what actions do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from plancritic.domains.context import ActionEntry, ObjectEntry, PredicateEntry, TypeEntry, Verbs
from plancritic.domains.phrases.english import PREPOSITIONS
from plancritic.domains.phrases.identifiers import numbered, without_leading, without_names, words_of
from plancritic.domains.phrases.named import named_forms
from plancritic.domains.scaffolding.structure import Structure, moves_of
from plancritic.english.forms import gerund, plural, third_person
from plancritic.pddl.language import Action, Domain, Problem

#: What people say of a thing that can be in places.
_MOVING = Verbs(
    starts=("reach", "arrive at", "get to", "go to", "come to", "move to", "travel to", "visit", "pass through"),
    stops=("leave", "depart from"),
    holds=("be at", "be in", "stay at", "remain at", "wait at", "end at", "end up at", "finish at"),
    fails=("avoid", "stay away from", "keep away from", "keep out of"),
)


def guessed_type(name: str) -> TypeEntry:
    """Return a type by the words of its name."""
    singular = " ".join(words_of(name))
    return TypeEntry(singular=singular, plural=plural(singular))


def guessed_objects(problems: Iterable[Problem]) -> tuple[ObjectEntry, ...]:
    """Entries that match every object of the problems: one for all of a numbered kind, one for each other."""
    stems: dict[str, set[str]] = {}
    alone: dict[str, str] = {}
    for problem in problems:
        for name, type_name in problem.objects.items():
            written = problem.display[name]
            parts = numbered(written)
            if parts is None:
                alone.setdefault(written.lower(), written)
            else:
                stems.setdefault(parts[0].lower(), set()).add(type_name)
    entries = [_single(written) for _, written in sorted(alone.items())]
    kinds = [types for types in stems.values() if len(types) == 1]
    for stem, types in sorted(stems.items(), key=lambda each: (-len(each[0]), each[0])):
        entries.append(_numbered_kind(stem, types if kinds.count(types) == 1 else set()))
    return tuple(entries)


def _single(written: str) -> ObjectEntry:
    phrase = " ".join(words_of(written)) or written
    # One with a capital is taken for a proper name.
    return ObjectEntry(match=re.escape(written), name=written if written[0].isupper() else f"the {phrase}")


def _numbered_kind(stem: str, types: set[str]) -> ObjectEntry:
    """`types` has the type if all of it, and nothing else, is named so."""
    phrase = " ".join(words_of(stem))
    noun = " ".join(words_of(next(iter(types)))) if types else phrase
    return ObjectEntry(
        match=f"{re.escape(stem)}(\\d+)",
        name=f"{phrase} {{1}}",
        synonyms=(f"{noun} {{1}}",) if noun != phrase else (),
        sole=f"the {noun}" if types else None,
        sole_synonyms=(noun,) if types else (),
    )


def guessed_predicate(name: str, domain: Domain, structure: Structure) -> PredicateEntry:
    """Return a predicate by what its name looks like; its verbs by the actions that bring it about."""
    parameters = domain.predicates[name]
    at_place = len(parameters) == 2 and structure.is_place(parameters[1].types)
    forms = named_forms(name, [parameter.types for parameter in parameters], at_place)
    return PredicateEntry(
        holds=forms.holds,
        fails=forms.fails,
        starts=forms.starts,
        stops=forms.stops,
        never=forms.never,
        ever=forms.ever,
        changes=name in structure.changing,
        verbs=_verbs(name, forms.phrase, domain.type_names, structure) if name in structure.changing else Verbs(),
    )


def _verbs(name: str, phrase: str, types: Iterable[str], structure: Structure) -> Verbs:
    if name in structure.positions:
        known = () if not phrase or phrase in _MOVING.holds else (phrase,)
        return _MOVING.model_copy(update={"holds": (*known, *_MOVING.holds)})
    return Verbs(
        starts=_action_verbs(structure.bringing(name), types),
        stops=_action_verbs(structure.taking(name), types),
        holds=(phrase,) if phrase else (),
    )


def _action_verbs(actions: Iterable[str], types: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_verb(without_leading(words_of(action), types)) for action in actions))


def _verb(words: Sequence[str]) -> str:
    """The verb of an action's name, with its particle: "switch on"."""
    return " ".join(words[:2] if len(words) > 1 and words[1] in PREPOSITIONS else words[:1])


def guessed_action(action: Action, domain: Domain, structure: Structure) -> ActionEntry:
    """Return an action as something that what moves does, else its first parameter that is no place, else its first."""
    types = {parameter.name: parameter.types for parameter in action.parameters}
    move = next(moves_of(action), None)
    things = [name for name, each in types.items() if not structure.is_place(each)] or list(types)
    agent = things[0] if things else None
    if move is not None and agent is not None and move[0].arguments[0] in types and len(things) == 1:
        agent = move[0].arguments[0]
    words = without_leading(words_of(action.name), domain.type_names)
    verb, rest = words[0], list(without_names(words[1:], domain.type_names))
    ways = () if move is None else (move[0].arguments[1], move[1].arguments[1])
    if ways and rest and rest[-1] in PREPOSITIONS:
        rest.pop()
    others = [name for name in types if name != agent and name not in ways]
    direct = [name for name in others if not structure.is_place(types[name])]
    prepositions = ["with " if rest or number else "" for number in range(len(direct))]
    tail = [*rest, *(f"{word}{_place(name)}" for word, name in zip(prepositions, direct, strict=True))]
    tail += [f"at {_place(name)}" for name in others if name not in direct]
    tail += [f"{word} {_place(name)}" for word, name in zip(("from", "to"), ways, strict=False)]
    subject = "somebody" if agent is None else _place(agent)
    ending = f" {' '.join(tail)}" if tail else ""
    return ActionEntry(
        sentence=f"{subject} {third_person(verb)}{ending}",
        gerund=f"{subject} {gerund(verb)}{ending}",
        verbs=(_verb(words),),
    )


def _place(parameter: str) -> str:
    return f"{{{parameter.removeprefix('?')}}}"
