"""Why something is taken back: what stands beside the request and asks for nothing itself.

"Take that back, driver 1 can drive again": the second clause names driver 1, and says only why.
"""

from __future__ import annotations

import re

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.english.lists import words

#: Where a clause ends, and before what a reason begins.
_CLAUSES = re.compile(
    r"[,.;:!?–—]+|\s-+\s|\s(?=(?:because|since|now that|as (?:it|he|she|they|the|that|this|there|we|i)\b))",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"(?:and |but |so )?(?:because|since|cause|cos|now that|as|(?:it )?turns out)\b", re.IGNORECASE)
_BE = r"(?:is|are|was|were|isn['’]?t|aren['’]?t|wasn['’]?t|weren['’]?t|am|['’](?:s|re|m)\b)"
_VERB = rf"(?:{_BE}|looks?|looked|seems?|seemed|works?|worked|makes?|made|did|didn['’]t|doesn['’]t|don['’]t)"
#: "The order of those was fine", "it made no sense".
_JUDGES = re.compile(
    rf"\b{_VERB}(?: \w+){{0,4}}? (?:fine|good|ok|okay|all right|alright|right|correct|perfect|great|nice|enough|worse"
    r"|wrong|bad|silly|stupid|nonsense|unnecessary|necessary|needed|pointless|sense|help|work|matter|mistake|joke)\b"
    rf"|\b{_BE}(?: \w+){{0,3}}? (?:again|already|after all|before|back|free|available|ready|no longer|any ?more)\b"
    r"|\bchanged my mind\b|\bmy (?:mistake|bad|fault)\b|\bi (?:misspoke|was wrong|got (?:it|that) wrong)\b"
    r"|\b(?:do|did)(?:n['’]t| not) (?:really |actually )?(?:want|need|like|mean)\b",
    re.IGNORECASE,
)
#: What is better is what the person wants now, where a thing is named.
_PREFERS = re.compile(r"\b(?:better|best|preferable|nicer)\b", re.IGNORECASE)
_PERMITS = re.compile(
    r"(?!(?:can|may|could|you|please)\b).+?\b(?:can|may|could"
    r"|(?:is|are) (?:now |again )?(?:allowed|free|able|permitted) to)\b(?!['’]t| not)",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|ought|please|make sure|only|never|rather|instead|prefer"
    r"|let's|let us|can you|could you|you can|at most|at least)\b|(?<!n't )(?<!n’t )(?<!not )\bwant\b",
    re.IGNORECASE,
)
#: "But only the part about the van" takes back less than the whole.
_PART = re.compile(
    r"\b(?:parts?|bits?|half|portion|piece|rest|except|apart from|other than|only|just|keep|leave|stays?|still|not"
    # "But it was fine" says why.
    r"|(?<=\w )but(?! (?:i|it|that|this|we|they|he|she|there)\b))\b",
    re.IGNORECASE,
)
#: What is said of everything leaves something out, or something in force; "just drop all" and "not needed" do not.
_SPARED = re.compile(
    r"\b(?:parts?|bits?|half|portion|piece|rest|except(?:ing)?(?: for)?|(?:apart|aside) from|other than|save for"
    r"|besides|keep|leave|stays?|(?:not|only) (?:the|my|that|for)|(?<=\w )but(?: for)?)\b",
    re.IGNORECASE,
)
_IMPERATIVES = words("make keep let have put take do use go move drive bring be start begin send visit avoid give")


def is_reason(clause: str, names: NamedObjects) -> bool:
    """Return whether a clause only says why: it judges, permits or begins with "because", and demands nothing."""
    said = " ".join(clause.split())
    if _BECAUSE.match(said):
        return True
    first = next(iter(said.casefold().split()), "")
    if demands(said) or first in _IMPERATIVES:
        return False
    if _PREFERS.search(said):
        return not names.mentions(said)
    return bool(_JUDGES.search(said) or _PERMITS.match(said))


def demands(text: str) -> bool:
    """Return whether a text has a word of demanding."""
    return _DEMANDS.search(text) is not None


def without_reasons(text: str, names: NamedObjects) -> str:
    """Return a text without the clauses at its end that are reasons; the text itself where nothing else is said."""
    ends = [each.start() for each in _CLAUSES.finditer(text)] + [len(text)]
    starts = [0] + [each.end() for each in _CLAUSES.finditer(text)]
    clauses = [(start, text[start:end]) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]
    kept = list(clauses)
    while len(kept) > 1 and is_reason(kept[-1][1], names):
        kept.pop()
    if len(kept) == len(clauses):
        return text
    start, clause = kept[-1]
    return text[: start + len(clause)].strip()


def names_part(text: str) -> bool:
    """Return whether a text speaks of a part of what was said, or of what stays of it."""
    return _PART.search(text) is not None


def spared_in(text: str) -> str | None:
    """Return what follows a word of sparing in a text that speaks of everything; None where it spares nothing."""
    found = _SPARED.search(text)
    return None if found is None else text[found.end() :].strip()


def first_clause(text: str) -> tuple[str, str]:
    """Return what a text says first, and the rest."""
    found = _CLAUSES.search(text)
    return (text, "") if found is None else (text[: found.start()].strip(), text[found.end() :].strip())
