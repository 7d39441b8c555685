"""Puts together the names of a problem's objects from the patterns of a context."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from plancritic.domains.context import DomainContext, ObjectEntry
from plancritic.domains.patterns import PatternMatch, matched
from plancritic.english.letters import RADIO_ALPHABET
from plancritic.pddl.language import Problem

_MAXIMUM_PHRASE = 500
#: Words inside compound names that no capital or digit parts.
_COMPOUND = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Za-z])|[_-]+")
_OTHER = re.compile(r"\{name ((?:[^{}]|\{[^{}]*\})+)\}")
_PLACE = re.compile(r"\{(\d+)(?:\|(\w+))?\}")

_FILTERS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "words": lambda text: " ".join(_COMPOUND.sub(" ", text).split()).lower(),
    "spelled": lambda text: RADIO_ALPHABET.get(text.lower(), text),
}


@dataclass(frozen=True)
class ObjectNames:
    """One object's phrase for sentences and what people call it (the phrase without article first)."""

    name: str
    synonyms: tuple[str, ...]


def without_article(phrase: str) -> str:
    """Return the phrase without a leading "the", "a" or "an"."""
    return re.sub(r"^(the|an?) ", "", phrase, flags=re.IGNORECASE)


def object_names(context: DomainContext, problem: Problem) -> dict[str, ObjectNames]:
    """Names of all objects of a problem, by lower-case PDDL name.

    No two objects have the same phrase: where patterns give one twice, the PDDL names follow in
    parentheses. An object that no pattern matches is called by its PDDL name.
    """
    together = _Namer(context, problem)
    phrases = {name: together.phrase(name) for name in problem.objects}
    counts = Counter(phrases.values())
    return {
        name: ObjectNames(
            phrase if counts[phrase] == 1 else f"{phrase} ({problem.display[name]})",
            tuple(dict.fromkeys((without_article(phrase), *together.synonyms(name), problem.display[name]))),
        )
        for name, phrase in phrases.items()
    }


def fill_name(template: str, match: PatternMatch, name_of: Callable[[str], str]) -> str:
    """Fill a name template; `name_of` gives the phrase of another object. A wrong place stays as it is written."""

    def place(found: re.Match[str]) -> str:
        # What is wrong with a template is told where the folder is checked; nobody may fail for it here.
        if int(found[1]) >= len(match.groups) or (found[2] and found[2] not in _FILTERS):
            return found[0]
        # A group that is not part of the match names nothing.
        text = match.groups[int(found[1])] or ""
        return _FILTERS[found[2]](text) if found[2] else text

    with_others = _OTHER.sub(lambda found: name_of(_PLACE.sub(place, found[1]).lower()), template)
    return _PLACE.sub(place, with_others)


def template_complaint(template: str, groups: int) -> str | None:
    """Return what is wrong with a name template for a pattern of so many groups; None if nothing."""
    inner = _OTHER.sub(lambda found: found[1], template)
    for found in _PLACE.finditer(inner):
        if int(found[1]) > groups:
            return f"{template!r} speaks of group {found[1]}, the pattern has {groups}"
        if found[2] and found[2] not in _FILTERS:
            return f"{template!r} has an unknown filter {found[2]!r}: there are {', '.join(sorted(_FILTERS))}"
    rest = _PLACE.sub("", inner)
    return f"{template!r} has a brace that is not a place" if "{" in rest or "}" in rest else None


class _Namer:
    def __init__(self, context: DomainContext, problem: Problem) -> None:
        self._context = context
        self._display: Mapping[str, str] = problem.display
        self._problem = problem
        self._phrases: dict[str, str] = {}
        sizes = Counter(problem.objects.values())
        self._sole = {name for name, type_name in problem.objects.items() if sizes[type_name] == 1}

    def phrase(self, name: str) -> str:
        if name not in self._phrases:
            # Until it is known: a template that leads back to its own object finds the PDDL name.
            self._phrases[name] = self._display.get(name, name)
            self._phrases[name] = self._filled(name)
        return self._phrases[name]

    def _filled(self, name: str) -> str:
        found = self._entry(name)
        written = self._display.get(name, name)
        if found is None:
            return written
        entry, match = found
        template = entry.sole if entry.sole is not None and name in self._sole else entry.name
        phrase = fill_name(template, match, self.phrase)
        # Templates that name others, which name others twice: nobody says that.
        return phrase if len(phrase) <= _MAXIMUM_PHRASE else written

    def synonyms(self, name: str) -> tuple[str, ...]:
        found = self._entry(name)
        if found is None:
            return ()
        entry, match = found
        templates = (*entry.synonyms, *(entry.sole_synonyms if name in self._sole else ()))
        return tuple(fill_name(template, match, self.phrase) for template in templates)

    def _entry(self, name: str) -> tuple[ObjectEntry, PatternMatch] | None:
        for entry in self._context.objects:
            match = matched(entry.match, self._display.get(name, name))
            if match:
                return entry, match
        return None
