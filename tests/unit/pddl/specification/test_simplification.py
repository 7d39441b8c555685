from __future__ import annotations

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import Problem, parse_constraints, parse_domain, parse_problem
from plancritic.pddl.specification import Simplified, simplify


def waterway() -> Problem:
    bundle = load_domain("waterway")
    return parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))


def simplified(text: str) -> Simplified:
    return simplify(waterway(), parse_constraints(text))


OPEN, CLEAR = "(is_location_unrestricted wpt_b_0)", "(is_location_not_blocked wpt_ini wpt_a_0)"
SCOUT, DEBRIS = "(at sct_ast_0 deb_stn_0)", "(at n_deb_ini_a_0 wpt_a_0)"
NEVER = "(on shp_0 sct_ast_0)"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        # constants
        (f"(at-most-once {NEVER}) (always (not {NEVER}))", ""),
        (f"(sometime-before {SCOUT} {NEVER})", f"(always (not {SCOUT}))"),
        (f"(always-within 3 {SCOUT} {NEVER})", f"(always (not {SCOUT}))"),
        (f"(sometime-after (not {NEVER}) {SCOUT})", f"(at end {SCOUT})"),
        (f"(sometime (and {SCOUT} (not {NEVER})))", f"(sometime {SCOUT})"),
        # what comes to stay, what goes for good
        (f"(hold-after 8.1 {OPEN})", f"(within 8.1 {OPEN})"),
        (f"(hold-during 2 3 {OPEN})", f"(within 2 {OPEN})"),
        (f"(sometime {OPEN}) (at-most-once {OPEN})", f"(at end {OPEN})"),
        (f"(at end {DEBRIS})", f"(always {DEBRIS})"),
        (f"(sometime-after {OPEN} {SCOUT})", f"(at end (or {SCOUT} (not {OPEN})))"),
        (f"(always-within 3 {OPEN} (not {OPEN}))", f"(always (not {OPEN}))"),
        # the initial state
        (f"(within 3 (not {SCOUT})) (sometime (not {SCOUT}))", ""),
        (f"(sometime-before {SCOUT} (not {CLEAR}))", ""),
        # the goal
        ("(at end (at shp_0 shp_dck_0)) (sometime (at shp_0 shp_dck_0))", ""),
        (f"(sometime-after {SCOUT} (at shp_0 shp_dck_0))", ""),
        # what else is asked for
        (f"(always (not {SCOUT})) (sometime-after {OPEN} {SCOUT})", f"(always (not {SCOUT})) (always (not {OPEN}))"),
        (f"(at end {SCOUT}) (at end (or (not {SCOUT}) {OPEN}))", f"(at end {SCOUT}) (at end {OPEN})"),
        (f"(at end {SCOUT}) (sometime-after {SCOUT} {CLEAR})", f"(at end {SCOUT}) (at end {CLEAR})"),
        (
            f"(sometime-before {SCOUT} {OPEN}) (sometime-before {OPEN} {SCOUT})",
            f"(always (not {SCOUT})) (always (not {OPEN}))",
        ),
    ],
)
def test_constraints_become_smaller(given: str, expected: str) -> None:
    found = simplified(given)
    assert found.contradiction is None
    assert set(found.constraints) == set(parse_constraints(expected))


@pytest.mark.parametrize(
    ("given", "guilty", "why"),
    [
        (f"(sometime {SCOUT}) (hold-after 3 {NEVER})", (1,), "can never hold"),
        (f"(always {SCOUT})", (0,), "does not hold in the initial state"),
        (f"(sometime-before (not {SCOUT}) {OPEN})", (0,), "from the beginning"),
        ("(at end (not (at shp_0 shp_dck_0)))", (0,), "the goal"),
        (f"(at end {SCOUT}) (sometime {OPEN}) (hold-after 9 (not {SCOUT}))", (0, 2), "there is a state in which both"),
        (f"(always (not {SCOUT})) (sometime {OPEN}) (sometime {SCOUT})", (0, 2), "together"),
        (f"(hold-during 1 5 {SCOUT}) (hold-during 4 6 (not {SCOUT}))", (0, 1), "there is a state in which both"),
        ("(always (not (at shp_0 wpt_a_0))) (always (not (at sct_ast_0 wpt_end)))", (1,), "the goal cannot be met"),
        (f"(always {DEBRIS}) (sometime {CLEAR})", (0, 1), "together"),
        (f"(hold-during 0 5 (not {OPEN})) (within 4 {OPEN})", (0, 1), "there is a state in which both"),
    ],
)
def test_contradictions_are_found_and_told(given: str, guilty: tuple[int, ...], why: str) -> None:
    contradiction = simplified(given).contradiction
    assert contradiction is not None
    assert contradiction.indices == guilty
    assert why in contradiction.reason


def test_windows_that_only_touch_are_no_contradiction() -> None:
    assert simplified(f"(hold-during 1 4 {SCOUT}) (hold-during 4 6 (not {SCOUT}))").contradiction is None


def test_each_constraint_knows_where_it_comes_from() -> None:
    found = simplified(f"(sometime {OPEN}) (always (not {SCOUT})) (sometime-after {CLEAR} {SCOUT})")
    origins = dict(zip(map(str, found.constraints), found.origins, strict=True))
    assert origins == {f"(at end {OPEN})": (0,), f"(always (not {SCOUT}))": (1,), f"(always (not {CLEAR}))": (1, 2)}


def test_quantifiers_are_written_out() -> None:
    found = simplified("(at end (forall (?d - normal_debris) (not (at ?d wpt_a_0))))")
    assert [str(each) for each in found.constraints] == [
        "(at end (not (at n_deb_a_0_end wpt_a_0)))",
        "(at end (not (at n_deb_ini_a_0 wpt_a_0)))",
    ]


def test_what_has_no_meaning_stays_as_it_is() -> None:
    text = "(hold-during 5 5 (at sct_ast_0 wpt_end)) (sometime (or (> (asset_speed shp_0) 3) (at sct_ast_0 wpt_ini)))"
    assert set(simplified(text).constraints) == set(parse_constraints(text))


def test_a_goal_that_cannot_be_met_needs_no_constraint() -> None:
    bundle = load_domain("waterway")
    text = bundle.problem("1").replace("(:goal (at shp_0 shp_dck_0))", f"(:goal {NEVER})")
    found = simplify(parse_problem(text, parse_domain(bundle.domain_pddl)), [])
    assert found.contradiction is not None and found.contradiction.indices == ()
