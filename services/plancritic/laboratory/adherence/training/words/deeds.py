"""Words for deeds: "remove all the underwater debris", "the normal debris must be left in place"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter

from plancritic.adherence.dataset import Split
from plancritic.domains import DeedEntry
from plancritic.laboratory.adherence.training.questions.question import Activity
from plancritic.laboratory.adherence.training.words.english import english_words, gerund, participle
from plancritic.laboratory.adherence.training.words.names import Names
from plancritic.laboratory.adherence.training.words.patterns import Filled, drawn
from plancritic.laboratory.adherence.training.words.templates import Data, Templates, read_words


class DeedTemplates(Data):
    """Templates for deeds: what is done to all things of a type, to none, or to all of one type and none of another."""

    done: Templates
    left: Templates
    done_and_left: Templates


_TEMPLATES = TypeAdapter(DeedTemplates)


@cache
def deed_templates() -> DeedTemplates:
    """Return the templates for deeds."""
    return read_words("templates/deeds.yaml", _TEMPLATES)


#: Words of an object that may stand between a verb and its particle ("clear the sunken debris up").
_SHORT = 4


def deed_in_words(deed: Activity, names: Names, split: Split) -> list[Filled]:
    """One wording, or one for each type of things where they are not said together."""
    templates = deed_templates()
    said = [_Said(deed.entry, type_name, done, names) for type_name, done in deed.types]
    if [done for _, done in deed.types] == [True, False] and names.random.random() < 0.5:
        both = drawn(templates.done_and_left, split, {"d": said[0], "k": said[1]}, names.random)
        if both is not None:
            return [both]
    texts = []
    for one, (_, done) in zip(said, deed.types, strict=True):
        text = drawn(templates.done if done else templates.left, split, {"d": one}, names.random)
        assert text is not None, "the first patterns of each split apply to every deed"
        texts.append(text)
    return texts


@dataclass(frozen=True, slots=True)
class _Verbs:
    """A deed's verbs: those said of the one who does it, those with a passive, those said of the thing."""

    active: list[str]
    passive: list[str]
    own: list[str]


class _Said:
    """One part of a deed: a type of things, and whether it is done to them."""

    def __init__(self, entry: DeedEntry, type_name: str, done: bool, names: Names) -> None:
        self._names = names
        self._type, self._is_done = type_name, done
        self._do, self._leave = _sorted(entry.do), _sorted(entry.leave)
        self._noun = names.noun(type_name, plural=True, every=True)

    @property
    def _verbs(self) -> _Verbs:
        return self._do if self._is_done else self._leave

    @property
    def noun(self) -> str:
        return self._noun

    @property
    def the(self) -> str:
        return f"the {self._noun}"

    @property
    def one(self) -> str:
        """A single one of the things: "underwater pile", "piece of underwater debris"."""
        entry = self._names.lexicon.type_entry(self._type)
        if entry is None:
            return self._type
        if self._noun == entry.plural:
            return entry.singular
        singulars = {entry.plurals.get(word, f"{word}s"): word for word in entry.synonyms}
        # What has no plural is not counted but in pieces.
        return f"piece of {self._noun}" if singulars[self._noun] == self._noun else singulars[self._noun]

    @property
    def all(self) -> str:
        entry = self._names.lexicon.type_entry(self._type)
        if entry is not None and entry.all and self._names.random.random() < 0.15:
            return f"{self._names.pick(['all', 'all the', 'the'])} {self._names.pick(entry.all)}"
        every = ["all", "all the", "all of the", "the", "every bit of the", "every last bit of the"]
        return f"{self._names.pick(every)} {self._noun}"

    @property
    def order(self) -> str:
        """ "take out all the underwater debris", "do not touch the normal debris"."""
        verb = self._names.pick(self._verbs.active)
        # "Do not remove all of it" would be another wish.
        things = f"{self._names.pick(['any', 'the'])} {self._noun}" if verb.startswith("not ") else self.all
        return self._with_object(verb, things)

    @property
    def contrary(self) -> str:
        """What is not to be done: "remove any normal debris"."""
        verb = self._names.pick(self._do.active)
        return self._with_object(verb, f"{self._names.pick(['any', 'the', 'any of the'])} {self._noun}")

    @property
    def doing(self) -> str | None:
        """The gerund of an order that denies nothing: "taking out all the underwater debris"."""
        order = self.order
        return None if order.startswith(("do not ", "never ", "hands ")) else gerund(order)

    @property
    def undoing(self) -> str:
        """The gerund of what is not to be done: "removing any normal debris"."""
        return gerund(self.contrary)

    @property
    def done(self) -> str:
        return participle(self._names.pick(self._verbs.passive))

    @property
    def undone(self) -> str:
        return participle(self._names.pick(self._do.passive))

    @property
    def own(self) -> str:
        return self._names.pick(self._verbs.own or ["be gone" if self._is_done else "stay"])

    def _with_object(self, verb: str, things: str) -> str:
        if verb.startswith("not "):
            return f"{self._names.pick(['do not', 'never'])} {self._with_object(verb.removeprefix('not '), things)}"
        first, *more = verb.split(" ")
        if not more or more[-1] == "of" or first == "hands":
            return f"{verb} {things}"
        if more[0] in ("up", "out", "away", "off") and len(things.split()) > _SHORT:
            return f"{verb} {things}"
        if more[0] == "in" or first in ("let", "leave", "keep", "not") or self._names.random.random() < 0.7:
            return f"{first} {things} {' '.join(more)}"
        return f"{verb} {things}"


def _sorted(verbs: Sequence[str]) -> _Verbs:
    words = english_words()
    own = [verb for verb in verbs if verb.split(" ")[0] in words.of_the_thing]
    active = [verb for verb in verbs if verb not in own]
    passive = [verb for verb in active if not set(re.split(" ", verb)) & words.active_only]
    return _Verbs(active or ["have"], passive or active or ["done"], own)
