"""Bars over measured plans."""

import io

from plancritic.command_line.terminal import Console
from plancritic.contracts.planning import LowerBound
from plancritic.laboratory.feedback.quality.cases import BestKnown
from plancritic.laboratory.feedback.quality.measuring import QualityRow
from plancritic.laboratory.feedback.quality.tables import bars, show

MET = LowerBound(value=9.95, means="reachability", reason="no plan ends before 9.95", met=True)


def row(makespan: float | None, best: float = 10.0, **more: object) -> QualityRow:
    known = BestKnown(makespan=best, by="test")
    return QualityRow.model_validate({"id": "a-1", "limit": 4, "makespan": makespan, "best_known": known, **more})


def missed(*rows: QualityRow) -> set[str]:
    return {bar.name for bar in bars(rows) if not bar.met}


def test_the_best_plans_with_their_proofs_meet_all_bars() -> None:
    assert missed(row(10.0, bound=MET), row(10.0)) == set()


def test_a_plan_far_from_the_best_misses_the_worst_and_the_mean() -> None:
    rows = [row(10.0, bound=MET)] * 9 + [row(13.0)]
    assert missed(*rows) == {"mean end, best known = 1", "worst end, best known = 1"}


def test_a_plan_longer_than_the_one_shown_that_does_is_told() -> None:
    longer = row(10.1, best=10.1, shown=10.0, shown_meets=True, bound=MET)
    assert missed(longer) == {"longer than the plan shown, which does"}
    assert missed(longer.model_copy(update={"shown_meets": False})) == set()


def test_an_engine_that_finds_more_is_the_best_known() -> None:
    better = row(10.0, bound=MET, engines={"one": 8.0, "other": None})
    assert better.best == 8.0
    assert better.ratio == 1.25


def test_without_a_plan_or_without_rows_bars_are_missed() -> None:
    assert "specifications without a plan" in missed(row(None))
    assert "mean end, best known = 1" in missed()


def test_the_end_after_the_time_that_a_run_waits_is_shown_and_no_bar_is_about_it() -> None:
    rows = [row(10.0, bound=MET, waited=12.0), row(10.0, bound=MET, waited=10.0, waited_proved=True)]
    assert missed(*rows) == set()
    text = io.StringIO()
    show(rows, bars(rows), Console(file=text, width=200))
    told = "after 0.5 s: mean end 1.100, worst 1.200 (best known = 1), 1 over 1.1, 1 proved to be the best"
    assert told in text.getvalue()
