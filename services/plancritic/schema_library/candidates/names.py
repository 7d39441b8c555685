"""Which known name a misspelt one stands for, if that is beyond doubt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations

from plancritic.english.spelling import is_swapped

#: What makes a word its opposite, at its beginning or inside a name: `unlocked`, `door-inactive`, `not-held`.
_NEGATING = ("un", "de", "dis", "im", "in", "ir", "il", "non", "not", "no")
#: Words that add nothing to a name: `hand-is-free` says what `hand-free` does.
_COPULAS = frozenset({"is", "are"})
#: A part of a name of at least so many letters may have one letter too few or too many; a longer one two. Short words
#: that differ in a letter are two words: `on` and `one`, `in` and `inn`.
_ONE_LETTER, _TWO_LETTERS = 4, 6
#: Longer names are no slips; comparing takes time that grows with the square of their length.
_LONGEST = 100


def same_spelling(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is the same but for case, `_` and `-`; None where none or several are."""
    found = [each for each in known if _plain(each) == _plain(name)]
    return found[0] if len(found) == 1 else None


def clearly_closest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt one stands for; None where that is in doubt.

    A slip is a hyphen, an `is`, a plural, or a letter or two that are missing, doubled or exchanged with their
    neighbour. The first and the last letter tell words apart (`attach` and `detach`, `close` and `closed`), and so does
    a letter in the place of another (`full` and `fuel`). A name with another word in it, or with a negation, is another
    name: `switched-off` never stands for `switched-on`.
    """
    if len(name) > _LONGEST:
        return None
    found = [each for each in known if len(each) <= _LONGEST and _is_slip(_plain(name), _plain(each))]
    return found[0] if len(found) == 1 else None


def denied(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a name denies in so many words (`not-held`, `is-not-held`); None for any other."""
    parts = _plain(name).split("-")
    # Two of them deny each other, or something inside the name.
    if parts.count("not") != 1:
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


def _is_slip(name: str, known: str) -> bool:
    """Whether two names differ at most by hyphens, or by two letters in words that else agree one by one."""
    if name.replace("-", "") == known.replace("-", ""):
        return True
    parts, others = ([part for part in each.split("-") if part not in _COPULAS] for each in (name, known))
    if not parts or len(parts) != len(others):
        return False
    pairs = zip(parts, others, strict=True)
    letters = [_letters_apart(*sorted(pair, key=len)) for pair in pairs if pair[0] != pair[1]]
    return None not in letters and sum(each or 0 for each in letters) <= 2


def _letters_apart(short: str, long: str) -> int | None:
    """How many letters two words differ by; None where they are two words."""
    allowed = 0 if len(short) < _ONE_LETTER else 1 if len(short) < _TWO_LETTERS else 2
    if long in (f"{short}s", f"{short}es") and allowed:
        return 1
    surplus = len(long) - len(short)
    if surplus > allowed or short[:1] != long[:1] or short[-1:] != long[-1:] or not (short + long).isalpha():
        return None
    if surplus == 0:
        return 1 if allowed and is_swapped(short, long) else None
    inserted = range(1, len(long) - 1)
    if any(
        long[place : place + len(part)] == part and long[:place] + long[place + len(part) :] == short
        for part in _NEGATING
        for place in inserted
    ):
        return None
    for places in combinations(inserted, surplus):
        if "".join(letter for place, letter in enumerate(long) if place not in places) == short:
            return surplus
    return None
