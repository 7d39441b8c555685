from __future__ import annotations

import pytest
from tests.support.revisions import revision

from plancritic.client.execution import ended_by, under_way_at
from plancritic.command_line.execution.reporting import step_named, steps_named
from plancritic.command_line.exit_codes import CommandFault
from plancritic.contracts.feedback import PlanStep


def step(number: int, start: float, duration: float, action: str) -> PlanStep:
    return PlanStep(number=number, start=start, duration=duration, action=action, sentence=f"{action} is done.")


HEAD = revision(steps=(step(1, 0.0, 2.0, "(a)"), step(2, 2.001, 36.001, "(b)"), step(2, 2.001, 1.0, "(c)")))


def test_steps_are_named_by_number_and_letter() -> None:
    assert step_named(HEAD, "1").action == "(a)"
    assert [each.action for each in steps_named(HEAD, "2")] == ["(b)", "(c)"]
    assert step_named(HEAD, "2b").action == "(c)"


@pytest.mark.parametrize("text", ["0", "3", "2c", "x", "", "1ab", "(a)"])
def test_a_step_that_the_plan_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(CommandFault) as caught:
        steps_named(HEAD, text)
    assert caught.value.fault.remedy


def test_of_several_steps_with_one_number_one_has_to_be_named_and_the_choices_are_told_in_words() -> None:
    with pytest.raises(CommandFault) as caught:
        step_named(HEAD, "2")
    assert caught.value.fault.remedy is not None and "2a: (b) is done. 2b: (c) is done." in caught.value.fault.remedy


def test_what_is_over_and_what_is_under_way_by_a_time() -> None:
    assert [each.action for each in ended_by(HEAD, 3.001)] == ["(a)", "(c)"]
    assert [each.action for each in under_way_at(HEAD, 3.001)] == ["(b)"]
    assert not under_way_at(HEAD, 2.001)
