"""Random constraints, conditions and plans over a problem."""

from __future__ import annotations

from hypothesis import strategies as st

from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.pddl.language import (
    ARITY,
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Operation,
    Or,
    Plan,
    Problem,
    Step,
    negate,
)

NAMES = st.from_regex(r"[a-z][a-z0-9_-]{0,6}", fullmatch=True).filter(
    lambda name: name not in {"and", "or", "not", "imply", "forall", "exists", "preference", "end", "e", "at"}
)
TIMES = st.integers(0, 10**7).map(lambda thousandths: thousandths / 1000)
NUMBERS = st.floats(-1e12, 1e12, allow_nan=False)
ATOMS = st.builds(Atom, NAMES.map(lambda name: f"p_{name}"), st.lists(NAMES, max_size=3).map(tuple))
EXPRESSIONS = st.recursive(
    NUMBERS | ATOMS,
    # A division by numbers that come to 0 is refused, a division by a fluent is not.
    lambda inner: (
        st.builds(Operation, st.sampled_from("+-*"), st.tuples(inner, inner))
        | st.builds(Operation, st.just("/"), st.tuples(inner, ATOMS))
    ),
    max_leaves=4,
)
COMPARISONS = st.builds(Comparison, st.sampled_from(["<", "<=", "=", ">=", ">"]), EXPRESSIONS, EXPRESSIONS)


def conditions(atoms: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Conditions without double negation, as the parser makes them."""

    def grow(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
        several = st.lists(inner, min_size=1, max_size=3).map(tuple)
        return inner.map(negate) | several.map(And) | several.map(Or)

    return st.recursive(atoms, grow, max_leaves=5)


@st.composite
def constraints(draw: st.DrawFn, atoms: st.SearchStrategy[Condition], times: st.SearchStrategy[float]) -> Constraint:
    """Constraints of the right form; bounds come in order, so that windows are not empty."""
    kind = draw(st.sampled_from(ConstraintType))
    bounds, count = ARITY[kind]
    chosen = sorted(draw(st.lists(times, min_size=bounds, max_size=bounds, unique=True)))
    return Constraint(kind, tuple(draw(conditions(atoms)) for _ in range(count)), tuple(chosen))


def literals_of(problem: Problem) -> st.SearchStrategy[Condition]:
    """Atoms of the problem that a plan may change, and their negations."""
    changing = sorted(changeable_predicates(problem.domain))
    found = [atom for predicate in changing for atom in ground_atoms(problem, predicate)]
    return st.sampled_from([*found, *(Not(atom) for atom in found)])


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans with any names and times of three decimals."""
    step = st.builds(Step, TIMES, NAMES, st.lists(NAMES, max_size=3).map(tuple), st.none() | TIMES)
    return Plan(tuple(draw(st.lists(step, max_size=6))))
