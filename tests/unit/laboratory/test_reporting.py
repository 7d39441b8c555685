"""Bars as JSON and as an exit code, and tables."""

import io

from plancritic.command_line.terminal import Console
from plancritic.laboratory.reporting import Bar, bars_json, columns, ended, make_table, markdown, percent

MET, MISSED = Bar("mean", 1.02, 1.01, met=True), Bar("worst", 1.1, None, met=False, interval=(1.0, 1.2))


def test_json_has_the_fields_of_a_bar_or_those_that_are_asked_for_in_their_order() -> None:
    assert bars_json([MET]) == [{"name": "mean", "wanted": 1.02, "reached": 1.01, "met": True}]
    (shown,) = bars_json([MISSED], interval="interval", bound="wanted")
    assert list(shown.items()) == [("interval", [1.0, 1.2]), ("bound", 1.1)]


def test_the_exit_code_is_1_where_a_bar_is_missed_or_the_evaluation_is_not_complete() -> None:
    assert ended([MET]).exit_code == ended([]).exit_code == 0
    assert ended([MET, MISSED]).exit_code == ended([MET], complete=False).exit_code == 1


def test_rows_are_a_table_for_a_terminal_and_for_markdown() -> None:
    text = io.StringIO()
    heads = ["row", *columns("share", justify="right")]
    Console(file=text, width=40).print(make_table(heads, [("a", percent(0.5)), (2, percent(None))], box=None))
    assert [line.rstrip() for line in text.getvalue().splitlines()] == [" row  share", " a    50.0%", " 2        -"]
    assert list(markdown("Shares:", "row | share", [("a", 1)])) == [
        "Shares:", "", "| row | share |", "|---|---|", "| a | 1 |", "",
    ]  # fmt: skip
