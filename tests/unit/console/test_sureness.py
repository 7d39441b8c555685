"""What the page of a refinement says of how sure it is."""

from __future__ import annotations

from typing import Any

from plancritic.console.refining.sureness import SHOWN, SettledCount, standing_answers, sureness_shown
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.refinement.knowledge import KnownProblem
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    DoubtedAnswer,
    SettledBy,
    SettledLiteral,
    Sureness,
)

LIFT, WAIT = (("lift", "tray1"),), (("lift", "tray1"), ("wait",))
PROBLEM = KnownProblem(text="(p)", allowed=(LIFT,), refused=(LIFT, WAIT), withdrawn=())


def ended(**told: Any) -> DomainRefined:
    return DomainRefined(
        envelope=Envelope.start(),
        domain="(d)",
        refined=True,
        reason="the search ended",
        ended="searched",
        pipeline="own",
        proposer="symbolic",
        **told,
    )


def literal(number: int, by: SettledBy, probability: float) -> SettledLiteral:
    return SettledLiteral(
        action="lift",
        part="precondition",
        literal=f"(p{number})",
        is_in_domain=True,
        is_changed=False,
        by=by,
        probability=probability,
        text=f"lift needs (p{number})",
    )


def test_what_settles_each_literal_is_counted_and_what_nothing_settles_stands_first_by_its_doubt() -> None:
    literals = (
        literal(0, "plans", 0.9),
        *(literal(number, "nothing", 0.5 + number / 100) for number in range(9, 0, -1)),
        literal(10, "answers", 1.0),
    )
    shown = sureness_shown(
        ended(sureness=Sureness(probability=0.6, text="About 60 %.", literals=literals, situations=3))
    )
    assert shown is not None and shown.text == "About 60 %."
    assert shown.counts == (
        SettledCount("settled by plans that work", 1),
        SettledCount("settled by answers", 1),
        SettledCount("settled by nothing that is known", 9),
    )
    nothing, answers = shown.groups
    assert [each.percent for each in nothing.shown] == list(range(51, 51 + SHOWN))
    assert len(nothing.more) == 9 - SHOWN
    assert [each.text for each in answers.shown] == ["lift needs (p10)"]
    assert "Only answers settle these" in answers.title
    assert sureness_shown(ended()) is None


def test_answers_that_may_be_wrong_stand_first_with_the_reason_and_those_taken_back_not_at_all() -> None:
    doubted = DoubtedAnswer(
        problem=0, steps=WAIT, is_possible=False, probability=0.999, is_followed=True, text="problem 1: so"
    )
    overruled = doubted.model_copy(update={"steps": LIFT, "is_possible": True, "is_followed": False})
    answers = standing_answers((PROBLEM,), ended(doubted_answers=(doubted, overruled)))
    assert [(each.is_possible, each.number, each.text, each.doubt) for each in answers] == [
        (True, 0, "Problem 1: (lift tray1) can be done", "it contradicts plans or other answers, and is not followed"),
        (False, 1, "Problem 1: (wait) cannot be done after (lift tray1)", "wrong with a probability of 99 %"),
        (False, 0, "Problem 1: (lift tray1) cannot be done", ""),
    ]
    gone = PROBLEM.model_copy(update={"withdrawn": (LIFT,)})
    assert [each.number for each in standing_answers((gone,), None)] == [1]
