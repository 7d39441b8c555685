r"""Patterns of a context: regular expressions of whoever wrote it, matched in time linear in the name.

Python's own engine tries every way to match, so `(a+)+b` takes years on a name of forty letters; RE2 has no such
patterns: what it cannot match in linear time (look-arounds, references back) it does not read. `\w`, `\d` and `\s` are
of ASCII; `\pL` is any letter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import re2

#: Longer names are no PDDL that we know.
MAXIMUM_NAME = 128
_MAXIMUM_PATTERN = 300
_REMEDY = r"use characters, classes, groups, | and small repetitions (\w and \d are of ASCII; \pL is any letter)"
#: RE2 takes these for plain characters: a repetition of more than a thousand, and one without its least number.
_NO_COUNT = re.compile(r"(?<!\\)\{(?:\d{4,}|\d*,\d{4,}|,\d*\})")
_GROUP = re.compile(r"\\(\d)")

_options = re2.Options()
_options.case_sensitive = False
_options.log_errors = False
#: Bytes of what a pattern is compiled to: everyday ones take a few thousand, and a stranger's may not take more.
_options.max_mem = 1 << 15


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A name that a pattern matches: the name, then what each group matched; None for a group that is no part of it."""

    groups: tuple[str | None, ...]

    def filled(self, template: str) -> str:
        r"""Return a template with the groups at the places `\1`, `\2` ..., and the name at `\0`.

        Raises:
            IndexError: the pattern has no such group.
        """
        return _GROUP.sub(lambda place: self.groups[int(place[1])] or "", template)


def checked_pattern(pattern: str) -> str:
    """Return the pattern where it is a regular expression that every name can be matched against quickly.

    Raises:
        ValueError: it is none.
    """
    if len(pattern) > _MAXIMUM_PATTERN:
        raise ValueError(
            f"the pattern {_shortened(pattern)!r} has {len(pattern)} characters; write it in {_MAXIMUM_PATTERN} "
            "characters at most, or as several entries"
        )
    if (count := _NO_COUNT.search(pattern)) is not None:
        why = f"{_shortened(count[0])} is no repetition; write {{0,9}}, at most {{999}}"
        raise ValueError(f"not a regular expression: {_shortened(pattern)!r} ({why}); {_REMEDY}")
    try:
        _compiled(pattern)
    except re2.error as error:
        (why,) = error.args
        why = _shortened(why.decode(errors="replace"))
        raise ValueError(f"not a regular expression: {_shortened(pattern)!r} ({why}); {_REMEDY}") from None
    return pattern


@lru_cache(maxsize=16_384)
def matched(pattern: str, name: str) -> PatternMatch | None:
    """Return what the groups of a pattern match of a whole name, in either case; None where it does not match."""
    found = _compiled(pattern).fullmatch(name)
    return None if found is None else PatternMatch((name, *found.groups()))


def group_count(pattern: str) -> int:
    """Return how many groups a pattern has."""
    return int(_compiled(pattern).groups)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    return re2.compile(pattern, _options)


def _shortened(pattern: str) -> str:
    return pattern if len(pattern) <= 80 else pattern[:77] + "..."
