"""Words for types, objects, predicates and actions, guessed from their names and from what actions do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from plancritic.domains.context import ActionEntry, ObjectEntry, PredicateEntry, TypeEntry, Verbs
from plancritic.domains.scaffolding.english import (
    PREPOSITIONS,
    base_form,
    enumerated,
    gerund,
    is_gerund,
    is_participle,
    is_third_person,
    plural,
    third_person,
)
from plancritic.domains.scaffolding.identifiers import numbered, without_leading, without_names, words_of
from plancritic.domains.scaffolding.structure import Structure, moves_of
from plancritic.pddl.language import Action, Domain, Problem

#: What people say of a thing that can be in places.
_MOVING = Verbs(
    starts=("reach", "arrive at", "get to", "go to", "come to", "move to", "travel to", "visit", "pass through"),
    stops=("leave", "depart from"),
    holds=("be at", "be in", "stay at", "remain at", "wait at", "end at", "end up at", "finish at"),
    fails=("avoid", "stay away from", "keep away from", "keep out of"),
)


class _Forms(NamedTuple):
    """Sentences of a predicate, and its verb phrase without objects ("be at"; "" where it has none)."""

    holds: str
    fails: str
    never: str
    ever: str
    phrase: str


def guessed_type(name: str) -> TypeEntry:
    """A type by the words of its name."""
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
    """A predicate by what its name looks like; its verbs by the actions that bring it about."""
    parameters = domain.predicates[name]
    alike = len(parameters) == 2 and parameters[0].types == parameters[1].types
    at_place = len(parameters) == 2 and structure.is_place(parameters[1].types)
    words = words_of(name) or (name,)
    if words[0] == "is":
        words = without_names(words, (each for parameter in parameters for each in parameter.types))
    forms = _forms(words, len(parameters), alike, at_place)
    starts, stops = _changes(forms, len(parameters))
    return PredicateEntry(
        holds=forms.holds,
        fails=forms.fails,
        starts=starts,
        stops=stops,
        never=forms.never,
        ever=forms.ever,
        changes=name in structure.changing,
        verbs=_verbs(name, forms.phrase, domain.type_names, structure) if name in structure.changing else Verbs(),
    )


def _forms(words: Sequence[str], arity: int, alike: bool, at_place: bool) -> _Forms:
    """`alike` where the two things are of one type, `at_place` where the second is a place."""
    said = " ".join(words)
    if arity == 0:
        return _said_of_it(said, "is so", "is not so", "is never so", "is ever so")
    if arity > 2:
        over = enumerated([f"{{{place}}}" for place in range(arity)])
        verbs = (f"{verb} of {over}" for verb in ("holds", "does not hold", "never holds", "ever holds"))
        return _said_of_it(said, *verbs)
    second = " {1}" if arity == 2 else ""
    if words[0] == "can":
        rest = f"{' '.join(words[1:]) or 'be used'}{second}"
        return _said_of_it("{0}", f"can {rest}", f"cannot {rest}", f"can never {rest}", f"can ever {rest}")
    if _is_verb(words):
        verb, rest = base_form(words[0]), " ".join(words[1:])
        phrase = " ".join(filter(None, (verb, rest, "at" if at_place and not rest else "")))
        tail = f"{phrase.removeprefix(verb)}{second}"
        third = f"{third_person(verb)}{tail}"
        return _said_of_it("{0}", third, f"does not {verb}{tail}", f"never {third}", f"ever {third}", phrase)
    state = _state(words, arity)
    if state is not None:
        tail = f"{state}{second}"
        be = (f"is {tail}", f"is not {tail}", f"is never {tail}", f"is ever {tail}")
        if state.startswith("not "):
            without = tail.removeprefix("not ")
            be = (
                f"is not {without}",
                f"is {without}",
                f"is {without} all the time",
                f"is ever without being {without}",
            )
        return _said_of_it("{0}", *be, f"be {state}")
    if alike:
        ways = f"{said} from {{0}} to {{1}}"
        return _said_of_it("there", f"is a {ways}", f"is no {ways}", f"is never a {ways}", f"is ever a {ways}")
    return _said_of_it(f"the {said} of {{0}}", "is {1}", "is not {1}", "is never {1}", "is ever {1}")


def _said_of_it(subject: str, holds: str, fails: str, never: str, ever: str, phrase: str = "") -> _Forms:
    return _Forms(f"{subject} {holds}", f"{subject} {fails}", f"{subject} {never}", f"{subject} {ever}", phrase)


def _is_verb(words: Sequence[str]) -> bool:
    return words[0] in ("has", "have") or (is_third_person(words[0]) and words[0] not in PREPOSITIONS)


def _state(words: Sequence[str], arity: int) -> str | None:
    """What follows "is" in the predicate's sentence; None where its name is, of two things, a noun."""
    said = " ".join(words)
    if words[0] in ("is", "be") and len(words) > 1:
        return " ".join(words[1:])
    if arity == 1 or words[-1] in PREPOSITIONS or is_gerund(words[0]) or said == "on board":
        return said
    return f"{said} to" if is_participle(words[-1]) else None


def _changes(forms: _Forms, arity: int) -> tuple[str, str]:
    """The change into the state and out of it: "comes to be at", "ceases to be at"."""
    if not forms.phrase:
        return f"it comes about that {forms.holds}", f"it is no longer so that {forms.holds}"
    second = " {1}" if arity == 2 else ""
    return f"{{0}} comes to {forms.phrase}{second}", f"{{0}} ceases to {forms.phrase}{second}"


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
    """An action as something that what moves does, else its first parameter that is no place, else its first."""
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
