"""Patterns of a context: regular expressions that can be matched in bounded time, whatever the name.

Python's engine tries every way to match, so `(a+)+b` takes years on a name of forty letters. A pattern is accepted
where the number of ways is small: a repetition counts only if the next character of a name may belong to it as well as
to what follows. The sets of characters that may come next decide that, as in a one-token parser.
"""

from __future__ import annotations

import importlib
import re
from typing import Any

#: Longer names are no PDDL that we know; the bound on the ways to match counts on it.
MAXIMUM_NAME = 128
_MAXIMUM_PATTERN = 300
#: So many ways to match one name may be tried: two repetitions of anything (`.*_.*`) are fine, four are not.
_MAXIMUM_WAYS = 20_000
_REMEDY = "write out what may stand there, for example [a-z]+ and [0-9]+ in place of .*, without nested repetitions"

# The parser of `re` itself, so that a pattern means here what it means when it is matched.
_parser: Any = importlib.import_module("re._parser")
_code: Any = importlib.import_module("re._constants")

#: Characters that stand for all of their kind; a character beyond ASCII counts as one of the last two.
_ALPHABET = "".join(map(chr, range(128))) + "é中"
_EVERYTHING = frozenset(_ALPHABET)
_NOTHING: frozenset[str] = frozenset()


class UnboundedPatternError(ValueError):
    """Matching the pattern could take very long; `remedy` says what to write instead."""

    def __init__(self, pattern: str, reason: str, remedy: str = _REMEDY) -> None:
        self.remedy = remedy
        super().__init__(f"the pattern {_shortened(pattern)!r} {reason}; {remedy}")


def checked_pattern(pattern: str) -> str:
    """Return the pattern where it is a regular expression that every name can be matched against quickly.

    Raises:
        ValueError: it is no regular expression (UnboundedPatternError: it may take too long).
    """
    if len(pattern) > _MAXIMUM_PATTERN:
        remedy = f"write it in {_MAXIMUM_PATTERN} characters at most, or as several entries"
        raise UnboundedPatternError(pattern, f"has {len(pattern)} characters", remedy)
    try:
        re.compile(pattern)
        parsed = _parser.parse(pattern, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {_shortened(pattern)!r} ({error})") from error
    ways, _, _ = _Ways(pattern).of_sequence(list(parsed), _NOTHING)
    if ways > _MAXIMUM_WAYS:
        raise UnboundedPatternError(pattern, "may match a name in too many ways")
    return pattern


class _Ways:
    """Counts in how many ways parts of one pattern can match; each answer also has the characters it may begin with,
    and whether it may match nothing."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    def of_sequence(self, parts: list[Any], follow: frozenset[str]) -> tuple[int, frozenset[str], bool]:
        """Return the ways of parts one after another, before something that begins with one of `follow`."""
        ways, first, empty = 1, follow, True
        own: frozenset[str] = _NOTHING
        for part in reversed(parts):
            part_ways, part_first, part_empty = self._of_part(part, first)
            ways = min(ways * part_ways, _MAXIMUM_WAYS + 1)
            own = part_first | own if part_empty else part_first
            first = part_first | first if part_empty else part_first
            empty = empty and part_empty
        return ways, own, empty

    def _of_part(self, part: Any, follow: frozenset[str]) -> tuple[int, frozenset[str], bool]:
        code, argument = part
        if code in (_code.LITERAL, _code.NOT_LITERAL, _code.ANY, _code.IN):
            return 1, _characters(part), False
        if code is _code.AT:
            return 1, _NOTHING, True
        if code is _code.SUBPATTERN:
            return self.of_sequence(list(argument[3]), follow)
        if code is _code.BRANCH:
            return self._of_branch(argument[1], follow)
        if code in (_code.MAX_REPEAT, _code.MIN_REPEAT):
            least, most, body = argument
            return self._of_repeat(int(least), int(most), list(body), follow)
        raise UnboundedPatternError(
            self._pattern,
            "has a look-around, a reference back or another part that takes long to match",
            "use characters, classes, groups, | and repetitions",
        )

    def _of_branch(self, choices: list[Any], follow: frozenset[str]) -> tuple[int, frozenset[str], bool]:
        found = [self.of_sequence(list(choice), follow) for choice in choices]
        seen: frozenset[str] = _NOTHING
        distinct = True
        for _, first, empty in found:
            start = first | follow if empty else first
            distinct = distinct and not (start & seen)
            seen |= start
        ways = max(each[0] for each in found) if distinct else sum(each[0] for each in found)
        return ways, frozenset().union(*(each[1] for each in found)), any(each[2] for each in found)

    def _of_repeat(
        self, least: int, most: int, body: list[Any], follow: frozenset[str]
    ) -> tuple[int, frozenset[str], bool]:
        _, first, empty = self.of_sequence(body, follow)
        if most <= 1:
            ways, _, _ = self.of_sequence(body, follow)
            return ways * (2 if least == 0 and first & follow else 1), first, empty or least == 0
        if empty:
            raise UnboundedPatternError(self._pattern, "repeats something that may be empty")
        # After one round comes another one, or what follows.
        ways, _, _ = self.of_sequence(body, first | follow)
        rounds = min(most, MAXIMUM_NAME)
        total = min(ways**rounds if ways > 1 else 1, _MAXIMUM_WAYS + 1)
        if least != most and first & follow:
            total = min(total * (rounds - min(least, rounds) + 1), _MAXIMUM_WAYS + 1)
        return total, first, least == 0


def _characters(part: Any) -> frozenset[str]:
    """The characters of the alphabet that a part for one character matches, in either case."""
    code, argument = part
    if code is _code.ANY:
        return _EVERYTHING
    if code in (_code.LITERAL, _code.NOT_LITERAL):
        wanted = _of_code(argument)
        return wanted if code is _code.LITERAL else _EVERYTHING - wanted
    found: frozenset[str] = _NOTHING
    negated = False
    for kind, value in argument:
        if kind is _code.NEGATE:
            negated = True
        elif kind is _code.LITERAL:
            found |= _of_code(value)
        elif kind is _code.RANGE:
            low, high = value
            found |= frozenset().union(*(_of_code(each) for each in range(low, min(high, 127) + 1)))
            found |= _BEYOND if high > 127 else _NOTHING
        else:
            # \d, \w, \s and their opposites: whatever is not surely left out counts as matched.
            found |= _of_category(kind, value)
    return _EVERYTHING - (found - _BEYOND) if negated else found


_BEYOND = frozenset("é中")


def _of_code(number: int) -> frozenset[str]:
    if number > 127:
        return _BEYOND
    return frozenset((chr(number).lower(), chr(number).upper())) & _EVERYTHING


def _of_category(kind: Any, value: Any) -> frozenset[str]:
    matches = _CATEGORIES.get(value) if kind is _code.CATEGORY else None
    return _EVERYTHING if matches is None else frozenset(filter(re.compile(matches).match, _ALPHABET)) | _BEYOND


_CATEGORIES = {
    _code.CATEGORY_DIGIT: r"\d",
    _code.CATEGORY_SPACE: r"\s",
    _code.CATEGORY_WORD: r"\w",
    _code.CATEGORY_NOT_DIGIT: r"\D",
    _code.CATEGORY_NOT_SPACE: r"\S",
    _code.CATEGORY_NOT_WORD: r"\W",
}


def _shortened(pattern: str) -> str:
    return pattern if len(pattern) <= 80 else pattern[:77] + "..."
