"""Operators on traces beside what the executor says of the same states: each constraint type exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancritic.adherence.mentions import TIMES
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
    Problem,
    atoms,
    form_complaints,
    parse_domain,
    parse_plan,
    parse_problem,
)

pytestmark = pytest.mark.train

PREDICATES, OBJECTS = ("p", "q", "r"), ("a", "b", "c", "d", "e")
FACTS = tuple(Atom(predicate, (name,)) for predicate, name in product(PREDICATES, OBJECTS))
ROW = {fact: row for row, fact in enumerate(FACTS)}
#: What the times of a text may be to a constraint of each type that has any, by how it is said.
WINDOWS = {
    ConstraintType.ALWAYS_WITHIN: ("within",),
    ConstraintType.WITHIN: ("up to",),
    ConstraintType.HOLD_AFTER: ("from",),
    ConstraintType.HOLD_DURING: ("between", "first", "as long as"),
}


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    """Torch is imported before the first example is timed, and does not share out what takes microseconds."""
    import torch

    torch.set_num_threads(1)


@cache
def problem() -> Problem:
    predicates = " ".join(f"({predicate} ?x)" for predicate in PREDICATES)
    domain = f"(define (domain facts) (:requirements :strips) (:predicates {predicates}))"
    text = f"(define (problem one) (:domain facts) (:objects {' '.join(OBJECTS)}) (:init) (:goal (and)))"
    return parse_problem(text, parse_domain(domain))


@dataclass(frozen=True)
class Passed:
    """States that a plan passes through: for each fact whether it holds in each, and when each begins."""

    truth: tuple[tuple[bool, ...], ...]
    times: tuple[float, ...]

    @property
    def trajectory(self) -> Trajectory:
        states = tuple(
            State(time, frozenset(fact for fact, held in zip(FACTS, self.truth, strict=False) if held[index]), {})
            for index, time in enumerate(self.times)
        )
        return Trajectory(problem(), parse_plan(""), states, (), True)

    def judged(self, constraint: Constraint) -> bool:
        satisfied = judge_constraint(self.trajectory, constraint).satisfied
        assert satisfied is not None
        return satisfied


def met(
    states: Passed, parts: Mapping[int, Sequence[int]], bounds: Sequence[float], padding: int = 0, filling: float = 0.0
) -> np.ndarray:
    """What each fact's part in a text comes to by every operator (facts, OPERATORS); `parts` are roles by fact."""
    import torch

    from plancritic.laboratory.adherence.training.networks.network import conditions
    from plancritic.laboratory.adherence.training.networks.operators import satisfied
    from plancritic.laboratory.adherence.training.networks.structure import OPERATORS, ROLES

    count = len(states.times)
    truth = np.full((1, len(states.truth), count + padding), filling, dtype=np.float32)
    truth[0, :, :count] = states.truth
    times, passed = np.zeros((2, 1, count + padding), dtype=np.float32)
    times[0, :count], passed[0, :count] = states.times, 1.0
    named = np.array([[*bounds, *[-1.0] * (TIMES - len(bounds))]], dtype=np.float32)
    given = np.full((1, len(states.truth), 1 + ROLES), -1.0, dtype=np.float32)
    requests = np.zeros((1, len(states.truth)), dtype=np.int64)
    for fact, (request, *roles) in parts.items():
        requests[0, fact], given[0, fact] = request, (1.0, *roles)
    first, second = conditions(torch.from_numpy(truth), torch.from_numpy(given), torch.from_numpy(requests))
    found = satisfied(first, second, *map(torch.from_numpy, (times, passed, named)))
    assert found.shape == (1, len(states.truth), len(OPERATORS))
    return found[0].numpy()  # type: ignore[no-any-return]


def role(request: int, side: int, holding: bool, *, together: bool = False, each: bool = False) -> tuple[int, ...]:
    """The request that a fact has a part in, and that part as `network.ROLES` lists it."""
    return (request, *(1 if yes else -1 for yes in (side == 0, side == 1, holding, together, each)))


def times_of(window: str, number: int, bounds: Sequence[float]) -> tuple[float, ...] | None:
    """What a constraint's times are where a text names `bounds` and speaks of one as `window`; None if it does not."""
    needed = {"": 0, "between": number + 2, "as long as": 2}.get(window, number + 1)
    if len(bounds) < needed:
        return None
    match window:
        case "":
            return ()
        case "between":
            return bounds[number], bounds[number + 1]
        case "first":
            return 0.0, bounds[number]
        case "as long as":
            length, start = bounds[1 - number], bounds[number]
            return start, start + length
    return (bounds[number],)


MOMENTS = st.sampled_from((0.0, 0.001, 0.5, 1.0, 1.5, 2.0, 7.25))
#: Further apart than what is taken for one time.
BOUNDS = st.sampled_from((0.0, 0.002, 0.5, 1.0, 1.5, 2.0, 2.5, 4.0, 9.25, 50.0))
SIGNS = st.tuples(st.booleans(), st.booleans())


@st.composite
def passed_states(draw: st.DrawFn, facts: int = 2) -> Passed:
    """One to eight states, several at one time among them: what happens at 0 leaves a second state of that time."""
    gaps = draw(st.lists(MOMENTS, max_size=7))
    times = tuple(round(sum(gaps[:count]), 3) for count in range(len(gaps) + 1))
    held = st.lists(st.booleans(), min_size=len(times), max_size=len(times)).map(tuple)
    return Passed(tuple(draw(held) for _ in range(facts)), times)


#: What happens at 0 undoes what was so at first: two states begin at 0, and a window from 0 on has both.
AT_ONCE = Passed(((True, False, True), (False, True, True)), (0.0, 0.0, 2.0))
#: What is so up to the very end of a window and not then.
JUST_OVER = Passed(((True, True, False), (False, False, True)), (0.0, 0.5, 2.0))


@example(AT_ONCE, (True, True), [0.0, 2.0, 0.5])
@example(AT_ONCE, (False, True), [0.0, 0.5])
@example(JUST_OVER, (True, True), [0.0, 2.0, 0.5])
@example(JUST_OVER, (False, True), [0.5, 2.0])
@given(passed_states(), SIGNS, st.lists(BOUNDS, max_size=TIMES))
def test_each_operator_is_met_where_the_constraint_that_it_stands_for_is(
    states: Passed, signs: tuple[bool, bool], bounds: list[float]
) -> None:
    """With each fact as it is to be or not to be; one half where a time is meant that the text does not name."""
    from plancritic.laboratory.adherence.training.networks.structure import OPERATORS

    found = met(states, {0: role(0, 0, signs[0]), 1: role(0, 1, signs[1])}, bounds)
    literals = [fact if holding else Not(fact) for fact, holding in zip(FACTS, signs, strict=False)]

    assert {kind for kind, _, _ in OPERATORS} == set(ConstraintType)
    for operator, (kind, window, number) in enumerate(OPERATORS):
        times = times_of(window, number, bounds)
        if times is None:
            assert found[0, operator] == 0.5, OPERATORS[operator]
            continue
        constraint = Constraint(kind, tuple(literals[: ARITY[kind][1]]), times)
        if not form_complaints(constraint):
            # Both facts have their part in the same request and say the same of it.
            assert found[:, operator].tolist() == [float(states.judged(constraint))] * 2, constraint


@given(passed_states(), SIGNS, st.lists(BOUNDS, max_size=TIMES), st.integers(1, 4), st.sampled_from((0.0, 1.0)))
def test_states_that_fill_a_batch_up_change_nothing(
    states: Passed, signs: tuple[bool, bool], bounds: list[float], padding: int, filling: float
) -> None:
    parts = {0: role(0, 0, signs[0]), 1: role(0, 1, signs[1])}

    np.testing.assert_array_equal(met(states, parts, bounds), met(states, parts, bounds, padding, filling))


@given(st.lists(BOUNDS, min_size=2, max_size=TIMES, unique=True), st.data())
def test_the_operator_of_a_constraint_speaks_of_the_times_that_a_text_names(
    bounds: list[float], data: st.DataObject
) -> None:
    from plancritic.laboratory.adherence.training.networks.structure import OPERATORS, operator_of

    named = (*bounds, *[-1.0] * (TIMES - len(bounds)))
    kind, window, number = data.draw(st.sampled_from(OPERATORS))
    times = times_of(window, number, bounds)
    conditions = tuple(FACTS[: ARITY[kind][1]])

    if times is not None:
        # Two ways of saying the same window may coincide.
        operator = operator_of(Constraint(kind, conditions, times), named)
        assert operator is not None
        assert OPERATORS[operator][0] is kind
        assert times_of(*OPERATORS[operator][1:], bounds) == pytest.approx(times)
    if window:
        others = tuple(70.0 + place for place in range(ARITY[kind][0]))
        assert operator_of(Constraint(kind, conditions, others), named) is None


@dataclass(frozen=True)
class Request:
    """What a text asks at once: one constraint, or the same of each of several facts."""

    constraints: tuple[Constraint, ...]
    facts: tuple[Atom, ...]


@st.composite
def conditions_of(draw: st.DrawFn, facts: Sequence[Atom]) -> Condition:
    """One to three of the facts, each to hold or not, one of them or all."""
    literals = tuple(fact if draw(st.booleans()) else Not(fact) for fact in facts[: draw(st.integers(1, 3))])
    if len(literals) == 1:
        return literals[0]
    return And(literals) if draw(st.booleans()) else Or(literals)


@st.composite
def made_of_each(draw: st.DrawFn, facts: Sequence[Atom]) -> tuple[Condition, ...]:
    """Two or three of the facts that one predicate says, all to hold or all not to."""
    holding = draw(st.booleans())
    alike = [fact for fact in facts if fact.predicate == facts[0].predicate][: draw(st.integers(2, 3))]
    return tuple(fact if holding else Not(fact) for fact in alike)


@st.composite
def requests(draw: st.DrawFn, bounds: tuple[float, ...]) -> tuple[Request, ...]:
    """One to three requests of different types, no fact in two places of one."""
    made: list[Request] = []
    for kind in draw(st.lists(st.sampled_from(ConstraintType), min_size=1, max_size=3, unique=True)):
        free: Sequence[Atom] = draw(st.permutations(FACTS))
        windows = [times_of(window, number, bounds) for window in WINDOWS.get(kind, ("",)) for number in range(2)]
        times = draw(st.sampled_from([each for each in windows if each is not None]))
        sides: list[tuple[Condition, ...]] = []
        spoken: set[Atom] = set()
        several = draw(st.integers(0, 2))
        for side in range(ARITY[kind][1]):
            left = [fact for fact in free if fact not in spoken]
            sides.append(draw(made_of_each(left)) if side == several else (draw(conditions_of(left)),))
            spoken.update(fact for condition in sides[-1] for fact in atoms(condition))
        constraints = tuple(Constraint(kind, conditions, times) for conditions in product(*sides))
        if not any(map(form_complaints, constraints)):
            made.append(Request(constraints, tuple(spoken)))
    return tuple(made)


#: The times that a text names, and what it asks.
TEXTS = (
    st.lists(BOUNDS, min_size=TIMES, max_size=TIMES)
    .map(tuple)
    .flatmap(lambda bounds: st.tuples(st.just(bounds), requests(bounds).filter(bool)))
)


@given(passed_states(len(FACTS)), TEXTS)
def test_what_training_is_told_of_a_text_gives_what_the_executor_says_of_its_constraints(
    states: Passed, text: tuple[tuple[float, ...], tuple[Request, ...]]
) -> None:
    """For conditions of several facts, several requests and requests made of each of several facts."""
    from plancritic.laboratory.adherence.training.networks.parts import parts_of

    bounds, asked = text
    parts = parts_of([constraint for request in asked for constraint in request.constraints], bounds, ROW)

    # A fact that two requests speak of has a part in each.
    shown = Passed(tuple(states.truth[part.fact] for part in parts), states.times)
    found = met(shown, {row: (part.request, *part.roles) for row, part in enumerate(parts)}, bounds)

    assert all(part.operator >= 0 for part in parts)
    for number, request in enumerate(asked):
        rows = {FACTS[part.fact]: row for row, part in enumerate(parts) if part.request == number}
        assert set(rows) == set(request.facts)
        answers = [found[row, parts[row].operator] for row in rows.values()]
        assert min(answers) == float(all(map(states.judged, request.constraints))), request
        if len(request.constraints) == 1:
            assert len(set(answers)) == 1, request


#: Types of two conditions, which may stand one after the other, with the times that each has.
PAIRED = st.sampled_from([kind for kind in ConstraintType if ARITY[kind][1] == 2])


@given(passed_states(len(FACTS)), PAIRED, st.permutations(FACTS), st.integers(2, 3))
def test_constraints_one_machine_bound_are_requests_of_their_own(
    states: Passed, kind: ConstraintType, facts: Sequence[Atom], links: int
) -> None:
    """ "A before B and B before C" says nothing of A and C."""
    from plancritic.laboratory.adherence.training.networks.parts import parts_of

    times = (3.0,) if kind is ConstraintType.ALWAYS_WITHIN else ()
    chain = [Constraint(kind, pair, times) for pair in pairwise(facts[: links + 1])]

    parts = parts_of(chain, (3.0, -1.0, -1.0), ROW)

    shown = Passed(tuple(states.truth[part.fact] for part in parts), states.times)
    found = met(shown, {row: (part.request, *part.roles) for row, part in enumerate(parts)}, (3.0, -1.0, -1.0))
    for number, constraint in enumerate(chain):
        answers = {found[row, part.operator] for row, part in enumerate(parts) if part.request == number}
        assert answers == {float(states.judged(constraint))}
