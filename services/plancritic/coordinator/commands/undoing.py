"""Whether words ask to take back the last turn: a verb of undoing, and a reference to what was said or done last.

Any other content word (a name, a number, a place) makes it a wish or another command. So does a verb that moves
things, as "turn back" or "put it back" does, unless it has what was said or changed as its object.
"""

from __future__ import annotations

import re

from plancritic.coordinator.mentions.named import tokens_of
from plancritic.english.lists import words

_CLAUSES = re.compile(r"[,.;:!?]+|\s-+\s")
#: Verbs of several words, by the word that stands for them here.
_PHRASES = (
    (re.compile(r"\b(?:never ?mind)(?: about)?\b"), "forget"),
    (re.compile(r"\bi(?:'ll)? take (?P<what>it|that|this|those|them) back\b"), r"undo \g<what>"),
    (re.compile(r"\b(?:roll|change) (?P<what>[\w' ]+?) back\b"), r"forget \g<what>"),
    (re.compile(r"\b(?:roll|rolling|change) back\b"), "forget"),
    (re.compile(r"\btake (?P<what>[\w' ]+?) back\b"), r"reverse \g<what>"),
    (re.compile(r"\btake back\b"), "reverse"),
    (re.compile(r"\b(?:put|turn|switch) (?P<what>[\w' ]+?) back\b"), r"move-back \g<what>"),
    (re.compile(r"\b(?:go|going|step|switch|turn|back|put) (?:back|out)\b"), "move-back"),
)


#: Verbs that say it alone; that need something like "that"; that need something like "the last one".
_UNDOING = words("undo undoing revert reverting unsay rollback")
_FORGETTING = words("forget scratch cancel scrap withdraw retract disregard ignore")
_REMOVING = words("remove delete discard erase lift strike lose kill skip")
#: Verbs that move things too: of these "it" and "them" may be things of the plan, "that" is what was said.
_MOVING = words("reverse drop")
_SAID_BEFORE = words("that this")
#: Verbs that move whoever they are said to, or things: they need what was said or changed, in so many words.
_MOVE_BACK = "move-back"
_TURN = re.compile(
    r"\b(?:reverse|drop|move-back)\b.*\b(?:"
    r"(?:changes?|turn|edit|revision|requests?|statements?|requirement|rule|wish|instruction|constraint|sentence|command"
    r"|remark|idea|version|feedback)"
    r"|(?:what|whatever|things?|bit|part|one)\b.*\b(?:did|done|made|said|say|asked|ask|told|wrote|typed))\b"
)
#: What was said or done last.
_POINTING = words("that this it those them")
_LATEST = words("last latest previous recent just")
#: What else such a reference is made of.
_REFERENCE = words(
    "the my your our what whatever which one ones thing things bit part change changes turn edit revision request "
    "requests statement statements requirement rule wish instruction constraint condition sentence command message "
    "remark idea version feedback i we you i've we've you've did done made said say asked ask told wrote typed wanted "
    "for to about of most very again away now there then have had was"
)
#: Words around a request.
_POLITE = words(
    "please can could would you we i i'd i'll we'd let's lets let us me like want to oh ok okay well hm hmm actually "
    "sorry no wait and but so just maybe perhaps rather better think kindly oops ah all right alright thanks thank"
)
#: Words that complain of the last turn beside the request.
_COMPLAINT = words(
    "that that's this it it's was is isn't wasn't not what i meant mean wanted want asked a an the my wrong mistake "
    "bad worse good right idea didn't don't said too"
)


#: Verbs of going back: they take back the last turn, whatever that was. All others cancel what was said.
_GOING_BACK = words("undo undoing revert reverting unsay rollback reverse back")


def goes_back(text: str) -> bool:
    """Return whether a request to take something back speaks of going back a turn, not of cancelling what was said."""
    return bool(_GOING_BACK & {each.casefold() for each in tokens_of(text)})


def takes_back_last_turn(text: str) -> bool:
    """Return whether a text is nothing but the request to undo what was said last."""
    said = text.casefold().replace("’", "'")
    clauses = [each for each in _CLAUSES.split(said) if each.strip()]
    asked = [undoes(each) for each in clauses]
    return any(asked) and all(found or is_idle(each) for found, each in zip(asked, clauses, strict=True))


def is_idle(clause: str) -> bool:
    """Return whether a clause is polite, or complains of the last turn, and nothing else."""
    return (_POLITE | _COMPLAINT).issuperset(tokens_of(clause.casefold().replace("’", "'")))


def undoes(clause: str) -> bool:
    """Return whether a clause is nothing but the request to undo what was said last."""
    clause = clause.casefold().replace("’", "'")
    for phrase, word in _PHRASES:
        clause = phrase.sub(word, clause)
    spoken = frozenset(tokens_of(clause))
    verbs = _UNDOING | _FORGETTING | _REMOVING | _MOVING
    if not spoken - {_MOVE_BACK} <= verbs | _POINTING | _LATEST | _REFERENCE | _POLITE:
        return False
    if spoken & _UNDOING or _TURN.search(clause):
        return True
    if spoken & _MOVING:
        return bool(spoken & _SAID_BEFORE)
    if spoken & _FORGETTING:
        return bool(spoken & (_POINTING | _LATEST))
    return bool(spoken & _REMOVING and spoken & _LATEST)
