"""Strict equivalence against the executor, by random walks, and against plans."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.refiner.test_simulation import varied
from tests.support.examples import examples

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.strict import compare
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner.equivalence.executor import Executor, Step
from plancritic.refiner.repair.probes import bindings
from plancritic.refiner.repair.schemas import Frame, Model, domain_of, frame_of
from plancritic.refiner.repair.simulation import Simulator

#: Domains whose smallest problem is walked in no time.
NAMES = ("blocks", "miconic", "hiking", "pacman-63", "pacman-72", "flow", "checkers")


@settings(max_examples=examples(150), deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10_000), st.integers(0, 2), st.integers(0, 10_000))
def test_domains_that_are_strictly_equal_allow_the_same_walks(name: str, seed: int, edits: int, walk: int) -> None:
    benchmark = benchmark_domains()[name]
    text = benchmark.generate(1, 3)
    frame = frame_of(parse_domain(benchmark.text))
    model = varied(frame, seed, edits)
    domain = domain_of(frame, model)
    found = compare(parse_problem(text, frame.domain), parse_problem(text, domain))
    there = compare(parse_problem(text, domain), parse_problem(text, frame.domain))
    assert not found.bounded
    # What one side wrongly allows, the other wrongly refuses.
    assert (found.states, found.allowed, found.refused, found.changed) == (
        there.states,
        there.refused,
        there.allowed,
        there.changed,
    )
    if found.is_right:
        steps = walked(frame, model, text, walk)
        assert Executor(parse_problem(text, frame.domain)).allows(steps)
    elif found.first is not None:
        before, step = found.first.before, found.first.step
        true, other = (Executor(parse_problem(text, each)) for each in (frame.domain, domain))
        assert true.allows(before) and other.allows(before)
        both = [each.allows((*before, step)) for each in (true, other)]
        assert any(both) and (not all(both) or found.changed)


def walked(frame: Frame, model: Model, text: str, seed: int, length: int = 12) -> list[Step]:
    """Random steps, each of which the model allows."""
    chance = random.Random(seed)
    simulator = Simulator(frame, text)
    state, steps = simulator.initial, list[Step]()
    for _ in range(length):
        possible = [
            (action, objects)
            for action, schema in enumerate(model)
            for objects in bindings(simulator, action, schema, state)
        ]
        if not possible:
            break
        action, objects = chance.choice(possible)
        _, _, adds, deletes = simulator.ground(action, model[action], objects)
        state = state & ~deletes | adds
        steps.append((frame.names[action], *objects))
    return steps


def test_the_true_domains_are_strictly_right_on_their_evaluation_problems() -> None:
    for benchmark in benchmark_domains().values():
        one, other = parse_domain(benchmark.text), parse_domain(benchmark.text)
        for text in benchmark.evaluation_problems():
            found = compare(parse_problem(text, one), parse_problem(text, other))
            assert found.is_right and not found.bounded
