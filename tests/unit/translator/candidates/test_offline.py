"""What the offline parser understands, measured on suites of wordings, and what it does with single difficulties."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.parsers import parser

from plancritic.pddl.language import parse_constraint

CASES = Path(__file__).parents[3] / "cases"
FEEDBACK = CASES / "feedback"
ASSETS = ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")


def canonical(constraints: Any) -> frozenset[str]:
    return frozenset(str(parse_constraint(str(c))) for c in constraints)


def best(statement: str, domain: str = "waterway", problem: str = "1") -> frozenset[str]:
    parses = parser(domain, problem).parse(statement)
    return canonical(parses[0].constraints) if parses else frozenset()


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def share_understood(suite: list[dict[str, Any]]) -> float:
    right = sum(best(r["statement"], r["domain"]) == canonical(r["ground_truth"]) for r in suite)
    return right / len(suite)


def test_most_of_the_development_suite_is_read_exactly_right() -> None:
    assert share_understood(rows(FEEDBACK / "rephrasings-dev.jsonl")) >= 0.9


def test_most_of_our_own_wordings_of_the_same_meanings_are_read_exactly_right() -> None:
    assert share_understood(rows(CASES / "translator" / "rephrasings-own.jsonl")) >= 0.9


def test_statements_of_several_are_read_one_by_one() -> None:
    right = total = 0
    for row in rows(FEEDBACK / "multi-dev.jsonl"):
        if len(row["statements"]) == len(row["ground_truth"]):
            for statement, truth in zip(row["statements"], row["ground_truth"], strict=True):
                total += 1
                right += best(statement, row["domain"]) == canonical(truth)
    assert right / total >= 0.9


@pytest.mark.parametrize(
    ("statement", "constraints"),
    [
        ("No vessel may go through waypoint A.", {f"(always (not (at {a} wpt_a_0)))" for a in ASSETS}),
        (
            "Nobody but the scout leaves the start before the end point has been scouted.",
            {
                "(sometime-before (not (at deb_ast_0 wpt_ini)) (is_underwater_debris_visible wpt_end))",
                "(sometime-before (not (at shp_sal_ast_0 wpt_ini)) (is_underwater_debris_visible wpt_end))",
            },
        ),
        ("Finish with the debris boat at waypoint B.", {"(at end (at deb_ast_0 wpt_b_0))"}),
    ],
)
def test_the_demonstration_is_read_exactly(statement: str, constraints: set[str]) -> None:
    assert best(statement) == constraints


@pytest.mark.parametrize(
    ("statement", "constraints"),
    [
        ("The scout must be at the end point within 5 hours.", {"(within 5 (at sct_ast_0 wpt_end))"}),
        ("The scout must be at the end point within 90 minutes.", {"(within 1.5 (at sct_ast_0 wpt_end))"}),
        ("From hour 3 to hour 6 the scout stays at the end point.", {"(hold-during 3 6 (at sct_ast_0 wpt_end))"}),
        ("After 4 hours the scout must be at B.", {"(hold-after 4 (at sct_ast_0 wpt_b_0))"}),
        ("The debris boat visits the debris station at most once.", {"(at-most-once (at deb_ast_0 deb_stn_0))"}),
    ],
)
def test_times_and_counts_are_read_in_the_unit_of_the_domain(statement: str, constraints: set[str]) -> None:
    assert best(statement) == constraints


def test_whenever_one_thing_is_so_another_follows() -> None:
    statement = "Whenever the scout is at the end point, it must go back to the start later."
    assert best(statement) == {"(sometime-after (at sct_ast_0 wpt_end) (at sct_ast_0 wpt_ini))"}


def test_the_article_is_not_waypoint_a() -> None:
    assert all("wpt_a_0" not in c for c in best("Finish with a debris boat at B."))


def test_a_misspelt_name_is_understood_and_reported() -> None:
    parse = parser("waterway").parse("The debris vesel must finish at waypiont B.")[0]
    assert canonical(parse.constraints) == {"(at end (at deb_ast_0 wpt_b_0))"}
    assert ("waypiont", "waypoint") in parse.slips


def test_double_negation_cancels() -> None:
    assert best("Don't finish anywhere but the dock with the scout.") == {"(at end (at sct_ast_0 shp_dck_0))"}


@pytest.mark.parametrize("statement", ["I like bananas.", "asdf qwer", "!!!", "What is the weather like?", "42"])
def test_what_says_nothing_of_the_plan_is_not_understood(statement: str) -> None:
    assert parser("waterway").parse(statement) == ()


def test_readings_come_best_first_with_scores_from_0_to_1() -> None:
    scores = [p.score for p in parser("waterway").parse("The scout goes to the wreck before the debris boat.", 10)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_two_thousand_characters_are_read_in_bounded_time() -> None:
    statement = "Never visit A, and finish with the scout at B. " * 42
    (parse,) = parser("waterway").parse(statement)
    never = {f"(always (not (at {boat} wpt_a_0)))" for boat in ASSETS}
    assert canonical(parse.constraints) == never | {"(at end (at sct_ast_0 wpt_b_0))"}


def test_a_long_text_is_not_understood_where_one_of_its_wishes_is_not() -> None:
    assert parser("waterway").parse("Never visit A with any boat. " * 40 + "The scout must never visit the moon.") == ()


def test_another_problem_needs_no_edit() -> None:
    never = {f"(always (not (at {a} wpt_a_1)))" for a in ASSETS}
    assert best("No vessel may go through waypoint A1.", problem="2") == never


SCOUTED = "is_underwater_debris_visible"
IMAGED = "(have_image {} thermograph0)"


def comes_first(one: str, *others: str) -> set[str]:
    return {f"(sometime-before {other} {one})" for other in others}


@pytest.mark.parametrize(
    ("domain", "statement", "constraints"),
    [
        (
            "waterway",
            "Scout B first.",
            comes_first(f"({SCOUTED} wpt_b_0)", f"({SCOUTED} wpt_a_0)", f"({SCOUTED} wpt_end)"),
        ),
        (
            "waterway",
            "Let the tug be the last boat to leave the start.",
            {
                f"(sometime-before (not (at shp_sal_ast_0 wpt_ini)) (not (at {boat} wpt_ini)))"
                for boat in ("deb_ast_0", "sct_ast_0")
            },
        ),
        (
            "waterway",
            "The scout should be the first to reach the wreck.",
            comes_first("(at sct_ast_0 wpt_end)", "(at deb_ast_0 wpt_end)", "(at shp_sal_ast_0 wpt_end)"),
        ),
        (
            "waterway",
            "Let the scout get to the end point before the other two vessels do.",
            comes_first("(at sct_ast_0 wpt_end)", "(at deb_ast_0 wpt_end)", "(at shp_sal_ast_0 wpt_end)"),
        ),
        (
            "satellite",
            "Take the picture of Star5 before any other picture.",
            comes_first(IMAGED.format("star5"), IMAGED.format("phenomenon4"), IMAGED.format("phenomenon6")),
        ),
        (
            "satellite",
            "Start the imaging with Star5.",
            comes_first(IMAGED.format("star5"), IMAGED.format("phenomenon4"), IMAGED.format("phenomenon6")),
        ),
        (
            "satellite",
            "Phenomenon4 comes last.",
            {
                f"(sometime-before {IMAGED.format('phenomenon4')} {IMAGED.format(other)})"
                for other in ("star5", "phenomenon6")
            },
        ),
        (
            "satellite",
            "Visit GroundStation1 before the first picture is taken.",
            {
                f"(sometime-before {IMAGED.format(image)} (pointing satellite0 groundstation1))"
                for image in ("phenomenon4", "star5", "phenomenon6")
            },
        ),
    ],
)
def test_what_is_first_or_last_is_so_among_all_of_its_sort(domain: str, statement: str, constraints: set[str]) -> None:
    assert best(statement, domain) == constraints


@pytest.mark.parametrize(
    ("domain", "statement", "constraints"),
    [
        (
            "waterway",
            "Apart from the scout everybody ends at the dock.",
            {"(at end (at deb_ast_0 shp_dck_0))", "(at end (at shp_sal_ast_0 shp_dck_0))"},
        ),
        ("waterway", "The debris boat must end at its station.", {"(at end (at deb_ast_0 deb_stn_0))"}),
        (
            "waterway",
            "When it's all over, traffic must be allowed at waypoint B.",
            {"(at end (is_location_unrestricted wpt_b_0))"},
        ),
        (
            "waterway",
            "I don't want to find any sunken debris left over afterwards.",
            {
                "(at end (is_location_not_blocked wpt_ini wpt_b_0))",
                "(at end (is_location_not_blocked wpt_b_0 wpt_end))",
            },
        ),
        (
            "waterway",
            "Is it doable if no asset ever shows up at waypoint A? Please plan it that way.",
            {f"(always (not (at {boat} wpt_a_0)))" for boat in ASSETS},
        ),
        (
            "satellite",
            "Star0 is taboo: the satellite must not point there, ever.",
            {"(always (not (pointing satellite0 star0)))"},
        ),
        (
            "waterway",
            "Nothing should be lying under water when the plan is finished.",
            {f"(at end (is_location_not_blocked {way}))" for way in ("wpt_ini wpt_b_0", "wpt_b_0 wpt_end")},
        ),
        (
            "waterway",
            "Keep the debris ship moored at the start while the scout is still on its way to the end point.",
            {"(sometime-before (not (at deb_ast_0 wpt_ini)) (at sct_ast_0 wpt_end))"},
        ),
        ("waterway", "Keep the debris boat off waypoint A.", {"(always (not (at deb_ast_0 wpt_a_0)))"}),
        ("waterway", "The scout should be kept off the dock.", {"(always (not (at sct_ast_0 shp_dck_0)))"}),
        ("haulage", "Keep van 1 away from the market.", {"(always (not (at van1 market)))"}),
        (
            "waterway",
            "Bring the whole fleet home to the dock.",
            {f"(at end (at {boat} shp_dck_0))" for boat in ASSETS},
        ),
        ("satellite", "The power is free again in the end.", {"(at end (power_avail satellite0))"}),
        (
            "satellite",
            "Could the instrument be turned off again after it has taken all the images?",
            {"(at end (power_avail satellite0))"},
        ),
        (
            "satellite",
            "I want to have Star5 in the thermograph before Phenomenon4.",
            comes_first(IMAGED.format("star5"), IMAGED.format("phenomenon4")),
        ),
        (
            "satellite",
            "My client pays extra if the Star5 picture is made ahead of the Phenomenon4 picture, so shoot it earlier.",
            comes_first(IMAGED.format("star5"), IMAGED.format("phenomenon4")),
        ),
    ],
)
def test_other_ways_to_say_the_same_are_read(domain: str, statement: str, constraints: set[str]) -> None:
    assert best(statement, domain) == constraints


def test_what_stays_off_the_whole_time_is_denied_as_it_stands() -> None:
    read = best("instrument3 stays off the whole time.", "satellite", "3")
    assert read == {"(always (not (power_on instrument3)))"}


def test_the_end_of_a_plan_stands_before_the_name_of_a_place() -> None:
    read = best("At the end waypoint B0 is unrestricted.", problem="2")
    assert read == {"(at end (is_location_unrestricted wpt_b_0))"}
