"""Pronouns: "it" for a subject that a sentence names a second time."""

from __future__ import annotations

import re

#: Around a subject that may become "it"; characters that no text has.
_OPEN, _CLOSE = "\ue000", "\ue001"
_MARKED = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")


def marked(subject: str) -> str:
    """A subject that `with_pronouns` may replace."""
    return f"{_OPEN}{subject}{_CLOSE}"


def with_pronouns(text: str, as_it: bool = True) -> str:
    """The text without marks: the first subject stays, with `as_it` the others are "it".

    In a sentence of its own a name comes back: "it" after a full stop or a question could be anything.
    """
    pieces: list[str] = []
    last, named = 0, False
    for found in _MARKED.finditer(text):
        between = text[last : found.start()]
        pieces += [between, "it" if named and as_it and not re.search(r"[.?!:;]", between) else found[1]]
        last, named = found.end(), True
    return "".join([*pieces, text[last:]])
