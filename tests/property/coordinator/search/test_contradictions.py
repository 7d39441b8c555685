"""What is said to contradict each other, no trajectory satisfies: the executor judges both on random ones."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.coordinator.search.contradictions import contradict
from plancritic.domains import load_domain
from plancritic.pddl.execution import State, Trajectory, judge_constraint
from plancritic.pddl.language import (
    ARITY,
    And,
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Not,
    Or,
    Plan,
    parse_domain,
    parse_problem,
)

BUNDLE = load_domain("waterway")
PROBLEM = parse_problem(BUNDLE.problems["1"], parse_domain(BUNDLE.domain_pddl))
FACTS = (Atom("at", ("sct_ast_0", "wpt_a_0")), Atom("at", ("sct_ast_0", "wpt_b_0")))
TIMES = (1.0, 2.0, 3.0)

literals = st.sampled_from([*FACTS, *(Not(fact) for fact in FACTS)])
conditions: st.SearchStrategy[Condition] = (
    literals | st.tuples(literals, literals).map(And) | st.tuples(literals, literals).map(Or)
)


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    kind = draw(st.sampled_from(sorted(ConstraintType)))
    bounds, places = ARITY[kind]
    times = sorted(draw(st.lists(st.sampled_from(TIMES), min_size=bounds, max_size=bounds, unique=True)))
    return Constraint(kind, tuple(draw(conditions) for _ in range(places)), tuple(times))


def trajectories(seed: int, count: int = 30) -> Iterator[Trajectory]:
    """States at random times, the times of the bounds and those beside them among them, with any facts."""
    random = Random(seed)
    moments = [time + shift for time in TIMES for shift in (-0.5, 0.0, 0.5)]
    for _ in range(count):
        times = [0.0, *sorted(random.sample(moments, random.randint(0, 5)))]
        states = (State(time, frozenset(fact for fact in FACTS if random.random() < 0.5), {}) for time in times)
        yield Trajectory(PROBLEM, Plan(()), tuple(states), (), True)


@settings(max_examples=examples(300), deadline=None)
@given(constraints(), constraints(), st.integers(0, 2**32))
def test_no_trajectory_satisfies_two_constraints_that_contradict_each_other(one, other, seed):
    if contradict(one, other):
        assert contradict(other, one)
        for trajectory in trajectories(seed):
            satisfied = [judge_constraint(trajectory, each).satisfied for each in (one, other)]
            assert satisfied != [True, True]
