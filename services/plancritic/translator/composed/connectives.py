"""The words of English that join two conditions: "whenever", "before", "until", "unless", "then or later".

Each is a pattern over a line of symbols (`symbols`), where names are "@" and times "#".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.translator.composed.frames import pattern

_CAUSE = pattern(
    r"(?:(?:at|on|from|for) )?(?:whenever|(?:each|every|any)(?: such)? (?:single )?(?:time|moment|"
    r"instant|occasion|point)(?: at all)?(?: (?:that|when|at which|in which|where))?|anytime"
    r"|if(?: ever| it happens that| at any time| at any point)?|as long as|so long as|as soon as|once|"
    r"when|while|wherever|in case|no sooner"
    r"|for (?:any|each|every) (?:moment|time)(?: that| when| at which)?|should)"
)
_LINK = pattern(
    r"(?:(?:must|has|have|is|are|should|needs?|ought|will|shall)(?: always| to| be| each time|"
    r" every time)* )?(?:followed(?: inside| within)? by|accompanied(?: or followed)? by|"
    r"met(?: \S+){0,8} by"
    r"|go along with|see|be followed by|"
    r"brings? with it)(?: a moment(?: , the same or a later one ,)?(?: with| at which| when)?)?|"
    r"(?:always )?(?:calls?|call) for|obliges? (?:you|us)(?: to have)?|means?(?: that)?|requires?|"
    r"entails?|demands?"
    r"|gives? (?:you|us)(?: just| only)?|leads? to|implies|commits (?:you|us) to|asks for|"
    r"makes it necessary(?: that)?|equals?"
)
_LATER = pattern(
    r"(?:,? ?(?:be it|either|whether|right|at|in|just|or|so|if not) )*(?:then|that(?: very|"
    r" same)? (?:time|moment|point|one|instant|state)|(?:the|that|this) same(?: (?:time|moment|point|"
    r"one))?|there and then|right away|at once|straight away|right then|immediately)"
    r"(?: (?:itself|already|,|or|be|it))*(?: (?:or|then))(?: (?:at|in|some|any|a|an|one|else|again|"
    r"time|or|other|even|still|get|to|gets|be|so|the|further|sometime|least|once|moment|point|,|only|"
    r"eventually))*?"
    r" (?:later|after|afterwards|afterward|eventually|course|on|thereafter|following|follow|further|"
    r"next|later on|to run|later in the plan)"
    r"(?: (?:on|one|it|that|then|that time|moment|time|point|in the plan|stage|further|wards))*"
    r"|,? ?(?:the same or a later one|the same moment or a later one)|now or later|sooner or later"
)
_AFTER_WITHIN = pattern(
    r"(?:(?:,|at some (?:time|moment|point)|a moment|some moment|must contain some moment|takes|"
    r"it takes|for|at) )*(?:within|inside|in|by|no later than|no more than|not more than|"
    r"not later than|at most|in less than|in under|less than|no longer than|until|after at most|only)"
    r"(?: the)?(?: next| following)?(?: space of)? #"
    r"(?: ,? ?(?:of|from|after|since|later|on|at the latest|at most|at the most|at the outside|"
    r"at the very latest|at the very most|or less|that|then|it|this|there|any|such|every|each|moment|"
    r"time|point|counted|the|which|when|so|go by|may|afterwards|is|limit|longest|,))*?"
    r"(?: (?:of (?:that|it|this|then)(?: moment| time)?|from (?:then|that|it|there|that moment|"
    r"any such moment)|later|afterwards|at the latest|at most|at the most|at the outside|on|or less|"
    r"after that))?"
    r"|(?:the )?#(?: (?:from|later|after|afterwards|on|at|the|latest|most|very|outside|then|that|or|"
    r"less|sooner|of|it|moment|any|such|in|case|every|each|time|is|,|are|limit|longest|may))*"
)


def causes(text: str) -> Iterator[re.Match[str]]:
    """Return where a clause begins to say when something else must hold."""
    return _CAUSE.finditer(text)


def links(text: str) -> Iterator[re.Match[str]]:
    """Yield where a clause says that one thing is to be followed by another."""
    return _LINK.finditer(text)


def later(text: str) -> re.Match[str] | None:
    """Return where a clause says "then or later"."""
    return _LATER.search(text)


def after_within(text: str) -> re.Match[str] | None:
    """Where a clause says how long after something another may come."""
    return _AFTER_WITHIN.search(text)


_HOLD_OFF = (
    r"(?:hold|holds|keep|keeps|put|puts|wait|waits|hang|leave|delay|postpone|refrain)(?: (?:off|back|with|"
    r"on|from|all|to|out))*"
)
_CONNECTIVES: tuple[tuple[str, str], ...] = (
    (
        "until",
        r"(?:,? ?(?:and )?(?:only )?)?(?:until such time as|unless and until|until|till|up until|"
        r"as long as(?= .* (?:not|un\S+))|so long as(?= .* not)|unless)",
    ),
    (
        "after",
        r"only (?:after|once|when|as soon as)|not (?:before|until|till)|after|once|"
        r"only (?:then )?after|as soon as|later than|subsequent to|following|provided(?: that)?",
    ),
    (
        "before",
        r"(?:(?:at some (?:time|point|moment)|some time|sometime|once) )?(?:before|ahead of|prior to|"
        r"earlier than|sooner than|in advance of|by the time)",
    ),
)
CONNECTIVES = tuple((kind, pattern(text)) for kind, text in _CONNECTIVES)
HOLD_OFF = pattern(
    rf"(?:(?:has|have|must|should|can|could|would|please|to|is|are|may) )*{_HOLD_OFF}|(?:has|have|must|"
    rf"should|needs?|will)(?: to)? wait(?: with| for)?|too (?:early|soon)"
)
THEN = pattern(
    r"(?:,|;|-|\.|:)? ?(?:and )?(?:(?:only|may|can|and|just|should|must) )*(?:then|after that|"
    r"afterwards|after it|thereafter|next|second|later(?! than)|only then|only after that|only afterwards|"
    r"after which|followed by)(?: may| can| should| must| comes?)?"
)
FIRST = pattern(r"(?:at )?first(?: of all| thing)?|firstly|to begin with|comes? first|earlier|beforehand")
UNLESS = pattern(r",? ?(?:unless|except (?:when|while|if|where)|without(?: also)?|other than (?:when|while|if))")
AT_ONLY = pattern(r"when|while|at the times when|as long as")
WHILE = pattern(r",? ?(?:while|as long as|so long as|at any time when|whenever|when|whilst|at times when|if)")
ONLY_WHILE = pattern(
    r",? ?only(?: as long as| so long as| while| when| if| where| with| at a time when| at times when|"
    r" provided(?: that)?| in case)|only(?= (?:at|in|on|near) )"
)
