"""Kairos' own words on how a search ended, as a person who knows nothing of its insides can read them.

Kairos names its cores (M1 to M3) and the facts it adds when it compiles constraints; in a problem that we compiled it
names the facts that we added. A message with such names gives way to a plain sentence of ours, or to none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import structlog

_log = structlog.get_logger("plancritic.engines.planners.kairos")
#: Cores; facts of Kairos' own compiler, of ours (`pddl.compilation.windows`), of unified-planning's.
_INNER = re.compile(
    r"\bM[123]\b|kairos-aux"
    r"|\bw+-[a-z]+-\d+"
    r"|\b(?:hold|seen-phi|seen-psi)-\d+",
    re.IGNORECASE,
)
#: What a message means that begins or goes on like this, where its own words cannot be passed on.
_MEANING = (
    ("can never be reached", "the goal needs something that no action can bring about"),
    ("no action can reach", "the goal needs something that no action can bring about"),
    ("timed initial literals take away", "even with the shortest durations, not everything can happen in time"),
    ("without durations and times", "the goal cannot be reached even without durations and times"),
)
_CANNOT_YET = re.compile(r"^engine M\d cannot plan this yet:\s*", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\bM\d[^()]*\)")


def plain_reason(messages: Iterable[str]) -> str:
    """The messages without those that name inner things, or what these mean where that is known; may be empty."""
    said: dict[str, None] = {}
    for message in messages:
        if _INNER.search(message) is None:
            said[message] = None
            continue
        _log.debug("Kairos' own words", message=message)
        meaning = next((ours for sign, ours in _MEANING if sign in message), None)
        if meaning is not None:
            said[meaning] = None
    return " ".join(said)


def plain_feature(messages: Iterable[str]) -> str:
    """Return what Kairos says that it cannot plan, without the name of the core that cannot; may be empty."""
    return plain_reason(_ASIDE.sub("", _CANNOT_YET.sub("", message)) for message in messages)
