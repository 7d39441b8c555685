"""The trace of a plan says of every fact and state what the executor's states say."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.small_domain import problem as small_problem
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.adherence.traces import trace
from plancritic.domains import known_domains
from plancritic.laboratory.adherence.training.data.recorded import read_recording, recorded_folder
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.grounding import ground_atoms
from plancritic.pddl.language import Atom, parse_plan


def assert_told(trajectory: Trajectory) -> None:
    atoms = ground_atoms(trajectory.problem)
    row = {atom: index for index, atom in enumerate(atoms)}

    found = trace(trajectory, row, len(atoms))

    held = [[atom in state.facts for state in trajectory.states] for atom in atoms]
    np.testing.assert_array_equal(found.truth, np.array(held, dtype=np.float32))
    np.testing.assert_array_equal(found.times, np.array([state.time for state in trajectory.states], dtype=np.float32))


@cache
def recorded(domain: str) -> tuple[Trajectory, ...]:
    plans = list(read_recording(recorded_folder(domain)).plans.values())[::10]
    return tuple(execute(lexicon_of(domain, plan.problem).problem, parse_plan(plan.text)) for plan in plans)


@pytest.mark.parametrize("domain", known_domains())
def test_what_recorded_plans_come_to_is_told(domain: str) -> None:
    assert len(recorded(domain)) > 3
    for trajectory in recorded(domain):
        assert_told(trajectory)


@pytest.mark.parametrize("domain", known_domains())
def test_what_walks_at_random_come_to_is_told(domain: str) -> None:
    for trajectory in walks(domain):
        assert_told(trajectory)


STEPS = st.tuples(
    st.integers(0, 4),
    st.sampled_from(("make a", "make b", "drop a", "drop b", "keep a", "toggle a", "decide b", "flip a")),
    st.sampled_from((1, 2)),
)


@given(st.lists(STEPS, min_size=1, max_size=6), st.sampled_from(("", "(p a)", "(at 2 (p b))")))
def test_steps_at_the_same_time_and_steps_that_could_not_be_are_told_as_the_executor_has_them(
    steps: list[tuple[int, str, int]], facts: str
) -> None:
    text = "".join(f"{start}.000: ({action}) [{length}.000]\n" for start, action, length in sorted(steps))

    assert_told(execute(small_problem(facts), parse_plan(text)))


def test_a_plan_without_steps_has_one_state() -> None:
    problem = lexicon_of("waterway").problem
    found = trace(execute(problem, parse_plan("")), {Atom("at", ("sct_ast_0", "wpt_ini")): 0}, 2)

    assert found.truth.tolist() == [[1.0], [0.0]]
    assert found.times.tolist() == [0.0]
