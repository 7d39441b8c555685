"""Two sentences that "until then" joins, put as one: "First X. Until then Y stays put." is "Y stays put until X"."""

from __future__ import annotations

import re

_MODAL = re.compile(r"\b(?:should|must|shall|has to|have to|needs to|is to|ought to|will)\b(?: please)?(?= \w)", re.I)
#: "Before that" asks for something earlier, unless what follows is denied or lasts.
_LASTS = re.compile(
    r"\b(?:not|never|no|nobody|none|nothing|neither|stays?|remains?|waits?|keeps?|holds?)\b|n't\b", re.IGNORECASE
)
_UNTIL_THEN = re.compile(
    r"^\W*(?:(?:first(?: of all| off)?|to begin with|before anything else),? )?(?P<first>[^.;!?]+?)"
    r"(?:[.;!]| -|,) (?:and |but )?(?P<cue>until|till|up to|up until|before|prior to) (?:then|that)"
    r"(?: moment| point| time)?,? (?P<second>[^.;!?]+?)(?P<tail>[.!]?)\s*$",
    re.IGNORECASE,
)


_DENIED = re.compile(
    r"\b(?:not|never|no|nobody|none|nothing|neither|nor|nowhere|hardly|without|cannot|avoids?|avoid(?:ed|ing)|"
    r"shuns?|skips?|forbid(?:s|den)?|prohibited|banned|taboo|off limits|out of bounds|"
    r"(?:stay|keep)s? (?:\w+ ){0,3}?(?:off|out|away|clear)|"
    r"refuses?|refrains?|dont|doesnt|mustnt|shouldnt|cant|wont)\b|n't\b",
    re.IGNORECASE,
)


def never_comes(statement: str) -> bool:
    """Whether "until then" waits for something that is denied: "It never goes to B. Until then ..."."""
    match = _UNTIL_THEN.match(statement)
    return match is not None and _DENIED.search(match["first"]) is not None


def joined(statement: str) -> str:
    """Return the statement with what goes "until then" and what "then" stands for in one sentence."""
    match = _UNTIL_THEN.match(statement)
    if (
        match is None
        or never_comes(statement)
        or (match["cue"].lower() in ("before", "prior to") and _LASTS.search(match["second"]) is None)
    ):
        return statement
    first = re.sub(r"\bfirst\b ?", "", _MODAL.sub("", match["first"]), flags=re.IGNORECASE)
    # What is to happen is said as a time: "until the scout goes to B".
    return re.sub(r" {2,}", " ", f"{match['second']} until {first.strip()}{match['tail'] or '.'}")
