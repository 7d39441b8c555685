"""What a replay came to, for people and for programs."""

from __future__ import annotations

import io
from dataclasses import replace

from tests.support.builders import feedback_submitted
from tests.support.recorded_events import BEGUN, result, statement_result

from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import SearchSettings
from plancritic.recorder.comparison import compare
from plancritic.recorder.history import History, LeftOut, Turn
from plancritic.recorder.outcomes import Result
from plancritic.recorder.recording import Versions
from plancritic.recorder.replaying import Replayed
from plancritic.recorder.report import Report, report_json, show_report, version_changes
from plancritic.recorder.sources import Source

THEN = Versions(domain="waterway", bundle="a" * 64, scorer_model="c" * 64, planner="kairos 1.0.6")
NOW = THEN.model_copy(update={"bundle": "b" * 64, "planner": "kairos 1.0.7"})


def report_of(replayed: Result, seed: int | None = 1) -> Report:
    recorded = result(statement_result())
    feedback = feedback_submitted("Keep clear of A.", settings=SearchSettings(seed=seed))
    turn = Turn(1, BEGUN, feedback, outcome=recorded)
    left_out = LeftOut(replace(turn, sequence=2), "its end is not recorded")
    history = History((turn,), (left_out,), (THEN,), {}, {"v9.event.plan.revised": 2})
    row = Replayed(turn, replayed, compare(recorded, replayed), 1.0)
    return Report(Source("a.jsonl", history, "0.0.1"), (row,), (NOW,), 1.5)


def test_versions_that_changed_are_listed_and_equal_ones_are_not() -> None:
    report = report_of(result(statement_result()))
    tool, bundle, engines = version_changes(report.source, report.versions)
    assert tool.startswith("plancritic 0.0.1 -> ")
    assert bundle == f"waterway: bundle {'a' * 12} -> {'b' * 12}"
    assert engines == "waterway: engines 'kairos 1.0.6' -> 'kairos 1.0.7'"
    same = Source("a.jsonl", report.source.history)
    assert version_changes(same, (THEN,)) == ()
    # A run that starts before a planner has told its version says nothing about it.
    assert version_changes(same, (THEN.model_copy(update={"planner": None}),)) == ()
    assert version_changes(same, (THEN.model_copy(update={"scorer_model": None}),)) == (
        f"waterway: scorer model {'c' * 12} -> none",
    )


def test_a_worse_outcome_is_shown_with_its_reason_below_what_changed() -> None:
    report = report_of(result(statement_result(), ends=(1.0, 1.0, 2.5)), seed=None)
    assert not report.is_good
    written = io.StringIO()
    show_report(Console(file=written, width=120), report)
    shown = written.getvalue()
    parts = (
        "changed: plancritic",
        "1 run had no seed",
        "2 events of 'v9.event.plan.revised' not read",
        "Keep clear of A.",
        "left out: ",
        "1 input: 0 same, 0 better, 1 worse, 0 failed; 1 left out",
    )
    places = [shown.index(part) for part in parts]
    assert places == sorted(places)
    assert "worse" in shown
    assert "plan 2 -> 3 steps" in shown
    assert "end 2 -> 2.5" in shown


def test_the_json_says_the_same() -> None:
    report = report_of(result(statement_result("violated")))
    told = report_json(report)
    (row,) = told["rows"]
    assert (row["outcome"], row["reasons"]) == ("worse", ["statement s1: adhered -> violated"])
    assert (row["recorded"], row["replayed"]) == (
        {"statements": {"s1": "adhered"}, "steps": 2, "end": 2.0},
        {"statements": {"s1": "violated"}, "steps": 2, "end": 2.0},
    )
    assert told["counts"] == {"same": 0, "better": 0, "worse": 1, "failed": 0}
    assert told["left_out"][0]["reason"] == "its end is not recorded"
    assert told["versions"]["now"][0]["bundle"] == "b" * 64
    assert report_of(result(statement_result())).is_good
