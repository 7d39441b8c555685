"""An observed state and steps as a person writes them; the time that progress is reported for."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.revisions import revision

from plancritic.command_line.execution.execution import _by_the_plan
from plancritic.command_line.execution.state import read_assignments, read_state, read_steps
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.execution.reports import StepName
from plancritic.contracts.feedback import PlanStep


def test_numbers_are_set_by_an_equals_sign() -> None:
    assert read_assignments(["(fuel a)=3", " (load a b) = -1.5 "]) == {"(fuel a)": 3.0, "(load a b)": -1.5}
    for wrong in ("(fuel a)", "fuel a=3", "(fuel a)=much", "(fuel a)=nan", "(fuel a)=1e308"):
        with pytest.raises(CommandFault, match="does not set a number") as refused:
            read_assignments([wrong])
        assert refused.value.exit_code == ExitCode.BAD_INPUT


def test_steps_are_named_by_number_or_with_their_action() -> None:
    assert read_steps(["4", "5 (move a b)", "6: (stop)"]) == (
        StepName(number=4),
        StepName(number=5, action="(move a b)"),
        StepName(number=6, action="(stop)"),
    )
    for wrong in ("0", "(move a b)", "4 move", "-1"):
        with pytest.raises(CommandFault, match="is not a step number"):
            read_steps([wrong])


def test_a_state_file_has_facts_and_numbers(tmp_path: Path) -> None:
    file = tmp_path / "state.pddl"
    file.write_text("; now\n(at a b)\n(= (fuel a) 3)\n")
    found = read_state(file)
    assert (found.true, found.values) == (("(at a b)",), {"(fuel a)": 3.0})
    for wrong in ("at a b", "(= (fuel a))", "(= (fuel a) much)", "(at a"):
        file.write_text(wrong)
        with pytest.raises(CommandFault) as refused:
            read_state(file)
        assert refused.value.exit_code == ExitCode.BAD_INPUT
    with pytest.raises(CommandFault, match="no state file"):
        read_state(tmp_path / "none")


def step(number: int, start: float, duration: float, action: str) -> PlanStep:
    return PlanStep(number=number, start=start, duration=duration, action=action, sentence="")


def test_without_a_time_progress_is_reported_for_the_end_of_the_last_step_named() -> None:
    steps = (step(1, 0.0, 5.0, "(long)"), step(2, 1.0, 2.0, "(short)"), step(3, 4.0, 2.0, "(next)"))
    head = revision(steps=steps)
    assert _by_the_plan(head, 1, (), ()) == (5.0, (StepName(number=2, action="(short)"),))
    assert _by_the_plan(head, None, (StepName(number=2),), ()) == (3.0, ())
    assert _by_the_plan(head, None, (), (StepName(number=3),)) == (4.0, (StepName(number=2, action="(short)"),))


def test_a_step_that_ends_at_that_time_is_done_whatever_the_last_digit_of_its_sum() -> None:
    assert 1.1 + 2.2 > 3.3
    head = revision(steps=(step(1, 1.1, 2.2, "(a)"), step(2, 0.0, 3.3, "(b)")))
    assert _by_the_plan(head, None, (StepName(number=2),), ()) == (3.3, (StepName(number=1, action="(a)"),))
