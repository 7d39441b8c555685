"""Conditions in a normal form, and what one of them says about another.

Negations stand at atoms (and at numeric equalities), nested groups of one kind are flat, parts are sorted by their
text, each once; constants are gone, unless the whole is one. A number without a value makes a condition
meaningless: the normal form means the same only where every number that is compared has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from plancritic.pddl.language import FALSE, TRUE, And, Atom, Comparison, Condition, Exists, ForAll, Not, Or

#: The value that an atom or a comparison has in every state, None where it has none.
Constant = Callable[[Atom | Comparison], bool | None]

#: The parts of a group are compared with each other up to so many, and an implication takes so many steps at most.
#: Measured: 2,000 parts take 0.1 s where each concerns few others and 2 s where all share one, 200,000 steps 0.3 s.
_MOST_COMPARED = 2_000
_MOST_STEPS = 200_000

_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def nothing_constant(_: Atom | Comparison) -> bool | None:
    """Knows of no constant."""
    return None


def normal(condition: Condition, constant: Constant = nothing_constant) -> Condition:
    """Return the normal form of a condition, atoms of a known value put in."""
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
    """Return the opposite of a condition in normal form, in normal form.

    The complement of a normal form is already normal, because every rule has a dual. Normalising again would cost
    exponential time in the depth.
    """
    match condition:
        case Not(inner):
            return inner
        case And(parts):
            return Or(tuple(sorted(map(complement, parts), key=str)))
        case Or(parts):
            return And(tuple(sorted(map(complement, parts), key=str)))
        case Comparison(operator, left, right) if operator in _OPPOSITE:
            return Comparison(_OPPOSITE[operator], left, right)
        case ForAll(parameters, inner):
            return Exists(parameters, complement(inner))
        case Exists(parameters, inner):
            return ForAll(parameters, complement(inner))
    return Not(condition)


def all_of(conditions: Iterable[Condition]) -> Condition:
    """Return the conjunction of conditions in normal form, in normal form."""
    return _group(conditions, And, Or)


def any_of(conditions: Iterable[Condition]) -> Condition:
    """Return the disjunction of conditions in normal form, in normal form."""
    return _group(conditions, Or, And)


def _group(conditions: Iterable[Condition], kind: type[And] | type[Or], other: type[And] | type[Or]) -> Condition:
    parts = _Parts(kind, other)
    pending = list(conditions)
    while pending:
        part = pending.pop()
        if isinstance(part, kind):
            pending.extend(part.conditions)
        elif part == other(()):
            return part
        elif part not in parts.places:
            opposite = complement(part)
            if opposite in parts.places:
                return other(())
            pending.extend(parts.add(part, opposite))
    if len(parts.places) == 1:
        return next(iter(parts.places))
    return kind(tuple(sorted(parts.places, key=str)))


class _Parts:
    """The parts of a group of one kind on its way to the normal form.

    Of groups of the `other` kind among them it knows which have a condition inside, so that a new part is compared with
    those alone that it may concern.
    """

    def __init__(self, kind: type[And] | type[Or], other: type[And] | type[Or]) -> None:
        self._kind = kind
        self._other = other
        #: Each part with its number in the order of adding.
        self.places: dict[Condition, int] = {}
        self._added = 0
        self._groups_with: dict[Condition, dict[And | Or, None]] = {}

    def add(self, part: Condition, opposite: Condition) -> list[Condition]:
        """Add a part; groups that it makes shorter or needless leave, and what remains of them is returned.

        `p and (p or q)` is `p`; `p and (not p or q)` is `p and q`; the same with `and` and `or` exchanged. Of more
        parts than `_MOST_COMPARED` each is only added: comparing takes the square of their number.
        """
        if len(self.places) >= _MOST_COMPARED:
            self._keep(part)
            return []
        longer: list[And | Or] = []
        if isinstance(part, self._other):
            inside = set(part.conditions)
            if any(each in self.places for each in part.conditions):
                return []
            if any(set(group.conditions) < inside for each in part.conditions for group in self._with(each)):
                return []
            rest = [each for each in part.conditions if complement(each) not in self.places]
            if len(rest) < len(part.conditions):
                return [_rebuilt(rest, self._other)]
            longer = [group for group in self._with(part.conditions[0]) if inside < set(group.conditions)]
        needless = {*self._with(part), *longer}
        shorter = set(self._with(opposite)) - needless
        changed: list[Condition] = []
        for group in sorted(needless | shorter, key=self.places.__getitem__):
            self._drop(group)
            if group in shorter:
                changed.append(_rebuilt([each for each in group.conditions if each != opposite], self._other))
        self._keep(part)
        return changed

    def _with(self, condition: Condition) -> Iterable[And | Or]:
        return self._groups_with.get(condition, ())

    def _keep(self, part: Condition) -> None:
        self._added += 1
        self.places[part] = self._added
        if isinstance(part, And | Or):
            for each in part.conditions:
                self._groups_with.setdefault(each, {})[part] = None

    def _drop(self, group: And | Or) -> None:
        del self.places[group]
        for each in group.conditions:
            self._groups_with[each].pop(group, None)


def _rebuilt(parts: list[Condition], kind: type[And] | type[Or]) -> Condition:
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def implies(first: Condition, second: Condition) -> bool:
    """Return whether the second surely holds where the first does (both in normal form); by structure alone.

    After `_MOST_STEPS` comparisons nothing is sure any more and the answer is False.
    """
    return _Implication().holds(first, second)


class _Implication:
    """One question; what was answered on the way is remembered, else nested groups take exponentially long."""

    def __init__(self) -> None:
        self._steps = 0
        self._answers: dict[tuple[int, int], bool] = {}

    def holds(self, first: Condition, second: Condition) -> bool:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return False
        if first in (second, FALSE) or second == TRUE:
            return True
        if isinstance(first, Or):
            return all(self.holds(part, second) for part in first.conditions)
        if isinstance(second, And):
            return all(self.holds(first, part) for part in second.conditions)
        if not isinstance(second, Or):
            return isinstance(first, And) and any(self.holds(part, second) for part in first.conditions)
        key = (id(first), id(second))
        if key not in self._answers:
            self._answers[key] = any(self.holds(first, part) for part in second.conditions) or (
                isinstance(first, And) and any(self.holds(part, second) for part in first.conditions)
            )
        return self._answers[key]


def exclude(first: Condition, second: Condition) -> bool:
    """Return whether the two surely never hold together (both in normal form); by structure alone."""
    return implies(first, complement(second)) or all_of((first, second)) == FALSE
