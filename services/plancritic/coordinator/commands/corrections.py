"""Corrections in free words: another name or other times in a statement, or two names the other way round.

What makes one is a word of correction ("sorry", "I meant", "make that"), the names or numbers, and nothing else that
has a meaning of its own but in the statement that is corrected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from plancritic.contracts.sessions import Revision, StatementInForce, StatementNotInForce
from plancritic.coordinator.mentions.named import Mention, NamedObjects, exchanged
from plancritic.coordinator.mentions.parts import meant_in
from plancritic.english.lists import words
from plancritic.english.numbers import CARDINALS, ONES, TENS_AS_WRITTEN, total

Entry: TypeAlias = StatementInForce | StatementNotInForce


@dataclass(frozen=True)
class Correction:
    """A statement as it is corrected; `mention` is the name in whose place another stands."""

    entry: Entry
    text: str
    mention: Mention | None = None


_MARK = re.compile(
    r"\b(?:sorry|oops|correction|mistake|wrong|misspoke|instead|rather|make|(?:change|change to) (?:it|that|this)"
    r"|(?:I|we) (?:really |actually )?mean(?:t)?|(?:want(?:ed)?|meant) to say|on second thoughts?|actually|after all)\b"
    r"|^\W*(?:\w+\W+)?no[,:;.!]",
    re.IGNORECASE,
)
#: Words that say nothing of what the plan is to do. Those of order and time ("before", "by") are none of them.
_FILLING = words(
    "please can could would you we i i'd i'll we'd let's let us me like want wanted to oh ok okay well hm hmm actually "
    "sorry no wait and but so just maybe perhaps rather better think thinking thought thoughts about it kindly oops ah "
    "all right alright thanks thank excuse correction mistake my meant mean say said saying make change that this is "
    "was it's that's should be will need needs has have do then too also instead of in on at for from between the a an "
    "wrong fine enough good misspoke really give they them he she him her one"
)
#: Names of things that are nothing but references here.
_PRONOUNS = words("it that this they them he she him her one")
#: After these stands what was said before, as far as nothing but such words comes between its names or numbers.
_OLD = re.compile(r"\b(?:instead of|rather than|in place of|(?:and )?not)\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"(?:\s|\b(?:the|a|an|and|or|to|at|in|on|from|by|within|between|hours?|minutes?|seconds?|min|sec)\b)*",
    re.IGNORECASE,
)
#: In digits or in words; "one" is mostly a pronoun.
_NUMBER = re.compile(
    rf"(?<![\w.-])(?:\d+(?:\.\d+)?|(?:{'|'.join(TENS_AS_WRITTEN)})(?:[ -](?:{'|'.join(ONES)}))?"
    rf"|(?:{'|'.join(sorted(set(CARDINALS) - {'zero', 'one'}, key=len, reverse=True))}))(?![\w-])",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W\d_][\w'’-]*")
_UNIT = re.compile(r"\b(second|minute|hour|sec|min)s?\b", re.IGNORECASE)
#: A step's number is that of a step in the plan that was shown then: said again, it would mean another one.
_STEP = re.compile(r"\bsteps?\b(?: number)? \d", re.IGNORECASE)
_SWAP = re.compile(
    r"\b(?:(?:the )?other way (?:a)?round|vice versa|(?:in )?(?:the )?(?:opposite|reverse) order)\b", re.IGNORECASE
)


@dataclass
class _Said:
    """What a correction names: objects and numbers, of what is to be and of what was; and its other words."""

    words: frozenset[str]
    new: list[tuple[frozenset[str], str]] = field(default_factory=list)
    old: list[frozenset[str]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    old_numbers: list[float] = field(default_factory=list)
    units: frozenset[str] = frozenset()


def corrections(text: str, head: Revision, names: NamedObjects) -> tuple[Correction, ...]:
    """Return what a text may correct: none where it is no correction, several where it is not clear which.

    Without a word of what is exchanged it is about the last turn that said anything.
    """
    entries: list[Entry] = [*head.in_force, *head.not_in_force]
    newest = max((each.turn for each in entries), default=0)
    last = [each for each in entries if each.turn == newest]
    if _SWAP.search(text):
        rest = _SWAP.sub(" ", text)
        return tuple(_swapped(last, names)) if _bare(rest, names) <= _FILLING and not _mentions(rest, names) else ()
    if not _MARK.search(text) or _STEP.search(text):
        return ()
    said = _said(text, names)
    known = said.old or said.old_numbers or len(said.new) > 1 or (said.new and said.numbers)
    found = [each for entry in (entries if known else last) for each in _corrected(entry, said, names)]
    latest = max((each.entry.turn for each in found), default=0)
    return tuple(each for each in found if each.entry.turn == latest)


def corrected_by_name_or_number(text: str, entry: Entry, names: NamedObjects) -> tuple[Correction, ...]:
    """Return what a text makes of one statement that it is known to be about: it needs no word of correction."""
    return () if _STEP.search(text) else tuple(_corrected(entry, _said(text, names), names))


def _said(text: str, names: NamedObjects) -> _Said:
    mentions = _mentions(text, names)
    items = sorted([*((each.start, each.end) for each in mentions), *(each.span() for each in _numbers(text, names))])
    old: set[int] = set()
    plain = text
    for word in _OLD.finditer(text):
        behind = word.end()
        for start, end in items:
            if start >= behind and _BETWEEN.fullmatch(text, behind, start):
                old.add(start)
                behind = end
        if behind > word.end():
            plain = plain[: word.start()] + " " * len(word[0]) + plain[word.end() :]
    said = _Said(_bare(plain, names), units=_units(text))
    for mention in mentions:
        if mention.start in old:
            said.old.append(mention.objects)
        else:
            said.new.append((mention.objects, _with_article(text, mention)))
    for number in _numbers(text, names):
        if number.start() in old:
            said.old_numbers.append(_value(number[0]))
        else:
            said.numbers.append(number[0])
    return said


def _value(number: str) -> float:
    return total(re.split(r"[ -]", number.casefold()))


def _units(text: str) -> frozenset[str]:
    return frozenset(each.casefold()[:3] for each in _UNIT.findall(text))


def _mentions(text: str, names: NamedObjects) -> list[Mention]:
    return [each for each in names.mentions(text) if text[each.start : each.end].casefold() not in _PRONOUNS]


def _bare(text: str, names: NamedObjects) -> frozenset[str]:
    """Return the words of a text without the names in it and the units of its times."""
    for mention in reversed(_mentions(text, names)):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    words = (each.casefold().replace("’", "'") for each in _TOKEN.findall(_NUMBER.sub(" ", _UNIT.sub(" ", text))))
    return frozenset(words)


def _numbers(text: str, names: NamedObjects) -> list[re.Match[str]]:
    mentions = _mentions(text, names)
    return [
        each
        for each in _NUMBER.finditer(text)
        if not any(mention.start <= each.start() < mention.end for mention in mentions)
    ]


def _with_article(text: str, mention: Mention) -> str:
    article = re.search(r"\bthe\s+$", text[: mention.start], re.IGNORECASE)
    return f"{'the ' if article else ''}{text[mention.start : mention.end]}"


def _corrected(entry: Entry, said: _Said, names: NamedObjects) -> list[Correction]:
    """Return what comes of a statement that is corrected so; nothing where the words do not fit it."""
    text = entry.statement.text
    if _STEP.search(text) or not said.words <= _FILLING | _bare(text, names):
        return []
    mentions = _mentions(text, names)
    there = [each.objects for each in mentions]
    new = [each for each in said.new if each[0] not in there]
    if any(each not in there for each in said.old):
        return []
    if said.numbers and not new and not said.old:
        return _with_numbers(entry, said, names)
    if said.numbers or said.old_numbers or len(new) != 1 or len(said.old) > 1:
        return []
    ((wanted, phrase),) = new
    context = [each[0] for each in said.new]
    places = (
        [each for each in mentions if each.objects in said.old]
        if said.old
        else [each for each in names.alike(text, wanted) if each in mentions and each.objects not in context]
    )
    fitting = [each for each in meant_in(entry.constraints, places, names) if names.kinship(each.objects, wanted)]
    return [Correction(entry, exchanged(text, each, phrase), each) for each in fitting]


def _with_numbers(entry: Entry, said: _Said, names: NamedObjects) -> list[Correction]:
    """Return the statement with other numbers, one for one, where they are of the same units."""
    text = entry.statement.text
    there = _numbers(text, names)
    if said.old_numbers:
        there = [each for each in there if _value(each[0]) in said.old_numbers]
    elif any(each[0][0].isdigit() for each in there):
        # "Two crates by 5": the words of a statement with digits count things.
        there = [each for each in there if each[0][0].isdigit()]
    values = [_value(each[0]) for each in there]
    if len(there) != len(said.numbers) or values == [_value(each) for each in said.numbers]:
        return []
    if not said.units <= _units(text):
        return []
    for place, number in reversed(list(zip(there, said.numbers, strict=True))):
        # Digits stay digits.
        written = f"{_value(number):g}" if place[0][0].isdigit() else number
        text = f"{text[: place.start()]}{written}{text[place.end() :]}"
    return [Correction(entry, text)]


def _swapped(entries: Sequence[Entry], names: NamedObjects) -> list[Correction]:
    """Return the statements that name two objects of one kind with these the other way round."""
    found = []
    for entry in entries:
        text = entry.statement.text
        pairs = combinations(_mentions(text, names), 2)
        alike = [pair for pair in pairs if names.kinship(pair[0].objects, pair[1].objects)]
        if len(alike) != 1 or _STEP.search(text):
            continue
        first, second = alike[0]
        turned = exchanged(text, second, _with_article(text, first))
        found.append(Correction(entry, exchanged(turned, first, _with_article(text, second))))
    return found
