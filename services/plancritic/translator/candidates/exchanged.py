"""One in another's place: "the debris boat instead of the scout", "not driver 1 but driver 2", "B, not A".

The sentence is read of the one that is asked for; of the other the same is denied. Only two names of one kind, and
wishes for the end or for some time, are read so: what the denial of any other wish would be, is left open by the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.text import plain, tokens, uncontracted
from plancritic.pddl.language import Atom, Constraint, ConstraintType, Not
from plancritic.translator.candidates.offline import Parse, Parser
from plancritic.translator.happenings.contrasts import alike

_ARTICLE = r"(?:the |our |at |to )?"
_ENDS = re.compile(r"[.!\s]+$")
_DOING = re.compile(r"\bdo(?:es)? (?:all )?the \w+ing\b")
#: What brings another clause or another denial with it, or asks.
_MORE = re.compile(
    r"[;:?.!]|\b(?:before|after|until|till|once|when(?! (?:all|everything) is (?:over|done))|while|if|unless|except"
    r"|only|even|nobody|nothing|none|neither|nor|never|no|without|first|last|forget|fail|mind|within|during|hours?|minutes?"
    r"|seconds?|both|all(?! is)|every|each|more|less|also|too)\b"
)


class ExchangedReader:
    """Reads sentences that ask something of one and deny it of another."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def parse(self, statement: str) -> tuple[Parse, ...]:
        """Return the readings of a statement, which must not be empty; none where it exchanges nothing.

        Raises:
            UnreadTextError: the statement has letters or numbers that cannot be read.
        """
        # "Driver 2 drives. Driver 1 does not." is one sentence for this.
        said = _ENDS.sub("", uncontracted(plain(statement)).lower().strip()).replace(". ", ", ")
        if _MORE.search(said):
            return ()
        linker = self._parser.linker
        names = [item for item in linker.link(tokens(said)) if any(name.kind == "object" for name in item.named())]
        objects = {_object(item) for item in names} - {""}
        # A sentence may name one thing a thousand times.
        for denied in {(item.text, _object(item)): item for item in names}.values():
            asked_for = self._rival(_object(denied), objects)
            rest = _without(said, denied.text)
            if asked_for is None or rest is None or denied.text in rest or re.search(r"\bnot\b|\bn't\b", rest):
                continue
            items = linker.link(tokens(rest))
            ends = any(item.has(Cue.END) for item in items)
            if not ends and not any(item.hints() for item in items) and not _DOING.search(rest):
                # "A instead of B" alone takes up what was said in an earlier turn.
                continue
            found = tuple(self._exchanged(rest, asked_for, _object(denied), ends))
            if found:
                return found
        return ()

    def _rival(self, out: str, named: set[str]) -> str | None:
        """The one object of the kind of the denied one that is named beside it."""
        world, others = self._parser.linker.world, named - {out}
        same = [other for other in others if out and world.problem.objects[other] == world.problem.objects[out]]
        rivals = same or [other for other in others if out and alike(frozenset({other}), frozenset({out}), world)]
        return rivals[0] if len(rivals) == 1 else None

    def _exchanged(self, rest: str, asked_for: str, out: str, ends: bool) -> Iterator[Parse]:
        wanted = ConstraintType.AT_END if ends else ConstraintType.SOMETIME
        for parse in self._parser.parse(rest):
            denials = []
            for each in parse.constraints:
                fact = each.conditions[0]
                if each.type is not wanted or not isinstance(fact, Atom) or fact.arguments.count(asked_for) != 1:
                    break
                other = Atom(fact.predicate, tuple(out if name == asked_for else name for name in fact.arguments))
                never = ConstraintType.AT_END if ends else ConstraintType.ALWAYS
                denials.append(Constraint(never, (Not(other),)))
            else:
                yield Parse((*parse.constraints, *denials), parse.score, parse.slips)


def _object(item: Item) -> str:
    """The object that an item names; nothing where it may be several."""
    objects = {name.objects for name in item.named() if name.kind == "object"}
    only = next(iter(objects)) if len(objects) == 1 else ()
    return only[0] if len(only) == 1 else ""


def _without(said: str, name: str) -> str | None:
    """The sentence without the part that denies a name; None where none does."""
    name = rf"{_ARTICLE}{re.escape(name)}"
    patterns = (
        (rf"^(?:it is )?not {name},? but(?: rather)? ", ""),
        (rf",? (?:and not|and rather not|instead of|in place of|rather than|not) {name}(?=$|,| )", ""),
        (rf",? (?:but |and )?{name} (?:should|shall|must|does|is|may|will|is to)(?: do)? not(?: do so)?$", ""),
        (
            rf"^{name} (?:should|shall|must|is|may|will)(?: to)? not (?:to )?be the one (?:that|who) (?P<deed>.+), "
            rf"(?P<who>[\w ]+?) (?:should|shall|must|is)$",
            r"\g<who> is the one that \g<deed>",
        ),
        (
            rf"^{name} (?:should|shall|must|is|may|will)(?: to)? not (?:to )?be the one (?P<where>(?!that|who).+), "
            rf"(?P<who>[\w ]+?) (?:should|shall|must|is)$",
            r"\g<who> should be the one \g<where>",
        ),
    )
    for pattern, kept in patterns:
        if len(re.findall(pattern, said)) == 1:
            return re.sub(pattern, kept, said).strip(" ,")
    return None
