"""A session on a real broker with every service: what is said stays in force, and can be undone and branched."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest
from tests.support.builders import feedback_submitted
from tests.support.feedback_runs import end_of, number_of_ends, submit

from plancritic.bus import Client
from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, SearchSettings
from plancritic.contracts.questions import QuestionAsked
from plancritic.contracts.sessions import Revision

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."
DRIVER = "I want driver 2 to end up at the depot."
#: Wishes that nothing in the domain can meet.
NONSENSE, OTHER_NONSENSE = "Van 1 must be painted green.", "Van 2 must be painted blue."
SWAPPED = "Step 8 should come before step 6."


async def turn(client: Client, session: str, *statements: str, **changes: object) -> PlanRevised:
    envelope = await submit(client, *statements, domain="haulage", session=session, settings={"seed": 1}, **changes)
    end = await end_of(client, envelope, limit=60)
    assert isinstance(end, PlanRevised), end
    return end


async def refused_turn(client: Client, session: str, *statements: str, **changes: object) -> FeedbackRefused:
    envelope = await submit(client, *statements, domain="haulage", session=session, settings={"seed": 1}, **changes)
    end = await end_of(client, envelope, limit=60)
    assert isinstance(end, FeedbackRefused), end
    return end


def told(end: PlanRevised) -> dict[str, tuple[bool, int]]:
    """Whether the plan meets each statement, and the turn in which it was said.

    Without a scorer model the readings of this domain are in doubt: what is met is `unconfirmed` at first.
    """
    return {each.statement.text: (each.verdict in (True, "unconfirmed"), each.turn) for each in end.statements}


def in_force(revision: Revision) -> dict[str, str]:
    return {each.statement.id: each.statement.text for each in revision.in_force}


async def test_what_turn_one_said_holds_in_turn_two_with_its_reading(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    assert (first.number, first.parent, first.shown) == (1, None, None)
    second = await turn(haulage, "deliveries", DRIVER)
    assert (second.number, second.parent) == (2, first.revision)
    assert told(second) == {MILL: (True, 1), DRIVER: (True, 2)}
    assert second.renamed == {"s1": "s2"}
    assert second.statements[0].constraints == first.statements[0].constraints
    assert {"s1", "s2"} <= {name for traced in second.specification for name in traced.statements}
    assert second.shown is not None
    assert (second.shown.revision, second.shown.plan, second.shown.steps) == (first.revision, first.plan, first.steps)
    head = await PlancriticClient(haulage).head("deliveries")
    assert (head.id, head.parent, head.plan) == (second.revision, first.revision, second.plan)
    assert in_force(head) == {"s1": MILL, "s2": DRIVER}
    assert {each.reading for each in head.in_force} == {"doubtful"}
    await PlancriticClient(haulage).accept("deliveries", head.id)
    third = await turn(haulage, "deliveries", SWAPPED)
    assert [(each.verdict, each.reading) for each in third.statements[:2]] == [("adhered", "confirmed")] * 2
    assert third.needs_confirmation == ("s3",)


@pytest.mark.slow
async def test_a_new_statement_that_clashes_with_an_earlier_one_leaves_the_plan_and_says_with_which(
    haulage: Client,
) -> None:
    first = await turn(haulage, "deliveries", DEPOT)
    second = await turn(haulage, "deliveries", MILL)
    assert told(second) == {DEPOT: (True, 1), MILL: (False, 2)}
    clash = second.statements[1]
    assert clash.impossible_with == ("s1",)
    assert f"s1 is {DEPOT!r}, said in turn 1" in clash.explanation
    assert second.plan == first.plan
    assert (second.unchanged, second.revision, second.number) == (True, first.revision, 1)
    head = await PlancriticClient(haulage).head("deliveries")
    assert head.id == first.revision
    assert in_force(head) == {"s1": DEPOT}
    # The proof is of one reading: while that is in doubt the statement is `violated`, not `impossible`.
    assert [(each.statement.text, each.why) for each in head.not_in_force] == [(MILL, clash.verdict)]
    assert clash.verdict in ("impossible", "violated")


async def test_a_turn_of_which_nothing_is_understood_changes_nothing_and_undo_undoes_the_last_wish(
    haulage: Client,
) -> None:
    client = PlancriticClient(haulage)
    nothing = await turn(haulage, "deliveries", NONSENSE)
    assert (nothing.unchanged, nothing.revision, nothing.number) == (True, None, None)
    assert nothing.plan == nothing.base_plan
    assert (await client.sessions(5)).sessions == ()
    first = await turn(haulage, "deliveries", MILL)
    assert (first.number, first.unchanged) == (1, False)
    second = await turn(haulage, "deliveries", DRIVER)
    third = await turn(haulage, "deliveries", NONSENSE)
    assert (third.unchanged, third.revision, third.parent) == (True, second.revision, first.revision)
    assert third.plan.encode() == second.plan.encode()
    assert (third.specification, third.steps) == (second.specification, second.steps)
    assert [each.verdict for each in third.statements] == ["unconfirmed", "unconfirmed", "not_understood"]
    head = await client.head("deliveries")
    assert (head.id, in_force(head)) == (second.revision, {"s1": MILL, "s2": DRIVER})
    mixed = await turn(haulage, "deliveries", OTHER_NONSENSE, SWAPPED)
    assert (mixed.number, mixed.parent, mixed.unchanged) == (3, second.revision, False)
    after = await client.head("deliveries")
    # What was not understood before is not told again.
    assert [each.statement.text for each in after.not_in_force] == [OTHER_NONSENSE]
    assert len({each.statement.id for each in (*after.in_force, *after.not_in_force)}) == 4
    assert (await client.undo("deliveries")).plan == second.plan


async def test_a_reading_in_doubt_is_confirmed_in_place(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL, DRIVER)
    assert first.needs_confirmation == ("s1", "s2")
    head = await client.confirm("deliveries", "s1")
    assert (head.id, head.accepted, head.plan) == (first.revision, False, first.plan)
    assert [(each.reading, each.verdict) for each in head.in_force] == [
        ("confirmed", "adhered"),
        ("doubtful", "unconfirmed"),
    ]
    assert await client.confirm("deliveries", MILL) == head
    with pytest.raises(ContractError) as unknown:
        await client.accept("deliveries", statement="s9")
    assert unknown.value.fault.code is FaultCode.UNKNOWN_NAME


@pytest.mark.slow
async def test_a_rejected_reading_is_not_read_again_and_the_other_one_may_be_what_was_meant(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    settings = SearchSettings(seed=1, generations=0)
    rejected = await client.rejecting("deliveries", "s1", settings)
    end = await (await client.submit(rejected)).end(limit=60)
    assert isinstance(end, PlanRevised)
    assert (end.rejected, end.unchanged, end.parent) == (("s1",), False, first.revision)
    assert all(each.constraints != first.statements[0].constraints for each in end.statements)
    with pytest.raises(ContractError) as refused:
        await client.undo("deliveries")
    assert refused.value.fault.code is FaultCode.NOTHING_TO_UNDO, "what was rejected never holds again"
    first = await turn(haulage, "others", MILL)
    other = await client.rejecting("others", "s1", settings, other=True)
    end = await (await client.submit(other)).end(limit=60)
    assert isinstance(end, PlanRevised)
    meant = end.statements[0]
    assert meant.constraints != first.statements[0].constraints
    assert meant.verdict == "not_understood" or meant.reading == "confirmed"
    for each in (await client.head("others")).in_force:
        assert first.statements[0].constraints in each.rejected


@pytest.mark.slow
async def test_going_back_after_no_passes_over_the_rejected_reading(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", DRIVER)
    await turn(haulage, "deliveries", MILL)
    rejected = await client.rejecting("deliveries", "s2", SearchSettings(seed=1, generations=0))
    assert isinstance(await (await client.submit(rejected)).end(limit=60), PlanRevised)
    back = await client.undo("deliveries")
    assert ([each.statement.id for each in back.in_force], back.restores) == (["s1"], first.revision)


@pytest.mark.slow
async def test_a_correction_of_which_nothing_comes_leaves_what_it_corrects(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    second = await turn(haulage, "deliveries", "I meant: order extra crates.")
    assert second.unchanged
    assert second.plan == first.plan
    assert in_force(await PlancriticClient(haulage).head("deliveries")) == {"s1": MILL}
    assert MILL in [each.statement.text for each in second.statements if each.verdict == "unconfirmed"]


@pytest.mark.slow
async def test_what_is_said_again_replaces_its_earlier_self(haulage: Client) -> None:
    await turn(haulage, "deliveries", DEPOT)
    second = await turn(haulage, "deliveries", DRIVER, DEPOT.upper())
    assert told(second) == {DRIVER: (True, 2), DEPOT.upper(): (True, 2)}
    assert {each.statement.id: each.statement.text for each in second.statements} == {"s2": DRIVER, "s1": DEPOT.upper()}


@pytest.mark.slow
async def test_step_numbers_of_a_second_turn_mean_the_plan_that_the_first_ended_with(haulage: Client) -> None:
    first = await turn(haulage, "steps", "Step 7 should come before step 5.")
    said = [f"Step {number} should come before step {number - 2}." for number in (6, 9)]
    of_base = read(await turn(haulage, "fresh", *said))
    of_revised = read(await turn(haulage, "other", *said, shown_plan=first.plan))
    assert of_base != of_revised, "else the two plans could not be told apart"
    second = read(await turn(haulage, "steps", *said))
    assert {each: second[each] for each in said} == of_revised


def read(end: PlanRevised) -> dict[str, tuple[str, ...]]:
    """How the statements about steps were read."""
    return {each.statement.text: each.constraints for each in end.statements if each.statement.text.startswith("Step")}


@pytest.mark.slow
async def test_a_plan_that_comes_with_the_feedback_counts_before_the_session_s(haulage: Client) -> None:
    first = await turn(haulage, "steps", MILL)
    second = await turn(haulage, "steps", DRIVER, shown_plan=first.base_plan)
    assert second.shown is not None
    assert (second.shown.source, second.shown.run, second.shown.plan) == ("feedback", None, first.base_plan)


async def test_undo_restores_the_plan_byte_for_byte_and_the_next_turn_starts_from_it(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    before = await client.head("deliveries")
    second = await turn(haulage, "deliveries", DRIVER)
    undone = await client.undo("deliveries", second.revision)
    assert (undone.number, undone.made_by, undone.restores, undone.run) == (3, "undo", first.revision, None)
    assert undone.plan.encode() == before.plan.encode()
    assert (undone.steps, undone.in_force) == (before.steps, before.in_force)
    fourth = await turn(haulage, "deliveries", DRIVER)
    assert (fourth.number, fourth.parent) == (4, undone.id)
    # The number of what was undone is not given again.
    assert {each.statement.id for each in fourth.statements} == {"s1", "s3"}
    assert fourth.plan == second.plan


@pytest.mark.slow
async def test_a_dropped_statement_holds_no_longer(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    await turn(haulage, "deliveries", DEPOT)
    await turn(haulage, "deliveries", DRIVER)
    run = await client.drop("deliveries", ["i want VAN 1"], SearchSettings(seed=1))
    end = await run.end(limit=60)
    assert isinstance(end, PlanRevised), end
    assert (end.dropped, told(end)) == (("s1",), {DRIVER: (True, 2)})
    head = await client.head("deliveries")
    assert [(each.statement.id, each.why) for each in head.not_in_force] == [("s1", "dropped")]
    last = await (await client.drop("deliveries", ["s2"], SearchSettings(seed=1))).end(limit=60)
    assert isinstance(last, PlanRevised), last
    assert (last.statements, last.plan) == ((), last.base_plan)


@pytest.mark.slow
async def test_a_branch_goes_its_own_way(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    copy = await client.branch("deliveries", into="other")
    assert (copy.session, copy.number, copy.parent, copy.plan) == ("other", 1, None, first.plan)
    there = await turn(haulage, "other", DRIVER)
    assert set(told(there)) == {MILL, DRIVER}
    assert (await client.head("deliveries")).id == first.revision


@pytest.mark.slow
async def test_a_stale_revision_is_refused_and_names_the_newer(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", MILL)
    second = await turn(haulage, "deliveries", DRIVER, revision=first.revision)
    end = await refused_turn(haulage, "deliveries", DEPOT, revision=first.revision)
    assert end.fault.code is FaultCode.STALE_REVISION
    assert second.revision is not None and second.revision in end.fault.message
    assert end.fault.remedy


@pytest.mark.slow
async def test_of_two_turns_at_once_the_second_to_end_is_refused_as_stale(haulage: Client) -> None:
    await turn(haulage, "deliveries", MILL)
    envelopes = [
        await submit(haulage, text, domain="haulage", session="deliveries", settings={"seed": 1})
        for text in (DRIVER, "I want driver 2 to end up at the market.")
    ]
    ends = await asyncio.gather(*(end_of(haulage, each, limit=60) for each in envelopes))
    (kept,) = [each for each in ends if isinstance(each, PlanRevised)]
    (refused,) = [each for each in ends if isinstance(each, FeedbackRefused)]
    assert refused.fault.code is FaultCode.STALE_REVISION
    head = await PlancriticClient(haulage).head("deliveries")
    assert (head.id, head.number) == (kept.revision, 2)
    assert await number_of_ends(haulage, envelopes[0]) == 3


@pytest.mark.slow
async def test_feedback_that_is_delivered_again_makes_one_revision(haulage: Client) -> None:
    message = feedback_submitted(
        MILL, domain="haulage", envelope=Envelope.start(session_id="twice"), settings=SearchSettings(seed=1)
    )
    await haulage.publish(message, subjects.FEEDBACK_SUBMITTED)
    end = await end_of(haulage, message.envelope, limit=60)
    # Past the broker's window for the same id: another delivery of the same message.
    naming = haulage.naming
    target = naming.publish(subjects.FEEDBACK_SUBMITTED, message.envelope)
    await haulage.jetstream.publish(target, message.model_dump_json().encode())
    other = await turn(haulage, "twice", DRIVER)
    assert isinstance(end, PlanRevised)
    assert (other.number, other.parent) == (2, end.revision)
    report = await PlancriticClient(haulage).session("twice")
    assert [each.number for each in report.revisions] == [2, 1]


@pytest.mark.slow
async def test_another_problem_needs_another_session(haulage: Client) -> None:
    await turn(haulage, "deliveries", MILL)
    end = await refused_turn(haulage, "deliveries", MILL, problem="2")
    assert end.fault.code is FaultCode.OTHER_PROBLEM
    assert "--new" in str(end.fault.remedy)


async def test_words_that_undo_restore_the_plan_byte_for_byte(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    await turn(haulage, "deliveries", DRIVER)
    third = await turn(haulage, "deliveries", "No, undo that.")
    assert (third.restores, third.plan.encode(), third.steps) == (first.revision, first.plan.encode(), first.steps)
    assert told(third) == {MILL: (True, 1)}
    assert "back to the revision before" in third.taken_as[0]
    head = await client.head("deliveries")
    assert (head.number, head.made_by, head.parent) == (3, "undo", None)
    # Before the first revision there was the plan without feedback.
    fourth = await turn(haulage, "deliveries", "Undo that.")
    assert told(fourth) == {}
    assert fourth.specification == ()
    assert (await client.head("deliveries")).in_force == ()
    end = await refused_turn(haulage, "untouched", "Undo that.")
    assert end.fault.code is FaultCode.NOTHING_TO_UNDO


@pytest.mark.slow
async def test_words_that_correct_the_last_statement_replace_it(haulage: Client) -> None:
    await turn(haulage, "deliveries", MILL, DRIVER)
    second = await turn(haulage, "deliveries", "The depot instead of the mill.")
    assert set(told(second)) == {DRIVER, DEPOT}
    assert second.dropped == ("s1",)
    end = await refused_turn(haulage, "deliveries", "Forget what I said about the depot.")
    assert end.fault.code is FaultCode.AMBIGUOUS_NAME
    assert DEPOT in str(end.fault.remedy) and DRIVER in str(end.fault.remedy)
    assert (await PlancriticClient(haulage).head("deliveries")).number == 2


async def asked_turn(client: Client, session: str, text: str, words: str | None) -> tuple[QuestionAsked, RunEnd]:
    """A turn of whose command it is asked what it means, and its end; `words` are in the choice, None is for none."""
    plancritic = PlancriticClient(client)
    run = await plancritic.submit(
        make_feedback("haulage", "1", [text], SearchSettings(seed=1, generations=0), session, questions="ask")
    )
    asked: list[QuestionAsked] = []
    async with aclosing(run.follow(limit=60)) as events:
        async for event in events:
            if isinstance(event, QuestionAsked) and event.kind == "target":
                asked.append(event)
                chosen = [each.number for each in event.choices if words is not None and words in each.sentence]
                await run.answer(event, chosen[0] if chosen else None)
            elif isinstance(event, QuestionAsked):
                await run.answer(event, 1)
            if isinstance(event, RunEnd):
                (question,) = asked
                return question, event
    raise AssertionError("a run has an end")


async def test_a_command_that_may_mean_several_statements_is_asked_about(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    await turn(haulage, "deliveries", DEPOT, DRIVER)
    question, end = await asked_turn(haulage, "deliveries", "Forget what I said about the depot.", None)
    *each_one, all_of_them = question.choices
    assert {each.sentence.partition('"')[2].partition('"')[0] for each in each_one} == {DEPOT, DRIVER}
    assert "all of these" in all_of_them.sentence.casefold()
    assert all("dropped" in each.consequence for each in each_one)
    assert isinstance(end, FeedbackRefused), "who means none of them is told what can be said"
    assert end.fault.code is FaultCode.AMBIGUOUS_NAME
    _, end = await asked_turn(haulage, "deliveries", "Forget what I said about the depot.", DRIVER)
    assert isinstance(end, PlanRevised)
    assert (set(told(end)), end.dropped, end.number) == ({DEPOT}, ("s2",), 2)
    assert await number_of_ends(haulage, end.envelope, quiet=0.3) == 3
    assert in_force(await client.head("deliveries")) == {"s1": DEPOT}


@pytest.mark.slow
async def test_a_correction_that_fits_several_statements_is_asked_about(haulage: Client) -> None:
    await turn(haulage, "deliveries", DEPOT, DRIVER)
    question, end = await asked_turn(haulage, "deliveries", "No, I meant the mill.", DEPOT)
    assert any(repr(MILL) in each.consequence for each in question.choices)
    assert isinstance(end, PlanRevised)
    assert set(told(end)) == {MILL, DRIVER}
    assert end.dropped == ("s1",)


async def test_words_of_acceptance_accept_the_plan_as_it_is(haulage: Client) -> None:
    client = PlancriticClient(haulage)
    first = await turn(haulage, "deliveries", MILL)
    second = await turn(haulage, "deliveries", "Ok, take it.")
    assert (second.plan, second.restores, second.parent) == (first.plan, first.revision, first.revision)
    assert {(each.verdict, each.reading) for each in second.statements} == {("adhered", "confirmed")}
    head = await client.head("deliveries")
    assert (head.number, head.made_by, head.accepted) == (2, "turn", True)
    assert {each.reading for each in head.in_force} <= {"clear", "confirmed"}
    undone = await turn(haulage, "deliveries", "Undo that.")
    assert (undone.plan, (await client.head("deliveries")).accepted) == (first.plan, False)
    end = await refused_turn(haulage, "untouched", "Looks good.")
    assert "nothing to accept" in end.fault.message


async def test_what_was_said_last_is_cancelled_also_after_thanks_that_accepted_the_plan(haulage: Client) -> None:
    await turn(haulage, "deliveries", DEPOT)
    await turn(haulage, "deliveries", DRIVER)
    accepted = await turn(haulage, "deliveries", "Thanks, that works for me.")
    assert accepted.restores == accepted.parent
    await turn(haulage, "deliveries", "thanks a lot")
    end = await turn(haulage, "deliveries", "actually forget that one")
    assert set(told(end)) == {DEPOT}


async def test_a_question_or_a_remark_is_answered_and_makes_no_revision(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", DEPOT)
    for text in ("why is step 2 there?", "thanks a lot", "what have I asked for so far?"):
        end = await turn(haulage, "deliveries", text)
        assert (end.plan, end.unchanged, end.revision) == (first.plan, True, first.revision), text
        assert end.answers[0].question == text
        assert end.answers[0].sentences
    assert DEPOT in end.answers[0].sentences[0]
    head = await PlancriticClient(haulage).head("deliveries")
    assert (head.id, in_force(head)) == (first.revision, {"s1": DEPOT})


async def test_who_wished_and_was_taken_for_a_remark_is_told_how_to_insist(haulage: Client) -> None:
    await turn(haulage, "deliveries", DEPOT)
    end = await turn(haulage, "deliveries", "thanks a lot")
    (answer,) = end.answers
    said, insist = answer.sentences
    assert "nothing here for the plan to do" in said
    beginning, _, example = insist.partition(", for example: ")
    assert beginning == "If you want this, say it as an instruction"
    # The example is one of this problem, and understood.
    assert (await turn(haulage, "another", example)).statements[0].constraints


async def test_what_if_is_planned_for_and_not_kept(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", DEPOT)
    end = await turn(haulage, "deliveries", "what if driver 2 ended up at the depot?")
    assert (end.plan, end.unchanged) == (first.plan, True)
    (answer,) = end.answers
    assert answer.supposes
    assert answer.sentences[-1] == "Nothing was changed."


async def test_a_change_is_made_of_the_reading_and_stays_in_doubt(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", DRIVER)
    end = await turn(haulage, "deliveries", "hmm no, the other driver")
    assert end.dropped == ("s1",)
    (outcome,) = end.statements
    assert outcome.constraints == tuple(each.replace("driver2", "driver1") for each in first.statements[0].constraints)
    assert outcome.verdict == first.statements[0].verdict == "unconfirmed"
    assert end.needs_confirmation == (outcome.statement.id,)


@pytest.mark.slow
async def test_what_clashes_with_the_problem_s_own_goal_is_told_with_the_part_of_it(haulage: Client) -> None:
    goal = ("parcel 3 lies at the mill",)
    end = await turn(haulage, "deliveries", "Parcel 3 must never be at the mill.", questions="none")
    (outcome,) = end.statements
    assert outcome.verdict != "adhered"
    assert outcome.clashes_with_goal == goal
    assert f"clashes with the goal of the problem: {goal[0]}." in outcome.explanation


@pytest.mark.slow
async def test_an_end_that_a_proved_bound_excludes_is_told_with_the_bound_and_what_would_do(haulage: Client) -> None:
    first = await turn(haulage, "deliveries", DEPOT)
    assert first.lower_bound is not None
    limit = int(first.lower_bound.value) - 1
    end = await turn(haulage, "deliveries", f"The whole plan has to be over by {limit} minutes.")
    outcome = end.statements[-1]
    assert "(proved" in outcome.explanation
    assert f'in place of "The plan ends by {limit} minutes"' in outcome.explanation
    # Nothing is told impossible on a doubtful reading.
    assert outcome.verdict == ("violated" if outcome.reading == "doubtful" else "impossible")
    assert end.plan == first.plan
