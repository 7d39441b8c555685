"""The execution of a session's plan on a real broker: what was done stays, and the rest is planned anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.feedback_runs import end_of, number_of_ends, submit

from plancritic.bus import BucketName, Client
from plancritic.client import PlancriticClient
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed, LateStep, StepName
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised, SearchSettings
from plancritic.coordinator.execution.reports import MOST_FACTS
from plancritic.coordinator.runs.records import Runs

#: Each takes several seconds of all services.
pytestmark = pytest.mark.slow

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."
DRIVER = "I want driver 2 to end up at the depot."


async def turn(client: Client, session: str, *statements: str, **changes: object) -> PlanRevised:
    envelope = await submit(client, *statements, domain="haulage", session=session, settings={"seed": 1}, **changes)
    end = await end_of(client, envelope, limit=60)
    assert isinstance(end, PlanRevised), end
    return end


def progress(end: PlanRevised, through: int, **changes: Any) -> ExecutionProgressed:
    """The steps up to a number are done, by the time at which the last of them ends."""
    time = max((step.start + step.duration for step in end.steps if step.number <= through), default=0.0)
    fields = {"revision": end.revision, "time": time, "through": through} | changes
    return ExecutionProgressed(envelope=Envelope.start(session_id=end.envelope.session_id), **fields)


def deviation(end: PlanRevised, time: float, **changes: Any) -> ExecutionDeviated:
    fields = {"revision": end.revision, "time": time, "settings": SearchSettings(seed=1)} | changes
    return ExecutionDeviated(envelope=Envelope.start(session_id=end.envelope.session_id), **fields)


async def replanned(client: Client, report: ExecutionDeviated) -> PlanRevised:
    await client.publish(report, subjects.EXECUTION_DEVIATED)
    end = await end_of(client, report.envelope, limit=60)
    assert isinstance(end, PlanRevised), end
    return end


def lines(plan: str) -> list[str]:
    return [line for line in plan.splitlines() if line]


def done_by(end: PlanRevised, time: float) -> list[str]:
    """The lines of the steps that the plan has begun before a time."""
    return [line for line in lines(end.plan) if float(line.partition(":")[0]) < time - 1e-6]


async def test_what_is_done_is_kept_and_later_feedback_plans_only_the_rest(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    report = progress(first, 4)
    head = await client.progressed(report)
    assert (head.id, head.plan) == (first.revision, first.plan)
    assert head.execution is not None and head.execution.now == report.time
    done = done_by(first, report.time)
    assert len(done) >= 4 and lines(head.execution.done) == done
    second = await turn(haulage, "deliveries", DRIVER)
    assert {each.statement.text: each.verdict for each in second.statements} == {
        MILL: "unconfirmed",
        DRIVER: "unconfirmed",
    }
    assert lines(second.plan)[: len(done)] == done
    assert all(step.start >= report.time for step in second.steps[len(done) :])
    assert second.proof.ruling == "accepted" and second.execution == head.execution
    assert lines(second.base_plan)[: len(done)] == done
    # What was done is kept with the session, also by whoever looks anew, and by its next turn.
    assert (await client.head("deliveries")).execution == head.execution
    with pytest.raises(ContractError) as refused:
        await client.progressed(progress(second, 1))
    assert refused.value.fault.code is FaultCode.TIME_PASSED


async def test_a_late_step_moves_the_rest_and_is_not_done_once_more(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    step = next(step for step in first.steps if step.action.startswith("(drive"))
    time = round(step.start + step.duration, 6)
    beside = tuple(
        StepName(number=each.number, action=each.action)
        for each in first.steps
        if each is not step and each.start < time - 1e-6 < each.start + each.duration - 2e-6
    )
    late = LateStep(number=step.number, action=step.action, by=20.0)
    end = await replanned(haulage, deviation(first, time, late=(late,), under_way=beside))
    assert end.proof.ruling == "accepted"
    assert step.start not in [each.start for each in end.steps if each.action == step.action]
    assert all(each.start >= time + 20 - 1e-6 for each in end.steps if each.start >= time)
    ends = max(each.start + each.duration for each in end.steps)
    before = max(each.start + each.duration for each in first.steps)
    assert before < ends <= before + 20 + 1
    assert end.execution is not None
    assert {each.step for each in end.execution.observations if each.step} == {step.action}


async def test_a_refusal_names_steps_in_words(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    with pytest.raises(ContractError) as refused:
        await PlancriticClient(haulage).progressed(progress(first, 1, time=1000.0))
    message = refused.value.fault.message
    assert "ends at" in message and "drive" not in message.split('"')[0] and "(" not in message, message


async def test_steps_under_way_count_as_begun(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    head = await PlancriticClient(haulage).progressed(progress(first, 2, time=5.0))
    assert head.execution is not None
    begun = [line for line in lines(head.execution.done) if "(drive driver1 van1 depot market)" in line]
    assert len(begun) == 1
    second = await turn(haulage, "deliveries", DRIVER)
    assert lines(second.plan)[:4] == lines(head.execution.done)


async def test_undo_does_not_take_back_what_was_done(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    await turn(haulage, "deliveries", MILL)
    second = await turn(haulage, "deliveries", DRIVER)
    last = second.steps[-1].number
    await client.progressed(progress(second, last, time=1000.0))
    with pytest.raises(ContractError) as refused:
        await client.undo("deliveries")
    assert refused.value.fault.code is FaultCode.PAST_CONTRADICTED
    with pytest.raises(ContractError) as parted:
        await client.branch("deliveries", "1", "other")
    assert parted.value.fault.code is FaultCode.PAST_CONTRADICTED
    assert (await client.branch("deliveries", None, "same")).execution == (await client.head("deliveries")).execution
    third = await submit(haulage, "Undo that.", domain="haulage", session="deliveries", settings={"seed": 1})
    end = await end_of(haulage, third, limit=60)
    assert isinstance(end, FeedbackRefused) and end.fault.code is FaultCode.INVALID_PLAN


async def test_reports_of_progress_that_cannot_be_are_refused_with_the_reason(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    last = first.steps[-1].number

    async def code(report: ExecutionProgressed) -> FaultCode:
        with pytest.raises(ContractError) as refused:
            await client.progressed(report)
        assert refused.value.fault.remedy
        return refused.value.fault.code

    unknown = ExecutionProgressed(envelope=Envelope.start(session_id="nowhere"), revision="1-a", time=1.0, through=1)
    assert await code(unknown) is FaultCode.UNKNOWN_NAME
    assert await code(progress(first, 1, revision="0-other")) is FaultCode.STALE_REVISION
    assert await code(progress(first, last + 1)) is FaultCode.UNKNOWN_NAME
    assert await code(progress(first, 4, time=1.5)) is FaultCode.PAST_CONTRADICTED
    assert await code(progress(first, 1, time=15.0)) is FaultCode.PAST_CONTRADICTED
    misspelt = StepName(number=1, action="(board driver1 van2 depot)")
    with pytest.raises(ContractError, match="did you mean '\\(board driver1 van1 depot\\)'"):
        await client.progressed(progress(first, 0, time=1.0, done=(misspelt,)))
    head = await client.head("deliveries")
    assert head.execution is None


async def test_a_deviation_plans_the_rest_anew_from_what_was_observed(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    seen = {"true": ("(at van1 school)",), "false": ("(at van1 market)",), "reason": "the market was closed"}
    end = await replanned(haulage, deviation(first, 12.001, **seen))
    done = done_by(first, 12.0)
    assert lines(end.plan)[: len(done)] == done
    rest = [step for step in end.steps if step.start >= 12.001]
    assert len(rest) + len(done) == len(end.steps)
    assert any(step.action.startswith("(drive driver1 van1 school") for step in rest)
    assert [(each.statement.text, each.verdict) for each in end.statements] == [(MILL, "unconfirmed")]
    assert (end.number, end.parent, end.proof.ruling, end.given_up) == (2, first.revision, "accepted", ())
    assert {report.judge: report.ruling for report in end.proof.reports} == dict.fromkeys(
        ("val", "kairos", "executor"), "accepted"
    )
    assert end.execution is not None
    (observed,) = end.execution.observations
    assert (observed.true, observed.false, observed.reason) == (seen["true"], seen["false"], "the market was closed")
    # The next turn starts from there.
    third = await turn(haulage, "deliveries", DRIVER)
    assert lines(third.plan)[: len(done)] == done
    assert third.proof.ruling == "accepted"
    assert (third.number, third.execution) == (3, end.execution)


async def test_a_plan_that_is_late_goes_on_where_it_still_works(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    late = StepName(number=3, action="(drive driver1 van1 depot market)")
    end = await replanned(haulage, deviation(first, 9.0, not_done=(late,)))
    assert [step.action for step in end.steps] == [step.action for step in first.steps]
    moved = next(step for step in end.steps if step.action == late.action)
    assert moved.start == pytest.approx(9.001, abs=0.002)


async def test_a_statement_that_no_plan_from_here_meets_is_given_up_and_told(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", DEPOT)
    await PlancriticClient(haulage).accept("deliveries")
    end = await replanned(haulage, deviation(first, 0.0, false=("(road mill hospital)", "(road mill depot)")))
    (outcome,) = end.statements
    (given_up,) = end.given_up
    assert (outcome.verdict, given_up.statement, given_up.why) == ("impossible", "s1", "impossible")
    assert "(proved)" in outcome.explanation
    assert end.proof.ruling == "accepted" and end.specification == ()
    head = await PlancriticClient(haulage).head("deliveries")
    assert head.in_force == () and [each.why for each in head.not_in_force] == ["impossible"]


async def test_deviations_that_cannot_be_are_refused_with_the_reason(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)

    async def refused(report: ExecutionDeviated) -> FeedbackRefused:
        await haulage.publish(report, subjects.EXECUTION_DEVIATED)
        end = await end_of(haulage, report.envelope, limit=60)
        assert isinstance(end, FeedbackRefused), end
        assert await number_of_ends(haulage, report.envelope) >= 1
        return end

    unknown = await refused(deviation(first, 1.0, true=("(at van1 markt)",)))
    assert unknown.fault.code is FaultCode.UNKNOWN_NAME
    assert "did you mean 'market'" in unknown.fault.message
    predicate = await refused(deviation(first, 1.0, true=("(att van1 market)",)))
    assert "did you mean 'at'" in predicate.fault.message
    flying = await refused(deviation(first, 5.0, true=("(at van1 school)",)))
    assert flying.fault.code is FaultCode.STEP_UNDER_WAY
    assert "driver 1 drives the van from the depot to the market" in flying.fault.message
    assert "12" in str(flying.fault.remedy)
    nothing = await refused(deviation(first, 0.0))
    assert nothing.fault.code is FaultCode.INVALID_MESSAGE
    many = await refused(deviation(first, 0.0, values={f"(room van{n})": 1.0 for n in range(MOST_FACTS + 1)}))
    assert many.fault.code is FaultCode.PAYLOAD_TOO_LARGE
    stale = await refused(deviation(first, 0.0, revision="0-old", true=("(at van1 school)",)))
    assert stale.fault.code is FaultCode.STALE_REVISION
    parted = await refused(deviation(first, 0.0, false=("(road hospital mill)", "(road depot mill)")))
    assert parted.fault.code is FaultCode.NO_BASE_PLAN
    assert "no plan from here reaches the goal" in parted.fault.message
    assert (await PlancriticClient(haulage).head("deliveries")).id == first.revision


async def test_a_deviation_that_is_delivered_again_makes_one_revision(haulage: Client) -> None:
    first = await turn(haulage, "twice", MILL)
    report = deviation(first, 12.001, true=("(at van1 school)",), false=("(at van1 market)",))
    end = await replanned(haulage, report)
    naming = haulage.naming
    target = naming.publish(subjects.EXECUTION_DEVIATED, report.envelope)
    await haulage.jetstream.publish(target, report.model_dump_json().encode())
    other = await turn(haulage, "twice", DRIVER)
    assert (end.number, other.number, other.parent) == (2, 3, end.revision)


async def test_a_deviation_s_run_that_starts_over_has_its_whole_time_whatever_the_clock_of_the_copy_before(
    haulage: Client,
) -> None:
    first = await turn(haulage, "late", MILL)
    report = deviation(
        first, 12.001, true=("(at van1 school)",), false=("(at van1 market)",), settings=SearchSettings()
    )
    # What a copy noted that began the run and died, with a clock that stood still for years.
    runs = await haulage.kv(BucketName.RUNS)
    await Runs(haulage).begin(
        FeedbackSubmitted(envelope=report.envelope, domain="haulage", problem="1", statements=(), revision="1-a")
    )
    entry = await runs.get(report.envelope.correlation_id)
    assert entry is not None
    record = json.loads(entry.value)
    record["state"]["started"] = "2001-01-01T00:00:00.000+00:00"
    await runs.update(entry.key, json.dumps(record).encode(), entry.revision)
    end = await replanned(haulage, report)
    assert (end.mode, end.parent, end.proof.ruling) == ("anytime", first.revision, "accepted")


async def test_a_step_under_way_goes_on_and_numbers_count_as_observed(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    drive = StepName(number=3, action="(drive driver1 van1 depot market)")
    slow = {"(driving_time market hospital)": 30.0}
    end = await replanned(haulage, deviation(first, 5.0, under_way=(drive,), values=slow, true=("(at driver2 mill)",)))
    assert lines(end.plan)[:4] == done_by(first, 5.0)
    assert end.steps[4].start >= 12.001
    durations = {step.action: step.duration for step in end.steps if step.start > 5.0}
    assert durations.get("(drive driver1 van1 market hospital)", 30.0) == 30.0
    # Every judge knows of the observation, VAL among them.
    assert [report.ruling for report in end.proof.reports] == ["accepted"] * 3


async def test_a_deviation_of_an_unknown_session_is_refused(haulage: Client) -> None:
    report = ExecutionDeviated(envelope=Envelope.start(session_id="nowhere"), revision="1-a", time=1.0)
    await haulage.publish(report, subjects.EXECUTION_DEVIATED)
    end = await end_of(haulage, report.envelope, limit=60)
    assert isinstance(end, FeedbackRefused)
    assert (end.fault.code, "nowhere" in end.fault.message) == (FaultCode.UNKNOWN_NAME, True)


async def test_a_run_whose_plan_contradicts_what_was_reported_meanwhile_makes_no_revision(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    envelope = await submit(haulage, DRIVER, domain="haulage", session="deliveries", settings={"seed": 1})
    await client.progressed(progress(first, first.steps[-1].number, time=1000.0))
    end = await end_of(haulage, envelope, limit=60)
    head = await client.head("deliveries")
    if isinstance(end, FeedbackRefused):
        assert (end.fault.code, head.id) == (FaultCode.PAST_CONTRADICTED, first.revision)
    else:
        # It began after the report, and so with it.
        assert lines(end.plan)[: len(first.steps)] == lines(first.plan)
