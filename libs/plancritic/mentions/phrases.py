"""Every phrase that means something for a problem, from the domain's context and from English."""

from __future__ import annotations

import re

from plancritic.domains import DomainContext
from plancritic.domains.names import fill_name, object_names
from plancritic.domains.patterns import matched
from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue, cue_phrases, known_words
from plancritic.mentions.items import DeedHint, Hint, Named, Sense
from plancritic.mentions.text import lexicon_tokens, stems
from plancritic.mentions.world import World

#: Too general to hint at anything by themselves.
_GENERAL = frozenset(
    stem
    for word in words(
        "do get take have make cover go use be come keep it stop put move clear picture end on in at to "
        "not leave hold start allow permit target object "
    )
    for stem in stems(word)
)
_ENDING = frozenset(stems("end finish terminate conclude"))
_PARTICLES = frozenset({"on", "off", "out", "in", "up"})


class Phrases:
    """Phrases by their stems, each with its senses."""

    def __init__(self, context: DomainContext, world: World) -> None:
        self.context = context
        self.world = world
        self.phrases: dict[tuple[str, ...], dict[Sense, None]] = {}
        self.spellings: dict[str, str] = {}
        self.names = {name: names.name for name, names in object_names(context, world.problem).items()}
        self._add_objects()
        self._add_types()
        self._add_groups_and_roles()
        self._add_hints()
        for phrase, cues in cue_phrases().items():
            for cue in sorted(cues):
                self._add_stems(phrase, cue)
        self._add_short()

    def _stems(self, phrase: str) -> tuple[str, ...]:
        """The phrase's stems; how they were written is kept, to name what a misspelt word was taken for."""
        for token in lexicon_tokens(phrase):
            self.spellings.setdefault(token.stem, token.text)
        return stems(phrase)

    def _add(self, phrase: str, sense: Sense) -> None:
        self._add_stems(self._stems(phrase), sense)

    def _add_stems(self, phrase: tuple[str, ...], sense: Sense) -> None:
        if phrase:
            self.phrases.setdefault(phrase, {})[sense] = None

    def _add_objects(self) -> None:
        problem = self.world.problem
        by_phrase: dict[tuple[str, ...], list[str]] = {}
        for name, names in object_names(self.context, problem).items():
            # "Van 1" is van1, whatever else its name is.
            apart = re.sub(r"(?<=[a-z]{3})_?(?=\d+$)", " ", name)
            for synonym in (names.name, *names.synonyms, name, apart):
                phrase = self._stems(synonym)
                if phrase and phrase[0] == "the":
                    phrase = phrase[1:]
                if phrase and phrase not in (("it",),):
                    by_phrase.setdefault(phrase, [])
                    if name not in by_phrase[phrase]:
                        by_phrase[phrase].append(name)
        for phrase, objects in by_phrase.items():
            self._add_stems(phrase, Named(tuple(objects), "object" if len(objects) == 1 else "group"))
        self._short: dict[tuple[str, ...], tuple[str, ...]] = {**self._heads(), **self._sorts()}

    def _heads(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The last word of a place's name, where no other place's name ends with it: "the station"."""
        ending: dict[str, set[str]] = {}
        for name in sorted(self.world.places):
            phrase = stems(self.names[name])
            if len(phrase) > 1 and phrase[-1].isalpha():
                ending.setdefault(phrase[-1], set()).add(name)
        return {(word,): tuple(objects) for word, objects in ending.items() if len(objects) == 1}

    def _sorts(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The names of what neither moves nor is a place without their number: "the thermograph image"."""
        found: dict[tuple[str, ...], list[str]] = {}
        for name in self.world.problem.objects:
            match = re.fullmatch(r"([a-z]{4,})_?\d+", name)
            if match is not None and name not in self.world.positions and name not in self.world.places:
                found.setdefault(stems(match[1]), []).append(name)
        return {phrase: tuple(objects) for phrase, objects in found.items()}

    def _add_short(self) -> None:
        """Short names, where the words mean nothing else."""
        taken = {word for phrase in self.phrases for word in phrase if len(phrase) == 1} | known_words()
        for phrase, objects in self._short.items():
            if phrase and phrase[0] not in taken and phrase not in self.phrases:
                self._add_stems(phrase, Named(objects, "object" if len(objects) == 1 else "group"))

    def _add_types(self) -> None:
        for name, entry in self.context.types.items():
            objects = self.world.problem.objects_of(name)
            if not objects:
                continue
            for phrase in (entry.singular, entry.plural, *entry.synonyms, *entry.plurals.values()):
                if self._stems(phrase) != ("one",):
                    self._add(phrase, Named(objects, "type"))
            for phrase in entry.all:
                self._add(phrase, Named(objects, "type"))
                self._add_whatever(self._stems(phrase), objects)
            for phrase in entry.none:
                self._add(phrase, Named(objects, "type", negative=True))

    def _add_whatever(self, phrase: tuple[str, ...], objects: tuple[str, ...]) -> None:
        """ "Debris under water" is also everything under water, and nothing under water is none of it."""
        nouns = {
            self._stems(word) for entry in self.context.types.values() for word in (entry.singular, *entry.synonyms)
        }
        tail = phrase[1:]
        if len(tail) > 1 and phrase[:1] in nouns:
            for head in ("anything", "everything", "all", "whatever", "what"):
                self._add_stems((*stems(head), *tail), Named(objects, "type"))
            self._add_stems((*stems("nothing"), *tail), Named(objects, "type", negative=True))

    def _add_groups_and_roles(self) -> None:
        problem = self.world.problem
        for entry in self.context.groups:
            found: dict[str, list[str]] = {}
            for name in problem.objects:
                match = matched(entry.match, problem.display.get(name, name))
                if match is None:
                    continue
                for template in entry.names:
                    found.setdefault(fill_name(template, match, lambda other: self.names.get(other, other)), []).append(
                        name
                    )
            for phrase, objects in found.items():
                self._add(phrase.removeprefix("the "), Named(tuple(objects), "group"))
        for role in self.context.roles:
            pattern = role.fact.strip("()").split()
            for fact in sorted(problem.facts, key=str):
                if fact.predicate != pattern[0].lower() or len(fact.arguments) != len(pattern) - 1:
                    continue
                meant = None
                for part, value in zip(pattern[1:], fact.arguments, strict=True):
                    if part == "?":
                        meant = value
                    elif not matched(part, value):
                        break
                else:
                    if meant is not None:
                        for phrase in role.names:
                            self._add(phrase, Named((meant,), "role"))

    def _add_hints(self) -> None:
        known = self.world.domain.predicates
        for predicate, entry in self.context.predicates.items():
            if not entry.changes or predicate not in known or predicate in self.world.locks:
                continue
            for form in ("starts", "stops", "holds", "fails"):
                for verb in getattr(entry.verbs, form):
                    self._add_hint(verb, predicate, form)
        for number, deed in enumerate(self.context.deeds):
            for verb in deed.do:
                if self._stems(verb) != ("be",):
                    self._add_stems(_without_be(self._stems(verb)), DeedHint(number, True))
            for verb in deed.leave:
                phrase = _without_be(self._stems(verb))
                if phrase[:1] == ("not",):
                    self._add_stems(phrase[1:], DeedHint(number, True))
                else:
                    self._add_stems(phrase, DeedHint(number, False))

    def _add_hint(self, verb: str, predicate: str, form: str) -> None:
        phrase = self._stems(verb)
        if phrase[:1] == ("not",):
            form = {"starts": "stops", "stops": "starts", "holds": "fails", "fails": "holds"}[form]
            phrase = phrase[1:]
        phrase = _without_be(phrase)
        if not phrase or (len(phrase) == 1 and phrase[0] in _GENERAL - _PARTICLES):
            return
        weak = len(phrase) == 1 and phrase[0] in _PARTICLES
        if phrase[0] in _ENDING:
            self._add_stems(phrase, Cue.END)
        self._add_stems(phrase, Hint(predicate, form, weak))  # type: ignore[arg-type]


def _without_be(phrase: tuple[str, ...]) -> tuple[str, ...]:
    while len(phrase) > 1 and phrase[0] in ("be", "have"):
        phrase = phrase[1:]
    return phrase
