"""Names that nobody declared: which of the known ones come near (Ratcliff and Obershelp, by `difflib`)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

#: How alike two names are at least for one to be offered for the other.
_ALIKE = 0.5
#: Known names that one remedy lists.
_LISTED = 5


def nearest(name: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Return the known names most like it, the likest first; none where none comes near."""
    return get_close_matches(name, list(known), n=count, cutoff=_ALIKE)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`, did you mean 'x'?` to put behind a complaint about the name; nothing where no known name comes near."""
    near = nearest(name, known)
    return f", did you mean {near[0]!r}?" if near else ""


def known_names(what: str, name: str, known: Iterable[str]) -> str:
    """The remedy for an unknown name: those that are known, the likest first, as `known objects: a, b and 3 more`."""
    all_of_them = list(known)
    if not all_of_them:
        return f"there is no {what} that could stand there"
    near = nearest(name, all_of_them, _LISTED)
    listed = [*near, *(each for each in all_of_them if each not in near)][:_LISTED]
    left = len(all_of_them) - len(listed)
    return f"known {what}s: {', '.join(listed)}{f' and {left} more' if left else ''}"
