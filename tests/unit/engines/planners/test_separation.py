"""Instants are spread to the least gap that judges see, and nothing changes its place."""

import pytest

from plancritic.engines.planners.separation import TimedStep, separated, timed_literals


def test_what_follows_by_less_than_the_least_gap_is_moved_apart() -> None:
    steps = (TimedStep(0.0002, "(a)", 1.0), TimedStep(1.0005, "(b)", 0.5), TimedStep(1.5007, "(c)", 1.0))
    assert [step.start for step in separated(steps)] == [0.0, 1.001, 1.502]


def test_what_falls_together_stays_together() -> None:
    steps = (TimedStep(0.0002, "(a)", 1.0), TimedStep(0.0003, "(b)", 2.0), TimedStep(1.0002, "(c)", 1.0))
    assert [step.start for step in separated(steps)] == pytest.approx([0.0, 0.0, 1.0], abs=0.0001)


def test_a_step_within_another_stays_within_it() -> None:
    steps = (TimedStep(0.0002, "(outer)", 1.0), TimedStep(0.0005, "(inner)", 0.99))
    assert [step.start for step in separated(steps)] == [0.0, 0.001]


def test_an_envelope_too_tight_for_the_gap_leaves_all_as_it_was() -> None:
    steps = (TimedStep(0.0002, "(outer)", 1.0), TimedStep(0.0005, "(inner)", 0.9995))
    assert separated(steps) == steps


def test_a_step_keeps_its_place_among_the_timed_literals() -> None:
    steps = (TimedStep(4.0002, "(before)", 0.5), TimedStep(5.0002, "(after)", 1.0))
    assert [step.start for step in separated(steps, (4.0, 5.0))] == [4.001, 5.001]


def test_a_step_that_must_end_before_a_literal_does() -> None:
    steps = (TimedStep(0.0002, "(a)", 4.9995),)
    assert separated(steps, (5.0,)) == steps, "no gap of 0.001 fits"


def test_instant_steps_have_no_end() -> None:
    steps = (TimedStep(0.0002, "(a)", None), TimedStep(1.0005, "(b)", None))
    assert [step.start for step in separated(steps)] == [0.0, 0.001]


def test_nothing_comes_of_nothing() -> None:
    assert separated(()) == ()


def test_timed_literals_are_found_in_the_text() -> None:
    text = "(:init (at ann home) (at 5 (open)) (at 2.5 (not (open))) (= (at 3) 1) ; (at 9 (open))\n)"
    assert timed_literals(text) == (2.5, 5.0)
