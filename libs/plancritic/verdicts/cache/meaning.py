"""What a specification means, whatever its order, its writing and the ids of its statements.

Musts are conjoined: they mean what their canonical form says. A preference is kept or left out by itself, so each
stands for itself, and two equal ones count twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import Constraint, parse_constraint
from plancritic.pddl.specification import canonical, canonical_key

#: The canonical parts of one constraint with its strength: what two constraints of one meaning have in common.
Parts = frozenset[tuple[str, str]]

_LEAF = re.compile(r"\([^()]*\)")


def specification_key(specification: Iterable[TracedConstraint]) -> str:
    """Return a text that two specifications share where they ask for the same.

    Raises:
        PddlSyntaxError: a constraint cannot be read.
    """
    musts: list[Constraint] = []
    wishes: list[str] = []
    for traced in specification:
        if traced.strength == "must":
            musts.append(_read(traced.constraint))
        else:
            wishes.append(f"{traced.strength} {' '.join(sorted(text for _, text in parts(traced)))}")
    return "\n".join((canonical_key(musts), *sorted(wishes)))


def parts(traced: TracedConstraint) -> Parts:
    """Return the canonical constraints that one constraint comes to, each with its strength."""
    return frozenset((traced.strength, text) for text in _parts(traced.constraint))


def statements_key(specification: Iterable[TracedConstraint]) -> str:
    """Return a text that two specifications share where their statements ask for the same, one by one.

    A statement asks for every constraint that carries its id; a constraint without one stands for itself. Which
    statement has which id does not count.
    """
    asked: dict[str, Parts] = {}
    alone: list[Parts] = []
    for traced in specification:
        for statement in traced.statements:
            asked[statement] = asked.get(statement, frozenset()) | parts(traced)
        if not traced.statements:
            alone.append(parts(traced))
    return "\n".join(sorted({" ".join(sorted(map(" ".join, each))) for each in (*asked.values(), *alone)}))


def leaves(specification: Iterable[TracedConstraint]) -> tuple[str, ...]:
    """Return the innermost groups of the text, each once: atoms, fluents, parameters.

    Two specifications of one meaning that have the same ones are both well-formed on a problem or neither is: the
    canonical form may have dropped the only place of a name that the problem does not know.
    """
    found = (leaf for traced in specification for leaf in _LEAF.findall(traced.constraint.lower()))
    return tuple(sorted({" ".join(leaf.split()) for leaf in found}))


def same_constraint(text: str) -> str:
    """Return the canonical text of one constraint."""
    return " ".join(sorted(_parts(text)))


@lru_cache(maxsize=8192)
def _read(text: str) -> Constraint:
    return parse_constraint(text)


@lru_cache(maxsize=8192)
def _parts(text: str) -> frozenset[str]:
    return frozenset(map(str, canonical((_read(text),))))
