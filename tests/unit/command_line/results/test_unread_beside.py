"""What is told of a turn in which something was not understood: the proof of its plan is never kept back."""

from __future__ import annotations

import io
from typing import Literal

import pytest
from tests.support.builders import plan_revised, statement

from plancritic.command_line.results.result import show_result
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import PlanRevised, PlanStep, StatementOutcome
from plancritic.contracts.validation import JudgeReport, Proof

Ruling = Literal["accepted", "disputed"]
UNREAD = StatementOutcome(statement=statement("Fribble.", "s2"), verdict="not_understood", adherence=None, turn=2)
BOUND = "No plan under these wishes ends before 9 hours (proved)."
STEP = PlanStep(number=1, start=0.0, duration=1.0, action="(a)", sentence="The tug waits.")


def shown(result: PlanRevised) -> str:
    written = io.StringIO()
    show_result(Console(file=written, width=160), result)
    return " ".join(written.getvalue().split())


def proof(ruling: Ruling) -> Proof:
    return Proof(ruling=ruling, reports=(JudgeReport(judge="val", ruling="accepted"),))


@pytest.mark.parametrize(
    ("ruling", "told"), [("accepted", "Proved by VAL"), ("disputed", "The plan is not proved: VAL")]
)
@pytest.mark.parametrize("steps", [(), (STEP,)])
def test_a_turn_that_drops_a_statement_is_told_with_its_proof(
    ruling: Ruling, told: str, steps: tuple[PlanStep, ...]
) -> None:
    text = shown(
        plan_revised(UNREAD, dropped=("s1",), steps=steps, number=2, proof=proof(ruling), lower_bound_said=BOUND)
    )
    assert "No longer in force: s1." in text
    assert told in text and BOUND in text
    assert "Nothing changed" not in text


def test_a_turn_that_changes_nothing_tells_a_proof_only_where_the_judges_do_not_accept_the_plan() -> None:
    accepted, disputed = (
        shown(plan_revised(UNREAD, unchanged=True, number=1, proof=proof(ruling), lower_bound_said=BOUND))
        for ruling in ("accepted", "disputed")
    )
    assert "roved" not in accepted
    assert "The plan is not proved: VAL: accepted (disputed)." in disputed
    assert BOUND not in disputed
