"""Counting confusions, and the counts that ship: made from data of this checkout."""

import hashlib
from pathlib import Path

import pytest

from plancritic.coordinator.search.confusions import Confusions, counted, differences, shipped_confusions
from plancritic.pddl.language import ConstraintType, parse_constraint

ROOT = Path(__file__).parents[4]
NEVER_A = "(always (not (at sct_ast_0 wpt_a_0)))"


def difference(read: str, meant: str) -> tuple[str | None, ...]:
    return tuple(each.modification for each in differences([parse_constraint(read)], [parse_constraint(meant)]))


@pytest.mark.parametrize(
    ("read", "modification"),
    [
        ("(at end (not (at sct_ast_0 wpt_a_0)))", "type"),
        ("(always (at sct_ast_0 wpt_a_0))", "negate"),
        ("(always (not (at sct_ast_0 wpt_b_0)))", "argument"),
        ("(always (not (at deb_ast_0 wpt_b_0)))", None),
        ("(always (is_location_unrestricted wpt_a_0))", None),
        ("(at end (at sct_ast_0 wpt_a_0))", None),
        ("(sometime-before (not (at sct_ast_0 wpt_a_0)) (at deb_ast_0 wpt_b_0))", "type"),
    ],
)
def test_a_reading_differs_from_what_was_meant_in_one_way_or_in_more(read: str, modification: str | None) -> None:
    assert difference(read, NEVER_A) == (modification,)


def test_two_conditions_the_wrong_way_round_are_not_mended_by_a_negation() -> None:
    turned = "(sometime-before {1} {0})", "(sometime-before {0} {1})"
    assert difference(*(each.format("(at sct_ast_0 wpt_a_0)", "(at deb_ast_0 wpt_b_0)") for each in turned)) == (None,)


def test_what_a_reading_has_right_is_left_out_and_what_shares_most_facts_belongs_together() -> None:
    read = ["(sometime (at deb_ast_0 wpt_b_0))", "(always (at sct_ast_0 wpt_a_0))", "(at end (at shp_0 wpt_end))"]
    meant = [NEVER_A, "(within 5 (at deb_ast_0 wpt_b_0))", "(at end (at shp_0 wpt_end))"]
    found = differences([parse_constraint(each) for each in read], [parse_constraint(each) for each in meant])
    assert [(str(each.read), each.modification) for each in found] == [
        ("(always (at sct_ast_0 wpt_a_0))", "negate"),
        ("(sometime (at deb_ast_0 wpt_b_0))", "type"),
    ]
    assert counted(found) == {(ConstraintType.SOMETIME, ConstraintType.WITHIN): 1}


def test_what_was_left_out_or_made_up_was_not_confused() -> None:
    assert differences([], [parse_constraint(NEVER_A)]) == ()
    assert difference("(sometime (is_location_unrestricted wpt_b_0))", NEVER_A) == ()


def test_nothing_that_was_never_seen_is_out_of_reach() -> None:
    counts = Confusions.model_validate(
        {
            "provenance": {"command": "", "translator": "", "files": {}, "texts": 1, "readings": 1, "wrong": 1},
            "types": {"always": {"at end": 8}},
        }
    )
    candidates = [ConstraintType.AT_END, ConstraintType.SOMETIME]
    assert counts.type_weights(ConstraintType.ALWAYS, candidates) == [3.0, 1.0]
    assert counts.type_weights(ConstraintType.WITHIN, candidates) == [1.0, 1.0]


def test_the_counts_that_ship_say_which_data_of_this_checkout_they_were_made_from() -> None:
    shipped = shipped_confusions()
    assert set(shipped.provenance.files) == {
        "domains/waterway/wordings/texts.jsonl",
        "domains/satellite/wordings/texts.jsonl",
    }
    assert all((ROOT / file).is_file() for file in shipped.provenance.files)
    assert all(len(digest) == len(hashlib.sha256().hexdigest()) for digest in shipped.provenance.files.values())
    assert shipped.provenance.readings > shipped.provenance.wrong > 100
    assert sum(sum(meant.values()) for meant in shipped.types.values()) > 100


def test_the_counts_that_ship_confuse_no_type_with_itself() -> None:
    assert all(read not in meant for read, meant in shipped_confusions().types.items())
