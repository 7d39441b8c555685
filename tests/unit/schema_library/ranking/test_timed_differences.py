"""What sets candidates with time and numbers apart is said in words."""

from __future__ import annotations

from tests.unit.schema_library.candidates.test_durative import LOAD, library, without_signatures

from plancritic.schema_library.ranking.differences import differences


def _said(before: str, after: str) -> tuple[str, ...]:
    description = without_signatures()
    one, two = (
        library(each, description=description).candidates["load"] for each in (LOAD, LOAD.replace(before, after))
    )
    return differences(one, two, description)


def test_a_duration_a_moment_and_a_number_are_told() -> None:
    assert _said("(= ?duration 2)", "(= ?duration 3)") == (
        "The action load takes (= ?duration 3) instead of (= ?duration 2).",
    )
    assert _said("(over all (at ?v ?p))", "(at start (at ?v ?p))") == (
        "The action load needs (at ?van ?place) at start instead of over all.",
    )
    assert _said("(at end (aboard ?c ?v))", "(at start (aboard ?c ?v))") == (
        "The action load brings about (aboard ?parcel ?van) at start instead of at end.",
    )
    assert _said("(>= (room ?v) 1)", "(>= (room ?v) 2)") == (
        "The action load no longer needs (>= (room ?van) 1) at start.",
        "The action load also needs (>= (room ?van) 2) at start.",
    )


def test_a_literal_that_is_gone_is_told_once_and_no_order_of_objects() -> None:
    said = _said("(over all (at ?v ?p))", "")
    assert len(said) == 1
    assert said[0].startswith("The action load is possible even if")
