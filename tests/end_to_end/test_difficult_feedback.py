"""What people say that cannot be done, cannot be understood, or is far too long."""

from __future__ import annotations

import pytest
from tests.support.builders import feedback_submitted
from tests.support.feedback_runs import confirmed_end, end_of, submit

from plancritic.bus import Client, PayloadTooLarge
from plancritic.contracts import subjects
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.translation import Statement

pytestmark = pytest.mark.slow

CONTRADICTION = ("Finish with the debris boat at waypoint B.", "Finish with the debris boat at the ship dock.")


async def revised(client: Client, *statements: str, **changes) -> PlanRevised:
    end = await end_of(client, await submit(client, *statements, **changes))
    assert isinstance(end, PlanRevised), end
    return end


async def test_of_two_statements_that_contradict_each_other_one_is_kept_and_the_other_names_it(operator):
    end = await revised(operator, *CONTRADICTION)
    verdicts = {outcome.statement.id: outcome for outcome in end.statements}
    assert sorted(outcome.verdict for outcome in end.statements) == ["adhered", "impossible"]
    lost = next(outcome for outcome in end.statements if outcome.verdict == "impossible")
    assert lost.impossible_with == tuple(verdicts.keys() - {lost.statement.id})


async def test_of_two_statements_that_contradict_each_other_a_doubtful_one_is_read_otherwise(operator):
    said = "Have the boats in the dock when it's over."
    end = await revised(operator, said, "The scout should be back at the start when everything is over.")
    doubtful, clear = end.statements
    assert (doubtful.verdict, doubtful.reading, clear.verdict) == ("unconfirmed", "doubtful", "adhered")
    assert not any("sct_ast_0" in each for each in doubtful.constraints)
    assert any("sct_ast_0" in each for each in doubtful.alternatives[0].constraints), "the likelier reading is told"


async def test_a_request_that_no_plan_can_meet_is_told_as_proved_and_the_rest_is_still_done(operator):
    off_limits = "The start is off limits for the scout, always."
    end = await revised(operator, off_limits, "Finish with the debris boat at waypoint B.")
    refused, kept = end.statements
    # What is impossible is seldom what was meant: the proof is of the reading, until the person confirms it.
    assert (refused.verdict, refused.reading, refused.impossible_with) == ("violated", "doubtful", ())
    assert "No plan that reaches the goal meets it (proved)." in refused.explanation
    assert "may exist" in refused.explanation
    assert kept.verdict == "adhered"


async def test_what_is_confirmed_and_proved_impossible_is_called_impossible_by_our_own_analysis_too(operator):
    # Without its scout the fleet cannot move, which no engine proves.
    end = await confirmed_end(operator, "The scout never leaves the start.", settings={"generations": 0})
    (outcome,) = end.statements
    assert (outcome.verdict, outcome.reading, outcome.impossible_with) == ("impossible", "confirmed", ())
    assert "may exist" not in outcome.explanation


async def test_two_requests_that_clash_in_time_come_with_what_would_do(operator):
    end = await confirmed_end(
        operator,
        "The debris boat must be at waypoint B within 1 hour.",
        "Finish with the scout at the ship dock.",
        settings={"generations": 0},
    )
    late, kept = end.statements
    assert (late.verdict, kept.verdict) == ("impossible", "adhered")
    assert "It is possible with" in late.explanation


async def test_a_request_that_neither_plan_nor_proof_is_found_for_says_so_and_how_close_it_came(operator):
    # LPG proves nothing.
    settings = {"generations": 0, "solve_seconds": 1.0, "engine": "lpg"}
    end = await revised(operator, "The scout never leaves the start.", settings=settings)
    assert end.statements[0].verdict == "violated"
    assert "nor a proof" in end.statements[0].explanation
    assert "in the closest plan that is known" in end.statements[0].explanation


async def test_a_statement_nobody_understands_says_so_and_leaves_the_plan_alone(operator):
    end = await revised(operator, "Colourless green ideas sleep furiously.")
    assert end.statements[0].verdict == "not_understood"
    assert end.statements[0].explanation
    assert end.plan == end.base_plan
    assert (end.statements[0].adherence, end.adherence_rate) == (None, 0.0)
    assert end.ended == "nothing_to_search"


async def test_an_unknown_object_is_not_given_another_meaning(operator):
    end = await revised(operator, "Finish with the helicopter at waypoint Zulu.")
    assert end.statements[0].verdict == "not_understood"


async def test_a_plan_shown_that_is_no_plan_is_refused_with_its_place(operator):
    envelope = await submit(operator, "Step 2 before step 1.", shown_plan="0.000: (move_scout_asset wpt_ini")
    end = await end_of(operator, envelope)
    assert isinstance(end, FeedbackRefused)
    assert (end.fault.code, end.fault.file, end.fault.line) == (FaultCode.SYNTAX_ERROR, "shown_plan", 1)


async def test_two_megabytes_are_refused_before_they_are_sent_and_the_services_live_on(operator):
    huge = Statement.model_construct(id="s1", text="x" * 2_000_000)
    message = feedback_submitted("Go.").model_copy(update={"statements": (huge,)})
    with pytest.raises(PayloadTooLarge) as caught:
        await operator.publish(message, subjects.FEEDBACK_SUBMITTED)
    assert caught.value.fault.code is FaultCode.PAYLOAD_TOO_LARGE
    assert (await revised(operator, CONTRADICTION[0])).statements[0].verdict == "adhered"
