"""When two readings count as one meaning."""

from __future__ import annotations

from plancritic.laboratory.reading.corpus.agreement import mean_the_same
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key

SOMETIME = [parse_constraint("(sometime (at van1 mill))")]
WITHIN = [parse_constraint("(within 1000 (at van1 mill))")]


def test_readings_of_different_forms_mean_the_same_where_no_plan_tells_them_apart(sheet: ProblemSheet) -> None:
    assert canonical_key(SOMETIME) != canonical_key(WITHIN)
    assert mean_the_same(SOMETIME, WITHIN, sheet.trajectories)


def test_too_few_plans_on_one_side_show_nothing(sheet: ProblemSheet) -> None:
    assert not mean_the_same(SOMETIME, WITHIN, sheet.trajectories[:3])


def test_one_form_is_one_meaning_without_any_plan() -> None:
    assert mean_the_same(SOMETIME, list(SOMETIME), ())


def test_readings_that_a_plan_tells_apart_differ(sheet: ProblemSheet) -> None:
    assert not mean_the_same(SOMETIME, [parse_constraint("(within 0.5 (at van1 mill))")], sheet.trajectories)


def test_readings_of_other_facts_differ_though_plans_answer_alike(sheet: ProblemSheet) -> None:
    both = [parse_constraint("(sometime (or (at van1 mill) (at van1 nowhere)))")]
    assert not mean_the_same(SOMETIME, both, sheet.trajectories)
