"""A domain without a scorer model: every service is there and asked, on a real broker."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, events_of, submit

from plancritic.bus import Client
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused, GenerationEvaluated, PlanRevised

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

#: Words that the parser does not read, but guesses at.
UNREAD = "Fribble van 1 to the depot at the end."
STATEMENT = "I want van 1 to end up at the depot."


@pytest.mark.parametrize("named", [None, ("check",)])
async def test_the_run_goes_on_with_the_sources_that_remain_and_says_so(haulage: Client, named) -> None:
    run = await submit(haulage, STATEMENT, domain="haulage", settings={"seed": 1, "evidence": named})
    events = [event.message for event in await events_of(haulage, run, limit=60)]
    end = events[-1]
    assert isinstance(end, PlanRevised)
    (outcome,) = end.statements
    # Nothing but the scorer or the person makes a reading clear.
    assert (outcome.verdict, outcome.reading, outcome.adherence) == ("unconfirmed", "doubtful", None)
    assert not outcome.meanings.with_scorer
    assert (outcome.evidence.scorer, outcome.evidence.unsure, outcome.evidence.check) == (None, False, "adhered")
    assert (end.evidence, end.scorer, end.adherence_rate) == (("check",), None, None)
    assert "no scorer model is published for the domain 'haulage'" in end.scorer_missing
    generations = [each for each in events if isinstance(each, GenerationEvaluated)]
    assert {each.scorer_missing for each in generations} == {end.scorer_missing}
    # Once for what the statement means, if the scorer was to count there, and once for the plan without feedback: what
    # was found is not sent to a scorer that has no model.
    assert {timing.part: timing.count for timing in end.timings}["scorer"] == (2 if named is None else 1)
    assert end.plan != end.base_plan


@pytest.mark.parametrize(
    ("settings", "why", "remedy"),
    [
        ({"evidence": ("scorer", "check")}, "--evidence names the scorer", "leave scorer out of --evidence"),
        ({"preset": "paper"}, "a published preset relies on the scorer", "use the preset `ours`"),
    ],
)
async def test_a_run_that_cannot_do_without_the_scorer_is_refused_with_the_remedy(
    haulage: Client, settings, why, remedy
) -> None:
    end = await end_of(haulage, await submit(haulage, STATEMENT, domain="haulage", settings={"seed": 1, **settings}))
    assert isinstance(end, FeedbackRefused)
    assert end.fault.code is FaultCode.MODEL_MISSING
    assert "'haulage'" in end.fault.message
    assert why in end.fault.message
    assert remedy in end.fault.remedy
    assert "plancritic train scorer" in end.fault.remedy


async def test_guesses_asked_for_are_weighed_without_it(haulage: Client) -> None:
    settings = {"seed": 1, "guesses": True, "generations": 0}
    end = await end_of(haulage, await submit(haulage, UNREAD, domain="haulage", settings=settings))
    assert isinstance(end, PlanRevised)
    (outcome,) = end.statements
    assert {each.kind for each in outcome.meanings.candidates} <= {"doubt", "guess"}
    assert outcome.meanings.candidates
    assert not outcome.meanings.with_scorer


@pytest.mark.parametrize("haulage", [("scorer",)], indirect=True)
async def test_a_copy_that_is_to_count_nothing_but_the_scorer_refuses_too(haulage: Client) -> None:
    end = await end_of(haulage, await submit(haulage, STATEMENT, domain="haulage", settings={"seed": 1}))
    assert isinstance(end, FeedbackRefused)
    assert end.fault.code is FaultCode.MODEL_MISSING
    assert "--evidence check" in end.fault.remedy


@pytest.mark.slow
async def test_a_published_preset_whose_run_names_the_check_alone_needs_no_scorer(haulage: Client) -> None:
    settings = {"seed": 1, "preset": "code", "evidence": ("check",), "generations": 1, "population": 4}
    end = await end_of(haulage, await submit(haulage, STATEMENT, domain="haulage", settings=settings))
    assert isinstance(end, PlanRevised)
    assert (end.evidence, end.scorer) == (("check",), None)
