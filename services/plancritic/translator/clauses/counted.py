"""Whether words count one visit or the like, and say that it is the most."""

from __future__ import annotations

import re

_KIND = (
    r"(?:stretch|stretches|go|stay|spell|period|pass|visit|session|piece|block|stop|round|occasion|turn|"
    r"trip|sitting|interval|phase|absence|time|look|call)"
)
#: "One visit to the dump, tops": what limits the count stands apart from it.
_ONE = re.compile(rf"(?<!\S)(?:(?:just|only|a|the) )?(?:one|1|single)(?: single)? {_KIND}(?!\S)")
_LIMIT = re.compile(
    r"(?<!\S)(?:,? ?(?:and )?(?:tops|no more(?: than that)?|not more(?: than that)?|"
    r"at (?:the )?(?:very )?(?:most|maximum)|max|maximum|(?:that|this) is (?:it|all|the limit|enough|plenty)|"
    r"is (?:enough|plenty|the limit|the maximum|the most|all)|will do|suffices))(?!\S)"
)


def limited(text: str) -> bool:
    """Return whether words count one visit or the like and say that it is the most."""
    one = _ONE.search(text)
    return one is not None and _LIMIT.search(text, one.end()) is not None
