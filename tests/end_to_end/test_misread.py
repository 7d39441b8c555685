"""A translator that misreads, real networks, the real scorer, real planners: a misreading is found out."""

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
async def test_what_was_misread_is_found_out_by_what_the_networks_and_the_scorer_say_of_it_and_of_others() -> None:
    misreading = {"PLANCRITIC_TRANSLATOR_MISREAD": "1", "PLANCRITIC_TRANSLATOR_MISREAD_SEED": "1"}
    async with LocalStack(environment=misreading) as stack, Client.connect(stack.settings, "tests") as client:
        end = await end_of(client, await submit(client, STATEMENT, settings={"seed": 1}), limit=100)
    assert isinstance(end, PlanRevised), end
    (outcome,) = end.statements
    # The grammar read something else; both networks and the scorer are sure of what was meant.
    assert (outcome.verdict, outcome.constraints, outcome.reading) == ("adhered", (MEANT,), "clear")
    assert [(each.constraint, each.strength, each.evolved) for each in end.specification] == [(MEANT, "must", False)]
    assert end.proof.ruling == "accepted"
    by_constraints = {each.constraints: each for each in outcome.meanings.candidates}
    right, wrong = by_constraints[MEANT,], by_constraints[MISREAD,]
    assert (right.kind, wrong.kind) == ("doubt", "reading")
    assert right.features["for"] > wrong.features["for"]
    assert right.probability > wrong.probability
