"""Orders said with the object in front: "X I want later than Y", "X must wait, I need before it Y".

Put as "X must come after Y", which the readers of orders know.
"""

from __future__ import annotations

import re

_WISH = (
    r"(?:i|we)(?:'d| would| do)? (?:really |also |only )?(?:want|need|like|wish|prefer|require|desire|expect|ask for)"
    r"(?: to (?:have|see|get|happen|come)| it| done| taken)*"
)
_LATER = r"(?:(?:only )?(?:later than|after|not before|no earlier than|no sooner than|once)|not until|later than)"
_EARLIER = r"(?:earlier than|sooner than|before|ahead of|prior to|in advance of)"
#: "The spectrograph of Planet3 I want later than ...": what is wanted has been named already.
_FRONTED = re.compile(
    rf"(?P<open>^|[.;:!?] )(?P<what>(?:(?!\b(?:i|we|that|which|if|when|and)\b)[^,;:.!?])+?),? {_WISH} "
    rf"(?P<order>{_LATER}|{_EARLIER}) (?P<rest>(?!it\b|that\b|this\b|then\b|them\b)[^,;:.!?]+)",
    re.IGNORECASE,
)
_WAITS = (
    r"(?:must|has to|have to|should|shall|can|needs to|will have to|may|is to|are to|will|'ll) (?:wait|hold|stand back)"
)
_GO = (
    r"(?: (?:comes?|goes|go|must come|should come|there (?:is|must be|should be|comes)|i|we|want|need|have|take|get|"
    r"see))*"
)
_NOUN = r"(?:(?:the|our|an?|my|photos?|pictures?|images?|shots?|takes?) [^,;:.!?]+?|[A-Z]\w*\d\w*(?:'s?)?(?: \w+)?)"
_BEFORE = r"(?:before|prior to|ahead of|in advance of) (?:it|that|this|them)"
#: "X must wait, before it I need Y"; "the picture of X, before it that of Y": the second part says what comes first.
_BEFORE_IT = re.compile(
    rf"(?P<open>^|[.;:!?] )(?P<what>(?:[^,;:.!?]+? {_WAITS}|{_NOUN}))\s*(?:[,;:.]|- ?| and| but)\s*"
    rf"(?:(?:i|we)(?:'d| would)? (?:want|need|like|wish|prefer|have to have|must have) )?"
    rf"{_BEFORE},?{_GO} (?P<rest>[^,;:.!?]+)",
    re.IGNORECASE,
)
#: "X has to wait: Y first".
_FIRST = re.compile(
    rf"(?P<open>^|[.;:!?] )(?P<what>[^,;:.!?]+? {_WAITS})\s*(?:[,;:.]|- ?| and)\s*"
    r"(?P<rest>[^,;:.!?]+?)(?: (?:must|has to|should|shall|will))? ?(?:comes?|goes|go|is|be)? first(?=\W*$)",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:is|are|has|have|be|been|goes|gets|leaves|arrives|must|should|\w+ed)\b", re.IGNORECASE)
#: What takes no place and so cannot wait somewhere.
_THING = re.compile(
    r"\b(?:photos?|pictures?|images?|shots?|exposures?|visits?|calls?|[a-z]+ing of|[a-z]+\d+)\b", re.IGNORECASE
)
_WAITED = re.compile(rf" {_WAITS}$", re.IGNORECASE)


def unfronted(sentence: str) -> str:
    """A sentence whose orders have their verb behind what is ordered."""

    def waits(match: re.Match[str]) -> str:
        # Who waits stays where he is; a picture comes later.
        what, rest = match["what"], match["rest"]
        if _WAITED.search(what) is None or _THING.search(what) is not None:
            return f"{match['open']}{_WAITED.sub('', what)} must come after {rest}"
        return f"{match['open']}{what} {'until' if _DONE.search(rest) else 'for'} {rest}"

    sentence = _FIRST.sub(waits, _BEFORE_IT.sub(waits, sentence))

    def ordered(match: re.Match[str]) -> str:
        return f"{match['open']}{match['what']} must come {match['order']} {match['rest']}"

    return _FRONTED.sub(ordered, sentence)
