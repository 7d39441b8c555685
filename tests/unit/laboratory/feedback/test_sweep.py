"""A sweep is the product of its axes, and its table says what each change won and lost."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from tests.unit.laboratory.feedback.recorded import recorded_rows

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.laboratory.feedback.page import make_sweep_page
from plancritic.laboratory.feedback.rows import Cause, Row
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.sweep import LADDER, make_sweep, points_of
from plancritic.laboratory.feedback.sweep_text import show_sweep
from plancritic.laboratory.feedback.tables import make_tables

BASE = EvaluationSettings(seed=7)


def with_answers(answers: list[bool]) -> list[Row]:
    """Recorded rows with other outcomes."""
    rows = [row for row in recorded_rows() if not row.to_be_refused][: len(answers)]
    return [
        row.model_copy(update={"adherent": answer, "cause": None if answer else Cause(name="no_convergence")})
        for row, answer in zip(rows, answers, strict=True)
    ]


def test_every_combination_is_a_point_with_a_label_that_says_which() -> None:
    axes = [
        [("generations 0", {"generations": 0}), ("generations 3", {"generations": 3})],
        [("preset ours", {"preset": "ours"}), ("preset paper", {"preset": "paper"})],
    ]
    points = points_of(BASE, axes)
    assert [label for label, _ in points] == [
        "generations 0, preset ours",
        "generations 0, preset paper",
        "generations 3, preset ours",
        "generations 3, preset paper",
    ]
    assert points[1][1] == EvaluationSettings(seed=7, generations=0, preset="paper")


def test_what_all_points_share_is_said_once_and_not_in_each_label() -> None:
    axes = [
        [("misread 0.3", {"misread": 0.3})],
        [("preset ours", {"preset": "ours"}), ("preset paper", {"preset": "paper"})],
    ]
    points = points_of(BASE, axes)
    assert [label for label, _ in points] == ["preset ours", "preset paper"]
    assert points_of(BASE, axes[:1])[0][0] == "misread 0.3"
    rows = with_answers([True])
    shared = make_sweep([(*point, rows, None) for point in points], "waterway", False).shared
    assert shared == "mode ga; seed 7; misread 0.3"


def test_combinations_that_come_to_the_same_are_run_once_and_no_axis_is_one_point() -> None:
    assert len(points_of(BASE, [[("preset ours", {"preset": "ours"}), ("as it is", {})]])) == 1
    assert points_of(BASE, []) == (("as the services are set", BASE),)


def test_the_ladder_begins_with_the_published_search_and_each_rung_is_another() -> None:
    points = points_of(BASE, [LADDER])
    assert len(points) == len(LADDER)
    searches = [settings.search() for _, settings in points]
    assert [search.preset for search in searches] == ["paper", *["code"] * 3, *["ours"] * 4]
    assert searches[0].evidence is None, "what counts as published is for the preset to say"
    assert points[-2][1] == BASE, "ours is what an evaluation runs without being told"
    assert searches[-1].evidence == ("check",)


def test_won_and_lost_are_counted_against_the_first_row_and_on_a_ladder_against_the_row_above() -> None:
    rows = [with_answers(answers) for answers in ([False, True, True], [True, True, False], [True, True, True])]
    measured = [(f"point {place}", BASE, each, None) for place, each in enumerate(rows)]
    flat, rungs = (make_sweep(measured, "waterway", ladder) for ladder in (False, True))
    assert [(row.won, row.lost) for row in flat.rows] == [(None, None), (1, 1), (1, 0)]
    assert [(row.won, row.lost) for row in rungs.rows] == [(None, None), (1, 1), (1, 0)]
    backwards = [measured[2], measured[1], measured[0]]
    assert [(row.won, row.lost) for row in make_sweep(backwards, "waterway", True).rows[1:]] == [(0, 1), (1, 1)]
    assert [(row.won, row.lost) for row in make_sweep(backwards, "waterway", False).rows[1:]] == [(0, 1), (0, 1)]


def test_the_table_is_that_of_the_rows_of_each_point_as_text_and_page() -> None:
    points = [with_answers([True, False, False]), with_answers([True, True, False])]
    measured = [(f"preset {place}", BASE, rows, f"{place}.jsonl") for place, rows in enumerate(points)]
    sweep = make_sweep(measured, "waterway", False)
    assert (sweep.elements, [row.adherent.count for row in sweep.rows]) == (3, [1, 2])
    assert [row.causes for row in sweep.rows] == [{"no_convergence": 2}, {"no_convergence": 1}]
    assert sweep.rows[0].individuals > 0
    console = Console(file=StringIO(), width=300)
    show_sweep(sweep, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    page = make_sweep_page(sweep, [make_tables(rows, "waterway") for rows in points])
    for shown in (text, page):
        assert "1 of 3 (33.3 %)" in shown
        assert "2 of 3 (66.7 %)" in shown
        assert "preset 1" in shown
    assert "Failures: preset 0" in page


def test_a_failed_call_to_the_language_model_has_a_column_of_its_own() -> None:
    fault = Fault(code=FaultCode.LANGUAGE_MODEL_FAILED, message="the endpoint is down")
    whole, lost = with_answers([True, False])
    lost = lost.model_copy(update={"fault": fault, "cause": Cause(name="call_failed")})
    table = make_sweep([("one", BASE, [whole, lost], None)], "waterway", False)
    assert table.rows[0].calls_failed == 1
    shown = Console(file=StringIO(), width=160)
    show_sweep(table, shown)
    assert isinstance(shown.file, StringIO)
    head, *_ = [line for line in shown.file.getvalue().splitlines() if "failed" in line or "call" in line]
    assert head
    assert "call" in shown.file.getvalue()
