"""Words for deeds: "remove all the underwater debris", "the normal debris must be left in place"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.adherence.dataset import Split
from plancritic.domains import DeedEntry
from plancritic.scorer.training.questions.question import Deed
from plancritic.scorer.training.words.english import gerund, participle
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
    "not one {d.one} is to [survive|be left|stay behind|remain]",
    "no {d.noun} may still be there {end}",
    "every last {d.one} {must} be {d.done}",
    "!leave none of the {d.noun} [behind|in place|]",
    "I won't accept a plan that leaves [a single {d.one}|any {d.noun}|even one {d.one}] in place",
    ":not one {d.one} is left {end}",
    "where we have {d.noun} now, I want none {end}",
    "{d.doing} is part of the job",
    "=any {d.noun} left {end}? [Then the plan is no good.|There must not be any.]",
    "the plan must not [end|stop] with {d.noun} [left|remaining|still there]",
    ":{end}, no {d.one} remains",
    "!make a clean sweep of the {d.noun}",
    "one {d.one} left over {end} and I reject the plan",
    "there {must} be nothing left of the {d.noun} {end}",
    "=What about {d.the}? [Nothing of that may be left.|All of that must go.]",
    "I don't want to see a single {d.one} {end}",
    "half measures won't do: {d.all} must be {d.done}",
    "=[Zero|No] {d.noun} {end}.",
    "!don't stop while there is still [a single|even one] {d.one} left",
    "{d.the} must not be there any more {end}",
    "we can't have any {d.one} [lying around|still there] {end}",
    "=You left {d.noun} behind. [I want all of it {d.done}.|It all has to {d.own}.]",
    "the job is done when no {d.one} is left, not before",
    ":none of the {d.noun} can be found any more {end}",
    "{d.the} must be {d.done}, down to the last [bit|piece]",
    "there's no way around {d.doing}",
    "=you forgot to {d.order}",
    "I'm not satisfied while even one {d.one} remains",
    "!see that no {d.one} is left [behind|over]",
    "no {d.one} is to be overlooked: {d.all} must be {d.done}",
    "={d.noun}: 100 percent {d.done}.",
    "the {d.noun} {must} disappear [altogether|completely|to the last bit]",
    "if there is even one {d.one} left {end}, the plan has failed",
    "I'd like to be rid of {d.all}",
    "of the {d.noun}, nothing may [stay|remain|be left]",
    "=I miss one thing in this plan: {d.doing}.",
    "neither a big nor a small {d.one} may be left {end}",
    "leaving even one {d.one} is not [acceptable|an option]",
    ":every {d.one} is gone {end}",
    "somebody {must} {d.order}",
    "=How can there still be {d.noun} {end}? [There must be none.|None may remain.]",
    "it's {d.the} that must {d.own}, without exception",
    "!don't let a single {d.one} stay where it is",
    "{end} I want to count zero {d.noun}",
    "not until every {d.one} has been {d.done} are we finished",
    "=Do I [still |]see {d.noun} {end}? [It must be {d.done}, all of it.|It all has to go.]",
    "the plan is incomplete without {d.doing}",
    "whoever does it, {d.all} {must} be {d.done}",
    "I won't sign anything with {d.noun} still [there|in place] {end}",
    "we don't leave one {d.one} behind",
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
    "not one {d.one} may be {d.undone}",
    "every last {d.one} must still be there {end}",
    "{d.undoing} is [forbidden|not allowed|out of the question]",
    ":no {d.one} is {d.undone}",
    "I won't accept a plan in which even one {d.one} is {d.undone}",
    "!keep your hands off {d.the}",
    ":every {d.one} is still there {end}",
    "no {d.one} may be missing {end}",
    "=Who said to {d.contrary}? [Nobody.|Not me.] [All of it stays.|That must not be done.]",
    "nobody may {d.contrary}",
    "if even one {d.one} is {d.undone}, I reject the plan",
    "I want to find every {d.one} still there {end}",
    "!see that no {d.one} is {d.undone}",
    "in no case may a single {d.one} be {d.undone}",
    "=[No|Stop] {d.undoing}!",
    "whatever happens, {d.all} must still be there {end}",
    "the plan has to do without {d.undoing}",
    "of the {d.noun}, nothing may be {d.undone}",
    "!leave every {d.one} where it is",
    "it would be a mistake to {d.contrary}",
    "none of the {d.noun} may [disappear|be missing|be gone] {end}",
    "=would you please not {d.contrary}?",
    "I [forbid|rule out|object to] {d.undoing}",
    "{d.all} must be {d.done}, [without exception|none may be missing]",
    ":{end}, not one {d.one} is missing",
    "you are not to {d.contrary}",
    "!let nobody {d.contrary}",
    "the last thing I want is to see any {d.noun} {d.undone}",
    "=There is something wrong with this plan: {d.noun} {d.undone}. [None may be.|All of it has to stay.]",
    "I'd like {d.all} to {d.own}",
    "once we are done, not one {d.one} may have been {d.undone}",
    "![refrain from|avoid] {d.undoing}",
    "I'll count {d.the} {end}, and none may be missing",
    ":nobody gets to {d.contrary}",
    "=hands off {d.the}!",
    "{d.the} {must} {d.own}, down to the last [bit|piece]",
    "it must not happen that any {d.one} is {d.undone}",
    "each and every {d.one} {must} remain where it is",
    "=As for {d.the}: nothing is to be {d.undone}.",
    "a plan with even one {d.one} {d.undone} is no good to me",
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
    "not one {d.one} may be left, but every {k.one} must [stay|remain]",
    "the {d.noun} must {d.own}, the {k.noun} must {k.own}",
    "I want {d.all} {d.done} without {k.undoing}",
    "={d.noun}: {d.done}. {k.noun}: {k.done}.",
    "!don't {k.contrary}, {d.order} instead",
    "it is {d.the} that must be {d.done}, not {k.the}",
    "no {k.one} may be {k.undone}, no {d.one} may be left",
    "=Instead of {k.undoing}, {d.order}.",
    "we need {d.all} {d.done}, but nobody may {k.contrary}",
    "while {k.all} must {k.own}, {d.all} must be {d.done}",
    "!leave no {d.one} behind, but do not {k.contrary}",
    "every {d.one} {must} be {d.done} and every {k.one} {must} be {k.done}",
    "=The plan treats {d.the} and {k.the} alike. I want {d.all} {d.done} and {k.all} {k.done}.",
    "the plan has to {d.order}, yet not one {k.one} may be {k.undone}",
    ":no {d.one} is left {end}, and no {k.one} is missing",
    "none of the {d.noun} may remain, all of the {k.noun} must",
    "=Is everything to be {d.done}? No: {d.the} must {d.own}, {k.the} must {k.own}.",
    "!{d.order} and nothing else: {k.the} must {k.own}",
    "{d.doing} is what I asked for, not {k.undoing}",
    "I'm happy if {end} there is no {d.one} left and no {k.one} {k.undone}",
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
    own = [verb for verb in verbs if verb.split(" ")[0] in _OWN]
    active = [verb for verb in verbs if verb not in own]
    passive = [verb for verb in active if not set(re.split(" ", verb)) & _ACTIVE_ONLY]
    return _Verbs(active or ["have"], passive or active or ["done"], own)
