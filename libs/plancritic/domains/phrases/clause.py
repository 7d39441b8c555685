"""A clause about places, taken apart at its finite verb, so that it can be denied and set in time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from plancritic.domains.phrases.english import (
    AUXILIARIES,
    BE,
    COORDINATORS,
    DETERMINERS,
    DO,
    HAVE,
    MODALS,
    NEGATIVES,
    PLURAL_PRONOUNS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
)
from plancritic.domains.phrases.places import PLACE, Placed, joined, tokens_of
from plancritic.english.forms import base_form, is_gerund, is_participle, is_plural, is_third_person

#: be; have as an auxiliary; can, must; do; a full verb in -s; one without (of a plural); one in the past.
VerbKind = Literal["be", "have", "modal", "do", "third", "base", "past"]
#: Words between a subject and its verb.
ADVERBS = frozenset({"together", "both", "also", "always", "still", "already", "now", "just", "only", "once", "each"})


#: Auxiliaries that do not follow a modal: what seems to be one before them is a noun.
_BEHIND_NOUNS = BE | MODALS | {"has", "had", "does", "did"}


@dataclass(frozen=True)
class Clause:
    """A statement: the words before its finite verb, the verb, and the words after it."""

    before: tuple[str, ...]
    verb: str
    after: tuple[str, ...]
    kind: VerbKind

    @property
    def text(self) -> str:
        """The clause, without capital and full stop."""
        return joined((*self.before, self.verb, *self.after))

    @property
    def words(self) -> tuple[str, ...]:
        """All its words, in lower case."""
        return tuple(each.lower() for each in (*self.before, self.verb, *self.after))

    @property
    def negatives(self) -> int:
        """How many words deny something."""
        return sum(each in NEGATIVES for each in self.words)

    @property
    def base(self) -> str:
        """The base form of the verb."""
        if self.kind == "be":
            return "be"
        return base_form(self.verb) if self.kind == "third" else self.verb

    @property
    def is_coordinated(self) -> bool:
        """Whether "and", "or" or "but" joins a second statement to the first one ("is milled and waits in bags")."""
        words = [each.lower() for each in self.after]
        return any(word in COORDINATORS and _has_verb_soon(words[place + 1 :]) for place, word in enumerate(words))

    @property
    def without_tense_adverbs(self) -> Clause:
        """The clause without "still" and "already"."""
        return replace(self, before=_without(self.before), after=_without(self.after))

    def with_adverb(self, adverb: str) -> Clause:
        """Return the clause with an adverb where English puts it: "is never", "can ever", "never holds"."""
        if self.kind in ("third", "base") or (self.kind == "have" and not self.is_perfect):
            return replace(self, before=(*self.before, adverb))
        if self.verb == "cannot":
            return replace(self, verb="can", after=(adverb, *self.after))
        return replace(self, after=(adverb, *self.after))

    @property
    def is_perfect(self) -> bool:
        """Whether the verb is the "has" of "has gone"."""
        words = [each for each in self.after if each not in ADVERBS | {"not", "yet", "never"}]
        return self.kind == "have" and bool(words) and is_participle(words[0])


def _without(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in words if each not in ("still", "already"))


def clause_of(placed: Placed) -> Clause | None:
    """Return the clause that a sentence with places is; None where no finite verb is found in it."""
    tokens = placed.tokens
    place = _finite_verb(tokens, placed.plural)
    if place is None:
        if len(tokens) > 1 and PLACE.fullmatch(tokens[0]) and _is_state(tokens[1:]):
            return Clause(tokens[:1], "is", tokens[1:], "be")
        return None
    verb = tokens[place].lower()
    return Clause(tokens[:place], verb, tokens[place + 1 :], _kind(verb, tokens, place, placed.plural))


def without_comment(meaning: str) -> str:
    """Return what a meaning says, without "whether" before it, and without an explanation behind it."""
    text = " ".join(meaning.split()).strip().rstrip(".").strip()
    text = re.sub(r"\((\?[\w-]+)\)", r"\1", text)  # "a printer (?p)"
    text = re.sub(r"\s*\([^()]*\)$", "", text)
    for contracted, whole in _CONTRACTIONS:
        text = re.sub(contracted, whole, text)
    text = re.split(r"[;:]\s|\.\s|\s[-–—]\s", text, maxsplit=1)[0]
    text = re.sub(_OPENING, "", text, count=1)
    text = re.split(_COMMENT, text, maxsplit=1)[0].strip().rstrip(",.")
    # A word in capitals, a name or a mark stays as it is.
    return f"{text[:1].lower()}{text[1:]}" if re.match(r"[A-Z][a-z]*\b", text) else text


_CONTRACTIONS = ((r"\bcan't\b", "cannot"), (r"\bwon't\b", "will not"), (r"(?<=\w)n't\b", " not"))
_OPENING = re.compile(
    r"^(?:(?:(?:it|this) )?(?:is )?(?:true|the case|a fact)|(?:it )?holds|it|this)?\s*"
    r"(?:says|means|tells|indicates|denotes|states|expresses|shows|is true|is so|records|whether or not|whether)?\s*"
    r"(?:if and only if|iff|if|when|whenever|that|whether or not|whether)\s+",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r",\s+(?:since|because|so|so that|i\.e|that is|e\.g|for example|such as|which|where|although|whereas|unlike|"
    r"and not|but not|as opposed to|meaning|in other words)\b|"
    r"\s+(?:because|so that)\s+",
    re.IGNORECASE,
)


def _finite_verb(tokens: Sequence[str], plural: frozenset[str]) -> int | None:
    words = [each.lower() for each in tokens]
    waiting, passed = 0, None
    for place, word in enumerate(words):
        if word in RELATIVES and place and words[place - 1] not in DETERMINERS:
            waiting += 1
        elif _is_finite(words, tokens, place, plural):
            if not waiting:
                return place
            waiting, passed = waiting - 1, place
    return passed


def _is_finite(words: Sequence[str], tokens: Sequence[str], place: int, plural: frozenset[str]) -> bool:
    word, before = words[place], words[place - 1] if place else ""
    if not place:
        return False
    if word in AUXILIARIES:
        is_noun = before in DETERMINERS | {"to"} and not _is_somebody(words, place)
        # "the watering can is full"
        is_thing = word in MODALS and not _BEHIND_NOUNS.isdisjoint(words[place + 1 : place + 2])
        return word not in ("be", "been", "being") and not is_noun and not is_thing
    if not word.isalpha() or word in ADVERBS | PREPOSITIONS | COORDINATORS | DETERMINERS | NEGATIVES | PRONOUNS:
        return False
    subject = place - 1
    while subject and words[subject] in ADVERBS:
        subject -= 1
    if _wants_base(words, tokens, subject, plural):
        return not word.endswith(("ly", "ed", "ing"))
    following = words[place + 1] if place + 1 < len(words) else ""
    if not is_third_person(word) or before in DETERMINERS | PREPOSITIONS | {"'s", "to"}:
        return False
    if PLACE.fullmatch(before) is None and is_participle(before):
        return False  # "the used sheets"
    return PLACE.fullmatch(before) is not None or following not in AUXILIARIES | {"of", ","}


def _is_somebody(words: Sequence[str], place: int) -> bool:
    """Whether "one" before a modal means anybody: "one can walk", and not "one can of oil is open"."""
    follows = words[place + 1] if place + 1 < len(words) else "of"
    return place == 1 and words[0] == "one" and follows not in AUXILIARIES | PREPOSITIONS


def _wants_base(words: Sequence[str], tokens: Sequence[str], subject: int, plural: frozenset[str]) -> bool:
    """Whether the words up to a place are a subject in the plural, so that its verb has no -s."""
    if words[subject] in PLURAL_PRONOUNS:
        return True
    if PLACE.fullmatch(words[subject]):
        if tokens[subject] in plural and subject == 0:
            return True
        # "{0} and {1} share a side", "{0}, {1} and {2} follow each other".
        rest = words[: subject + 1]
        return len(rest) > 2 and "and" in rest and all(PLACE.fullmatch(each) or each in ("and", ",") for each in rest)
    return subject == 1 and words[0] in DETERMINERS and is_plural(words[1])


def _kind(verb: str, tokens: Sequence[str], place: int, plural: frozenset[str]) -> VerbKind:
    if verb in BE:
        return "be"
    if verb in HAVE:
        return "have"
    if verb in MODALS:
        return "modal"
    if verb in DO:
        return "do"
    words = [each.lower() for each in tokens]
    subject = place - 1
    while subject and words[subject] in ADVERBS:
        subject -= 1
    return "base" if _wants_base(words, tokens, subject, plural) else "third"


def _has_verb_soon(words: Sequence[str]) -> bool:
    """Whether a statement begins here: a verb, or a subject of up to three words and a verb."""
    rest = [each for each in words if each not in ADVERBS][:5]
    if not rest:
        return False
    if rest[0] in AUXILIARIES - {"be", "been", "being"} or is_third_person(rest[0]):
        return True
    stretch = rest
    for place, each in enumerate(rest):
        if place and each in PREPOSITIONS | COORDINATORS | RELATIVES | {","}:
            stretch = rest[:place]
            break
    return any(_is_finite(stretch, stretch, place, frozenset()) for place in range(1, len(stretch)))


def _is_state(tokens: Sequence[str]) -> bool:
    """Whether words follow a subject that lacks its "is": "loaded in {1}", "in the hand", "free"."""
    first = tokens[0].lower()
    if first in PREPOSITIONS or is_gerund(first):
        return True
    if is_participle(first):
        return len(tokens) == 1 or not PLACE.fullmatch(tokens[1])
    return len(tokens) == 1 and first.isalpha()


def plain(text: str) -> Clause | None:
    """Return the clause of a sentence that has no parameters to be found."""
    return clause_of(Placed(tokens_of(text)))
