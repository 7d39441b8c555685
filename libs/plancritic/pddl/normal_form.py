"""Conditions in a normal form, and what one of them says about another.

Negations stand at atoms (and at numeric equalities), nested groups of one kind are flat, parts are sorted by their
text, each once; constants are gone, unless the whole is one. A number without a value makes a condition
meaningless: the normal form means the same only where every number that is compared has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from plancritic.pddl.conditions import FALSE, TRUE, And, Atom, Comparison, Condition, Exists, ForAll, Not, Or

#: The value that an atom or a comparison has in every state, None where it has none.
Constant = Callable[[Atom | Comparison], bool | None]

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def nothing_constant(_: Atom | Comparison) -> bool | None:
    """Knows of no constant."""
    return None


def normal(condition: Condition, constant: Constant = nothing_constant) -> Condition:
    """The normal form of a condition, atoms of a known value put in."""
    match condition:
        case Atom("=", (left, right)) if left == right:
            return TRUE
        case Atom("=", (left, right)):
            return condition if left.startswith("?") or right.startswith("?") else FALSE
        case Atom() | Comparison():
            value = constant(condition)
            return condition if value is None else TRUE if value else FALSE
        case Not(inner):
            return complement(normal(inner, constant))
        case And(parts):
            return all_of(normal(part, constant) for part in parts)
        case Or(parts):
            return any_of(normal(part, constant) for part in parts)
        case ForAll(parameters, inner):
            # Names bound here are not the ones that are constant, so nothing is put in.
            content = normal(inner)
            return TRUE if content == TRUE else ForAll(parameters, content)
        case Exists(parameters, inner):
            content = normal(inner)
            return FALSE if content == FALSE else Exists(parameters, content)


def complement(condition: Condition) -> Condition:
    """The opposite of a condition in normal form, in normal form."""
    match condition:
        case Not(inner):
            return inner
        case And(parts):
            return any_of(map(complement, parts))
        case Or(parts):
            return all_of(map(complement, parts))
        case Comparison(operator, left, right) if operator in _OPPOSITE:
            return Comparison(_OPPOSITE[operator], left, right)
        case ForAll(parameters, inner):
            return Exists(parameters, complement(inner))
        case Exists(parameters, inner):
            return ForAll(parameters, complement(inner))
    return Not(condition)


def all_of(conditions: Iterable[Condition]) -> Condition:
    """The conjunction of conditions in normal form, in normal form."""
    return _group(conditions, And, Or)


def any_of(conditions: Iterable[Condition]) -> Condition:
    """The disjunction of conditions in normal form, in normal form."""
    return _group(conditions, Or, And)


def _group(conditions: Iterable[Condition], kind: type[And] | type[Or], other: type[And] | type[Or]) -> Condition:
    parts: dict[Condition, None] = {}
    pending = list(conditions)
    while pending:
        part = pending.pop()
        if isinstance(part, kind):
            pending.extend(part.conditions)
        elif part == other(()):
            return part
        elif complement(part) in parts:
            return other(())
        elif part not in parts:
            pending.extend(_shorten(parts, part, kind, other))
    if len(parts) == 1:
        return next(iter(parts))
    return kind(tuple(sorted(parts, key=str)))


def _shorten(
    parts: dict[Condition, None], part: Condition, kind: type[And] | type[Or], other: type[And] | type[Or]
) -> list[Condition]:
    """Add a part; groups that it makes shorter or needless leave, and what remains of them comes back.

    `p and (p or q)` is `p`; `p and (not p or q)` is `p and q`; the same with `and` and `or` exchanged.
    """
    changed: list[Condition] = []
    if isinstance(part, other):
        inside = set(part.conditions)
        if any(known in inside or (isinstance(known, other) and set(known.conditions) < inside) for known in parts):
            return []
        rest = [each for each in part.conditions if complement(each) not in parts]
        if len(rest) < len(part.conditions):
            return [_rebuilt(rest, other)]
    for group in [known for known in parts if isinstance(known, other)]:
        inside = set(group.conditions)
        if part in inside or (isinstance(part, other) and set(part.conditions) < inside):
            del parts[group]
        elif complement(part) in inside:
            del parts[group]
            changed.append(_rebuilt([each for each in group.conditions if each != complement(part)], other))
    parts[part] = None
    return changed


def _rebuilt(parts: list[Condition], kind: type[And] | type[Or]) -> Condition:
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def implies(first: Condition, second: Condition) -> bool:
    """Whether the second surely holds where the first does (both in normal form); by structure alone."""
    if first in (second, FALSE) or second == TRUE:
        return True
    if isinstance(first, Or):
        return all(implies(part, second) for part in first.conditions)
    if isinstance(second, And):
        return all(implies(first, part) for part in second.conditions)
    if isinstance(second, Or) and any(implies(first, part) for part in second.conditions):
        return True
    return isinstance(first, And) and any(implies(part, second) for part in first.conditions)


def exclude(first: Condition, second: Condition) -> bool:
    """Whether the two surely never hold together (both in normal form); by structure alone."""
    return implies(first, complement(second)) or all_of((first, second)) == FALSE
