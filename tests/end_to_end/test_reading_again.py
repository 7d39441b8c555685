"""A translator that misreads, the real scorer, real planners: what it was against is read again."""

from __future__ import annotations

import pytest
from tests.support.feedback_runs import end_of, submit

from plancritic.bus import Client
from plancritic.contracts.feedback import PlanRevised
from plancritic.local import LocalStack

STATEMENT = "End with the debris boat at waypoint B."
MEANT, MISREAD = "(at end (at deb_ast_0 wpt_b_0))", "(at end (at deb_ast_0 wpt_ini))"


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_what_was_misread_is_read_again_where_the_scorer_is_against_the_plan_for_it() -> None:
    misreading = {"PLANCRITIC_TRANSLATOR_MISREAD": "1", "PLANCRITIC_TRANSLATOR_MISREAD_SEED": "1"}
    async with LocalStack(environment=misreading) as stack, Client.connect(stack.settings, "tests") as client:
        ends = {}
        for guesses in (None, False):
            run = await submit(client, STATEMENT, settings={"seed": 1, "guesses": guesses})
            ends[guesses] = await end_of(client, run, limit=100)
    for end, constraint in ((ends[None], MEANT), (ends[False], MISREAD)):
        assert isinstance(end, PlanRevised), end
        (outcome,) = end.statements
        # One was read again, the other is doubted by the scorer: nobody has confirmed either.
        assert (outcome.verdict, outcome.constraints) == ("unconfirmed", (constraint,))
        assert [(each.constraint, each.strength, each.guessed, each.evolved) for each in end.specification] == [
            (constraint, "must", False, False)
        ]
        assert end.proof.ruling == "accepted"
    again, left = (ends[guesses].statements[0] for guesses in (None, False))
    assert again.read_first.constraints == (MISREAD,)
    assert again.adherence > 0.5 > again.read_first.scorer
    assert again.doubt.startswith("Original reading: At the end, the debris boat is at the start.")
    assert left.read_first is None
    assert ends[None].lineage[-1] == "read again: statement s1"
