"""Bars are named, read with what is wrong in them, and held against the tables."""

from __future__ import annotations

import pytest
from tests.unit.laboratory.feedback.recorded import recorded_rows

from plancritic.laboratory.feedback.bars import reached, read_bars
from plancritic.laboratory.feedback.tables import ArchetypeRow, CrossComparison, Share, make_tables


def test_a_bar_without_a_name_is_of_all_elements_and_others_name_a_measure_or_a_suite() -> None:
    assert read_bars(["0.85", "steps-own=0.8", "kept=1"], {"steps-own"}) == (
        ("adherent", 0.85),
        ("steps-own", 0.8),
        ("kept", 1.0),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [("steps=0.8", "'steps' is neither"), ("kept=often", "'often'"), ("85", "not a share"), ("nan", "nan")],
)
def test_what_is_no_bar_is_said(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_bars([text], {"steps-own"})


def test_bars_are_met_by_what_the_tables_say() -> None:
    rows = [
        row.model_copy(update={"element": row.element.model_copy(update={"suite": "small" if place < 3 else "rest"})})
        for place, row in enumerate(recorded_rows())
    ]
    tables = make_tables(rows, "waterway")
    cross = CrossComparison(both=48, lost=2, mended=3, neither=1)
    bars = reached(
        [("adherent", 0.8), ("small", 0.9), ("kept", 0.97), ("mended", 0.75), ("elsewhere", 1.0)],
        tables.model_copy(update={"cross": cross}),
    )
    assert bars[0].reached == tables.adherent
    assert bars[1].reached == Share(count=sum(row.adherent for row in rows[:3]), of=3)
    assert [bar.met for bar in bars[2:4]] == [False, True]
    assert bars[4].met, "a suite without elements of the domain misses nothing"


def test_an_archetype_that_lost_two_elements_is_not_steady() -> None:
    tables = make_tables(recorded_rows(), "waterway")
    rows = [
        ArchetypeRow(archetype=name, elements=9, held=0, adherent=adherent, translate_only=alone)
        for name, adherent, alone in (("risen", 9, 4), ("lost one", 4, 5), ("lost two", 4, 6), ("alone", 4, None))
    ]
    (bar,) = reached([("steady", 1.0)], tables.model_copy(update={"archetypes": tuple(rows)}))
    assert (bar.reached, bar.met) == (Share(count=2, of=3), False)


def test_a_bar_just_reached_is_met() -> None:
    tables = make_tables(recorded_rows(), "waterway").model_copy(update={"adherent": Share(count=1, of=2)})
    assert [bar.met for bar in reached([("adherent", 0.5), ("adherent", 0.51)], tables)] == [True, False]
