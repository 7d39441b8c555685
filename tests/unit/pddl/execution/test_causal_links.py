from __future__ import annotations

import pytest
from tests.support.published import published_plans
from tests.support.small_domain import run

from plancritic.pddl.execution import (
    CausalLink,
    ConstraintNeed,
    GoalNeed,
    StepNeed,
    Trajectory,
    causal_links,
    chain_of,
    execute,
    witnesses,
)
from plancritic.pddl.language import Plan, parse_constraint


def told(trajectory: Trajectory, *constraints: str) -> set[tuple[int, str, object]]:
    found = causal_links(trajectory, tuple(map(parse_constraint, constraints)))
    return {(link.producer, str(link.condition), link.consumer) for link in found}


def test_a_step_is_linked_to_the_step_that_needs_its_fact_and_that_one_to_the_goal() -> None:
    trajectory = run("0: (make a) [2]\n2.001: (need a) [2]")
    assert told(trajectory) == {(0, "(p a)", StepNeed(1, "at start")), (1, "(q a)", GoalNeed())}
    chain = chain_of(causal_links(trajectory), 0)
    assert [link.consumer for link in chain] == [StepNeed(1, "at start"), GoalNeed()]


def test_conditions_over_all_and_at_end_are_needs() -> None:
    assert (0, "(p a)", StepNeed(1, "over all")) in told(run("0: (make a) [2]\n2: (keep a) [2]"))
    assert (0, "(p a)", StepNeed(1, "at end")) in told(run("0: (make a) [2]\n0.001: (finish a) [2]"))


def test_what_was_so_initially_has_no_link() -> None:
    assert told(run("0: (need a) [2]", "(p a)")) == {(0, "(q a)", GoalNeed())}


def test_what_a_timed_literal_makes_has_no_link() -> None:
    assert told(run("2.001: (need a) [2]", "(at 2 (p a))")) == {(0, "(q a)", GoalNeed())}


def test_a_negated_condition_is_linked_to_the_step_that_deletes() -> None:
    trajectory = run("0: (drop a) [1]\n1.001: (burn a) [1]", "(p a)")
    assert (0, "(not (p a))", StepNeed(1, "at start")) in told(trajectory)


def test_the_last_step_that_makes_a_fact_has_the_link_not_one_whose_fact_was_deleted() -> None:
    trajectory = run("0: (make a) [2]\n3: (drop a) [1]\n5: (make a) [2]\n8: (need a) [2]")
    assert {found[0] for found in told(trajectory) if found[1] == "(p a)"} == {2}


def test_a_step_that_nothing_needs_has_no_chain() -> None:
    links = causal_links(run("0: (make a) [2]\n0: (make b) [2]\n2.001: (need a) [2]"))
    assert chain_of(links, 1) == ()
    assert not [link for link in links if link.producer == 1]


def test_a_step_is_not_linked_to_itself() -> None:
    links = causal_links(run("0: (toggle a) [2]\n2.001: (toggle a) [2]", "(p a)"))
    assert links
    assert all(link.consumer != StepNeed(link.producer, "at start") for link in links)


def test_every_step_without_whose_change_a_number_would_not_do_enables_it() -> None:
    trajectory = run("0: (fill a) [1]\n2: (fill a) [1]\n4: (fill a) [1]", goal="(>= (fuel a) 4)")
    assert {found[0] for found in told(trajectory)} == {0, 1, 2}


def test_a_change_that_makes_a_number_do_enables_it_though_more_follow() -> None:
    trajectory = run("0: (fill a) [1]\n2: (fill a) [1]", goal="(>= (fuel a) 2)")
    assert (0, "(>= (fuel a) 2)", GoalNeed()) in told(trajectory)


def test_refuelling_that_keeps_a_condition_true_enables_it() -> None:
    # 1 at first; burning for 1.5 takes 0.75; without the filling the second burning would find too little left.
    trajectory = run("0: (fill a) [1]\n2: (burn a) [1.5]\n4: (sum a) [1]", goal="(>= (fuel a) 1)")
    assert (0, "(>= (fuel a) 1)", GoalNeed()) in told(trajectory)


def test_a_conditional_effect_that_takes_place_needs_its_condition_and_one_that_does_not_needs_nothing() -> None:
    made = run("0: (make a) [2]\n2.001: (decide a) [2]")
    assert (0, "(p a)", StepNeed(1, "effect")) in told(made)
    assert told(run("0: (make b) [2]\n2.001: (decide a) [2]")) == set()


def test_a_disjunction_needs_the_part_that_has_been_true_longest() -> None:
    trajectory = run("0: (make a) [2]\n0: (make b) [2]\n3: (flip b) ", "(r b) (p k)")
    flips = {found[1] for found in told(trajectory) if found[2] == StepNeed(2, "at start")}
    assert "(p b)" not in flips, "(r b) was so from the beginning"


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        ("(sometime (p a))", {0}),
        ("(at end (q a))", {1}),
        ("(within 3 (p a))", {0}),
        ("(sometime-before (q a) (p a))", {0}),
        ("(sometime-after (p a) (q a))", {1}),
        ("(always-within 10 (p a) (q a))", {1}),
        ("(hold-after 3 (p a))", {0}),
        ("(hold-during 3 4 (p a))", {0}),
        ("(always (or (not (q a)) (p a)))", {0}),
        ("(at-most-once (p a))", set()),
        ("(always (not (p b)))", set()),
        ("(sometime (p b))", set()),
    ],
)
def test_a_constraint_needs_the_steps_that_satisfy_it(constraint: str, expected: set[int]) -> None:
    trajectory = run("0: (make a) [2]\n2.001: (need a) [2]")
    found = causal_links(trajectory, (parse_constraint(constraint),))
    assert {link.producer for link in found if link.consumer == ConstraintNeed(0)} == expected


def test_a_chain_can_lead_to_a_constraint_instead_of_the_goal() -> None:
    trajectory = run("0: (make b) [2]\n2.001: (need b) [2]\n0: (make a) [2]\n2.001: (need a) [2]")
    links = causal_links(trajectory, (parse_constraint("(sometime (q b))"),))
    first = next(index for index, step in enumerate(trajectory.plan.steps) if step.ground == "(make b)")
    assert chain_of(links, first) == ()
    assert chain_of(links, first, constraint=0)[-1].consumer == ConstraintNeed(0)


def test_a_violated_constraint_and_an_empty_plan_need_nothing() -> None:
    assert witnesses(run(""), parse_constraint("(sometime (p a))")) == ()
    assert causal_links(run("")) == ()


def test_a_step_that_is_no_action_of_the_problem_has_no_link() -> None:
    assert causal_links(run("0: (mak a) [2]\n0: (make a) [2]", goal="(p a)"))[0].producer == 1


@pytest.mark.parametrize("name", sorted(published_plans())[:20])
def test_a_published_plan_without_a_step_that_makes_part_of_the_goal_is_no_plan(name: str) -> None:
    problem, plan = published_plans()[name]
    trajectory = execute(problem, plan)
    makers: list[CausalLink] = [link for link in causal_links(trajectory) if link.consumer == GoalNeed()]
    assert makers or not trajectory.goal_met
    for link in makers:
        rest = Plan(tuple(step for index, step in enumerate(trajectory.plan.steps) if index != link.producer))
        shorter = execute(problem, rest)
        # Another step may make the same once this one does not: that is why only the last maker has the link.
        made_again = any(link.condition in event.added for state in shorter.states for event in state.events)
        assert shorter.faults or not shorter.goal_met or made_again
