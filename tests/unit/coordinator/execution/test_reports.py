"""Reports of execution taken in, on a plan in which two steps overlap."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.builders import envelope
from tests.support.small_domain import problem

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed, LateStep, StepName
from plancritic.coordinator.execution import reports
from plancritic.coordinator.execution.record import history_of, kept_execution

PROBLEM = problem("(r b)")
#: Steps 1 to 4; `make b` is under way from 1 to 3.
PLAN = "0: (make a) [2]\n1: (make b) [2]\n2.5: (toggle a) [2]\n5: (need b) [2]\n"
A, B, TOGGLE, NEED = PLAN.splitlines()


def progress(time: float, known: Execution | None = None, **changes: Any) -> Execution:
    fields = {"envelope": envelope(), "revision": "1-a", "time": time}
    return reports.progressed(ExecutionProgressed(**(fields | changes)), PLAN, known)


def deviate(time: float, known: Execution | None = None, **changes: Any) -> Execution:
    fields = {"envelope": envelope(), "revision": "1-a", "time": time}
    return reports.deviated(ExecutionDeviated(**(fields | changes)), PROBLEM, PLAN, known)


def done(execution: Execution) -> list[str]:
    return [line.partition(" [")[0].replace(".000", "").replace(".500", ".5") for line in execution.done.splitlines()]


def code(call: Any, *arguments: Any, **changes: Any) -> FaultCode:
    with pytest.raises(ContractError) as refused:
        call(*arguments, **changes)
    assert refused.value.fault.remedy
    return refused.value.fault.code


def test_steps_that_are_over_or_under_way_are_kept() -> None:
    assert done(progress(2.0, through=1)) == ["0: (make a)", "1: (make b)"]
    assert done(progress(3.0, through=2)) == ["0: (make a)", "1: (make b)", "2.5: (toggle a)"]
    assert done(progress(0.0)) == []
    assert done(progress(5.0, through=3, begun=(StepName(number=4),)))[-1] == "5: (need b)"


def test_what_was_kept_stays_and_later_reports_add_to_it() -> None:
    first = progress(2.0, through=1)
    assert done(progress(3.0, first, through=2))[:2] == done(first)
    assert progress(2.0, first, through=1) == first
    assert code(progress, 1.0, first, through=1) is FaultCode.TIME_PASSED


def test_progress_that_the_plan_contradicts_is_refused() -> None:
    assert code(progress, 1.0, through=1) is FaultCode.PAST_CONTRADICTED
    assert code(progress, 3.0, through=1) is FaultCode.PAST_CONTRADICTED
    assert code(progress, 3.0, through=2, begun=(StepName(number=4),)) is FaultCode.PAST_CONTRADICTED
    assert code(progress, 9.0, through=5) is FaultCode.UNKNOWN_NAME
    assert code(progress, 9.0, through=3, done=(StepName(number=4, action="(need a)"),)) is FaultCode.UNKNOWN_NAME


def test_a_deviation_keeps_what_is_over_and_notes_what_differs() -> None:
    found = deviate(4.5, true=("(p b)", "(q b)"), false=("(r b)", "(r k)"), values={"(fuel a)": 2, "(fuel b)": 1})
    assert done(found) == ["0: (make a)", "1: (make b)", "2.5: (toggle a)"]
    (seen,) = found.observations
    # What is as expected is no observation; the step that ends at this very time comes first.
    assert (seen.true, seen.false, seen.values, seen.time) == (("(q b)",), ("(r b)",), {"(fuel a)": 2.0}, 4.501)


def test_a_complete_state_says_what_is_false() -> None:
    found = deviate(4.6, true=("(p a)", "(p b)"), complete=True)
    assert found.observations[0].false == ("(q a)", "(r b)")
    assert code(deviate, 4.6, true=("(p a)",), false=("(p a)",), complete=True) is FaultCode.INVALID_MESSAGE


def test_steps_under_way_have_to_be_named() -> None:
    assert code(deviate, 2.0, true=("(q k)",)) is FaultCode.STEP_UNDER_WAY
    going_on = deviate(2.0, true=("(q k)",), under_way=(StepName(number=2),))
    assert done(going_on) == ["0: (make a)", "1: (make b)"]
    assert going_on.observations[0].time == 2.001
    assert history_of(PROBLEM, going_on).origin == 3.001
    broken = deviate(2.0, true=("(q k)",), broken_off=(StepName(number=2),))
    assert done(broken) == ["0: (make a)"]
    assert done(deviate(2.0, not_done=(StepName(number=2, action="(make b)"),))) == ["0: (make a)"]


def test_the_beginning_of_a_step_that_was_broken_off_has_happened() -> None:
    found = deviate(3.5, broken_off=(StepName(number=3),))
    begun, seen = found.observations
    assert (begun.time, begun.step, begun.false, seen.true, seen.false) == (2.5, "(toggle a)", ("(p a)",), (), ())
    states = {round(state.time, 3): state for state in history_of(PROBLEM, found).past.states}
    facts = {time: set(map(str, state.facts)) for time, state in states.items()}
    assert "(p a)" in facts[2.0] and "(p a)" not in facts[2.5]


def test_a_late_step_takes_effect_when_it_ends_at_last_and_the_rest_begins_after_it() -> None:
    found = deviate(3.0, late=(LateStep(number=2, by=1.5),), under_way=(StepName(number=3),))
    assert done(found) == ["0: (make a)", "2.5: (toggle a)"]
    begun, ended, seen = found.observations
    assert (begun.time, begun.true, ended.time, ended.true) == (1.0, (), 4.501, ("(p b)",))
    assert {each.step for each in (begun, ended)} == {"(make b)"} and seen.true == ()
    history = history_of(PROBLEM, found)
    states = {round(state.time, 3): set(map(str, state.facts)) for state in history.past.states}
    assert "(p b)" not in states[2.5] and "(p b)" in states[4.501]
    assert history.origin == 4.502
    assert not history.faults


def test_a_late_step_that_cannot_have_begun_so_or_is_told_twice_is_refused() -> None:
    assert code(deviate, 2.0, late=(LateStep(number=3, by=1.0),)) is FaultCode.PAST_CONTRADICTED
    twice = {"late": (LateStep(number=2, by=1.0),), "broken_off": (StepName(number=2),)}
    assert code(deviate, 2.0, **twice) is FaultCode.INVALID_MESSAGE
    missing = {"not_done": (StepName(number=1),), "late": (LateStep(number=3, by=1.0),), "under_way": ()}
    assert code(deviate, 3.5, **missing) is FaultCode.PAST_CONTRADICTED
    known = progress(3.0, through=2)
    assert code(deviate, 3.0, known, late=(LateStep(number=1, by=1.0),)) is FaultCode.PAST_CONTRADICTED


def test_refusals_round_their_times() -> None:
    with pytest.raises(ContractError, match=r"after 1\.2$"):
        progress(1.2000000000000002, through=1)


def test_deviations_that_cannot_be_are_refused() -> None:
    known = progress(2.0, through=1)
    assert code(deviate, 1.0, known, true=("(q a)",)) is FaultCode.TIME_PASSED
    assert code(deviate, 3.0, known, not_done=(StepName(number=1),)) is FaultCode.PAST_CONTRADICTED
    assert code(deviate, 2.5) is FaultCode.STEP_UNDER_WAY
    assert code(deviate, 8.0, not_done=(StepName(number=2),)) is FaultCode.PAST_CONTRADICTED
    assert code(deviate, 5.0, true=("(p b)",)) is FaultCode.INVALID_MESSAGE
    assert code(deviate, 5.0, true=("(p a)",), false=("(p a)",)) is FaultCode.INVALID_MESSAGE
    assert code(deviate, 5.0, true=("(p z)",)) is FaultCode.UNKNOWN_NAME
    assert code(deviate, 5.0, values={"(fule a)": 1}) is FaultCode.UNKNOWN_NAME
    assert code(deviate, 5.0, broken_off=(StepName(number=9),)) is FaultCode.UNKNOWN_NAME
    many = tuple(f"(p x{number})" for number in range(reports.MOST_FACTS + 1))
    assert code(deviate, 5.0, true=many) is FaultCode.PAYLOAD_TOO_LARGE


def test_a_problem_with_preferences_on_trajectories_is_refused() -> None:
    priced = problem(more="(:constraints (preference w (sometime (p a)))) (:metric minimize (is-violated w))")
    with pytest.raises(ContractError, match="preferences"):
        history_of(priced, Execution(now=1.0))


def test_what_became_known_meanwhile_is_kept_with_a_plan_that_agrees_with_it() -> None:
    early, late = progress(2.0, through=1), progress(3.0, through=2)
    seen = deviate(4.5, true=("(q k)",))
    assert kept_execution(None, early, PLAN, "it") == early
    assert kept_execution(early, seen, PLAN, "it") == seen
    assert kept_execution(late, early, PLAN, "it") == late
    assert kept_execution(late, None, PLAN, "it") == late
    for known, plan in ((late, PLAN.replace("toggle", "drop")), (seen, PLAN)):
        with pytest.raises(ContractError) as refused:
            kept_execution(known, early, plan, "it")
        assert refused.value.fault.code is FaultCode.PAST_CONTRADICTED
