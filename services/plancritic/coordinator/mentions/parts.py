"""The parts of a statement in force, by what they are about: of "all boats are back" one is about the scout."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from plancritic.coordinator.mentions.named import Mention, NamedObjects
from plancritic.pddl.language import (
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    conjuncts,
    parse_constraint,
)

#: Of these, what holds for a conjunction holds for each of its parts, and the other way round.
_DIVISIBLE = (ConstraintType.ALWAYS, ConstraintType.AT_END, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)
#: Before a name, these say that all the rest is meant.
_BUT = re.compile(
    r"\b(?:but|except(?:ing)?(?: for)?|apart from|other than|excluding|save(?: for)?|besides|aside from)"
    r"\s+(?:for\s+)?(?:the\s+|that of\s+)?$",
    re.IGNORECASE,
)
#: "The school's parcel" names the school; in "it's" the ending is a verb.
_POSSESSIVE = re.compile(r"(?<!\bit)(?<!\bthat)['’]s\b", re.IGNORECASE)
_REST = re.compile(
    r"\b(?:all|every(?:thing|one|body)?|each|any(?:thing|one|body)?|none|nothing|nobody)\b", re.IGNORECASE
)


def without(constraints: Sequence[str], text: str, names: NamedObjects) -> tuple[str, ...] | None:
    """Return what is left of a statement when a text takes back what it says of the objects that it names.

    None where that is no part of the statement: the text names nothing that sets its parts apart, or all of it.
    """
    named, spared = _released(text, names)
    return kept_for(constraints, spared, names) if spared else left_of(constraints, named, names)


def left_of(constraints: Sequence[str], objects: frozenset[str], names: NamedObjects) -> tuple[str, ...] | None:
    """Return what a statement says of other objects; None where it says nothing of others, or nothing of these."""
    return _divide(constraints, names, lambda its: not its & objects)


def kept_for(constraints: Sequence[str], objects: frozenset[str], names: NamedObjects) -> tuple[str, ...] | None:
    """Return what a statement says of some objects; None where it says of others nothing else, or nothing of them."""
    return _divide(constraints, names, lambda its: bool(its & objects))


def exception_in(text: str, names: NamedObjects) -> frozenset[str]:
    """Return the objects that a text excepts from all: "everyone but the scout"."""
    return _released(text, names)[1]


def objects_of(constraints: Sequence[str], names: NamedObjects) -> frozenset[str]:
    """Return the objects that constraints are about."""
    return frozenset(each for text in constraints for each in _objects(parse_constraint(text), names))


def forbids(constraints: Sequence[str]) -> bool:
    """Return whether constraints are nothing but prohibitions."""
    parts = [each for text in constraints for each in _divided(parse_constraint(text))]
    return bool(parts) and all(
        each.type in _DIVISIBLE and all(isinstance(condition, Not) for condition in each.conditions) for each in parts
    )


def meant_in(constraints: Sequence[str], places: Sequence[Mention], names: NamedObjects) -> list[Mention]:
    """Return of names in a statement those that its reading is about; all of them where it is about none.

    "At the end" names a place where one is called so, and mostly means none.
    """
    own = objects_of(constraints, names)
    return [each for each in places if each.objects & own] or list(places)


def _released(text: str, names: NamedObjects) -> tuple[frozenset[str], frozenset[str]]:
    """Return the objects that a text takes back, and those that it spares: "all but the scout"."""
    text = _POSSESSIVE.sub("", text)
    named: set[str] = set()
    spared: set[str] = set()
    for each in names.mentions(text):
        before = text[: each.start]
        but = _BUT.search(before)
        (spared if but is not None and _REST.search(before[: but.start()]) else named).update(each.objects)
    return frozenset(named), frozenset(spared)


def _divide(
    constraints: Sequence[str], names: NamedObjects, stays: Callable[[frozenset[str]], bool]
) -> tuple[str, ...] | None:
    """Return the parts that stay, by the objects that set them apart; None where all stay, or none does."""
    parts = [each for constraint in constraints for each in _divided(parse_constraint(constraint))]
    if len(parts) < 2:
        return None
    about = [_objects(each, names) for each in parts]
    common = frozenset.intersection(*about)
    left = [part for part, its in zip(parts, about, strict=True) if stays(its - common)]
    return tuple(map(str, left)) if 0 < len(left) < len(parts) else None


def _divided(constraint: Constraint) -> Iterator[Constraint]:
    if constraint.type not in _DIVISIBLE or len(constraint.conditions) != 1:
        yield constraint
        return
    for each in _conjuncts(constraint.conditions[0]):
        yield Constraint(constraint.type, (each,), constraint.bounds)


def _conjuncts(condition: Condition) -> Iterator[Condition]:
    for each in conjuncts(condition):
        if isinstance(each, Not) and isinstance(each.condition, Or):
            yield from (Not(alternative) for alternative in each.condition.conditions)
        else:
            yield each


def _objects(constraint: Constraint, names: NamedObjects) -> frozenset[str]:
    known = set(names.known)
    return frozenset(each for atom in constraint.atoms() for each in atom.arguments if each in known)
