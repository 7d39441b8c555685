"""Polite wishes are read as wishes, what is feared as forbidden, and true conditions stay refused."""

import pytest
from tests.support.parsers import parser

from plancritic.translator.sentences.politeness import plainly_asked

ENDS_AT_B = {"(at end (at sct_ast_0 wpt_b_0))"}
NEVER_AT_A = {"(always (not (at sct_ast_0 wpt_a_0)))"}


def read(statement: str) -> set[str]:
    parses = parser().parse(statement)
    return {str(c) for c in parses[0].constraints} if parses else set()


@pytest.mark.parametrize(
    "statement",
    [
        "I would be most grateful if the scout ended at B.",
        "It'd be wonderful if the scout could finish at B.",
        "It would save us a lot of trouble if the scout ended at B.",
        "It would make my life easier if the scout ended at B.",
        "It would mean a lot to us if the scout finished at B.",
        "We would all be delighted if the scout ended at B.",
        "You'd do me a favour if the scout ended at B.",
        "If the scout ended at B, that would be perfect.",
        "If the scout ended at B, we'd be very happy.",
        "I'd consider it a favour if the scout ended at B.",
        "My preference would be for the scout to end at B.",
        "Our request is that the scout ends at B.",
        "It would be in everybody's interest if the scout ended at B.",
        "If it isn't too much trouble, I'd be grateful if the scout ended at B.",
        "If it's no trouble, end with the scout at B.",
        "End with the scout at B, if that's all right with you.",
        "End with the scout at B if you can manage it.",
    ],
)
def test_a_wish_put_politely_is_that_wish(statement: str) -> None:
    assert read(statement) == ENDS_AT_B


@pytest.mark.parametrize(
    "statement",
    [
        "It would be bad if the scout visited A.",
        "It wouldn't be good if the scout visited A.",
        "I wouldn't be happy if the scout went to A.",
        "I'd hate it if the scout went to A.",
        "I would hate to see the scout at A.",
        "It would be a mistake for the scout to visit A.",
        "It would be dangerous to have the scout at A.",
        "We would be upset if the scout went through A.",
        "If the scout visited A, that would be a disaster.",
        "The last thing I want is the scout at A.",
        "The last thing we need is for the scout to visit A.",
        "It would be great if the scout never visited A.",
    ],
)
def test_what_somebody_fears_or_hates_is_forbidden(statement: str) -> None:
    assert read(statement) == NEVER_AT_A


@pytest.mark.parametrize(
    "statement",
    [
        "If the scout is late, the debris boat must wait at the start.",
        "If the scout is late, it would be great if the tug waited at the start.",
        "If it rains, end with the scout at B.",
        "It would be odd if the scout ended at B.",
        "I'd be surprised if the scout ended at B.",
    ],
)
def test_a_true_condition_and_what_is_called_neither_good_nor_bad_are_refused(statement: str) -> None:
    assert read(statement) == set()
    assert "depend" in " ".join(parser().why_not(statement))


def test_a_wish_joined_to_another_is_a_request_of_its_own() -> None:
    both = {f"(always (not (at {boat} wpt_a_0)))" for boat in ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")} | ENDS_AT_B
    assert read("Never visit A and it would be great if the scout ended at B.") == both


def test_two_clauses_with_if_are_both_wished_for() -> None:
    assert plainly_asked("It would be nice if B were open and if A stayed closed.") == (
        "please B were open and A stayed closed."
    )


@pytest.mark.parametrize(
    "statement",
    ["If the tug goes to A, I'd be happy to see the scout at B.", "Only if B is open may the scout go.", "End at B."],
)
def test_what_is_no_polite_wrapping_stays(statement: str) -> None:
    assert plainly_asked(statement) == statement


def test_the_first_waypoint_of_a_branch_is_one_place_after_at() -> None:
    assert read("Debris boat to end its day at the first waypoint of branch B.") == {"(at end (at deb_ast_0 wpt_b_0))"}
