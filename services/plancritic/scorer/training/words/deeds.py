"""Words for deeds: "remove all the underwater debris", "the normal debris must be left in place"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.domains import DeedEntry
from plancritic.scorer.training.dataset import Split
from plancritic.scorer.training.questions import Deed
from plancritic.scorer.training.words.english import participle
from plancritic.scorer.training.words.names import Names
from plancritic.scorer.training.words.patterns import Filled, drawn

#: `d` is done to all things of a type.
DONE: tuple[str, ...] = (
    "!{d.order}",
    "{d.all} must be {d.done}",
    "{d.all} {must} be {d.done} {end}",
    "I want {d.all} {d.done}",
    "!{d.order} {end}",
    "no {d.noun} may be left",
    "!have {d.all} {d.done}",
    "we need {d.all} {d.done} {end}",
    "we need to {d.order}",
    "there must be no {d.noun} left {end}",
    "{d.all} {must} {d.own} {end}",
    "none of the {d.noun} may remain",
    "I [don't|do not] want any {d.noun} left {end}",
    "{d.noun}: [all of it must go|everything out|none left]",
    "{d.the} {must} be {d.done} completely",
    "!get {d.all} {d.done}",
    "=I still see {d.noun} left in this plan. [All of it must be {d.done}.|It all has to go.]",
    "=why do I see {d.noun} left? {d.all} must be {d.done}",
    "not a single bit of the {d.noun} may be left {end}",
    "the plan has to get {d.all} {d.done}, otherwise it is not done",
    "{d.all} {must} {d.own}",
    "it is [essential|important] to {d.order}",
    "![don't|do not] leave any {d.noun}",
    "=could you {d.order}?",
    "no {d.noun} may be left over",
)

#: `d` is done to nothing of a type.
LEFT: tuple[str, ...] = (
    "!{d.order}",
    "{d.all} must be {d.done}",
    "{d.all} {must} be {d.done} {end}",
    "![do not|don't] {d.contrary}",
    "no {d.noun} may be {d.undone}",
    "none of the {d.noun} may be {d.undone}",
    "{d.all} {must} {d.own} {end}",
    "{d.the} must not be {d.undone}",
    "{d.all} must still be there {end}",
    "I [don't|do not] want any {d.noun} {d.undone}",
    "!never {d.contrary}",
    "no {d.noun} is to be {d.undone}, none at all",
    "{d.noun}: [leave it all|it all stays]",
    "not a single bit of the {d.noun} may be {d.undone}",
    "I want {d.all} {d.done}",
    "=Why do I see {d.noun} {d.undone} in this plan? [That must not be.|All of it has to stay.]",
    "we must not {d.contrary}",
    "=The plan has {d.noun} {d.undone}. [That must not be.|Don't.]",
    "{d.all} {must} {d.own}",
    "it is important not to {d.contrary}",
)

#: `d` is done to all things of one type, `k` to nothing of another.
DONE_AND_LEFT: tuple[str, ...] = (
    "!{d.order} but not {k.the}",
    "!{d.order}, but {k.order}",
    "!only {d.order}, not {k.the}",
    "!{d.order} without [touching|disturbing] {k.the}",
    "only {d.the} may be {d.done}, {k.the} must stay",
    "{d.all} must be {d.done}, {k.the} must be {k.done}",
    "!{d.order} and {k.order}",
    "!{k.order}, and {d.order}",
    "{k.the} must stay, {d.all} must be {d.done}",
    "I want {d.all} {d.done} and {k.all} {k.done}",
)

#: Words of an object that may stand between a verb and its particle ("clear the sunken debris up").
_SHORT = 4
#: Verbs whose subject is the thing itself ("must be gone", "must stay").
_OWN = frozenset(("be", "go", "vanish", "stay", "remain", "come"))
#: Verbs that are followed by what happens to their object, or have no passive.
_ACTIVE_ONLY = frozenset(("let", "hands", "get", "have", "not"))


def deed_in_words(deed: Deed, names: Names, split: Split) -> list[Filled]:
    """One wording, or one for each type of things where they are not said together."""
    said = [_Said(deed.entry, type_name, done, names) for type_name, done in deed.types]
    if [done for _, done in deed.types] == [True, False] and names.random.random() < 0.5:
        both = drawn(DONE_AND_LEFT, split, {"d": said[0], "k": said[1]}, names.random)
        if both is not None:
            return [both]
    texts = []
    for one, (_, done) in zip(said, deed.types, strict=True):
        text = drawn(DONE if done else LEFT, split, {"d": one}, names.random)
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
    own = [verb for verb in verbs if verb.split(" ")[0] in _OWN]
    active = [verb for verb in verbs if verb not in own]
    passive = [verb for verb in active if not set(re.split(" ", verb)) & _ACTIVE_ONLY]
    return _Verbs(active or ["have"], passive or active or ["done"], own)
