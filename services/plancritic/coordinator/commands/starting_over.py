"""Whether words ask for the plan without feedback: "drop all", "go back to the original plan", "start over".

At the start of a session nothing that was said holds: whoever asks for that plan drops everything.
"""

from __future__ import annotations

import re

from plancritic.coordinator.commands.reasons import is_reason
from plancritic.coordinator.commands.undoing import is_idle, undoes
from plancritic.coordinator.mentions.named import NamedObjects

#: A word for a statement, and verbs of taking one back.
STATEMENT = (
    r"(?:statements?|requests?|rules?|requirements?|constraints?|instructions?|wish(?:es)?|conditions?|changes?)"
)
FORGET = (
    r"(?:forget|drop|ignore|disregard|remove|delete|discard|withdraw|cancel|lift|scrap|scratch|take back|never ?mind"
    r"|undo|revert|retract|clear|reset|get rid of|do away with|throw (?:out|away))"
)
_POLITE = (
    r"(?:(?:oh|ok|okay|well|hm+|actually|sorry|please|no|wait|and|but|so|then|now|just|let['’]s|let us"
    r"|i(?:['’]d| would)? (?:want|like)(?: to)?|(?:can|could|would|shall) (?:you|we))[, ]+)*"
)
_SAID = (
    r"(?:,? (?:that )?(?:i|we)(?:['’]ve| have)? (?:said|asked(?: you)?(?: for)?|told you|wanted|wrote|changed))?"
    r"(?: so far)?"
)
_EVERYTHING = (
    r"(?:all|everything|the (?:whole )?lot|(?:the|this|that) whole thing|them all"
    r"|all (?:of )?(?:it|them|that|those|this|these)"
    rf"|all (?:of )?(?:my|the|our|those|these) (?:{STATEMENT}|things|stuff))"
)
_AGAIN = r"(?:over|again|afresh|anew|from (?:scratch|zero|nothing|the (?:very )?beginning)|all over(?: again)?)"
_AT_FIRST = (
    r"(?:originally|initially|at first|to begin with|at the (?:very )?(?:start|beginning|outset)"
    r"|in the (?:very )?beginning|before (?:i|we) (?:said|asked for|changed|wanted|told you) anything"
    r"|before (?:my|our|any|all (?:my|the|this|that|those|these)) (?:feedback|wishes|requests|changes|statements))"
)
_PLAN = r"(?:plan|version|schedule|solution|proposal|state)"
#: The plan at the start, in words.
_FIRST_PLAN = (
    rf"(?:(?:the|your|our|my) )?(?:very )?(?:original|first|initial|unchanged|unmodified|untouched|default) {_PLAN}"
    r"(?: (?:you|we|i) (?:had|gave me|showed me|showed|proposed|made|began with|started with))?"
    r"|the (?:original|initial) one"
    rf"|the {_PLAN} (?:as it was |(?:that )?(?:we|i|you) (?:had|saw|showed(?: me)?) |from )?{_AT_FIRST}"
    rf"|the {_PLAN} (?:that )?(?:we|you|i) (?:began|started) with"
    rf"|the {_PLAN} without (?:any(?:thing)?|all|my|our)(?: of)?(?: (?:this|that|it|my|our|the|these|those))?"
    rf"(?: (?:feedback|{STATEMENT}))?{_SAID}"
    rf"|(?:how|the way|what) (?:it|things|everything|we|the plan) (?:was|were|had|began|started|looked)"
    rf"(?: it)? {_AT_FIRST}"
)
#: The start in words that may be a place too: boats return to where they started.
_PLACE = (
    rf"(?:square one|(?:the {_PLAN} from )?the (?:very )?beginning"
    r"|where (?:we|things|everything|the plan) (?:was|were|began|started)"
    rf"(?: {_AT_FIRST})?)"
)
_BACK = (
    r"(?:(?:go|get|switch|return|revert|come|roll|fall|move|reset|turn|step|jump|change|start|begin|restart|restore|use"
    r"|keep|take|have|do|(?:take|put|set|bring|turn|give|reset|restore) (?:me|us|it|this|things|everything|the plan))"
    r"(?: (?:again|over|afresh|anew|all the way|right|straight|just|only))*(?: back)?(?: (?:to|from|with))?"
    r" |back to )"
)
_BACK_TO = (
    r"(?:(?:go|get|switch|revert|roll|fall|reset|step|jump|change|start|begin"
    r"|(?:take|put|set|bring|turn|reset|restore) (?:me|us|things|everything|the plan))"
    r"(?: (?:again|over|all the way|right|straight|just))* back to"
    r"|(?:reset|revert|restore) (?:(?:things|everything|the plan) )?to|back to) "
)
_TO_START = rf"(?:{_BACK}(?:{_FIRST_PLAN})|{_BACK_TO}{_PLACE})"
_OVER = re.compile(
    rf"{_POLITE}(?:{FORGET} (?:about )?{_EVERYTHING}{_SAID}(?:,? (?:and|then|and then) (?:(?:start|begin) {_AGAIN}"
    rf"|{_TO_START}))?"
    rf"|(?:start|begin|restart) (?:(?:everything|it|all|again|over|afresh) )?{_AGAIN}"
    r"|reset(?: (?:everything|it all|the plan|it|this))?"
    rf"|{_TO_START})(?:,? (?:please|again|then|now))*",
    re.IGNORECASE,
)
_START = re.compile(
    rf"\b{_TO_START}|\b(?:start|begin|restart) (?:(?:everything|it|all|again|over|afresh) )?{_AGAIN}", re.IGNORECASE
)
_CLAUSES = re.compile(r"[,.;:!?–—]+|\s-+\s")


def starts_over(text: str, names: NamedObjects) -> bool:
    """Return whether a text asks for nothing but the plan without feedback; what stands beside it may say why."""
    said = " ".join(text.replace("’", "'").split())
    if said.endswith("?") and not re.match(rf"{_POLITE}(?:can|could|shall|may) (?:we|you|i)\b", said, re.IGNORECASE):
        return False
    if _OVER.fullmatch(said.rstrip(".!? ")):
        return True
    clauses = [each.strip() for each in _CLAUSES.split(said) if each.strip()]
    over = [_OVER.fullmatch(each) is not None for each in clauses]
    return any(over) and all(
        found or is_idle(each) or undoes(each) or is_reason(each, names)
        for found, each in zip(over, clauses, strict=True)
    )


def names_start(text: str) -> bool:
    """Return whether a text speaks of the plan at the start: of nothing that a domain may have, as "all" does."""
    return _START.search(text.replace("’", "'")) is not None
