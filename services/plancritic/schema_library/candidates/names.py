"""Which known name a misspelt one stands for, if that is beyond doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

#: How alike two names are at least, and how much less alike the second best has to be (Ratcliff and Obershelp).
_ALIKE = 0.8
_AHEAD = 0.1
_NEGATIVES = frozenset({"not", "no", "non", "un", "never", "without"})
#: Longer names are no slips; comparing takes time that grows with the square of their length.
_LONGEST = 100


def same_spelling(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is the same but for case, `_` and `-`; None where none or several are."""
    found = [each for each in known if _plain(each) == _plain(name)]
    return found[0] if len(found) == 1 else None


def clearly_closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt one stands for; None where that is in doubt.

    Names of which one denies the other (`not-held` and `held`, `unlocked` and `locked`) never stand for each other.
    """
    if len(name) > _LONGEST:
        return None
    ranked = sorted(((_likeness(name, each), each) for each in known), reverse=True)
    if not ranked or ranked[0][0] < _ALIKE:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _AHEAD:
        return None
    return None if _denies(name, ranked[0][1]) else ranked[0][1]


def denied(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a name denies in so many words (`not-held`, `is-not-held`); None for any other."""
    parts = _plain(name).split("-")
    if "not" not in parts:
        return None
    rest = [part for part in parts if part != "not"]
    choices = ("-".join(rest), "-".join(rest[1:]) if rest[:1] in (["is"], ["are"]) else "")
    return next((each for each in known if _plain(each) in choices), None)


def with_a_letter_wrong(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that has one letter more or less inside than a name; None where none or several have.

    Digits, and first and last letters, tell names apart: `?room1` and `?room`, `?box-a` and `?box` are two.
    """
    found = [each for each in known if _lacks_a_letter(name, each) or _lacks_a_letter(each, name)]
    return found[0] if len(found) == 1 else None


def _lacks_a_letter(short: str, long: str) -> bool:
    inside = range(1, len(long) - 1)
    return len(short) + 1 == len(long) >= 4 and any(
        long[place].isalpha() and long[:place] + long[place + 1 :] == short for place in inside
    )


def _plain(name: str) -> str:
    return re.sub("[_-]+", "-", name.lower()).strip("-")


def _likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, _plain(left), _plain(right), autojunk=False).ratio()


def _denies(left: str, right: str) -> bool:
    one, other = set(_plain(left).split("-")), set(_plain(right).split("-"))
    if (one & _NEGATIVES) != (other & _NEGATIVES):
        return True
    return any(f"{prefix}{a}" == b or f"{prefix}{b}" == a for prefix in ("un", "in", "dis") for a in one for b in other)
