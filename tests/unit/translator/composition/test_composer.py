"""Candidates composed of what a statement names: what is meant is among the first, whatever the sentence looks like."""

from __future__ import annotations

from functools import cache

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.translator.composition.composer import MOST, Composed, Composer, cue_weights
from plancritic.translator.composition.shapes import of_one, of_two
from plancritic.translator.events import EventReader
from plancritic.translator.linking import Linker
from plancritic.translator.text import tokens
from plancritic.translator.world import World
from plancritic.wording import Lexicon


@cache
def reader(domain: str, problem: str = "1") -> EventReader:
    bundle = load_domain(domain)
    return EventReader(Linker(bundle.context, World(Lexicon(bundle, problem).problem)))


def composed(domain: str, statement: str) -> tuple[Composed, ...]:
    its = reader(domain)
    return Composer(its).composed(its.linker.link(tokens(statement)))


@pytest.mark.parametrize(
    ("domain", "statement", "meant"),
    [
        (
            "waterway",
            "Between ourselves: the tug, waypoint A, one time and no more than one time.",
            ["(at-most-once (at shp_sal_ast_0 wpt_a_0))"],
        ),
        (
            "waterway",
            "What with the debris boat at A the scout had better not be at A at the same time",
            ["(always (or (not (at deb_ast_0 wpt_a_0)) (not (at sct_ast_0 wpt_a_0))))"],
        ),
        (
            "waterway",
            "the first three hours: tug stays where it is",
            ["(hold-during 0 3 (at shp_sal_ast_0 wpt_ini))"],
        ),
        (
            "satellite",
            "Phenomenon6's image: fifteen seconds after it at the latest that of Phenomenon4",
            ["(always-within 15 (have_image phenomenon6 thermograph0) (have_image phenomenon4 thermograph0))"],
        ),
        (
            "haulage",
            "Hospital: parcel 1, minute 25 at the latest",
            ["(within 25 (lies parcel1 hospital))"],
        ),
        ("haulage", "Van at the market for good once everything is over", ["(at end (at van1 market))"]),
    ],
)
def test_what_is_meant_is_among_the_candidates(domain: str, statement: str, meant: list[str]) -> None:
    keys = [canonical_key(each.constraints) for each in composed(domain, statement)]
    assert canonical_key(map(parse_constraint, meant)) in keys


@pytest.mark.parametrize("domain", ["waterway", "satellite", "haulage"])
def test_candidates_are_few_different_well_formed_and_ranked(domain: str) -> None:
    places = {"waterway": "the scout at A and B", "satellite": "Star5 and Star0", "haulage": "depot and market"}
    found = composed(domain, f"Not {places[domain]} before the end, and never both, until then all of them stay.")
    assert 0 < len(found) <= MOST
    assert len({canonical_key(each.constraints) for each in found}) == len(found)
    assert [each.fit for each in found] == sorted((each.fit for each in found), reverse=True)
    problem = reader(domain).world.problem
    assert not [each for one in found for each in one.constraints if check_constraint(each, problem)]


def test_what_names_nothing_has_no_candidate() -> None:
    assert composed("waterway", "Let us hope for good weather.") == ()


def test_no_candidate_bounds_by_a_time_that_was_not_said() -> None:
    bounds = {
        bound for each in composed("waterway", "Scout at B by hour 6") for c in each.constraints for bound in c.bounds
    }
    assert bounds == {0.0, 6.0}


def test_a_word_that_nobody_knows_speaks_against_all_candidates() -> None:
    plain, strange = (
        composed("waterway", "scout at B at the end"),
        composed("waterway", "frobnicate scout at B at the end"),
    )
    assert strange[0].fit < plain[0].fit


def test_every_shape_has_weights() -> None:
    world = reader("waterway").world
    one, two = world.position("sct_ast_0", "wpt_a_0"), world.position("deb_ast_0", "wpt_b_0")
    shapes = [
        shape
        for times in ((), (3.0,), (3.0, 5.0))
        for shape in (*of_one((one, two), times, True), *of_two((one,), (two,), times, world))
    ]
    assert {shape.name for shape in shapes} <= cue_weights().keys()
