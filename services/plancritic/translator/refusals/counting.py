"""Counts and comparisons of amounts that no constraint can express: "at most twice", "two visits", "less often".

Of how often something happens PDDL3 knows only "some time", "never" and "in at most one stretch of time".
"""

from __future__ import annotations

import re

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item, sentences
from plancritic.mentions.linking import Linker
from plancritic.mentions.numbers_said import SECONDS
from plancritic.mentions.text import stem
from plancritic.pddl.language import ConstraintType, parse_constraint
from plancritic.translator.happenings.facts import negators
from plancritic.translator.happenings.windows import NUMBERS

#: What a reading of a statement with such a count leaves out.
NOT_COUNTED = "I cannot count how often something happens"
_TIMES = re.compile(r"(?:thrice|(?:\w+) times)")
_BOUNDS = words("only exactly just max maximum minimum precisely") | {
    "at most", "at least", "no more than", "not more than", "at the most", "at the least", "more than", "less than",
    "fewer than", "up to",
}  # fmt: skip
#: What is counted and happens no two times: parts of the plan, for which there are bounds, and shares. And words that
#: end like a plural, or open another phrase.
_NO_NOUNS = words("steps actions percent") | words(
    "the a an all both no any each every this that these those its his hers ours yours theirs my our your her their"
    " is was has does always unless perhaps besides as less plus yes thus towards afterwards sometimes and or but if"
)
#: A number after one of these is a time.
_BEFORE_TIMES = words("by at before after until till from since hour minute second")
_AS_CAN = r"(?: \S+){0,4}? as (?:possible|you can|we can|it can|can be|you could)"
_COMPARED = re.compile(
    rf"\bas (?:few|little|seldom|rarely|infrequently|many|much|often|frequently){_AS_CAN}"
    r"|\b(?:less|more) (?:often|frequently|times)\b|\b(?:fewest|fewer)\b(?: (?!than\b)\S+)?"
    r"|(?<!\bor )(?<!\bno )\bless\b(?! than\b)(?: \S+)?"
    r"|\b(?:minimi[sz]e|maximi[sz]e|reduce|cut down(?: on)?) (?:the )?(?:number|amount) of(?: \S+)?"
)
#: Objects after "waypoint" or "van" are numbered, not counted.
_MOST_ADJECTIVES = 1


def counted_words(statement: str, linker: Linker) -> str:
    """Return the words of a statement that count happenings, two or more, or compare amounts; empty without any.

    A number of times of the clock, of steps, or of all things that a name stands for ("the two vans") is none of these.
    """
    return _counted(linker.items_of(statement), linker)


def told_uncounted(statement: str, read: StatementReadings, linker: Linker) -> StatementReadings:
    """Return the readings, each with a count that it leaves out among its unread parts."""
    if not (read.readings or read.guesses):
        return read
    items = linker.items_of(statement)
    counted = _counted(items, linker)
    if not counted:
        return read
    once = _denies_a_second_time(items)
    left_out = f"{counted} ({NOT_COUNTED})"

    def told(reading: Reading) -> Reading:
        if reading.printed or _says(reading, counted, once):
            return reading
        return reading.model_copy(update={"unread": (*reading.unread, left_out)})

    return read.model_copy(
        update={"readings": tuple(map(told, read.readings)), "guesses": tuple(map(told, read.guesses))}
    )


def _says(reading: Reading, counted: str, once: bool) -> bool:
    """Return whether a reading has the count: the grammar tells its words, and bounds on the plan have numbers."""
    if reading.kind == "reading" and reading.used:
        return not any(counted.split()[-1] in each.split() for each in reading.unused)
    constraints = [parse_constraint(each) for each in reading.constraints]
    bounds = any(not each.atoms() for each in constraints)
    return bounds or (once and any(each.type is ConstraintType.AT_MOST_ONCE for each in constraints))


def _counted(items: tuple[Item, ...], linker: Linker) -> str:
    found = next((text for number in range(len(items)) if (text := _count(items, number, linker))), "")
    if found:
        return found
    compared = _COMPARED.search(" ".join(item.text for item in items))
    return compared.group() if compared is not None else ""


def _denies_a_second_time(items: tuple[Item, ...]) -> bool:
    """Return whether a statement forbids something to happen twice: that it happens once is allowed, and no more."""
    for sentence in sentences(items):
        first = next((n for n, item in enumerate(sentence) if item.has(Cue.TWICE)), None)
        if first is not None and any(denied < first for denied in negators(sentence)):
            return not (first and sentence[first - 1].text in _BOUNDS)
    return False


def _count(items: tuple[Item, ...], number: int, linker: Linker) -> str:
    """Return the words of a count that begins at an item, with what bounds it; empty where none begins there."""
    item = items[number]
    before = items[number - 1].text if number else ""
    bound = f"{before} " if before in _BOUNDS else ""
    if item.has(Cue.TWICE) or (_TIMES.fullmatch(item.text) and not item.text.startswith(("some", "all", "at "))):
        return f"{bound}{item.text}"
    value = NUMBERS.get(item.text, float(item.text) if re.fullmatch(r"\d{1,9}", item.text) else 0.0)
    if value < 2 or item.named() or (number and items[number - 1].named()):
        return ""
    if before in _BEFORE_TIMES or stem(before) in SECONDS:
        return ""
    following = items[number + 1 : number + 2 + _MOST_ADJECTIVES]
    if any(len(name.objects) == value for each in following for name in each.named()):
        return ""
    for place, each in enumerate(following):
        noun = each.text.split()[0]
        if stem(noun) in SECONDS or noun in _units(linker) or noun in _NO_NOUNS or not noun.isalpha():
            return ""
        if noun.endswith("s") and len(noun) > 2:
            said = " ".join((item.text, *(i.text.split()[0] for i in following[: place + 1])))
            return f"{bound}{said}"
    return ""


def _units(linker: Linker) -> frozenset[str]:
    unit = linker.context.time
    return frozenset((*unit.singular.split(), *unit.plural.split()))
