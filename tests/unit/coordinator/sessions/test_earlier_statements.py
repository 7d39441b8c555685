"""Which earlier statements are checked on a new plan; a real broker and judges have theirs in the contract tests."""

from typing import Any

import pytest
import structlog
from tests.support.builders import envelope, plan_revised, statement

from plancritic.contracts.feedback import PlanRevised, StatementOutcome
from plancritic.contracts.ledger import SessionLedger
from plancritic.contracts.validation import ConstraintProof, Proof, Validation
from plancritic.coordinator.sessions.earlier_statements import carried_over, earlier_statements, with_earlier_statements
from plancritic.coordinator.sessions.ledger import with_turn

WHEN = "2026-01-01T00:00:00.000+00:00"


def revised(*texts: str, **changes: object) -> PlanRevised:
    outcomes = [
        StatementOutcome(statement=statement(text), verdict="adhered", adherence=None, constraints=(f"({text})",))
        for text in texts
    ]
    return plan_revised(*outcomes, envelope=envelope(), **changes)


def after(*turns: PlanRevised) -> SessionLedger:
    ledger = SessionLedger(session="s")
    for turn in turns:
        ledger = with_turn(ledger, turn, WHEN)
    return ledger


def test_what_is_said_again_is_a_statement_of_this_turn_and_not_carried_over() -> None:
    ledger = after(revised("a", "b"))
    assert [each.text for each in earlier_statements(ledger, revised("A."))] == ["b"]


def test_statements_about_another_problem_are_not_checked_on_this_one() -> None:
    other = plan_revised().problem.model_copy(update={"problem": "2"})
    ledger = after(revised("a", problem=other), revised("b"))
    assert [each.text for each in earlier_statements(ledger, revised("c"))] == ["b"]


def test_a_turn_that_a_second_copy_ends_again_is_not_earlier_than_itself() -> None:
    turn = revised("a")
    assert earlier_statements(after(turn), turn.model_copy(update={"statements": ()})) == ()


@pytest.mark.parametrize(
    ("rulings", "checks"),
    [
        (("unjudged", "unjudged"), []),
        (("unjudged", "accepted"), []),
        (("unjudged", "rejected"), ["violated"]),
        (("unjudged", "disputed"), ["disputed"]),
        (("accepted", "disputed"), ["disputed"]),
    ],
)
def test_what_no_judge_could_judge_is_not_told_as_a_dispute(rulings: tuple[Any, ...], checks: list[str]) -> None:
    said = StatementOutcome(statement=statement("a"), verdict="adhered", adherence=None, constraints=("(a)", "(b)"))
    earlier = earlier_statements(after(plan_revised(said, envelope=envelope())), revised("c"))
    answers = [
        ConstraintProof(constraint=constraint, proof=Proof(ruling=ruling))
        for constraint, ruling in zip(("(a)", "(b)"), rulings, strict=True)
    ]
    assert [each.check for each in carried_over(earlier, answers)] == checks


async def test_a_validator_that_failed_over_the_plan_says_nothing_of_earlier_statements_and_that_is_logged() -> None:
    class Ledger:
        async def report(self, _session: str) -> SessionLedger:
            return after(revised("a"))

    class Failing:
        async def validate(self, _plan: str, _specification: Any, questions: tuple[str, ...]) -> Validation:
            unjudged = Proof(ruling="unjudged")
            answers = tuple(ConstraintProof(constraint=each, proof=unjudged) for each in questions)
            return Validation(envelope=envelope(), job="it died", proof=unjudged, answers=answers)

    with structlog.testing.capture_logs() as logged:
        ended = await with_earlier_statements(revised("b"), Ledger(), Failing())  # type: ignore[arg-type]
    assert ended.carried == ()
    assert [(line["event"], line["count"]) for line in logged] == [("earlier statements not judged", 1)]


def test_a_statement_with_one_constraint_refused_is_violated_and_keeps_its_reading_over_many_turns() -> None:
    ledger = after(revised("a"))
    for verdict, ruling in (("violated", "rejected"), ("adhered", "accepted")):
        new = revised("b")
        answer = ConstraintProof(constraint="(a)", proof=Proof(ruling=ruling))
        carried = carried_over(earlier_statements(ledger, new), [answer])
        assert [(each.turn, each.check) for each in carried if each.text == "a"] == [(1, verdict)]
        ledger = with_turn(ledger, new.model_copy(update={"carried": carried}), WHEN)
        ledger = ledger.model_copy(update={"statements": ledger.statements[:1]})
    (kept,) = ledger.statements
    assert [(entry.turn, entry.carried) for entry in kept.history] == [(1, False), (2, True), (3, True)]
    assert kept.said.constraints == ("(a)",)
