"""Staying from an arrival on: "it should stay at B once it's there", "once at B the scout must not leave it".

What is said is read as one stretch of time at the place that lasts to the end. That is no weaker than any sense of the
words: who never comes there does not meet it.
"""

from __future__ import annotations

import re

from plancritic.mentions.text import plain, tokens, uncontracted
from plancritic.pddl.language import Atom, Constraint, ConstraintType
from plancritic.translator.candidates.offline import Parse, Parser

_WHEN = r"(?:once|when|whenever|as soon as|after|from the (?:moment|time)(?: that)?|the moment|if ever)"
_IT = r"(?:it|he|she|they)"
_ARRIVED = (
    r"(?:(?:is|are|has|have|had|gets?|got|arrives?|arrived|comes?|came|reaches|reached|made it|been|being|getting"
    r"|arriving|having|coming|reaching) ?)+"
)
_MODAL = r"(?:should|must|shall|has to|have to|needs to|is to|are to|will|ought to|does|do)"
_STAYS = (
    r"(?:stays?|remains?|be left|be kept|wait|not (?:ever )?(?:leave|move(?: away)?(?: from)?|go away(?: from)?)"
    r"|never (?:leaves?|moves?(?: away)?(?: from)?|goes away(?: from)?))"
)
_MANNER = r"(?:(?:just|simply|always|then|please|also|rather|only|again|for good|put|(?:until|to|till) the end) )*"
_TAIL = r"(?: (?:for good|until the end|till the end|to the end|put|from then on|and not leave(?: again)?|again))*"
#: "The scout should stay at B once it's there".
_AFTERWARDS = re.compile(
    rf"(?P<who>.+?) {_MANNER}(?:{_MODAL} )?{_MANNER}(?P<stays>{_STAYS}) (?:(?:at|in|on|by|pointing at) )?(?P<where>.+?)"
    rf"{_TAIL},? {_WHEN} (?:{_IT} )?{_ARRIVED}(?:there|{_IT})?{_TAIL}"
)
#: "Once the scout is at B it must stay there".
_BEFOREHAND = re.compile(
    rf"{_WHEN} (?P<who>.+?) {_ARRIVED}(?:at |to |in |on )?(?P<where>.+?),? {_IT} {_MANNER}(?:{_MODAL} )?{_MANNER}"
    rf"(?P<stays>{_STAYS})(?: (?:there|put|it|that place|here))*{_TAIL}"
)
#: Without both there is nothing to look for.
_NEEDED = (
    re.compile(r"\b(?:once|when|whenever|soon|after|moment|time|ever)\b", re.IGNORECASE),
    re.compile(r"\b(?:stay|stays|remain|remains|left|kept|wait|leaves?|moves?|goes?)\b", re.IGNORECASE),
)
_ENDS = re.compile(r"[.!\s]+$")
_OPENING = re.compile(r"^(?:(?:please|and|so|but|now|then|i want|i would like|make sure(?: that)?|let|have),? )+")
_TO = re.compile(r" (?:to|just to)$")
_SCORE = 0.8


class StayingReader:
    """Reads sentences that keep somebody at a place from an arrival on."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def parse(self, statement: str) -> tuple[Parse, ...]:
        """Return the reading of a statement, which must not be empty; none where it says nothing of the kind.

        Raises:
            UnreadTextError: the statement has letters or numbers that cannot be read.
        """
        found = _said(statement)
        if found is None:
            return ()
        who, where = self._named(_TO.sub("", found["who"])), self._named(found["where"])
        world = self._parser.linker.world
        if len(where) != 1 or not who or not who <= set(world.movers) or not where <= world.places:
            return ()
        (place,) = where
        constraints = []
        for mover in sorted(who):
            here: Atom = world.position(mover, place)
            constraints.append(Constraint(ConstraintType.AT_END, (here,)))
            constraints.append(Constraint(ConstraintType.AT_MOST_ONCE, (here,)))
        return (Parse(tuple(constraints), _SCORE),)

    def _named(self, phrase: str) -> frozenset[str]:
        """The objects that a phrase names, where it does nothing but that."""
        items = self._parser.linker.link(tokens(phrase))
        named = [item for item in items if item.named()]
        light = all(item.named() or item.text in ("the", "our", "my", "a", "at", "both") for item in items)
        if len(named) != 1 or not light or any(name.negative for name in named[0].named()):
            return frozenset()
        singles = [name for name in named[0].named() if name.kind == "object"] or list(named[0].named())
        return frozenset(singles[0].objects)


def stays_from_arrival(statement: str) -> bool:
    """Return whether a statement keeps somebody at a place from an arrival on, whoever and wherever it is."""
    return _said(statement) is not None


def _said(statement: str) -> re.Match[str] | None:
    if any(each.search(statement) is None for each in _NEEDED):
        return None
    said = _OPENING.sub("", _ENDS.sub("", uncontracted(plain(statement)).lower().strip()))
    return _AFTERWARDS.fullmatch(said) or _BEFOREHAND.fullmatch(said)
