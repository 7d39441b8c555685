"""The simulator of variants against the executor, which the judges hold in check."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import parse_domain, parse_problem, write_domain
from plancritic.refiner.equivalence.executor import Executor, GoalUnmet, Inapplicable, Step, Valid
from plancritic.refiner.repair.schemas import Frame, Model, Schema, domain_of, frame_of, model_of
from plancritic.refiner.repair.simulation import Simulator

BLOCKS = benchmark_domains()["blocks"]
PROBLEM = BLOCKS.feedback_problems()[0]
FRAME = frame_of(parse_domain(BLOCKS.text))
OBJECTS = tuple(parse_problem(PROBLEM, FRAME.domain).objects)


def varied(frame: Frame, seed: int, edits: int) -> Model:
    """The domain with some atoms in other parts of its actions."""
    chance = random.Random(seed)
    model = list(model_of(frame.domain))
    for _ in range(edits):
        place = chance.randrange(len(model))
        atom = chance.choice(frame.atoms[place])
        part = chance.randrange(4)
        parts = [each - {atom} for each in model[place]]
        parts[part] |= {atom}
        model[place] = Schema(*parts)
    return tuple(model)


def random_steps(seed: int, length: int) -> list[Step]:
    """Steps of the domain with random objects."""
    chance = random.Random(seed)
    names = [chance.choice(FRAME.names) for _ in range(length)]
    return [(name, *chance.choices(OBJECTS, k=len(FRAME.domain.actions[name].parameters))) for name in names]


@settings(max_examples=examples(400), deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 5), st.integers(0, 10_000), st.integers(0, 5))
def test_as_many_steps_can_be_taken_as_the_executor_says(seed: int, edits: int, steps_seed: int, length: int) -> None:
    model = varied(FRAME, seed, edits)
    steps = random_steps(steps_seed, length)
    simulator = Simulator(FRAME, PROBLEM)
    placed = simulator.places(steps)
    assert placed is not None
    states = simulator.states(model, placed)
    verdict = Executor(parse_problem(PROBLEM, domain_of(FRAME, model))).verdict(steps)
    match verdict:
        case Valid():
            assert len(states) == len(steps) + 1 and simulator.is_goal(states[-1])
        case GoalUnmet():
            assert len(states) == len(steps) + 1 and not simulator.is_goal(states[-1])
        case Inapplicable(number):
            assert len(states) == number
        case _:
            raise AssertionError(verdict)


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from(sorted(benchmark_domains())), st.integers(0, 10_000), st.integers(0, 6))
def test_a_model_is_the_domain_that_is_written_of_it(name: str, seed: int, edits: int) -> None:
    frame = frame_of(parse_domain(benchmark_domains()[name].text))
    model = varied(frame, seed, edits)
    assert model_of(parse_domain(write_domain(domain_of(frame, model)))) == model
