"""Whether words accept the plan that is shown, and whether they ask what the session holds.

Both are closed vocabularies: one word beyond them (a name, a number, a place, a time, a denial) makes it a statement.
"Take it" accepts, "take the image of star 5" and "keep it there" are statements.
"""

from __future__ import annotations

import re

from plancritic.coordinator.mentions.named import tokens_of
from plancritic.english.lists import words

_CLAUSES = re.compile(r"[,.;:!?]+|\s-+\s")


_BE = r"(?:is|looks?|seems?|sounds?|reads?|works?|feels?|suits?)"
_VERY = r"(?:(?:all|very|really|pretty|just|quite|so|perfectly|absolutely|totally|much|now|already|to) )*"
_GOOD = (
    r"(?:good(?: enough| to go)?|great|fine|perfect(?:ly)?|ok|okay|all right|alright|nice|excellent|acceptable"
    r"|agreed|accepted|approved|the one|what i (?:want|wanted|need|needed|meant))"
)
_SORT = r"(?:plan|one|version|revision|schedule|solution|proposal|result|reading|answer)"
_PLAN = (
    rf"(?:it|this|that|(?:this|that|the) (?:(?:new|current|present|last|latest) )?{_SORT}"
    rf"|(?:this|that|the) (?:new|current) {_SORT}|what (?:we|i|you) have(?: now| got)?)"
)
#: "The last plan" may be the one before: with these words nothing is accepted.
_EARLIER = words("last latest previous")
_I = r"(?:i|we)(?: am| are|'m|'re)?"
_WISH = (
    r"(?:(?:i|we|you|let us|let's|lets)(?: will| would|'ll|'d| can| could| may| should| do| want| like| to| have)* )?"
)
_AS_IS = r"(?: as (?:it|that|this)(?: is|'s)| like (?:this|that|it is)| the way it is| that way| this way| now| then)?"
_ACCEPTS = re.compile(
    # "Accept it", "let's go with this plan", "keep this one".
    rf"{_WISH}(?:accept|approve(?: of)?|confirm|adopt|take|keep|use|pick|choose|go (?:ahead )?(?:with|for)"
    rf"|stick (?:with|to)|settle (?:for|on)|run with|agree (?:with|to)|sign off(?: on)?|stay with) {_PLAN}{_AS_IS}"
    rf"|{_WISH}(?:leave) {_PLAN} (?:as (?:it|that|this) is|like (?:this|that)|the way it is|at that)"
    rf"|(?:the |this |that |my )?{_SORT} (?:is )?(?:accepted|approved|agreed)|(?:accepted|approved|agreed)"
    # "Looks good", "that's fine", "this will do".
    rf"|(?:{_PLAN} )?(?:{_BE}|'s) {_VERY}{_GOOD}(?: (?:to|for|with|by) (?:me|us))?{_AS_IS}"
    rf"|(?:that's|it's|thats|its|all is|everything is|we are|we're|i am|i'm) {_VERY}{_GOOD}"
    rf"(?: (?:to|for|with|by) (?:me|us))?{_AS_IS}"
    rf"|(?:{_PLAN} )?(?:works|suits)(?: (?:for )?(?:me|us))(?: well| fine)?"
    rf"|(?:{_PLAN}|that'll|this'll|it'll)(?: will)? do(?: nicely| fine| well)?"
    # "I'm happy with this plan".
    rf"|{_I} {_VERY}(?:happy|satisfied|content|pleased|fine|ok|okay|good|comfortable) with {_PLAN}{_AS_IS}"
    rf"|{_I} {_VERY}(?:happy|satisfied|content|pleased)(?: now)?"
    rf"|(?:{_PLAN}) (?:is|was) (?:just |exactly )?what (?:i|we) (?:want|wanted|need|needed|meant|asked for)"
)
#: What stands beside it and says nothing of its own.
_BESIDE = words(
    "ok okay yes yeah yep yup sure right alright well good great fine perfect nice excellent super cool lovely "
    "brilliant thanks thank you please oh ah hm hmm now then so and all i we think guess agree sounds very much a "
    "lot that this it"
)
_OPENING = re.compile(
    r"^(?:(?:ok|okay|yes|yeah|yep|yup|sure|right|alright|all right|well|good|great|fine|perfect|nice|thanks|thank you"
    r"|please|oh|ah|hmm?|now|then|so|and|i (?:think|guess|believe)|(?:can|could|shall|may) (?:we|i|you)) )+"
)
_CLOSING = re.compile(
    r"(?: (?:please|thanks|thank you|then|now|too|for now|as well|i (?:think|guess)|and (?:done|go)))+$"
)
_ASKING = re.compile(r"\b(?:can|could|shall|may) (?:we|i|you)\b")

_ASKED = re.compile(r"\b(?:what|which|list|show|tell|remind|repeat|recap|summari[sz]e|see|give)\b")
_OF_SESSION = re.compile(
    r"\bin (?:force|effect)\b"
    r"|\b(?:i|we)(?: have|'ve)?(?: already| just)? (?:said|asked|told|wanted|wished|requested|demanded|say|ask|tell|"
    r"want|wish|request)\b"
    r"|\b(?:my|our|your|the|all) (?:[a-z]+ )?(?:statements?|requests?|wishes|constraints?|requirements?|rules|"
    r"instructions?|conditions)\b|\b(?:which|what) (?:statements?|requests?|wishes|constraints?|requirements?|rules|"
    r"instructions?|conditions)\b"
)
_ASKING_WORDS = words(
    "what what's which list show tell remind repeat recap summarise summarize see give me us please can could "
    "would you i i've we we've have has had did do does is are in force effect asked said told wanted wished "
    "requested demanded ask say tell want wish request of for so far by now already just right at the moment "
    "currently present today until my our your the all everything every each statement statements request "
    "requests wish wishes constraint constraints requirement requirements rule rules instruction instructions "
    "condition conditions that this it here again to about there still active hold holds apply applies current "
    "and ok okay well oh hi session conversation list"
)


def accepts_plan(text: str) -> bool:
    """Return whether a text is nothing but the acceptance of the plan that is shown."""
    said = _folded(text)
    if "?" in said and _ASKING.search(said) is None:
        return False
    clauses = [" ".join(each.split()) for each in _CLAUSES.split(said) if each.strip()]
    accepting = [_accepts(each) for each in clauses]
    return any(accepting) and all(
        accepts or _BESIDE.issuperset(each.split()) for accepts, each in zip(accepting, clauses, strict=True)
    )


def _accepts(clause: str) -> bool:
    bare = _CLOSING.sub("", clause)
    if _EARLIER & set(bare.split()):
        return False
    parts = [each for each in re.split(r" and ", bare) if each]
    return all(
        _ACCEPTS.fullmatch(part) is not None or _ACCEPTS.fullmatch(_OPENING.sub("", part)) is not None for part in parts
    )


def asks_for_statements(text: str) -> bool:
    """Return whether a text is nothing but the question which statements the session has."""
    said = _folded(text)
    spoken = frozenset(tokens_of(said))
    return bool(spoken <= _ASKING_WORDS and _ASKED.search(said) is not None and _OF_SESSION.search(said) is not None)


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())
