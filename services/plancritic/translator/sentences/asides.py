"""Clauses beside a wish that deny nothing of it: how things are now, and what would happen otherwise.

"Must point at Star5, currently does not" wants it to; "camera off at the end, its detector ages otherwise" says why.
"""

from __future__ import annotations

import re

_NOW = (
    r"(?:currently|presently|right now|just now|at present|at the moment|at the minute|as of now|as it is|as is|"
    r"as things (?:are|stand)|for the moment|today|so far|now|yet|still|actually|actual(?: \w+)?|in reality|in fact|"
    r"observed(?: \w+)?)"
)
_BE = r"(?:is|are|was|were|does|do|did|has|have|am)"
_DENIED = rf"(?:{_BE} not|{_BE}n't|isnt|arent|doesnt|dont|hasnt|havent)"
_WHO = r"(?:which |what |that |and |but |though |although |it |this |they |he |she )*"
#: A denial of how something is, with a word that says now, and no verb that asks: nothing else stands in the clause.
_IS_NOT = (
    rf"(?:{_WHO}{_NOW}[,:]? {_WHO}{_DENIED}(?: (?:the case|so|true|that way|like that|happening|what happens|do so|"
    rf"do that|do it|there|yet))?"
    rf"|{_WHO}{_DENIED}(?: (?:the case|so|true|that way|like that|happening|what happens|do so|do that|do it|there))? "
    rf"{_NOW}"
    # "which is currently not the case"
    rf"|{_WHO}{_BE} {_NOW} not(?: (?:the case|so|true|that way|like that|happening|what happens))?"
    r"|(?:currently|presently|right now|at present|at the moment),? not(?: (?:the case|so|true))?)"
)
_STANDS_NOW = re.compile(
    rf"(?: ?[,;:(] ?| - | (?=(?:but|though|although|which|whereas) )){_IS_NOT}\)?(?=\s*(?:[,.;:!?)]|$| - ))",
    re.IGNORECASE,
)
_ASKS = r"must|should|shall|need|needs|please|want|wants|may|can|has to|have to|let|make sure|never|do not|don't"
#: No name of the problem: "the tug goes otherwise" and "otherwise at Star0" are no reasons.
_PLAIN = rf"(?:(?!\b(?:{_ASKS}|instead|go|goes|point|points)\b|\w*\d)[^,;:.!?])*?"
_TELLER = r"(?:it|its|we|they|i|you|he|she|there|everything|nothing|that|this)\b"
#: "..., its detector ages otherwise": the reason for what stands before it.
_OTHERWISE_LAST = re.compile(
    rf"(?:[,;:(] ?| - )(?:{_TELLER}|(?:the|our|my) \w+ \w+){_PLAIN} (?:otherwise|or else|if not)\)?"
    r"(?=\s*(?:[.;!?)]|$))",
    re.IGNORECASE,
)
#: "Otherwise it ages", "or else we lose it": up to the end of the sentence.
_OTHERWISE_FIRST = re.compile(
    rf"(?:[,;:(] ?| - | (?=or else|or otherwise))(?:or |because |since |as )?(?:otherwise|else),? {_TELLER}{_PLAIN}"
    r"(?=[.;!?)]|$)",
    re.IGNORECASE,
)
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
_ONLY_NOW = re.compile(rf"\W*(?:but |and |because )?{_IS_NOT}\W*", re.IGNORECASE)


def stands_now(sentence: str) -> bool:
    """Whether a sentence only says that something is not so now: "Right now it isn't."."""
    return _ONLY_NOW.fullmatch(sentence) is not None


def unclear_no(statement: str) -> bool:
    """Whether a "no" with a mark behind it may forbid what follows: no clause of its own stands there."""
    return _UNCLEAR_NO.match(statement) is not None and _NO.match(statement) is None


def without_no(statement: str) -> str:
    """A statement without the "no" before it that denies what somebody said before."""
    return _NO.sub("", statement)


def without_asides(sentence: str) -> str:
    """A sentence without clauses that only say how things are now or what would happen if it were not done."""
    for pattern in (_STANDS_NOW, _OTHERWISE_LAST, _OTHERWISE_FIRST):
        left = pattern.sub("", sentence)
        if re.search(r"\w", left):
            sentence = left
    return sentence
