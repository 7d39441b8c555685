"""Words that take back what was demanded of some things: "the scout needn't come back", "only the tug", "all but A".

That something need not be is never a wish of its own: it says which demand, or which part of one, holds no longer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.sessions import StatementInForce
from plancritic.coordinator.commands.aims import says_more
from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.mentions.parts import exception_in, forbids, kept_for, left_of, objects_of

_NOT = r"(?:n['’]?t| not)"
_NOT_NEEDED = re.compile(
    rf"\bneed(?:{_NOT})\b|\b(?:do|does|did){_NOT} (?:really )?(?:have to|need|require|insist)\b"
    rf"|\b(?:is|are|be){_NOT} (?:really )?(?:needed|necessary|required|important|essential)\b"
    r"|\bno longer (?:has to|have to|needs?|required?|necessary|matters?|important|insist)\b"
    rf"|\b(?:no|without) (?:\w+ )?(?:need|necessity|requirement|obligation)\b|\bnot (?:needed|necessary|required)\b"
    rf"|\b(?:do|does){_NOT} (?:matter|mind|care)\b|\b(?:excused?|exempt(?:ed)?|spared?) from\b|\boff the hook\b"
    r"|\b(?:has|have|got|there is|there's) (?:\w+ ){0,2}time\b|\bno (?:hurry|rush)\b|\bin no (?:hurry|rush)\b",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(r"\b(?:leave|let|keep|take) .+ out (?:of (?:it|that|this))\b", re.IGNORECASE)
_MAY = re.compile(r"\b(?:can|may|could|might|free to|allowed to|welcome to)\b(?!['’]t| not)", re.IGNORECASE)
#: Right after the name of a thing: what it may do.
_PERMITTED = re.compile(
    r"\s*(?:now )?(?:may|can|(?:is|are) (?:now |again )?(?:allowed|free|permitted|welcome) to)\b", re.IGNORECASE
)
_ARTICLE = re.compile(r"\s*(?:(?:ok|okay|well|actually|now|and|but|so|then)[,\s]+)*(?:the )?", re.IGNORECASE)
#: Verbs of going somewhere, which say no more than one another.
_GOING = "go through visit pass enter use cross again there reach call stop"
_ORDER = re.compile(
    r"\b(?:first|last|before|after(?! all)|until|till|by|within|second|third|then|at most|once)\b", re.IGNORECASE
)
_NO = re.compile(r"\b(?:not|never|no|nor|cannot)\b|n['’]t\b", re.IGNORECASE)
_MUST = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|ought|want|please|make sure|only|never)\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[.;:!?]+|,| but | and (?=(?:the|it|they|that|he|she)\b)", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just|solely|alone)\b", re.IGNORECASE)
_NOT_IT = re.compile(
    r"(?:but |and |only |just )?(?:not|except(?: for)?|apart from|excluding) "
    r"(?:for |with )?(?P<what>.+?)(?: though| however)?",
    re.IGNORECASE,
)
_OPENING = re.compile(r"(?:no|nope|ok|okay|well|sorry|oh|actually|wait|hm+)", re.IGNORECASE)
_ONLY_THE = re.compile(
    r"\s*(?:(?:no|ok|okay|well|actually|now|and|but|so|then|sorry|i mean)[,\s]+)*"
    r"(?:only|just|solely)(?: for)?(?: the)?\s*",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\s*(?:only|alone)[.!\s]*", re.IGNORECASE)
#: Words of how many are meant, which no statement has to share.
_QUANTITIES = (
    "only just solely alone all them everyone everybody everything each every but except excepting apart other"
)


def releases(text: str, names: NamedObjects) -> bool:
    """Return whether a text says of something that it need not be, and demands nothing beside."""
    if text.rstrip().endswith("?"):
        return False
    clauses = [each for each in _CLAUSE.split(text) if each.strip()]
    released = [bool(_NOT_NEEDED.search(each) or _LEFT_OUT.search(each)) for each in clauses]
    if not any(released):
        return False
    rest = [each for each, is_release in zip(clauses, released, strict=True) if not is_release]
    return not any(_MUST.search(each) or (names.mentions(each) and not _MAY.search(each)) for each in rest)


def permits(text: str, entry: StatementInForce, names: NamedObjects) -> bool:
    """Return whether a text permits what a statement forbids: "the scout may go through A again"."""
    mentions = names.mentions(text)
    if not mentions or text.rstrip().endswith("?") or not forbids(entry.constraints):
        return False
    said_of = text[mentions[0].end :]
    said = f"{entry.statement.text} {entry.said_back} {_GOING}"
    if not _ARTICLE.fullmatch(text[: mentions[0].start]) or _says_more(_PERMITTED.sub(" ", text), said, names):
        return False
    others = _MUST.search(_PERMITTED.sub(" ", said_of, count=1)) or _NO.search(said_of) or _ONLY.search(text)
    return _PERMITTED.match(said_of) is not None and not others and is_about(text, entry, names)


def is_elliptic(text: str, names: NamedObjects) -> bool:
    """Return whether a text only says of which things not, and what they may do: "not the tug, it can stay out"."""
    clauses = [each.strip() for each in _CLAUSE.split(text) if each.strip()]
    while clauses and _OPENING.fullmatch(clauses[0]):
        clauses = clauses[1:]
    if not clauses or text.rstrip().endswith("?"):
        return False
    first = _NOT_IT.fullmatch(clauses[0])
    return (
        first is not None
        and bool(names.named(first["what"]))
        and not any(_MUST.search(each) or (names.mentions(each) and not _MAY.search(each)) for each in clauses[1:])
    )


def is_about(text: str, entry: StatementInForce, names: NamedObjects) -> bool:
    """Return whether all that a text names is what a statement is about."""
    named = frozenset(each for mention in names.mentions(text) for each in mention.objects)
    return bool(named) and named <= objects_of(entry.constraints, names)


def narrowed_by(
    text: str, entries: Sequence[StatementInForce], names: NamedObjects
) -> list[tuple[StatementInForce, tuple[str, ...]]]:
    """Return the statements that a text narrows, each with what is left of it: "only the tug", "all but the scout".

    A text that has words which the statement does not have narrows none: it asks for something new.
    """
    excepted = exception_in(text, names)
    named = frozenset(each for mention in names.mentions(text) for each in mention.objects)
    if not named or not (excepted or _is_only(text, names)):
        return []
    found = []
    for entry in entries:
        if not named <= objects_of(entry.constraints, names):
            continue
        if _says_more(text, f"{entry.statement.text} {entry.said_back} {_QUANTITIES}", names):
            continue
        if forbids(entry.constraints) and not excepted:
            # "Only the tug may go there" permits it; "only the tug" may mean either.
            narrow = left_of(entry.constraints, named, names) if _MAY.search(text) else None
        elif excepted:
            narrow = left_of(entry.constraints, excepted, names)
        else:
            narrow = kept_for(entry.constraints, named, names)
        if narrow is not None:
            found.append((entry, narrow))
    return found


def _is_only(text: str, names: NamedObjects) -> bool:
    """Return whether a text begins with "only" and a name, or ends with "only": "only the tug", "the tug alone"."""
    mentions = names.mentions(text)
    before, after = text[: mentions[0].start], text[mentions[-1].end :]
    return _ONLY_THE.fullmatch(before) is not None or _ALONE.fullmatch(after) is not None


def _says_more(text: str, said: str, names: NamedObjects) -> bool:
    """Return whether a text has words or an order that the other does not have."""
    orders, known = (frozenset(each.casefold() for each in _ORDER.findall(one)) for one in (text, said))
    return bool(orders - known) or says_more(text, said, names)
