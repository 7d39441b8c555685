"""The validator on a real broker: the proof of the whole, and of each question in its order."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.builders import constraint, validate_plan
from tests.support.large_texts import HOSTILE, LARGE, watched_loop
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.specification import ProblemReference
from plancritic.contracts.validation import Validation
from plancritic.domains import load_domain
from plancritic.engines import PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.judges import ExecutorJudge, ValJudge
from plancritic.validator.app import build_app

SCOUTED = "(sometime (at sct_ast_0 wpt_end))"
NEVER = "(always (not (at shp_sal_ast_0 wpt_end)))"


@pytest.fixture
async def waterway(client: Client) -> ProblemReference:
    bundle = await client.put_object(load_domain("waterway").to_json())
    return ProblemReference(domain="waterway", problem="1", bundle=bundle)


@pytest.fixture
async def base_plan() -> str:
    bundle = load_domain("waterway")
    engine = KairosEngine(children=1)
    found = await engine.solve(PlanningRequest(bundle.domain_pddl, bundle.problem("1")))
    await engine.close()
    assert isinstance(found, PlanFound)
    return found.plan


@pytest.fixture
async def validator(bus_settings: BusSettings) -> AsyncIterator[None]:
    async with running(build_app(bus=bus_settings)):
        yield


async def validation(client: Client, **job: object) -> Validation:
    result = await client.request(validate_plan(**job), subjects.VALIDATE, timeout=20)
    assert isinstance(result, Validation)
    return result


async def test_whole_and_questions_are_proved_by_all_judges(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    answer = await validation(
        client,
        problem=waterway,
        plan=base_plan,
        specification=(constraint(SCOUTED),),
        questions=(NEVER, SCOUTED, "(hold-during 5 3 (at shp_0 wpt_end))", NEVER),
    )
    assert answer.proof.ruling == "accepted"
    assert [report.judge for report in answer.proof.reports] == ["val", "kairos", "executor"]
    assert [one.proof.ruling for one in answer.answers] == ["rejected", "accepted", "unjudged", "rejected"]
    assert [one.constraint for one in answer.answers][:2] == [NEVER, SCOUTED]
    assert "Plan valid" in answer.proof.reports[0].raw
    assert [len(one.proof.reports[0].raw) for one in answer.answers] == [2_000, 0, 0, 2_000]


async def test_result_and_refusal_of_a_job_would_have_one_id(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    job = validate_plan(problem=waterway, plan=base_plan)
    result = await client.request(job, subjects.VALIDATE, timeout=20)
    assert result.envelope.message_id == job.envelope.caused("result").message_id


async def test_hundred_answers_are_far_smaller_than_a_message_may_be(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    questions = tuple(f"(within {number} (at sct_ast_0 wpt_end))" for number in range(100))
    answer = await validation(client, problem=waterway, plan=base_plan, questions=questions)
    assert len(answer.answers) == 100
    assert len(answer.model_dump_json()) < 300_000


async def test_without_val_the_validator_does_not_start(bus_settings: BusSettings, tmp_path: Path) -> None:
    judges = (ValJudge(tmp_path / "nowhere"), ExecutorJudge())
    with pytest.raises(ContractError) as refusal:
        async with running(build_app(bus=bus_settings, judges=judges)):
            pass
    assert refusal.value.fault.code is FaultCode.SERVICE_UNAVAILABLE
    assert "nowhere is not an executable file" in str(refusal.value.fault.remedy)


async def test_a_plan_that_breaks_a_constraint_is_rejected_with_the_finding(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    answer = await validation(client, problem=waterway, plan=base_plan, specification=(constraint(NEVER),))
    assert answer.proof.ruling == "rejected"
    for report in answer.proof.reports:
        assert [finding.constraint for finding in report.findings if finding.satisfied is False] == [NEVER]


async def test_garbage_is_no_plan(client: Client, waterway: ProblemReference, validator: None) -> None:
    answer = await validation(client, problem=waterway, plan="no plan at all ((", questions=(SCOUTED,))
    assert answer.proof.ruling == "rejected"
    assert [one.proof.ruling for one in answer.answers] == ["rejected"]


async def test_an_unknown_problem_is_a_fault(client: Client, waterway: ProblemReference, validator: None) -> None:
    with pytest.raises(ContractError) as refusal:
        await validation(client, problem=waterway.model_copy(update={"problem": "99"}))
    assert refusal.value.fault.code is FaultCode.UNKNOWN_PROBLEM


@pytest.mark.parametrize("place", ["specification", "questions"])
async def test_a_constraint_that_is_too_large_is_refused_and_the_next_job_is_served(
    place: str, client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    hostile = {"specification": (constraint(HOSTILE),)} if place == "specification" else {"questions": (HOSTILE,)}
    async with watched_loop() as loop:
        with pytest.raises(ContractError) as refused:
            await validation(client, problem=waterway, plan=base_plan, **hostile)
    assert refused.value.fault.code is FaultCode.EXPANSION_TOO_LARGE
    assert (refused.value.fault.file, refused.value.fault.line) == ("specification", 1)
    assert loop.longest < 1.5, "health is answered meanwhile"
    assert (await validation(client, problem=waterway, plan=base_plan)).proof.ruling == "accepted"


@pytest.mark.slow
async def test_judging_a_large_constraint_leaves_the_validator_responsive(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    async with watched_loop() as loop:
        answer = await validation(client, problem=waterway, plan=base_plan, questions=(LARGE,))
    assert {report.judge: report.ruling for report in answer.answers[0].proof.reports}["executor"] == "accepted"
    assert loop.longest < 1.5, "health is answered meanwhile"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(always (>= (/ 1 (debris_asset_debris_weight deb_ast_0)) 0))", "divides by zero"),
        ("(sometime (> (/ 1 0) 0))", "divides by zero"),
        ("(within 1e306 (at sct_ast_0 wpt_b_0))", "out of range"),
    ],
)
async def test_a_bad_number_in_a_question_is_told_at_the_first_delivery(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None, text: str, words: str
) -> None:
    answer = await validation(client, problem=waterway, plan=base_plan, questions=(text, SCOUTED))
    assert [one.proof.ruling for one in answer.answers] == ["unjudged", "accepted"]
    for report in answer.answers[0].proof.reports:
        assert words in report.findings[0].explanation


async def test_a_value_that_is_missing_in_some_states_is_judged_by_the_executor(
    client: Client, waterway: ProblemReference, base_plan: str, validator: None
) -> None:
    loaded = "(/ 1 (debris_asset_debris_weight deb_ast_0))"
    questions = (f"(sometime (> {loaded} 0))", f"(hold-during 0 5 (> {loaded} 0))")
    answer = await validation(client, problem=waterway, plan=base_plan, questions=questions)
    assert [one.proof.ruling for one in answer.answers] == ["accepted", "rejected"]


@pytest.mark.parametrize(("plan", "words"), [("1e300: (noop)", "out of range"), ("0: (noop) [inf]", "expected a time")])
async def test_a_plan_with_a_bad_time_is_rejected(
    client: Client, waterway: ProblemReference, validator: None, plan: str, words: str
) -> None:
    answer = await validation(client, problem=waterway, plan=plan)
    assert answer.proof.ruling == "rejected"
    assert words in answer.proof.reports[0].findings[0].explanation
