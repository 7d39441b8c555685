"""Corrections that say a wish in the place of another: "change that: the tug first", "no, parcel 3 first", "A, not B".

What replaces has a word of correction, or names what was said before as what is not meant; and it has the shape of the
statement that it replaces: things of the same kind, and words or a meaning in common.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.coordinator.commands.aims import content_words, objects_in
from plancritic.coordinator.commands.corrections import Entry
from plancritic.coordinator.mentions.named import Mention, NamedObjects, exchanged
from plancritic.coordinator.mentions.parts import meant_in
from plancritic.coordinator.mentions.vocabulary import concept_of_words, vocabulary

#: What stands before a correction and says nothing.
_FILLER = r"(?:oh|ok|okay|well|sorry|oops|actually|hm+|wait|hang on|hold on|please|and|but|so|ah|yes)"
#: Words that only a correction begins with. Those of `_DENIES` may also open a wish of its own.
_CHANGES = (
    r"(?:let's |let us |can you |could you |please )*(?:change|correct|fix) "
    r"(?:that|it|this|the last (?:one|wish|statement))(?: (?:to|into|so that))?"
    r"|(?:let's |let us )?make (?:that|it|this)(?! (?:to|so|a|an|possible|sure)\b)"
    r"|(?:please )?(?:replace|swap|exchange) (?:that|it|this)(?: (?:by|with|for))?|scratch that|strike that|correction"
    r"|i (?:really |actually |just )?mean(?:t)?(?: to (?:say|write|ask))?(?: that)?"
    r"|what i (?:really |actually )?(?:mean(?:t)?|want(?:ed)?)(?: (?:is|was))?(?: that)?"
    r"|i (?:really |actually )?(?:wanted|asked for|intended)|i misspoke|my mistake"
    r"|instead of (?:that|this|it|those)|wrong one"
)
_DENIES = (
    r"no+|nope|nah|wrong(?: \w+)?|not (?:that|this)(?: one)?|not (?:so|quite|like that)"
    r"|(?:that's|that is|that was|it's|it is) (?:not (?:it|right|that|what (?:i|we) \w+(?: \w+)?)|wrong)"
    r"|not what (?:i|we) \w+(?: \w+)?"
)
_SEPARATOR = r"[\s,:;.!–-]+"
_LEAD = re.compile(
    rf"\s*(?:(?P<change>{_CHANGES})|"
    rf"(?P<deny>(?:{_DENIES})(?=\s*[,:;.!–-])|on second thoughts?|(?:instead|rather)(?!\s+(?:of|than)\b))|{_FILLER})"
    rf"(?={_SEPARATOR}|$){_SEPARATOR}",
    re.IGNORECASE,
)
_TRAIL = re.compile(r"[\s,]+(?:(?P<deny>instead|rather)|please|then|after all)\s*[.!]*\s*$", re.IGNORECASE)
#: Before a name: what is not meant.
_OLD = re.compile(
    r"(?:^|[\s,]+)(?:(?:but|and) )?(?P<cue>not|isn't|wasn't|instead of|rather than|in place of)\s+"
    r"(?:(?:at|to|by|in|on|for|with|the|a|an)\s+)*$",
    re.IGNORECASE,
)
#: "Rather A than B" says what "A rather than B" does; the first word is taken for a mark before.
_RATHER = re.compile(r"\W*(?:\w+\W+){0,2}rather\b(?! than\b)", re.IGNORECASE)
_THAN = re.compile(r" than ", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:instead|rather)\b(?! of\b| than\b)", re.IGNORECASE)
_DENIAL = re.compile(r"\b(?:not|never|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)
_LONGEST_INSTEAD = 10
_BUT = re.compile(r"[\s,]*\bbut\b[\s,]*", re.IGNORECASE)
#: How alike in meaning two sentences about things of a kind have to be where they share no word.
_ALIKE = 0.45
#: What is said of steps is about the plan that was shown then, and read with it.
_STEP = re.compile(r"\bsteps?\b", re.IGNORECASE)
_TOKEN = re.compile(r"[a-z]+")
_DIGIT = re.compile(r"(?<![\w.-])(\d{1,2})(?![\w.:-])(?!\s*(?:hours?|minutes?|seconds?|min|h|sec)\b)")


@dataclass(frozen=True)
class Correction:
    """A wish that is to replace another: its `clause`, and the objects that were said before and are not meant.

    `mark` says how it is known: by words that only a correction has, by a denial, or by the contrast alone.
    """

    clause: str
    old: frozenset[str]
    mark: Literal["change", "denial", "contrast"]


@dataclass(frozen=True)
class Replacement:
    """A statement that a correction may replace, with the words that then stand in its place.

    `shared` counts the words and objects that both have, `near` is their cosine; `has_its_words` says that the
    correction says again in words what the statement says.
    """

    entry: Entry
    text: str
    shared: int
    near: float
    has_its_words: bool = False


def correction_in(text: str, names: NamedObjects) -> Correction | None:
    """Return the wish that a text says as a correction; None where it is none, or names nothing to be corrected."""
    if text.rstrip().endswith("?") or _STEP.search(text):
        return None
    mark: Literal["change", "denial"] | None = None
    clause = text
    if _INSTEAD.search(text) and (_DENIAL.search(text) or len(text.split()) > _LONGEST_INSTEAD):
        # "Don't go by A, go by B instead" says in itself what is not meant.
        return None
    while found := _LEAD.match(clause):
        mark = "change" if found["change"] else mark or ("denial" if found["deny"] else None)
        clause = clause[found.end() :]
    while found := _TRAIL.search(clause):
        mark = mark or ("denial" if found["deny"] else None)
        clause = clause[: found.start()]
    if _RATHER.match(text):
        clause = _THAN.sub(" rather than ", clause, count=1)
    clause, old = _without_old(clause, names)
    clause = " ".join(clause.split()).strip(" ,;:.!–-")
    if (mark is None and not old) or not (names.mentions(clause) or _DIGIT.search(clause)):
        return None
    return Correction(clause, old, mark or "contrast")


def replacements(
    found: Correction, entries: Sequence[Entry], cosines: Sequence[float], names: NamedObjects
) -> list[Replacement]:
    """Return what a correction may replace, the statements that share its shape; `cosines` are theirs with it.

    Of several those that were said last come alone, unless the correction names what it corrects.
    """
    fitting = []
    for entry, near in zip(entries, cosines, strict=True):
        own = objects_in(entry, names)
        clause = _completed(found.clause, entry, names)
        named = frozenset(each for mention in names.mentions(clause) for each in mention.objects)
        if found.old and not found.old <= own:
            continue
        if not _akin(named, found.old or own, names):
            continue
        if found.mark == "contrast" and any(not _akin(frozenset((each,)), found.old, names) for each in named - own):
            # It is about another thing, of which the like may be said.
            continue
        words = concepts(clause, names) & concepts(_said(entry), names)
        shared = len(words) + len(named & own)
        text = _exchanged(clause, found.old, entry, names) if is_fragment(clause, names) else clause
        alike = shared or near >= _ALIKE or is_fragment(clause, names)
        if text is not None and (alike or found.mark == "change"):
            fitting.append(Replacement(entry, text, shared, near, bool(words)))
    if found.old:
        return _likeliest(fitting)
    newest = max((each.turn for each in entries), default=0)
    last = [each for each in fitting if each.entry.turn == newest]
    if is_fragment(found.clause, names) or any(each.shared for each in last):
        return _likeliest(last or fitting)
    return _likeliest([each for each in fitting if each.shared] or last)


def concepts(text: str, names: NamedObjects) -> frozenset[str]:
    """Return the content words of a text without its names; words of order are one, so are those of a time by which."""
    words = content_words(text, names)
    known = concept_of_words()
    words |= {known[each] for each in _TOKEN.findall(text.casefold()) if each in known}
    return frozenset(words - known.keys())


def _likeliest(found: Sequence[Replacement]) -> list[Replacement]:
    """Return those with most in common, of these the one that is clearly nearest in meaning."""
    most = max((each.shared for each in found), default=0)
    best = [each for each in found if each.shared == most]
    nearest = max((each.near for each in best), default=0.0)
    return [each for each in best if each.near > nearest - 0.15]


def _said(entry: Entry) -> str:
    return f"{entry.statement.text} {entry.said_back}"


def _akin(named: frozenset[str], others: frozenset[str], names: NamedObjects) -> bool:
    return any(
        one in others or names.kinship(frozenset((one,)), frozenset((other,))) > 0 for one in named for other in others
    )


def is_fragment(clause: str, names: NamedObjects) -> bool:
    """Return whether a clause only names things: it says nothing of what becomes of them."""
    return all(each in vocabulary().of_choices or each[0].isdigit() for each in concepts(clause, names))


def has_number(clause: str, names: NamedObjects) -> bool:
    """Return whether a clause has a number that belongs to no name: it may only change a time."""
    inside = names.mentions(clause)
    return any(
        not any(each.start <= found.start() < each.end for each in inside) for found in re.finditer(r"\d+", clause)
    )


def _exchanged(clause: str, old: frozenset[str], entry: Entry, names: NamedObjects) -> str | None:
    """Return the words of a statement with the one thing that a fragment names in the place of another of its kind."""
    mentions = names.mentions(clause)
    if len(mentions) != 1:
        # "Parcel 2 at the school" says a whole wish in names alone.
        return clause
    text, wanted = entry.statement.text, mentions[0].objects
    places: list[Mention] = names.alike(text, wanted)
    if old:
        places = [each for each in names.mentions(text) if each.objects & old]
    places = meant_in(entry.constraints, places, names)
    if len(places) != 1 or any(each.objects == wanted for each in names.mentions(text)):
        return None
    return exchanged(text, places[0], clause[mentions[0].start : mentions[0].end])


def _completed(clause: str, entry: Entry, names: NamedObjects) -> str:
    """Return a clause with the noun of a statement before a bare number: "3 first" after "parcel 2 first"."""
    digit = _DIGIT.search(clause)
    if digit is None or any(each.start <= digit.start() < each.end for each in names.mentions(clause)):
        return clause
    for mention in names.mentions(entry.statement.text):
        noun = entry.statement.text[mention.start : mention.end].rstrip("0123456789").rstrip()
        phrase = f"{noun} {digit[1]}"
        if noun and names.named(phrase):
            return f"{clause[: digit.start()]}{phrase}{clause[digit.end() :]}"
    return clause


def _without_old(clause: str, names: NamedObjects) -> tuple[str, frozenset[str]]:
    """Return a clause without "not B" and the like, and the objects named there."""
    old: set[str] = set()
    for mention in reversed(names.mentions(clause)):
        cue = _OLD.search(clause[: mention.start])
        rest = clause[mention.end :]
        follows = _BUT.match(rest)
        ends = re.match(r"\s*(?:$|[.,;:!])", rest) is not None
        if cue is None or not (ends or follows or cue["cue"].casefold() != "not"):
            continue
        old |= mention.objects
        clause = f"{clause[: cue.start()]} {rest[follows.end() :] if follows else rest}".strip(" ,")
    return clause, frozenset(old)
