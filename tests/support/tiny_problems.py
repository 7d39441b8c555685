"""Hypothesis strategies for problems small enough for exhaustive search, and for specifications of them.

Classical problems have plain actions, temporal ones actions of one or two units, plain ones among them, and
sometimes a timed literal. Names are few, so that constraints often speak of what a plan changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from hypothesis import strategies as st

from plancritic.pddl.language import (
    ARITY,
    TOTAL_STEPS,
    TOTAL_TIME,
    And,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    PlanBound,
    Problem,
    parse_domain,
    parse_problem,
)

Kind = Literal["classical", "temporal"]

OBJECTS = ("a", "b")
#: Predicates with their number of arguments.
PREDICATES = {"p": 1, "q": 1, "r": 0, "s": 0}
ATOMS = tuple(
    Atom(name, arguments)
    for name, count in PREDICATES.items()
    for arguments in ([(one,) for one in OBJECTS] if count else [()])
)
#: Times that fall on and between the happenings of actions of one or two units.
TIMES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.5)


@dataclass(frozen=True)
class TinyProblem:
    """A problem as texts and, read, as values."""

    domain_text: str
    problem_text: str

    @cached_property
    def problem(self) -> Problem:
        """The problem read."""
        return parse_problem(self.problem_text, parse_domain(self.domain_text))

    def __str__(self) -> str:
        return f"{self.domain_text}\n{self.problem_text}"


@st.composite
def tiny_problems(draw: st.DrawFn, kind: Kind | None = None, timed_literals: bool = True) -> TinyProblem:
    """One to three schemas of actions over two objects; of a kind, or of either."""
    kind = kind or draw(st.sampled_from(("classical", "temporal")))
    count = draw(st.integers(1, 3))
    actions = "\n".join(draw(_actions(f"act{number}", kind)) for number in range(1, count + 1))
    predicates = " ".join(f"({name}{' ?x - thing' * count})" for name, count in PREDICATES.items())
    domain = (
        "(define (domain tiny)\n"
        f"(:requirements :strips :typing :negative-preconditions{_MORE[kind]} :constraints)\n"
        f"(:types thing)\n(:predicates {predicates})\n{actions})"
    )
    facts = " ".join(map(str, draw(st.lists(st.sampled_from(ATOMS), max_size=3, unique=True))))
    literals = ""
    if kind == "temporal" and timed_literals and draw(st.integers(0, 3)) == 0:
        moment = draw(st.sampled_from([time for time in TIMES if time > 0]))
        literals = f" (at {moment:g} {draw(_literals(ATOMS))})"
    goal = " ".join(map(str, draw(st.lists(_literals(ATOMS), min_size=1, max_size=2, unique_by=_atom_of))))
    problem = (
        f"(define (problem one) (:domain tiny)\n(:objects {' '.join(OBJECTS)} - thing)\n"
        f"(:init {facts}{literals})\n(:goal (and {goal})))"
    )
    return TinyProblem(domain, problem)


def tiny_specifications(most: int = 3, types: tuple[ConstraintType, ...] = tuple(ConstraintType)) -> st.SearchStrategy:
    """One to `most` constraints over the atoms of every tiny problem."""
    return st.lists(tiny_constraints(types), min_size=1, max_size=most).map(tuple)


@st.composite
def tiny_constraints(draw: st.DrawFn, types: tuple[ConstraintType, ...] = tuple(ConstraintType)) -> Constraint:
    """One constraint of the right form; windows are not empty."""
    kind = draw(st.sampled_from(types))
    bounds, count = ARITY[kind]
    chosen = draw(st.lists(st.sampled_from(TIMES), min_size=bounds, max_size=bounds, unique=True))
    return Constraint(kind, tuple(draw(tiny_conditions()) for _ in range(count)), tuple(sorted(chosen)))


def tiny_plan_bounds() -> st.SearchStrategy[Constraint]:
    """A bound on the plan's end or on its number of steps; most of them from above."""
    return st.builds(
        lambda measure, operator, limit: PlanBound(measure, operator, limit).constraint(),
        st.sampled_from((TOTAL_TIME, TOTAL_STEPS)),
        st.sampled_from(("<=", "<=", "<", "<", ">=", ">")),
        st.sampled_from((0.0, 1.0, 1.5, 2.0, 2.002, 3.0, 3.5)),
    )


@st.composite
def tiny_conditions(draw: st.DrawFn) -> Condition:
    """A literal, or two of them joined."""
    first = draw(_literals(ATOMS))
    match draw(st.integers(0, 5)):
        case 0:
            return And((first, draw(_literals(ATOMS))))
        case 1:
            return Or((first, draw(_literals(ATOMS))))
    return first


_MORE: dict[Kind, str] = {"classical": "", "temporal": " :durative-actions :timed-initial-literals"}


def _literals(atoms: tuple[Atom, ...]) -> st.SearchStrategy[Condition]:
    return st.sampled_from([*atoms, *atoms, *(Not(atom) for atom in atoms)])


def _atom_of(literal: Condition) -> Condition:
    return literal.condition if isinstance(literal, Not) else literal


@st.composite
def _actions(draw: st.DrawFn, name: str, kind: Kind) -> str:
    """The text of one action; its effects do not contradict each other at one moment."""
    lifted = draw(st.booleans())
    atoms = tuple(
        Atom(predicate, ("?x",) if count else ()) for predicate, count in PREDICATES.items() if lifted or not count
    )
    parameters = "(?x - thing)" if lifted else "()"
    needed = draw(st.lists(_literals(atoms), max_size=2, unique_by=_atom_of))
    effects = draw(st.lists(_literals(atoms), min_size=1, max_size=2, unique_by=_atom_of))
    if kind == "classical" or draw(st.integers(0, 4)) == 0:
        return (
            f"(:action {name} :parameters {parameters}\n"
            f"  :precondition (and {_texts(needed)})\n  :effect (and {_texts(effects)}))"
        )
    duration = draw(st.sampled_from((1, 1, 2)))
    conditions = " ".join(f"({draw(st.sampled_from(_WHEN))} {literal})" for literal in needed)
    changes = " ".join(f"({draw(st.sampled_from(_EFFECT_WHEN))} {literal})" for literal in effects)
    return (
        f"(:durative-action {name} :parameters {parameters} :duration (= ?duration {duration})\n"
        f"  :condition (and {conditions})\n  :effect (and {changes}))"
    )


_WHEN = ("at start", "over all", "at end")
_EFFECT_WHEN = ("at end", "at end", "at start")


def _texts(literals: list[Condition]) -> str:
    return " ".join(map(str, literals))
