"""Words for deeds: "remove all the underwater debris", "the normal debris must be left in place"."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.scorer.training.phrases import Phrases
from plancritic.scorer.training.questions import Deed

_IRREGULAR = {
    "take": "taken", "get": "got", "keep": "kept", "leave": "left", "dig": "dug", "sweep": "swept", "put": "put",
    "give": "given", "send": "sent", "bring": "brought", "throw": "thrown", "make": "made", "set": "set",
}  # fmt: skip
#: Verbs whose subject is the thing itself ("must be gone", "must stay").
_OWN = frozenset(("be", "go", "vanish", "stay", "remain", "come"))
#: Verbs that are followed by what happens to their object, or have no passive.
_ACTIVE_ONLY = frozenset(("let", "hands", "get", "have"))
_MUST = ("must", "should", "has to", "needs to", "is to", "shall")
_ENDS = ("", "", "", " at the end", " by the end", " in the end", " when all is done", " before it is over")


def deed_in_words(deed: Deed, phrases: Phrases, held_back: bool) -> str:
    """One wording; `held_back` takes it from the patterns kept from training."""
    said = [_Said(deed, place, phrases, held_back) for place in range(len(deed.types))]
    if len(said) == 2 and [done for _, done in deed.types] == [True, False] and phrases.random.random() < 0.3:
        done, kept = said
        return phrases.pattern(
            [
                f"{done.order()} but not {kept.things('the')}",
                f"only {done.order()}, not {kept.things('the')}",
                f"{done.order()} without touching {kept.things('the')}",
                f"only {done.things('the')} may be {done.participle()}, {kept.things('the')} must stay",
                f"{done.order()}, but {kept.order()}",
                f"of the debris only {done.things('')} is to be {done.participle()}",
            ],
            held_back,
        )
    parts = [one.text() for one in said]
    if len(parts) == 2 and phrases.random.random() < 0.5:
        parts.reverse()
    return phrases.pick([" and ", ", but ", ", and ", " while ", "; "]).join(parts)


class _Said:
    """One part of a deed: a type of things, and whether it is to be done to them."""

    def __init__(self, deed: Deed, place: int, phrases: Phrases, held_back: bool) -> None:
        self._phrases = phrases
        self._held_back = held_back
        self._type, self._done = deed.types[place]
        self._do, self._leave = _sorted(deed.entry.do), _sorted(deed.entry.leave)

    def things(self, quantifier: str) -> str:
        return f"{quantifier} {self._phrases.noun(self._type, plural=True, every=True)}".strip()

    def all_things(self) -> str:
        p = self._phrases
        if (entry := p.lexicon.type_entry(self._type)) is not None and entry.all and p.random.random() < 0.15:
            return f"{p.pick(['all', 'all the', 'the'])} {p.pick(entry.all)}"
        return self.things(p.pick(["all", "all the", "all of the", "the", "every bit of the", "every last bit of the"]))

    def order(self) -> str:
        """An order: "take out all the underwater debris", "do not touch the normal debris"."""
        p = self._phrases
        verb = p.pick(self._do.active if self._done else self._leave.active)
        # "Do not remove all of it" would be another wish.
        things = self.things(p.pick(["any", "the"])) if verb.startswith("not ") else self.all_things()
        return _with_object(verb, things, p)

    def participle(self, done: bool | None = None) -> str:
        """ "removed", "left in place"."""
        verbs = self._do if (self._done if done is None else done) else self._leave
        return _participle(self._phrases.pick(verbs.passive))

    def text(self) -> str:
        p = self._phrases
        end, must = p.pick(_ENDS), p.pick(_MUST)
        own = p.pick((self._do if self._done else self._leave).own or ["be gone" if self._done else "stay"])
        order = [f"{self.order()}{end}"]
        if self._done:
            return p.pattern(
                [
                    *order * 4,
                    f"{self.all_things()} {must} be {self.participle()}{end}",
                    f"no {self.things('')} may be left{end}",
                    f"{self.all_things()} {must} {own}{end}",
                    *[f"{self.all_things()} {must} be {self.participle()}{end}"] * 3,
                    f"there must be no {self.things('')} left{end}",
                    f"I want {self.all_things()} {self.participle()}{end}",
                    f"have {self.all_things()} {self.participle()}{end}",
                    f"none of the {self.things('')} may remain{end}",
                    f"we need {self.all_things()} {self.participle()}{end}",
                    f"{self.things('')}: {p.pick(['all of it must go', 'all gone', 'everything out', 'none left'])}",
                    f"I don't want any {self.things('')} left{end}",
                    f"{self.things('the')} {must} be {self.participle()} completely",
                    f"we need to {self.order()}{end}",
                ],
                self._held_back,
            )
        removed = self.participle(done=True)
        return p.pattern(
            [
                *order * 4,
                f"{self.all_things()} {must} be {self.participle()}{end}",
                f"do not {_with_object(p.pick(self._do.active), self.things(p.pick(['any', 'the'])), p)}",
                f"no {self.things('')} may be {removed}",
                f"{self.all_things()} {must} {own}{end}",
                f"none of the {self.things('')} may be {removed}",
                f"{self.things('the')} must not be {removed}",
                f"I don't want any {self.things('')} {removed}",
                f"{self.all_things()} must still be there{p.pick(_ENDS[3:])}",
                f"{self.things('')}: {p.pick(['leave it all', 'nothing is to be ' + removed, 'it all stays'])}",
                f"never {_with_object(p.pick(self._do.active), self.things('any'), p)}",
                f"nothing of the {self.things('')} is to be {removed}",
            ],
            self._held_back,
        )


class _Verbs:
    """A deed's verbs: those said of the one who does it, those with a passive, those said of the thing."""

    def __init__(self, active: list[str], passive: list[str], own: list[str]) -> None:
        self.active, self.passive, self.own = active, passive, own


def _sorted(verbs: Sequence[str]) -> _Verbs:
    own = [verb for verb in verbs if verb.split(" ")[0] in _OWN]
    active = [verb for verb in verbs if verb not in own]
    passive = [verb for verb in active if not set(verb.split(" ")) & {*_ACTIVE_ONLY, "not"}]
    return _Verbs(active or ["have"], passive or active or ["done"], own)


def _with_object(verb: str, thing: str, phrases: Phrases) -> str:
    if verb.startswith("not "):
        return _with_object(f"{phrases.pick(['do not', 'never'])}{verb.removeprefix('not')}", thing, phrases)
    first, *more = verb.split(" ")
    if verb.startswith(("do not ", "never ")) or not more or more[-1] == "of" or first == "hands":
        return f"{verb} {thing}"
    if more[0] == "in" or first == "let" or phrases.random.random() < 0.7:
        return f"{first} {thing} {' '.join(more)}"
    return f"{verb} {thing}"


def _participle(verb: str) -> str:
    """ "taken out" for "take out"."""
    first, *more = verb.split(" ")
    regular = f"{first}d" if first.endswith("e") else f"{first}ed"
    return " ".join([_IRREGULAR.get(first, regular), *more])
