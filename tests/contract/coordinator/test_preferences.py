"""Statements that are wishes, with every service on a real broker."""

from __future__ import annotations

import pytest
from tests.support.builders import statement
from tests.support.feedback_runs import end_of

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, SearchSettings
from plancritic.contracts.specification import Strength

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

DEPOT, MILL = "I want van 1 to end up at the depot.", "I want van 1 to end up at the mill."


async def revised(client: Client, **said: tuple[Strength, str]) -> PlanRevised:
    submitted = FeedbackSubmitted(
        envelope=Envelope.start(),
        domain="haulage",
        statements=tuple(
            statement(text, name).model_copy(update={"strength": strength}) for name, (strength, text) in said.items()
        ),
        settings=SearchSettings(seed=1, generations=1, population=4),
    )
    await client.publish(submitted, subjects.FEEDBACK_SUBMITTED)
    end = await end_of(client, submitted.envelope, limit=90)
    assert isinstance(end, PlanRevised)
    return end


async def test_a_wish_that_clashes_with_a_must_is_left_out_and_the_must_is_kept(haulage: Client) -> None:
    end = await revised(haulage, s1=("should", DEPOT), s2=("must", MILL))
    wish, must = end.statements
    assert (wish.statement.strength, wish.verdict, wish.impossible_with) == ("should", "violated", ("s2",))
    assert "(proved)" in wish.explanation
    # Without a scorer model no reading is clear, so that a proof is of the reading alone.
    assert "may exist" in wish.explanation
    assert (must.verdict, must.judges["val"], end.proof.ruling) == ("unconfirmed", "accepted", "accepted")
    assert {each.strength for each in end.specification if each.statements == ("s2",)} == {"must"}
    assert {each.strength for each in end.specification if each.statements == ("s1",)} <= {"should"}


async def test_a_wish_that_can_be_kept_is_kept(haulage: Client) -> None:
    end = await revised(haulage, s1=("nice", DEPOT))
    (wish,) = end.statements
    assert (wish.evidence.check, end.specification[0].strength, end.proof.ruling) == ("adhered", "nice", "accepted")
