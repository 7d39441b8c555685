"""A domain without a scorer model that the shared reader judges: every service is there, on a real broker."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, submit

from plancritic.bus import Client
from plancritic.contracts.feedback import PlanRevised

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

STATEMENT = "I want van 1 to end up at the depot."


@pytest.mark.parametrize("settings", [{}, {"evidence": ("scorer",)}, {"preset": "paper", "generations": 1}])
async def test_the_reader_judges_and_is_named_and_is_no_second_opinion_on_a_reading(
    judged_haulage: Client, settings: dict[str, object]
) -> None:
    run = await submit(judged_haulage, STATEMENT, domain="haulage", settings={"seed": 1, **settings})
    end = await end_of(judged_haulage, run)
    assert isinstance(end, PlanRevised)
    assert (end.scorer_missing, "scorer" in end.evidence) == (None, True)
    assert end.scorer is not None
    assert end.scorer.startswith("shared reader (")
    (outcome,) = end.statements
    assert outcome.evidence.scorer is not None
    assert outcome.evidence.scorer > 0.5
    assert outcome.meanings is None or not outcome.meanings.with_scorer


async def test_what_the_reader_knows_nothing_of_is_no_call_for_a_plan(judged_haulage: Client) -> None:
    settings = {"seed": 1, "preset": "paper", "generations": 1, "population": 4}
    end = await end_of(
        judged_haulage, await submit(judged_haulage, "Thanks a lot.", domain="haulage", settings=settings)
    )
    assert not isinstance(end, PlanRevised) or not end.adherence_rate
