"""Clauses that ask to come back, which no order says: "after the scout has been at A it must return to the start".

Where one is at first one is before everything else. Such clauses are left to the learned reader.
"""

from __future__ import annotations

from collections.abc import Iterator

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.world import World
from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.translator.happenings.facts import negators

_BACK = words("return returns returned returning back home revisit revisits")
_OPENING = words("must should shall will has needs ought is please let then can may do")
#: What only says that one comes before the other ("only after", "not until") asks nobody to come back.
_AFTER = words("after once following as soon having")
_LOST = "somebody must come back, but I cannot tell what comes before or after that"


def reject_return(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> str | None:
    """Return why the constraints are not what a clause about coming back after something says; None where they may."""
    if _borrows_place(items, constraints, world):
        return _LOST
    said = {c.type for c in constraints}
    if _twice_once(items, constraints):
        return _LOST
    told = any(True for _ in _split(items)) or (_comes_back(items) and _who_has(items))
    if any(i.text in (".", ";", "!", "?") for i in items[:-1]) or not told:
        return None
    if said <= {ConstraintType.SOMETIME_BEFORE, ConstraintType.SOMETIME}:
        return _LOST
    return None


def _borrows_place(items: tuple[Item, ...], constraints: tuple[Constraint, ...], world: World) -> bool:
    """Return whether a return to no place is given one that is named elsewhere.

    "The tug comes back only after the scout has been at B" says nothing of the tug at B.
    """
    positions = frozenset(world.positions.values())
    for clause in _clauses(items):
        named = {name for item in clause for sense in item.named() for name in sense.objects}
        said = {word for item in clause for word in item.text.split()}
        if not _BACK - {"home"} & said or named & world.places or said & {"there", "here", "it", "them"}:
            continue
        for constraint in constraints:
            for atom in constraint.atoms():
                if atom.predicate in positions and atom.arguments[0] in named and atom.arguments[-1] in world.places:
                    return True
    return False


def _clauses(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """The items between words that join clauses."""
    start = 0
    for number, item in enumerate(items):
        joins = item.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER) and not item.named()
        if joins or item.text in (",", ";", ".", "!", "?", "and", "but"):
            yield items[start:number]
            start = number + 1
    yield items[start:]


def _who_has(items: tuple[Item, ...]) -> bool:
    """Whether somebody is told by what he has done: "every boat that has been at A"."""
    said = [word for item in items for word in item.text.split()]
    return any(w in ("that", "which", "who") and said[n + 1] in ("has", "have") for n, w in enumerate(said[:-1]))


def _twice_once(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> bool:
    """Whether what comes before is made to be so once only too: "must not return to A after visiting B"."""
    cue = next((n for n, item in enumerate(items) if item.has(Cue.AFTER) and not item.named()), None)
    once = [c for c in constraints if c.type is ConstraintType.AT_MOST_ONCE]
    if cue is None or len(once) < 2 or not _comes_back(items[:cue]):
        return False
    named = {name for i in items[:cue] for sense in i.named() for name in sense.objects}
    return any(atom.arguments[-1] not in named for c in once for atom in c.atoms())


def _split(items: tuple[Item, ...]) -> Iterator[tuple[Item, tuple[Item, ...], tuple[Item, ...]]]:
    """The word for "after", what comes first, and who is to come back."""
    if negators(items) or any(i.has(Cue.BEFORE, Cue.UNTIL, Cue.ONLY, Cue.PERMIT) for i in items):
        return
    for number, item in enumerate(items):
        having = number == 0 and item.text == "having"
        if item.named() or not (item.has(Cue.AFTER) or having) or not set(item.text.split()) <= _AFTER:
            continue
        if any(i.named() for i in items[:number]):
            if _comes_back(items[:number]) and any(i.named() for i in items[number + 1 :]):
                yield item, items[number + 1 :], items[:number]
            continue
        for cut in range(number + 2, len(items)):
            sub, main = items[number + 1 : cut], (*items[:number], *items[cut:])
            here = items[cut]
            begins = here.text == "," or here.has(Cue.IT, Cue.THEM) or here.text in _OPENING
            # "Once at B the scout must come back": a name may begin the second part, with its article.
            begins = begins or (here.text in ("the", "our") and any(i.named() for i in sub))
            if begins and any(i.named() for i in sub) and _comes_back(main):
                yield item, sub, main
                if here.text == ",":
                    break


def _comes_back(items: tuple[Item, ...]) -> bool:
    said = [word for item in items for word in item.text.split()]
    return bool(_BACK & set(said)) and any(i.named() or i.has(Cue.END) for i in items)
