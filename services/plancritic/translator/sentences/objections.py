"""A "no" before a wish: it denies what was said before, or it may forbid what follows."""

from __future__ import annotations

import re

#: "No, the scout ...": it denies what was said before, and nothing of what follows.
_VERB = (
    r"(?:must|should|shall|will|would|can|could|may|might|needs?|has|have|is|are|do|does|want|wants|wish|prefer|insist|"
    r"mean|meant|said|goes|stays|ends|visits)"
)
_SAID_NO = r"^\W*(?:no|nope|nah|nay|nein|nyet|non|negative|no (?:thanks|thank you|sir|problem|worries))"
_CLAUSE = (
    r"(?:(?:the|a|an|our|my|your|this|that|these|those|all|both|every|each) [\w' -]{1,40}?"
    r"|it|they|we|you|i|he|she|there)"
    rf" {_VERB}(?:n't)?\b"
)
_NO = re.compile(rf"{_SAID_NO}[,.!]\s+(?={_CLAUSE})", re.IGNORECASE)
#: "No: scout at B", "no, vessel at B" forbid what follows as well as they may deny what was said before.
_UNCLEAR_NO = re.compile(rf"(?:{_SAID_NO}|^\W*no (?:way|chance|go))(?:[,.!;:]| ?-)\s+(?=\w)", re.IGNORECASE)


def unclear_no(statement: str) -> bool:
    """Return whether a "no" with a mark behind it may forbid what follows: no clause of its own stands there."""
    return _UNCLEAR_NO.match(statement) is not None and _NO.match(statement) is None


def without_no(statement: str) -> str:
    """Return a statement without the "no" before it that denies what somebody said before."""
    return _NO.sub("", statement)
