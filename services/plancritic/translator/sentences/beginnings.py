"""Times counted from the start: "no later than five hours after the operation begins" is "within five hours".

Every time of a plan is counted from its start, so that nothing is lost with the words that say so; left in, they are
taken for a place ("the start") or for a time after which something is to last.
"""

from __future__ import annotations

import re

_RUN = (
    r"(?:(?:the|this|our|its|your) )?(?:(?:whole|entire|\w+ing) )?(?:plan|mission|operations?|run|job|exercise|"
    r"program(?:me)?|campaign|clock|work|schedule|session|day|shift|everything|it all|things|proceedings)"
)
_BEGIN = (
    r"(?:begins?|began|begun|starts?|started|commences?|commenced|kicks? off|kicked off|opens?|launch(?:es)?|"
    r"gets? (?:going|under ?way|started)|is under ?way)"
)
_ONSET = r"(?:start|beginning|commencement|outset|onset|opening|launch|kick-?off|kick off|first moment)"
_START = (
    rf"(?:{_RUN} (?:{_BEGIN}|(?:has|have) {_BEGIN}|{_ONSET})|(?:the )?(?:very )?{_ONSET} of {_RUN}"
    # Beside a time "the start" is when the plan starts, even where a place is called so.
    rf"|(?:the )?(?:very )?{_ONSET}(?! (?:of|point|place|position|location|waypoint|node|line|area|zone)\b)"
    r"|now(?! on\b)|setting off|(?:we|you|they|i) (?:{_BEGIN}|set (?:out|off)))"
)
_LONG_UNIT = r"(?:time units?|units?(?: of time)?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|ticks?)"
#: A unit of one letter stands behind digits alone: "leaves from the start" is no time.
_TIME = rf"(?:\b\d+(?:\.\d+)?(?: |-)?(?:{_LONG_UNIT}|[smhd])\b|\b[a-z]+(?:[- ][a-z]+)?(?: |-){_LONG_UNIT}\b)"
_LIMIT = (
    r"(?:no later than|not later than|at (?:the )?latest|no more than|not more than|at (?:the )?most|within|inside|"
    r"in less than|less than|in at most|in no more than|in under|under|not after|by|in)"
)
#: The limit in front, or behind: "5 hours after kickoff at the latest".
_LIMITED = re.compile(
    rf"\b{_LIMIT},? (?P<time>(?:the first )?{_TIME}) (?:after|of|from|into|since|counted from|past) "
    rf"(?:when )?{_START}\b",
    re.IGNORECASE,
)
_LATEST = re.compile(
    rf"\b(?P<time>{_TIME}) (?:(?:after|of|from|into|since|past) (?:when )?{_START}|into {_RUN})"
    r"(?=,? (?:at (?:the )?(?:very )?(?:latest|most)|or (?:earlier|sooner|less)))",
    re.IGNORECASE,
)
#: "Until five hours after the start", "from 5 hours after kickoff on": the bound stays as it is.
_BOUND = re.compile(
    rf"\b(?P<bound>until|till|up to|from|before|after|as of|once|beyond|past|between|earlier than|later than|"
    r"sooner than) "
    rf"(?P<time>{_TIME}) (?:after|from|into|since|past|have passed since) (?:when )?{_START}\b",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"\b(?P<time>{_TIME}) (?:after|from|since|past) (?:when )?{_START}\b(?! at)",
    re.IGNORECASE,
)


def counted_from_start(sentence: str) -> str:
    """A sentence whose limits are plain times: "within five hours"."""
    sentence = _LIMITED.sub(r"within \g<time>", sentence)
    sentence = _BOUND.sub(r"\g<bound> \g<time>", _LATEST.sub(r"\g<time>", sentence))
    return _FROM.sub(r"after \g<time>", sentence)
