"""Places in an order: "do Phenomenon4 second and 6 last", of what the goal asks for of several things.

It is read where the ranks leave no choice that a constraint cannot say: of three images, "second" alone leaves one.
"""

from __future__ import annotations

import re
from itertools import combinations

from plancritic.pddl.language import Atom, Constraint, ConstraintType
from plancritic.translator.items import Hint
from plancritic.translator.offline import Parse, Parser
from plancritic.translator.text import plain, tokens, uncontracted, words

_RANKS = {
    **{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6},
    **{"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6},
}
_PART = re.compile(
    rf"(?P<verb>.*?)(?P<name>\b\w+(?: ?\d+)?)(?: (?:comes?|goes|is|must be|should be|must come|should come|as the))?"
    rf" (?P<rank>{'|'.join(_RANKS)}|last)"
)
#: First and last alone are orders that the parser reads.
_RANKED = re.compile(rf"\b(?:{'|'.join(rank for rank, place in _RANKS.items() if place > 1)})\b")
_SPLIT = re.compile(r"\s*(?:,|;|\band\b|\bthen\b)\s*")
_ENDS = re.compile(r"(?:,? please)?[.!\s]*$")
#: What may stand before the first name beside a verb of the domain.
_LIGHT = words("please do take get make have put the our i want would like to we you must should can could let us")
_SCORE = 0.8


class RankReader:
    """Reads the places that things of the goal are to have in an order."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def parse(self, statement: str) -> tuple[Parse, ...]:
        """Return the reading of a statement, which must not be empty; none where it ranks nothing, or says more.

        Raises:
            UnreadTextError: the statement has letters or numbers that cannot be read.
        """
        said = _ENDS.sub("", uncontracted(plain(statement)).lower().strip())
        if not _RANKED.search(said):
            return ()
        parts = [_PART.fullmatch(part) for part in _SPLIT.split(said) if part]
        if len(parts) < 2 or not all(parts):
            return ()
        ranked: dict[Atom, str] = {}
        before = ""
        for part in filter(None, parts):
            name = part["name"]
            if name.isdigit():
                # "Phenomenon4 second and 6 last": the noun is said once.
                name = re.sub(r"\d+$", name, before)
            before = name
            fact = self._asked_of(name, part["verb"])
            if fact is None or fact in ranked:
                return ()
            ranked[fact] = part["rank"]
        constraints = self._order(ranked)
        return (Parse(constraints, _SCORE),) if constraints else ()

    def _asked_of(self, name: str, verb: str) -> Atom | None:
        """The one fact that the goal asks of what a name means; None where there is none, or the verb is of another."""
        linker = self._parser.linker
        items = linker.link(tokens(name))
        objects = {o for item in items for sense in item.named() for o in sense.objects}
        facts = [atom for atom in linker.world.goal_atoms() if len(objects) == 1 and atom.arguments[:1] == (*objects,)]
        if len(facts) != 1 or len(items) != 1:
            return None
        hints = {
            sense.predicate for item in linker.link(tokens(verb)) for sense in item.senses if isinstance(sense, Hint)
        }
        rest = [i.text for i in linker.link(tokens(verb)) if not i.hints()] if verb.strip() else []
        known = set(" ".join(rest).split()) <= _LIGHT and hints <= {facts[0].predicate}
        return facts[0] if known else None

    def _order(self, ranked: dict[Atom, str]) -> tuple[Constraint, ...]:
        predicates = {atom.predicate for atom in ranked}
        asked = [atom for atom in self._parser.linker.world.goal_atoms() if atom.predicate in predicates]
        places = {atom: len(asked) if rank == "last" else _RANKS[rank] for atom, rank in ranked.items()}
        free = set(range(1, len(asked) + 1)) - set(places.values())
        others = [atom for atom in asked if atom not in ranked]
        if len(predicates) > 1 or len(free) != len(others):
            return ()
        if others and set(places.values()) == set(range(1, len(places) + 1)):
            # "One first, another second" may say no more than that the one comes before the other.
            return ()
        found = [_before(*sorted(pair, key=lambda atom: places[atom])) for pair in combinations(places, 2)]
        for atom, place in places.items():
            if len({place < each for each in free}) > 1:
                # Some come before it and some after, and which is not said.
                return ()
            found += [_before(atom, other) if place < min(free) else _before(other, atom) for other in others]
        return tuple(found)


def _before(early: Atom, late: Atom) -> Constraint:
    return Constraint(ConstraintType.SOMETIME_BEFORE, (late, early))
