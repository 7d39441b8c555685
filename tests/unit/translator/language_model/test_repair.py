"""Gestalt repair changes what is nearly right, reports it, and refuses the rest."""

from functools import cache

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import Problem, parse_domain, parse_problem
from plancritic.translator.language_model.repair import CannotRepair, repair


@cache
def waterway() -> Problem:
    bundle = load_domain("waterway")
    return parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))


def repaired(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    found = repair(text, waterway())
    return [str(c) for c in found.constraints], [(r.before, r.after) for r in found.repairs]


def test_what_is_right_stays_as_it_is() -> None:
    assert repaired("(at end (at deb_ast_0 wpt_b_0))") == (["(at end (at deb_ast_0 wpt_b_0))"], [])


def test_a_predicate_nearly_right_is_put_right_and_reported() -> None:
    text = "(at end (location_unrestricted wpt_b_0))"
    expected = "(at end (is_location_unrestricted wpt_b_0))"
    assert repaired(text) == ([expected], [("location_unrestricted", "is_location_unrestricted")])


def test_both_conditions_are_repaired() -> None:
    constraints, repairs = repaired("(sometime-before (at deb_asset_0 wpt_end) (at sct_asset_0 wpt_end))")
    assert constraints == ["(sometime-before (at deb_ast_0 wpt_end) (at sct_ast_0 wpt_end))"]
    assert repairs == [("deb_asset_0", "deb_ast_0"), ("sct_asset_0", "sct_ast_0")]


def test_an_object_of_the_wrong_type_is_refused_where_no_right_one_is_alike() -> None:
    with pytest.raises(CannotRepair, match="like no object of type location"):
        repaired("(at end (is_location_unrestricted shp_sal_ast_0))")


def test_the_type_of_a_constraint_is_put_right() -> None:
    constraints, repairs = repaired("(at-end (at deb_ast_0 wpt_b_0))")
    assert constraints == ["(at end (at deb_ast_0 wpt_b_0))"]
    assert repairs == [("at-end", "at end")]
    assert repaired("(sometime_before (at deb_ast_0 wpt_end) (at sct_ast_0 wpt_end))")[1]


def test_a_missing_parenthesis_is_added_and_reported() -> None:
    constraints, repairs = repaired("(at end (at deb_ast_0 wpt_b_0)")
    assert constraints == ["(at end (at deb_ast_0 wpt_b_0))"]
    assert len(repairs) == 1


def test_one_argument_too_many_is_dropped() -> None:
    constraints, repairs = repaired("(at end (is_location_unrestricted deb_ast_0 wpt_b_0))")
    assert constraints == ["(at end (is_location_unrestricted wpt_b_0))"]
    assert len(repairs) == 1


def test_a_missing_time_is_never_made_up() -> None:
    with pytest.raises(CannotRepair, match="within"):
        repaired("(within (at deb_ast_0 wpt_b_0))")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "keep the debris boat away from A",
        "(at end (flies_to_the_moon deb_ast_0))",
        "(at end (at deb_ast_0 banana))",
        "(at end (at deb_ast_0 wpt_c_0))",
        "(sometime-before (at deb_ast_0 wpt_end))",
        "__import__('os').system('true')",
    ],
)
def test_what_is_like_nothing_is_refused(text: str) -> None:
    with pytest.raises(CannotRepair):
        repaired(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(sometime (> (/ 1 0) 0))", "divides by zero"),
        ("(always (>= (/ 1 (debris_asset_debris_weight deb_ast_0)) 0))", "divides by zero"),
        ("(within 1e309 (at sct_ast_0 wpt_b_0))", "out of range"),
        ("(within 1e13 (at sct_ast_0 wpt_b_0))", "out of range"),
    ],
)
def test_a_number_without_a_value_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(CannotRepair, match=reason):
        repair(text, waterway())
