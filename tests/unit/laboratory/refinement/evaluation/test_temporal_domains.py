"""Temporal domains as cases: what is read of them, which starts are drawn, and the table."""

from __future__ import annotations

import pytest

from plancritic.laboratory.refinement.evaluation.temporal_domains import TemporalCase, TemporalRow, drawn_start, table
from plancritic.paths import domains_folder
from plancritic.pddl.strips_part import numeric_part, strips_part
from plancritic.refiner.temporal.separated_request import separated


@pytest.fixture(scope="module")
def haulage() -> TemporalCase:
    return TemporalCase.of("haulage", domains_folder())


def test_a_case_has_plans_that_solve_its_problems_and_some_that_are_no_feedback(haulage: TemporalCase) -> None:
    assert len(haulage.problems) == len(haulage.plans) == 4
    assert all(len(each) > 2 for each in haulage.plans[:2])
    feedback = {text for known in haulage.request(haulage.domain).problems for text in known.timed_plans}
    assert len(feedback) == 4
    assert feedback.isdisjoint(str(plan) for _, plan in haulage.held_out)


@pytest.mark.parametrize("faults", [1, 2])
def test_a_start_has_so_many_faulty_actions_and_the_true_times_and_numbers(haulage: TemporalCase, faults: int) -> None:
    start = drawn_start(haulage, faults, 3)
    assert start.text == drawn_start(haulage, faults, 3).text
    one, other = strips_part(start).actions, strips_part(haulage.domain).actions
    assert sum(one[name] != other[name] for name in other) == faults
    assert numeric_part(start).actions == numeric_part(haulage.domain).actions
    assert separated(haulage.request(start)) is not None


def test_the_table_has_a_line_for_each_domain_and_number_of_questions() -> None:
    rows = [
        TemporalRow("haulage", 1, 0, 0, 0.5, 1.0, 1.0, True, 2.0),
        TemporalRow("haulage", 2, 0, 0, 0.0, 0.5, 0.0, False, 4.0),
        TemporalRow("haulage", 1, 10, 3, 0.5, 1.0, 1.0, True, 5.0),
    ]
    assert table(rows).splitlines()[2:] == [
        "| haulage | 0 | 2 | 25.0 | 75.0 | 50.0 | 1 | 0.0 | 3.0 |",
        "| haulage | 10 | 1 | 50.0 | 100.0 | 100.0 | 1 | 3.0 | 5.0 |",
    ]
