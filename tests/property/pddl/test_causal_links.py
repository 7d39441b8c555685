"""What every causal link promises, on published plans, on these with steps left out, and on plans at random."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.property.pddl.strategies import conditions, constraints, literals_of
from tests.support.published import published_plans
from tests.support.small_domain import problem

from plancritic.pddl.execution import (
    CausalLink,
    ConstraintNeed,
    GoalNeed,
    StepNeed,
    Trajectory,
    causal_links,
    chain_of,
    execute,
    judge_constraint,
    witnesses,
)
from plancritic.pddl.language import Atom, Comparison, Constraint, Not, Plan, Step, fluents, holds

PLANS = published_plans()
NAMES = sorted(PLANS)
CONSTRAINTS = {
    name: constraints(conditions(literals_of(PLANS[name][0])), st.floats(0, 30)) for name in (NAMES[0], NAMES[-1])
}
SMALL = problem("(p b) (q b) (r k)", "(and (q a) (>= (fuel a) 1) (not (p b)))")
ACTIONS = ("make", "need", "keep", "finish", "drop", "fill", "empty", "sum", "burn", "decide", "toggle")
DURATIONS = {"drop": 1.0, "fill": 1.0, "empty": 1.0, "sum": 1.0, "burn": 1.5}
STEPS = st.builds(
    lambda start, action, thing: Step(start / 4, action, (thing,), DURATIONS.get(action, 2.0)),
    st.integers(0, 40),
    st.sampled_from(ACTIONS),
    st.sampled_from("ab"),
)


def check(trajectory: Trajectory, links: tuple[CausalLink, ...]) -> None:
    for link in links:
        assert 0 < link.made <= link.used < len(trajectory.states)
        makers = [event for event in trajectory.states[link.made].events if event.step == link.producer]
        between = trajectory.states[link.made : link.used + 1]
        changes = [event for state in between[1:] for event in state.events]
        match link.condition:
            case Atom() as atom:
                assert any(atom in event.added for event in makers)
                assert all(atom in state.facts for state in between)
                assert not any(atom in event.deleted for event in changes)
            case Not(Atom() as atom):
                assert any(atom in event.deleted for event in makers)
                assert all(atom not in state.facts for state in between)
                assert not any(atom in event.added for event in changes)
            case other:
                assert isinstance(other, Comparison | Not)
                assert any(event.touches(frozenset(fluents(other))) for event in makers)
                assert holds(other, between[-1].facts, between[-1].values)
        if isinstance(link.consumer, StepNeed):
            assert link.consumer.step != link.producer
            assert trajectory.plan.steps[link.consumer.step].end >= trajectory.states[link.used].time - 0.001
        if isinstance(link.consumer, GoalNeed):
            assert link.used == len(trajectory.states) - 1
        chain = chain_of(links, link.producer)
        for one, after in pairwise(chain):
            assert one.consumer == StepNeed(after.producer, one.consumer.moment)  # type: ignore[union-attr]


@given(st.data())
def test_a_fact_of_a_link_is_true_from_producer_to_consumer_and_nobody_deletes_it_between(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(CONSTRAINTS)))
    published, plan = PLANS[name]
    kept = data.draw(st.lists(st.sampled_from(plan.steps), unique=True) | st.just(list(plan.steps)))
    trajectory = execute(published, Plan(tuple(kept)))
    given_constraints: list[Constraint] = data.draw(st.lists(CONSTRAINTS[name], max_size=3))
    links = causal_links(trajectory, given_constraints)
    check(trajectory, links)
    for link in links:
        if isinstance(link.consumer, ConstraintNeed):
            assert judge_constraint(trajectory, given_constraints[link.consumer.constraint]).satisfied


@given(st.lists(STEPS, max_size=12))
def test_links_of_plans_with_numbers_and_conditional_effects_hold_what_they_promise(steps: list[Step]) -> None:
    trajectory = execute(SMALL, Plan(tuple(steps)))
    check(trajectory, causal_links(trajectory))


@given(st.data())
def test_a_witness_of_a_constraint_is_true_where_it_says(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(CONSTRAINTS)))
    trajectory = execute(*PLANS[name])
    for witness in witnesses(trajectory, data.draw(CONSTRAINTS[name])):
        for state in trajectory.states[witness.first : witness.last + 1]:
            assert holds(witness.condition, state.facts, state.values)
