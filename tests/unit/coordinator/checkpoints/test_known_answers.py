"""What was answered is not asked again, whichever request it came with."""

from __future__ import annotations

from tests.support.builders import constraint, envelope
from tests.support.sayings import GUESSED, MEANT, READ, Sayings, plan_for, waterway

from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.coordinator.checkpoints.known_answers import PREFERRED, KnownAnswers, RememberingWorkers
from plancritic.coordinator.problem.bank import Bank

LIMITS = SolveLimits(seconds=1.0)
TEXTS = ("Scout B.", "Mumble.")


def remembering(sayings: Sayings, known: KnownAnswers | None = None) -> RememberingWorkers:
    return RememberingWorkers(sayings, envelope(), known or KnownAnswers())


async def test_a_verdict_is_known_with_what_it_was_asked_for() -> None:
    sayings = Sayings()
    workers = remembering(sayings)
    first = await workers.solve((constraint(READ, "s1"),), LIMITS, None)
    assert await workers.solve((constraint(READ, "s1"),), LIMITS, None, seconds_wanted=3.0) == first
    assert len(sayings.asked) == 1
    for specification, limits, engine, explain in (
        ((constraint(READ, "s2"),), LIMITS, None, False),
        ((constraint(READ, "s1"),), SolveLimits(seconds=2.0), None, False),
        ((constraint(READ, "s1"),), LIMITS, "kairos", False),
        ((constraint(READ, "s1"),), LIMITS, None, True),
    ):
        before = len(sayings.asked)
        await workers.solve(specification, limits, engine, explain)
        assert len(sayings.asked) == before + 1


async def test_questions_are_known_one_by_one_and_a_proof_by_plan_and_specification() -> None:
    sayings = Sayings()
    workers = remembering(sayings)
    plan = plan_for(READ)
    whole = await workers.validate(plan, (constraint(READ),), (READ, MEANT))
    turned = await workers.validate(plan, (constraint(READ),), (MEANT, READ))
    assert len(sayings.asked) == 1
    assert turned.answers == whole.answers[::-1]
    assert [each.proof.ruling for each in whole.answers] == ["accepted", "rejected"]
    await workers.validate(plan, (constraint(READ),), (GUESSED,))
    await workers.validate(plan, (), (READ,))
    assert len(sayings.asked) == 3
    await workers.validate(plan, (), (GUESSED, READ, MEANT))
    assert len(sayings.asked) == 3


async def test_of_several_plans_only_new_ones_are_scored_and_rows_come_in_the_order_asked() -> None:
    sayings = Sayings()
    workers = remembering(sayings)
    good, bad, new = plan_for(MEANT), plan_for(), plan_for(READ)
    await workers.score((good, bad), TEXTS)
    scores = await workers.score((new, bad, good), TEXTS)
    assert sayings.asked[1:] == [("score", (new,), TEXTS)]
    assert scores.adherence == ((0.02, 0.02), (0.02, 0.02), (0.98, 0.02))
    assert (await workers.score((bad,), TEXTS)).adherence == ((0.02, 0.02),)
    assert len(sayings.asked) == 2


async def test_whoever_is_given_what_is_known_asks_for_none_of_it() -> None:
    first = remembering(Sayings(judged_by="reader"))
    asked = ((constraint(READ, "s1"),), LIMITS, None)
    verdict = await first.solve(*asked)
    validation = await first.validate(plan_for(), (), (READ,))
    scores = await first.score((plan_for(),), TEXTS)
    assert scores.judged_by == "reader"
    written = KnownAnswers.model_validate_json(first.known().model_dump_json())
    sayings = Sayings()
    second = remembering(sayings, written)
    assert await second.solve(*asked) == verdict
    again = await second.validate(plan_for(), (), (READ,))
    assert (again.proof, again.answers) == (validation.proof, validation.answers)
    rescored = await second.score((plan_for(),), TEXTS)
    assert rescored.model_copy(update={"envelope": scores.envelope}) == scores
    assert sayings.asked == []


async def test_what_becomes_known_later_changes_nothing_that_was_given_out() -> None:
    workers = remembering(Sayings())
    before = workers.known()
    await workers.solve((), LIMITS, None)
    assert before == KnownAnswers()
    assert len(workers.known().verdicts) == 1


async def test_what_the_preferred_plan_meets_is_answered_by_it_proved_and_without_a_job() -> None:
    sayings = Sayings()
    workers = remembering(sayings)
    plan = plan_for(READ)
    workers.prefer(Bank(waterway(), (plan,)))
    wish = constraint(READ, "s1").model_copy(update={"strength": "should"})
    found = await workers.solve((wish,), LIMITS, None)
    assert isinstance(found, PlanProved)
    assert (found.engine, found.plan) == (PREFERRED, plan)
    assert [(each.constraint, each.kept) for each in found.preferences] == [(wish, True)]
    assert [asked[0] for asked in sayings.asked] == ["validate"]


async def test_what_the_preferred_plan_does_not_meet_and_the_plan_without_feedback_are_planned() -> None:
    sayings = Sayings()
    workers = remembering(sayings)
    workers.prefer(Bank(waterway(), (plan_for(READ),)))
    await workers.solve((constraint(READ), constraint(MEANT)), LIMITS, None)
    await workers.solve((), LIMITS, None)
    assert [asked[0] for asked in sayings.asked] == ["solve", "solve"]
