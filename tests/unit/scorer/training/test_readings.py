"""What the network reads off traces, beside what the executor says of the same states: each constraint type exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancritic.pddl.conditions import And, Atom, Condition, Not, Or, atoms
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.pddl.model import Problem
from plancritic.pddl.parser import parse_domain, parse_problem
from plancritic.pddl.plan import parse_plan
from plancritic.pddl.satisfaction import judge_constraint
from plancritic.pddl.states import State, Trajectory
from plancritic.scorer.mentions import TIMES

pytestmark = pytest.mark.train

FACTS = tuple(Atom(f"f{number}") for number in range(8))
#: Columns of a fact's own readings.
WINDOWS = (
    *("all", "by 0", "by 1", "by 2", "since 0", "since 1", "since 2", "between 0 and 1", "between 1 and 2"),
    *("for 0 from 1", "for 1 from 0"),
)
OWN = (
    *(f"some {window}" for window in WINDOWS),
    *(f"every {window}" for window in WINDOWS),
    *(f"known {number}" for number in range(TIMES)),
    *("first", "finish", "rises again", "falls again", "rises"),
)
#: Columns of the readings of two facts, for each of the values of both.
PAIR = (
    *("either all", "either by 0", "either since 0", "either between 0 and 1", "either for 0 from 1"),
    *("follows within 0", "follows within 1", "begins before", "ends not before", "either once", "both once"),
)


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    """Torch is imported before the first example is timed, and does not share out what takes microseconds."""
    import torch

    torch.set_num_threads(1)


@cache
def problem() -> Problem:
    predicates = " ".join(map(str, FACTS))
    domain = f"(define (domain facts) (:requirements :strips) (:predicates {predicates}))"
    return parse_problem("(define (problem one) (:domain facts) (:init) (:goal (and)))", parse_domain(domain))


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


class Readings:
    """The columns by their names."""

    def __init__(self, states: Passed, bounds: tuple[float, ...], padding: int = 0) -> None:
        import torch

        from plancritic.scorer.training.network import readings

        count = len(states.times)
        truth = np.zeros((1, len(states.truth), count + padding), dtype=np.float32)
        truth[0, :, :count] = states.truth
        times, passed = np.zeros((2, 1, count + padding), dtype=np.float32)
        times[0, :count], passed[0, :count] = states.times, 1.0
        named = np.array([[*bounds, *[-1.0] * (TIMES - len(bounds))]], dtype=np.float32)
        self.own, self.pair = readings(*map(torch.from_numpy, (truth, times, passed, named)))
        assert self.own.shape == (1, len(states.truth), len(OWN))
        assert self.pair.shape == (1, len(states.truth), len(states.truth), 4 * len(PAIR))

    def of(self, fact: int, column: str) -> bool:
        return bool(self.own[0, fact, OWN.index(column)])

    def some(self, fact: int, holding: bool, window: str) -> bool:
        """Whether the fact has the value in some state of the window."""
        return self.of(fact, f"some {window}") if holding else not self.of(fact, f"every {window}")

    def every(self, fact: int, holding: bool, window: str) -> bool:
        """Whether the fact has the value in all states of the window."""
        return self.of(fact, f"every {window}") if holding else not self.of(fact, f"some {window}")

    def both(self, first: tuple[int, bool], second: tuple[int, bool], column: str) -> bool:
        quarter = 2 * (not first[1]) + (not second[1])
        return bool(self.pair[0, first[0], second[0], quarter * len(PAIR) + PAIR.index(column)])


MOMENTS = st.sampled_from((0.0, 0.001, 0.5, 1.0, 1.5, 2.0, 7.25))
BOUNDS = st.sampled_from((0.0, 0.001, 0.5, 1.0, 1.5, 2.0, 2.5, 4.0, 9.25, 50.0))


@st.composite
def passed_states(draw: st.DrawFn, facts: int = 2) -> Passed:
    """One to eight states, several at one time among them: what happens at 0 leaves a second state of that time."""
    gaps = draw(st.lists(MOMENTS, max_size=7))
    times = tuple(round(sum(gaps[:count]), 3) for count in range(len(gaps) + 1))
    held = st.lists(st.booleans(), min_size=len(times), max_size=len(times)).map(tuple)
    return Passed(tuple(draw(held) for _ in range(facts)), times)


def judged(states: Passed, kind: ConstraintType, *literals: tuple[int, bool], bounds: tuple[float, ...] = ()) -> bool:
    conditions: list[Condition] = [FACTS[fact] if holding else Not(FACTS[fact]) for fact, holding in literals]
    satisfied = judge_constraint(states.trajectory, Constraint(kind, tuple(conditions), bounds)).satisfied
    assert satisfied is not None
    return satisfied


@given(passed_states(), st.booleans())
def test_what_always_sometime_at_end_and_at_most_once_say_is_read(states: Passed, holding: bool) -> None:
    read, literal = Readings(states, ()), (0, holding)

    assert read.every(*literal, "all") == judged(states, ConstraintType.ALWAYS, literal)
    assert read.some(*literal, "all") == judged(states, ConstraintType.SOMETIME, literal)
    assert (read.of(0, "finish") is holding) == judged(states, ConstraintType.AT_END, literal)
    again = read.of(0, "rises again" if holding else "falls again")
    assert again != judged(states, ConstraintType.AT_MOST_ONCE, literal)
    assert read.of(0, "first") is states.truth[0][0]


#: What happens at 0 undoes what was so at first: two states begin at 0, and a window from 0 on has both.
AT_ONCE = Passed(((True, False, True), (False, True, True)), (0.0, 0.0, 2.0))


@example(AT_ONCE, False, [0.0, 2.0])
@given(passed_states(), st.booleans(), st.lists(BOUNDS, min_size=1, max_size=TIMES))
def test_what_within_and_hold_after_say_is_read_of_each_time_that_is_named(
    states: Passed, holding: bool, bounds: list[float]
) -> None:
    read, literal = Readings(states, tuple(bounds)), (0, holding)

    for number, bound in enumerate(bounds):
        assert read.of(0, f"known {number}")
        within = judged(states, ConstraintType.WITHIN, literal, bounds=(bound,))
        assert read.some(*literal, f"by {number}") == within
        after = judged(states, ConstraintType.HOLD_AFTER, literal, bounds=(bound,))
        assert read.every(*literal, f"since {number}") == after


@example(AT_ONCE, False, [0.0, 2.0])
@given(passed_states(), st.booleans(), st.lists(BOUNDS, min_size=2, max_size=TIMES, unique=True).map(sorted))
def test_what_hold_during_says_is_read_of_each_two_times_that_follow_each_other(
    states: Passed, holding: bool, bounds: list[float]
) -> None:
    read, literal = Readings(states, tuple(bounds)), (0, holding)

    for number, window in enumerate(pairwise(bounds)):
        during = judged(states, ConstraintType.HOLD_DURING, literal, bounds=window)
        assert read.every(*literal, f"between {number} and {number + 1}") == during


@given(passed_states(), st.booleans(), BOUNDS.filter(bool), BOUNDS)
def test_what_holds_for_one_time_from_another_on_is_read(
    states: Passed, holding: bool, length: float, start: float
) -> None:
    during = judged(states, ConstraintType.HOLD_DURING, (0, holding), bounds=(start, start + length))

    assert Readings(states, (length, start)).every(0, holding, "for 0 from 1") == during
    assert Readings(states, (start, length)).every(0, holding, "for 1 from 0") == during


LITERALS = st.tuples(st.tuples(st.integers(0, 2), st.booleans()), st.tuples(st.integers(0, 2), st.booleans()))


@given(passed_states(3), LITERALS)
def test_what_sometime_before_and_after_say_is_read(
    states: Passed, literals: tuple[tuple[int, bool], tuple[int, bool]]
) -> None:
    read, (first, second) = Readings(states, ()), literals

    before = read.both(first, second, "begins before") or not read.some(*first, "all")
    assert before == judged(states, ConstraintType.SOMETIME_BEFORE, first, second)
    after = read.both(first, second, "ends not before")
    assert after == judged(states, ConstraintType.SOMETIME_AFTER, first, second)


@example(Passed((*AT_ONCE.truth, (True, False, False)), AT_ONCE.times), ((1, True), (2, True)), [0.0, 0.5])
@given(passed_states(3), LITERALS, st.lists(BOUNDS, min_size=1, max_size=2))
def test_what_always_within_says_is_read_of_the_first_two_times(
    states: Passed, literals: tuple[tuple[int, bool], tuple[int, bool]], bounds: list[float]
) -> None:
    read = Readings(states, tuple(bounds))

    for number, bound in enumerate(bounds):
        follows = read.both(*literals, f"follows within {number}")
        assert follows == judged(states, ConstraintType.ALWAYS_WITHIN, *literals, bounds=(bound,))


@given(passed_states(3), LITERALS, st.lists(BOUNDS, min_size=2, max_size=2, unique=True).map(sorted))
def test_what_is_said_of_one_or_the_other_and_of_both_is_read(
    states: Passed, literals: tuple[tuple[int, bool], tuple[int, bool]], bounds: list[float]
) -> None:
    read, (first, second) = Readings(states, tuple(bounds)), literals
    truth = [np.array(states.truth[fact]) == holding for fact, holding in literals]
    # As a fact of its own, so that the executor can be asked of it.
    either = Passed((tuple((truth[0] | truth[1]).tolist()),), states.times)
    both = Passed((tuple((truth[0] & truth[1]).tolist()),), states.times)

    assert read.both(first, second, "either all") == judged(either, ConstraintType.ALWAYS, (0, True))
    neither = judged(either, ConstraintType.WITHIN, (0, False), bounds=(bounds[0],))
    assert read.both(first, second, "either by 0") != neither
    after = judged(either, ConstraintType.HOLD_AFTER, (0, True), bounds=(bounds[0],))
    assert read.both(first, second, "either since 0") == after
    during = judged(either, ConstraintType.HOLD_DURING, (0, True), bounds=tuple(bounds))
    assert read.both(first, second, "either between 0 and 1") == during
    if bounds[0] > 0.0:
        lasting = judged(either, ConstraintType.HOLD_DURING, (0, True), bounds=(bounds[1], sum(bounds)))
        assert read.both(first, second, "either for 0 from 1") == lasting
    assert read.both(first, second, "either once") == judged(either, ConstraintType.AT_MOST_ONCE, (0, True))
    assert read.both(first, second, "both once") == judged(both, ConstraintType.AT_MOST_ONCE, (0, True))


@given(passed_states(3), st.lists(BOUNDS, max_size=TIMES), st.integers(1, 4))
def test_states_that_fill_a_batch_up_change_no_reading(states: Passed, bounds: list[float], padding: int) -> None:
    read, padded = Readings(states, tuple(bounds)), Readings(states, tuple(bounds), padding)

    np.testing.assert_array_equal(read.own.numpy(), padded.own.numpy())
    np.testing.assert_array_equal(read.pair.numpy(), padded.pair.numpy())


@given(passed_states())
def test_windows_of_times_that_no_text_names_say_nothing(states: Passed) -> None:
    read = Readings(states, (1.0,))

    for window in WINDOWS:
        if window in ("all", "by 0", "since 0"):
            continue
        assert not read.of(0, f"some {window}") and not read.of(0, f"every {window}")
    assert not read.of(0, "known 1") and not read.of(0, "known 2")
    assert not read.both((0, True), (1, True), "follows within 1")


#: Types that need no time, by how many conditions they have: their column of a condition's own readings, or of two.
BY_ONE = {
    ConstraintType.ALWAYS: "every all",
    ConstraintType.SOMETIME: "some all",
    ConstraintType.AT_END: "finish",
    ConstraintType.AT_MOST_ONCE: "rises again",
}
BY_TWO = {ConstraintType.SOMETIME_BEFORE: "begins before", ConstraintType.SOMETIME_AFTER: "ends not before"}


@st.composite
def requests(draw: st.DrawFn) -> tuple[Constraint, ...]:
    """One to three constraints of different types over conditions of one to three facts, no fact in two places."""
    free = list(draw(st.permutations(FACTS)))
    made: list[Constraint] = []
    for kind in draw(st.lists(st.sampled_from((*BY_ONE, *BY_TWO)), min_size=1, max_size=3, unique=True)):
        conditions: list[Condition] = []
        for _ in range(1 + (kind in BY_TWO)):
            count = min(draw(st.integers(1, 3)), len(free) - 1)
            literals = tuple(fact if draw(st.booleans()) else Not(fact) for fact in (free.pop() for _ in range(count)))
            together = draw(st.sampled_from((And, Or)))
            conditions.append(together(literals) if count > 1 else literals[0] if count else Not(free[0]))
        made.append(Constraint(kind, tuple(conditions)))
        if len(free) < 3:
            break
    return tuple(made)


@given(passed_states(len(FACTS)), requests())
def test_conditions_of_several_facts_are_put_together_by_the_roles_that_training_knows(
    states: Passed, constraints: tuple[Constraint, ...]
) -> None:
    import torch

    from plancritic.scorer.training.examples import _Judged
    from plancritic.scorer.training.network import ROLES, of_requests

    row = {fact: number for number, fact in enumerate(FACTS)}
    told = torch.full((1, len(FACTS), 1 + ROLES), -1.0)
    for fact, role in _Judged(None).roles([str(each) for each in constraints], row):  # type: ignore[arg-type]
        told[0, fact] = torch.tensor([1, *role])
    truth = torch.tensor([states.truth], dtype=torch.float32)
    times = torch.tensor([states.times])

    found = of_requests(truth, told, times, torch.ones_like(times), torch.full((1, TIMES), -1.0))

    for constraint in constraints:
        satisfied = judge_constraint(states.trajectory, constraint).satisfied
        for atom in (atom for condition in constraint.conditions for atom in atoms(condition)):
            own, both = found[0, row[atom], : len(OWN)], found[0, row[atom], 2 * len(OWN) :]
            if constraint.type in BY_TWO:
                read = bool(both[PAIR.index(BY_TWO[constraint.type])])
                if constraint.type is ConstraintType.SOMETIME_BEFORE:
                    read = read or not own[OWN.index("some all")]
            else:
                read = bool(own[OWN.index(BY_ONE[constraint.type])]) != (constraint.type is ConstraintType.AT_MOST_ONCE)
            assert read is satisfied, (constraint, atom)
