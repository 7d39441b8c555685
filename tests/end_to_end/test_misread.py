"""A translator that misreads, the real scorer, real planners: a misreading is found out and told as doubtful."""

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
async def test_what_was_misread_is_found_out_by_what_the_scorer_says_of_plans_for_it_and_for_others() -> None:
    misreading = {"PLANCRITIC_TRANSLATOR_MISREAD": "1", "PLANCRITIC_TRANSLATOR_MISREAD_SEED": "1"}
    async with LocalStack(environment=misreading) as stack, Client.connect(stack.settings, "tests") as client:
        end = await end_of(client, await submit(client, STATEMENT, settings={"seed": 1}), limit=100)
    assert isinstance(end, PlanRevised), end
    (outcome,) = end.statements
    # Nobody has confirmed it, and the translator read something else.
    assert (outcome.verdict, outcome.constraints) == ("unconfirmed", (MEANT,))
    assert [(each.constraint, each.strength, each.evolved) for each in end.specification] == [(MEANT, "must", False)]
    assert end.proof.ruling == "accepted"
    by_constraints = {each.constraints: each for each in outcome.meanings.candidates}
    right, wrong = by_constraints[MEANT,], by_constraints[MISREAD,]
    assert (right.kind, wrong.kind) == ("doubt", "reading")
    assert right.features["for"] > wrong.features["for"]
    assert right.probability > wrong.probability
    # However likely it is, it counts only once somebody confirms it.
    assert outcome.reading == "doubtful"
    assert outcome.explanation == "The plan meets the reading, but the reading is in doubt and nobody has confirmed it."
    assert outcome.doubt.startswith("It was read as: At the end, the debris boat is at waypoint B. That you mean this")
