"""Denials set apart: "visit A (not B)", "A, never B", "not B but A". They deny what stands beside them, nothing else.

A reading that denies what stands outside of such a part, or asks for what stands only inside of it, is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.pddl.language import Atom, Condition, Constraint, Not
from plancritic.translator.happenings.facts import negators

_CLOSING = words(", - ; : . ! ? (")
_JOINS = words("and but or")
_LIGHT = words("to at in on into via through the our")
_ORDER = (Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.FIRST, Cue.THEN, Cue.END)
_MODALS = words("must should shall will may can do does is are has have needs")
_SPREAD = "I cannot tell what it forbids and what it asks for"
_UNSAID = "I cannot tell what the words in brackets forbid"


def reject_denial(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> str | None:
    """Return why the constraints spread a denial that is set apart, or lose it; None where they do not."""
    facts = [(a, so, len(c.conditions) > 1) for c in constraints for each in c.conditions for a, so in _facts(each)]
    for start, stop, bracketed in _parts(items):
        inside, outside = items[start:stop], (*items[:start], *items[stop:])
        if bracketed and _denies_unsaid(inside):
            return _UNSAID
        if not negators(inside) or not any(item.named() for item in outside):
            continue
        denied, asked = _names(inside), _names(outside)
        if not denied:
            continue
        if negators(outside):
            if any(so and not order and a.arguments[-1] in asked - denied for a, so, order in facts):
                return _SPREAD
            continue
        if any(item.has(Cue.AWAY, Cue.GONE, Cue.UNDO, Cue.SET_OUT, Cue.EXCEPT) for item in outside if not _but(item)):
            # What is left or kept away from is denied without a word of denial.
            continue
        for atom, so, order in facts:
            named = set(atom.arguments)
            if not so and not order and not named & denied:
                return _SPREAD
            if so and named & (denied - asked):
                return _SPREAD
        if _strangers([atom for atom, _, order in facts if not order], items):
            return _SPREAD
    return _SPREAD if _spread_on(items, facts) else None


def _spread_on(items: tuple[Item, ...], facts: list[tuple[Atom, bool, bool]]) -> bool:
    """Whether a denial goes on into the command that follows it: "do not visit A; visit B"."""
    denials = negators(items)
    for number, item in enumerate(items[:-1]):
        is_after_all = bool(denials) and denials[0] < number and denials[-1] <= number
        if item.text not in (",", ";", ".", ":", "-") or not is_after_all:
            continue
        before, after = items[:number], items[number + 1 :]
        command = after[0].text == "please" or any(h.form == "starts" for h in after[0].hints())
        if not command or after[0].named() or not any(i.named() for i in before):
            continue
        here = _names(after) - _names(before)
        if any(not so and not order and a.arguments[-1] in here for a, so, order in facts):
            return True
    return False


def _strangers(atoms: list[Atom], items: tuple[Item, ...]) -> bool:
    """Whether something is said of somebody who is not named beside somebody who is."""
    named = {name for item in items for sense in item.named() for name in sense.objects}
    told = {atom.predicate for atom in atoms if atom.arguments and atom.arguments[0] in named}
    return any(a.predicate in told and a.arguments[0] not in named for a in atoms if a.arguments)


def _parts(items: tuple[Item, ...]) -> Iterator[tuple[int, int, bool]]:
    """The parts that are set apart: in brackets, or a denial without a verb behind a mark or a join or before "but"."""
    denials = negators(items)
    for number, item in enumerate(items):
        if item.text == "(":
            yield number, next((n for n in range(number, len(items)) if items[n].text == ")"), len(items)), True
        elif item.text in (",", "-", "but", "and") and number:
            begin = next((n for n in range(number + 1, len(items)) if items[n].text not in _JOINS), len(items))
            stop = next((n for n in range(begin, len(items)) if items[n].text in _CLOSING), len(items))
            if begin in denials and not _clause(items[begin:stop]):
                yield begin, stop, False
        elif item.text in ("not", "never"):
            stop = next((n for n in range(number, len(items)) if items[n].text in (*_CLOSING, "but")), len(items))
            rest = [i for i in items[stop + 1 :] if i.named() or i.text not in _LIGHT]
            single = any(sense.kind == "object" for sense in items[stop - 1].named())
            if stop < len(items) and _but(items[stop]) and single and rest and rest[0].named():
                yield number, stop, False


def _but(item: Item) -> bool:
    return item.text == "but"


def _denies_unsaid(items: tuple[Item, ...]) -> bool:
    """Whether it denies an order, a state or a deed without a name: "(not before)", "(not on)"."""
    denied = [i for i in items if "not" in i.text.split() or i.has(Cue.NOT)]
    known = [i for i in items if i.senses and not i.has(Cue.JOIN, Cue.FILLER)]
    told = [i for i in known if i not in denied or i.has(*_ORDER)]
    return bool(denied and told) and not any(item.named() for item in items)


def _clause(items: tuple[Item, ...]) -> bool:
    """Whether a part has a verb of its own, or says when: then it is a request of its own."""
    return any(not i.named() and (i.text.split()[0] in _MODALS or i.hints() or i.has(*_ORDER)) for i in items)


def _names(items: tuple[Item, ...]) -> frozenset[str]:
    """The objects that are named: a word for all of a kind ("no stop at B") names none of its own beside others."""
    found = [sense for item in items for sense in item.named()]
    single = [sense for sense in found if sense.kind == "object"] or found
    return frozenset(name for sense in single for name in sense.objects)


def _facts(condition: Condition) -> Iterator[tuple[Atom, bool]]:
    if isinstance(condition, Not):
        yield from ((atom, not so) for atom, so in _facts(condition.condition))
    elif isinstance(condition, Atom):
        yield condition, True
    else:
        for part in getattr(condition, "conditions", ()):
            yield from _facts(part)
