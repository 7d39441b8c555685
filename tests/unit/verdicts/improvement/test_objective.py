"""Which of two plans is better."""

from plancritic.pddl.language import parse_plan
from plancritic.verdicts.improvement.objective import Objective

SHOWN = parse_plan("0: (a) [5]\n5.001: (b) [5]\n")
CLOSE = parse_plan("0: (a) [5]\n5.001: (c) [5]\n")
OTHER = parse_plan("0: (d) [5]\n5.001: (c) [5]\n")
SOONER = parse_plan("0: (d) [4]\n4.001: (e) [4]\n")


def test_the_sooner_end_wins_and_then_the_smaller_change() -> None:
    objective = Objective(SHOWN)
    assert objective.better(SOONER, CLOSE)
    assert not objective.better(CLOSE, SOONER)
    assert objective.better(CLOSE, OTHER)


def test_with_keep_close_the_smaller_change_wins_and_then_the_sooner_end() -> None:
    objective = Objective(SHOWN, keep_close=True)
    assert objective.better(CLOSE, SOONER)
    assert objective.better(SOONER, OTHER)


def test_an_end_that_is_sooner_by_the_least_times_only_pays_for_no_change() -> None:
    hardly_sooner = parse_plan("0: (d) [5]\n5: (c) [5]\n")
    assert not Objective(SHOWN).better(hardly_sooner, SHOWN)
    assert Objective(SHOWN).better(SHOWN, hardly_sooner)
    assert Objective().better(hardly_sooner, SHOWN)
