"""Gestalt repair: a constraint a language model wrote, made to fit the grammar and the problem, every change reported.

Names are matched with `difflib` (Ratcliff and Obershelp's Gestalt pattern matching). Below the cutoff nothing is
changed and the candidate is refused, so that no constraint gets another meaning unseen. A missing time bound is never
made up. Source: [PC] III-C; unlike the published code it repairs both conditions and keeps the repaired name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import NoReturn

from plancritic.contracts.translation import Repair
from plancritic.pddl.language import (
    And,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    Parameter,
    PddlSyntaxError,
    Problem,
    parse_constraints,
)
from plancritic.pddl.specification import check_constraint

#: Least similarity (0 to 1) of a name and what it is taken for; and by how much the best must beat the second.
CUTOFF = 0.72
_CLEAR = 0.04


class CannotRepair(ValueError):
    """A candidate that cannot be made to fit; the text says why."""


@dataclass(frozen=True)
class Repaired:
    """Constraints that are well-formed on the problem, and what was changed to get there."""

    constraints: tuple[Constraint, ...]
    repairs: tuple[Repair, ...]


def repair(text: str, problem: Problem) -> Repaired:
    """Read one candidate as constraints on a problem, repairing what is nearly right.

    Raises:
        CannotRepair: It is no PDDL, or something in it is like nothing the problem has.
    """
    spelled, repairs = _keywords(text)
    closed, more = _closed(spelled)
    repairs.extend(more)
    try:
        constraints = parse_constraints(closed, "candidate")
    except PddlSyntaxError as error:
        raise CannotRepair(str(error)) from None
    if not constraints:
        raise CannotRepair("no constraint in it")
    found: list[Constraint] = []
    for constraint in constraints:
        mended = _Mender(problem, repairs).constraint(constraint)
        complaints = check_constraint(mended, problem)
        if complaints:
            raise CannotRepair(f"{mended}: {'; '.join(complaints)}")
        found.append(mended)
    return Repaired(tuple(dict.fromkeys(found)), tuple(repairs))


def _keywords(text: str) -> tuple[str, list[Repair]]:
    """Constraint types nearly spelled right: `at-end`, `sometime_before`, `alway`."""
    repairs: list[Repair] = []
    known = {kind.value.replace(" ", "-"): kind.value for kind in ConstraintType}

    def fix(match: re.Match[str]) -> str:
        word = match[1]
        plain = word.lower().replace("_", "-")
        if plain in known and word == known[plain]:
            return match[0]
        best = _nearest(plain, known)
        if plain in known:
            best = plain
        if best is None or known[best] == word:
            return match[0]
        repairs.append(Repair(before=word, after=known[best], reason="no constraint type of that spelling"))
        return f"({known[best]}"

    # Only the outermost word of a constraint: predicates inside are another matter.
    return re.sub(r"\(\s*((?!and\b|or\b|not\b|at\s)[A-Za-z][\w-]*)(?=\s+[\d(])", fix, text), repairs


def _closed(text: str) -> tuple[str, list[Repair]]:
    """The text with parentheses that are missing or too many at its end put right."""
    balance = text.count("(") - text.count(")")
    stripped = text.strip()
    if balance > 0:
        mended = stripped + ")" * balance
    elif balance < 0 and stripped.endswith(")" * -balance):
        mended = stripped[:balance]
    else:
        return text, []
    return mended, [Repair(before=stripped, after=mended, reason="parentheses did not match")]


class _Mender:
    def __init__(self, problem: Problem, repairs: list[Repair]) -> None:
        self._problem = problem
        self._repairs = repairs

    def constraint(self, constraint: Constraint) -> Constraint:
        return replace(constraint, conditions=tuple(self._condition(c) for c in constraint.conditions))

    def _condition(self, condition: Condition) -> Condition:
        match condition:
            case Not():
                return Not(self._condition(condition.condition))
            case And():
                return And(tuple(map(self._condition, condition.conditions)))
            case Or():
                return Or(tuple(map(self._condition, condition.conditions)))
            case Atom() if condition.predicate != "=":
                return self._atom(condition)
        return condition

    def _atom(self, atom: Atom) -> Atom:
        predicates = self._problem.domain.predicates
        name = atom.predicate
        if name not in predicates:
            name = _nearest(name, predicates) or self._refuse(f"unknown predicate {name!r}")
            self._report(atom.predicate, name, "no predicate of that name")
        parameters = predicates[name]
        arguments = atom.arguments
        if len(arguments) != len(parameters):
            arguments = self._fit_arity(atom, parameters)
        return Atom(name, tuple(self._object(a, p) for a, p in zip(arguments, parameters, strict=True)))

    def _fit_arity(self, atom: Atom, parameters: Sequence[Parameter]) -> tuple[str, ...]:
        """Too many arguments: those that fit the types in their order. Too few: only objects without rival."""
        given = list(atom.arguments)
        chosen: list[str] = []
        for parameter in parameters:
            fitting = self._problem.objects_of(*parameter.types)
            at = next((n for n, a in enumerate(given) if a in fitting), None)
            if at is not None and (len(given) > len(parameters) - len(chosen) - 1 or at == 0):
                chosen.append(given[at])
                given = given[at + 1 :]
            elif len(fitting) == 1 and len(atom.arguments) < len(parameters):
                chosen.append(fitting[0])
            else:
                self._refuse(f"{atom} has {len(atom.arguments)} arguments, {atom.predicate} takes {len(parameters)}")
        self._report(str(atom), f"({' '.join((atom.predicate, *chosen))})", "another number of arguments")
        return tuple(chosen)

    def _object(self, name: str, parameter: Parameter) -> str:
        fitting = self._problem.objects_of(*parameter.types)
        if name in fitting:
            return name
        near = _nearest(name, fitting)
        wanted = " or ".join(parameter.types)
        if near is None:
            self._refuse(f"{name!r} is like no object of type {wanted}")
        reason = f"not of type {wanted}" if name in self._problem.objects else "no object of that name"
        self._report(name, near, reason)
        return near

    def _report(self, before: str, after: str, reason: str) -> None:
        self._repairs.append(Repair(before=before, after=after, reason=reason))

    def _refuse(self, reason: str) -> NoReturn:
        raise CannotRepair(reason)


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """The name most like it, if it is alike enough and no other is as like."""
    ranked = sorted(((SequenceMatcher(None, name.lower(), k.lower()).ratio(), k) for k in known), reverse=True)
    if not ranked or ranked[0][0] < CUTOFF:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _CLEAR:
        return None
    return ranked[0][1]
