"""A first or a last that is denied: "don't take star 5 first", "parcel 1 must not be the last delivery".

The sentence is read without its denial, and the resulting order is denied: at some time it is broken. That is
done only for facts of the goal, which are not undone, and for sentences with one denial and nothing else to turn them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from plancritic.english.lists import words
from plancritic.mentions.text import plain, tokens, uncontracted
from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or
from plancritic.translator.candidates.offline import Parse, Parser

_DENIAL = re.compile(r"\b(?P<do>(?:do|does) )?(?P<no>not|never) (?P<after>(?:ever |really |to )*(?P<verb>\w+))")
_FIRST = re.compile(r"\bfirst\b|\b(?:start|begin|open|kick)\b.*\bwith\b")
_LAST = re.compile(r"\b(?:last|final)\b")
#: Verbs that are denied together with what they are said of; a domain's own verbs are as good.
_LIGHT = words("be come go take do make put keep leave save have let start begin open arrive want like wish see get")
_COPULAS = words("is are be was were")
#: What asks for the very thing after a denial ("do not forget to"), denies again, or brings another clause.
_TURNING = words(
    "forget fail hesitate mind wait worry stop avoid skip miss refuse neglect care bother delay prevent hinder from"
    " other than else any only just even also all every each both no nor none nobody nothing neither without unless"
    " except but instead rather if until till before after then or and because since while when whereas so though"
    " although second third next hour hours minute minutes seconds time times"
)
#: Beside the name nothing but these may stand where the goal alone says what comes first or last.
_PLAIN = _LIGHT | words("must should shall may to is are be the a an one for with of in all i would do first last")
#: How sure a reading is that takes from the goal what is to come first or last.
_SCORE_BY_NAME = 0.6
#: "Can you not ...": what it asks for is unsure. "The one that is not ...": it tells which one.
_UNSURE = (
    r"^(?:and |so )?(?:can|could|would|will|may|might|why|how|what|which|who|should|shall|is|are|do you|did)\b"
    r"|\b(?:first|last|final)\b.*\b(?:that|which|who|what|you|we|i)\b.*\b(?:not|never)\b"
)
_UNREADABLE = re.compile(rf"[,;:.!?]|{_UNSURE}")
_POLITE = re.compile(r"^please,? |,? please(?=[.!]*$)|(?<=last|irst) of all\b")
_ENDS = re.compile(r"[.!\s]+$")


class DeniedOrderReader:
    """Reads sentences that deny that something of the goal comes first, or last."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def parse(self, statement: str) -> tuple[Parse, ...]:
        """Return the reading of a statement, which must not be empty; none where it denies no order or more besides.

        Raises:
            UnreadTextError: the statement has letters or numbers that cannot be read.
        """
        said = _ENDS.sub("", _POLITE.sub("", uncontracted(plain(statement)).lower().strip()))
        denials = list(_DENIAL.finditer(said))
        first, last = bool(_FIRST.search(said)), bool(_LAST.search(said))
        if len(denials) != 1 or first == last or _UNREADABLE.search(said) or _TURNING & set(said.split()):
            return ()
        denial = denials[0]
        mark = _FIRST.search(said) if first else _LAST.search(said)
        if not self._denies_what_follows(said, denial) and not (mark and mark.end() <= denial.start()):
            return ()
        asked = said[: denial.start()] + denial["after"] + said[denial.end() :]
        asked = re.sub(r"\bstart with\b", "begin with", re.sub(r"\bfinal\b", "last", asked))
        found = self._parser.parse(asked, 1)
        if found:
            return tuple(replace(found[0], constraints=(each,)) for each in self._broken(found[0].constraints, first))
        one = self._only_one_named(asked)
        return (Parse((self._denial(one, first),), _SCORE_BY_NAME),) if one is not None else ()

    def _only_one_named(self, asked: str) -> Atom | None:
        """The goal's fact of the one thing that is named, where nothing else is said of it: "parcel 3 goes first"."""
        items = self._parser.linker.link(tokens(asked))
        objects = {name.objects for item in items for name in item.named() if name.kind != "type"}
        if len(objects) != 1 or any(not item.named() and item.text not in _PLAIN for item in items):
            return None
        named = set(next(iter(objects)))
        kinds = [name for item in items for name in item.named() if name.kind == "type"]
        about = [atom for atom in self._parser.linker.world.goal_atoms() if named & set(atom.arguments)]
        fits = len(about) == 1 and self._others(about[0]) and all(named <= set(kind.objects) for kind in kinds)
        return about[0] if fits else None

    def _denies_what_follows(self, said: str, denial: re.Match[str]) -> bool:
        """Whether the denied verb is one that is denied with all that it says."""
        before = said[: denial.start()].split()
        if denial["verb"] in _LIGHT or (before and before[-1] in _COPULAS):
            return True
        items = self._parser.linker.link(tokens(denial["verb"]))
        return any(item.hints() for item in items)

    def _broken(self, constraints: tuple[Constraint, ...], first: bool) -> Iterator[Constraint]:
        """What is so at some time where the order is not kept; nothing where it is no order of one and all others."""
        if any(each.type is not ConstraintType.SOMETIME_BEFORE for each in constraints):
            return
        ones = {each.conditions[1 if first else 0] for each in constraints}
        others = {each.conditions[0 if first else 1] for each in constraints}
        one = next(iter(ones))
        if len(ones) == 1 and isinstance(one, Atom) and others and others == set(self._others(one)):
            yield self._denial(one, first)

    def _others(self, one: Atom) -> tuple[Atom, ...]:
        """The other facts of the goal that are like one of them; none where it is not of the goal."""
        alike = [atom for atom in self._parser.linker.world.goal_atoms() if atom.predicate == one.predicate]
        return tuple(atom for atom in alike if atom != one) if one in alike else ()

    def _denial(self, one: Atom, first: bool) -> Constraint:
        """That at some time another is so and the one is not yet; for the last, the one and not yet another."""
        rest: list[Condition] = [other if first else Not(other) for other in self._others(one)]
        some = rest[0] if len(rest) == 1 else Or(tuple(rest))
        return Constraint(ConstraintType.SOMETIME, (And((Not(one) if first else one, some)),))
