"""The canonical form means the same, on sequences of states that no plan need have made."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.pddl.strategies import conditions, constraints
from tests.support.examples import examples
from tests.support.small_domain import problem

from plancritic.pddl.execution import State, Trajectory, judge_constraint
from plancritic.pddl.language import (
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    Exists,
    ForAll,
    Not,
    Or,
    Parameter,
    Plan,
    parse_constraint,
    parse_constraints,
)
from plancritic.pddl.specification import (
    canonical,
    canonical_key,
    complement,
    entails,
    exclude,
    implies,
    normal,
    rewritten,
)

PROBLEM = problem()
FACTS = (Atom("p", ("a",)), Atom("p", ("b",)), Atom("q", ("a",)))
NUMBER = Atom("fuel", ("a",))
#: Few atoms, so that conditions have to do with each other.
TERMS: st.SearchStrategy[Condition] = st.sampled_from(
    [
        *FACTS,
        Comparison(">", NUMBER, 1.0),
        Comparison("<=", NUMBER, 1.0),
        Comparison("=", NUMBER, 1.0),
        Atom("=", ("a", "a")),
        Atom("=", ("a", "b")),
        ForAll((Parameter("?x", ("box",)),), Atom("p", ("?x",))),
        Exists((Parameter("?x", ("box",)),), Not(Atom("p", ("?x",)))),
        And(()),
        Or(()),
    ]
)
CONDITIONS = conditions(TERMS)
BOUNDS = st.sampled_from([0.0, 1e-6, 1.0, 1.5, 2.0, 3.0, 3.000001, 7.0])
CONSTRAINTS = constraints(TERMS, BOUNDS)


@st.composite
def trajectories(draw: st.DrawFn) -> Trajectory:
    """Any states; the first happening may be at time 0, where the initial state is."""
    later = sorted(draw(st.sets(st.sampled_from([0.0, 0.001, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0]), max_size=5)))
    states = tuple(
        State(time, frozenset(draw(st.sets(st.sampled_from(FACTS)))), {NUMBER: draw(st.sampled_from([0.0, 1.0, 2.0]))})
        for time in (0.0, *later)
    )
    return Trajectory(PROBLEM, Plan(()), states, (), True)


def satisfies(trajectory: Trajectory, found: tuple[Constraint, ...]) -> bool:
    return all(judge_constraint(trajectory, each).satisfied is True for each in found)


@settings(max_examples=examples(600))
@given(trajectories(), st.lists(CONSTRAINTS, max_size=4).map(tuple))
def test_the_canonical_form_is_satisfied_exactly_if_the_constraints_are(
    trajectory: Trajectory, given_ones: tuple[Constraint, ...]
) -> None:
    assert satisfies(trajectory, canonical(given_ones)) == satisfies(trajectory, given_ones)


@settings(max_examples=examples(600))
@given(trajectories(), CONSTRAINTS, CONSTRAINTS)
def test_what_is_entailed_is_satisfied(trajectory: Trajectory, first: Constraint, second: Constraint) -> None:
    for strong in rewritten(first):
        for weak in rewritten(second):
            if entails(strong, weak) and satisfies(trajectory, (strong,)):
                assert satisfies(trajectory, (weak,))


@given(st.lists(CONSTRAINTS, max_size=4))
def test_order_and_repetition_do_not_matter_and_once_is_enough(given_ones: list[Constraint]) -> None:
    found = canonical(given_ones)
    assert canonical([*reversed(given_ones), *given_ones]) == found
    assert canonical(found) == found
    assert parse_constraints(canonical_key(given_ones)) == found


@given(trajectories(), CONDITIONS, CONDITIONS)
def test_the_normal_form_and_what_is_said_about_it(trajectory: Trajectory, first: Condition, second: Condition) -> None:
    def true(condition: Condition, place: int) -> bool:
        kind = parse_constraint("(at end (p a))").type
        state = trajectory.states[place]
        alone = Trajectory(PROBLEM, Plan(()), (state,), (), True)
        return satisfies(alone, (Constraint(kind, (condition,)),))

    one, other = normal(first), normal(second)
    assert normal(one) == one
    assert complement(complement(one)) == one
    for place in range(len(trajectory.states)):
        assert true(one, place) == true(first, place)
        assert true(complement(one), place) != true(first, place)
        if implies(one, other):
            assert not true(first, place) or true(second, place)
        if exclude(one, other):
            assert not (true(first, place) and true(second, place))
