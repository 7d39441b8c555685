"""How large conditions, effects and constraints become when their quantifiers are written out.

A quantifier over eight variables of fifty objects stands for 39 million million parts. This module counts them by
multiplication, before anything is written out, and refuses what is too large at its place in the text.
"""

from __future__ import annotations

from collections.abc import Iterable

from plancritic.pddl.language.conditions import MOST_PARTS, ObjectsOf, instances
from plancritic.pddl.language.errors import ExpansionTooLargeError
from plancritic.pddl.language.formulas import read_parameters
from plancritic.pddl.language.syntax import Group, Node, Symbol, read_one, typed_list

_QUANTIFIERS = frozenset({"forall", "exists"})
#: Sections of a domain that stand alone, each with conditions or effects of its own.
_SCHEMAS = frozenset({":action", ":durative-action", ":derived", ":process", ":event"})
#: Sections of domain and problem that hold for the whole plan.
_SHARED = frozenset({":goal", ":constraints", ":metric"})


def count_parts(nodes: Iterable[Node], objects_of: ObjectsOf, bound: int = MOST_PARTS) -> int:
    """Return how many parts lists of a text have together once their quantifiers are written out.

    Args:
        nodes: Conditions, effects, constraints or lists of them.
        objects_of: Objects by type.
        bound: The most parts that are allowed.

    Raises:
        ExpansionTooLargeError: They have more parts than `bound`. It names the place of the innermost list that does.
    """
    total = 0
    for node in nodes:
        total += _parts(node, objects_of, bound)
        if total > bound:
            raise _too_large(node, total, bound)
    return total


def check_task(domain: str, problem: str, domain_file: str = "domain.pddl", problem_file: str = "problem.pddl") -> None:
    """Refuse a task in which an action, or the goal and the constraints together, become too large.

    It reads the two texts as lists only, so it also answers for tasks that the model cannot express.

    Raises:
        PddlSyntaxError: A text is no PDDL.
        ExpansionTooLargeError: Something in it has more than `MOST_PARTS` parts.
    """
    if not any(map(_may_be_large, (domain, problem))):
        return
    definition, task = read_one(domain, domain_file), read_one(problem, problem_file)
    objects_of = _Objects(definition, task).of
    shared: list[Node] = []
    for root in (definition, task):
        for section in root.children[1:]:
            if section.head in _SCHEMAS:
                count_parts((section,), objects_of)
            elif section.head in _SHARED:
                shared.append(section)
    count_parts(shared, objects_of)


class _Objects:
    """The objects of a task by type, from the lists of its texts."""

    def __init__(self, domain: Group, problem: Group) -> None:
        self._parents: dict[str, list[str]] = {}
        self._types: dict[str, list[str]] = {}
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}
        for section in (*domain.children[1:], *problem.children[1:]):
            table = {":types": self._parents, ":constants": self._types, ":objects": self._types}.get(section.head)
            if table is not None and isinstance(section, Group):
                for symbol, types in typed_list(section.children[1:]):
                    table.setdefault(symbol.name, []).extend(types)

    def of(self, types: tuple[str, ...]) -> tuple[str, ...]:
        """Return the objects of any of the types."""
        if types not in self._known:
            wanted = frozenset(types)
            self._known[types] = tuple(name for name, own in self._types.items() if wanted & self._ancestors(own))
        return self._known[types]

    def _ancestors(self, types: list[str]) -> set[str]:
        found, pending = {"object"}, list(types)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending.extend(self._parents.get(name, ()))
        return found


def _may_be_large(text: str) -> bool:
    """Return False where a text surely is not: without quantifiers it has no more parts than parentheses."""
    lower = text.lower()
    return lower.count("(") > MOST_PARTS or any(word in lower for word in _QUANTIFIERS)


def _parts(node: Node, objects_of: ObjectsOf, bound: int) -> int:
    if isinstance(node, Symbol):
        return 0
    if node.head in _QUANTIFIERS and len(node.children) == 3:
        # What stands under no object at all is never written out, however large it would be.
        times = instances(read_parameters(node.children[1]), objects_of)
        size = 1 + (times * _parts(node.children[2], objects_of, bound) if times else 0)
    else:
        size = 1 + sum(_parts(child, objects_of, bound) for child in node.children)
    if size > bound:
        raise _too_large(node, size, bound)
    return size


def _too_large(node: Node, size: int, bound: int) -> ExpansionTooLargeError:
    return ExpansionTooLargeError(size, bound, node.source.file, *node.source.place(node.start))
