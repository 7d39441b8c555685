"""Bars over measured plans."""

from plancritic.contracts.planning import LowerBound
from plancritic.evaluation.quality.cases import BestKnown
from plancritic.evaluation.quality.measuring import QualityRow
from plancritic.evaluation.quality.tables import bars

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
