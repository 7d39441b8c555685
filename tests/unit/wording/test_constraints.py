import json
from pathlib import Path

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence

SHIPPED = sorted(file.parent.name for file in (Path(__file__).parents[3] / "domains").glob("*/domain.pddl"))


@pytest.mark.parametrize(
    ("constraint", "sentence"),
    [
        ("(always (not (at deb_ast_0 wpt_a_0)))", "The debris boat never visits waypoint A."),
        ("(always (at sct_ast_0 wpt_ini))", "At all times, the scout is at the start."),
        (
            "(always (not (is_location_unrestricted wpt_b_0)))",
            "Waypoint B is restricted all the time.",
        ),
        ("(sometime (at sct_ast_0 wpt_b_0))", "At some time, the scout is at waypoint B."),
        ("(<= (total-time) 10)", "The plan ends by 10 hours."),
        ("(< (total-time) 9.602)", "The plan ends before 9.602 hours."),
        ("(> (total-time) 1)", "The plan ends after 1 hour."),
        ("(<= (total-steps) 12)", "The plan has at most 12 steps."),
        ("(< (total-steps) 1)", "The plan has fewer than 1 step."),
        ("(within 5 (at sct_ast_0 wpt_end))", "Within the first 5 hours, the scout is at the end point."),
        ("(within 1 (at sct_ast_0 wpt_end))", "Within the first 1 hour, the scout is at the end point."),
        (
            "(at-most-once (at deb_ast_0 deb_stn_0))",
            "There is at most one stretch of time in which the debris boat is at the debris station.",
        ),
        (
            "(sometime-after (at sct_ast_0 wpt_end) (at sct_ast_0 wpt_ini))",
            "Whenever the scout is at the end point, the scout is at the start then or later.",
        ),
        (
            "(sometime-before (not (at shp_sal_ast_0 wpt_ini)) (is_underwater_debris_visible wpt_end))",
            "Before the salvage boat leaves the start, the end point is scouted.",
        ),
        (
            "(always-within 2.5 (on shp_0 shp_sal_ast_0) (at shp_0 shp_dck_0))",
            "Whenever the wrecked ship is on tow by the salvage boat, "
            "the wrecked ship is at the ship dock within 2.5 hours of that.",
        ),
        (
            "(hold-during 3 6 (not (at sct_ast_0 wpt_ini)))",
            "Between 3 hours and 6 hours into the plan, the scout is not at the start.",
        ),
        ("(hold-after 3 (at sct_ast_0 wpt_end))", "From 3 hours into the plan on, the scout is at the end point."),
        (
            "(at end (or (at sct_ast_0 wpt_a_0) (and (at sct_ast_0 wpt_b_0) (not (at deb_ast_0 wpt_b_0)))))",
            "At the end, the scout is at waypoint A or "
            "(the scout is at waypoint B and the debris boat is not at waypoint B).",
        ),
        (
            "(sometime (not (and (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))))",
            "At some time, it is not so that (the scout is at waypoint A and the debris boat is at waypoint B).",
        ),
        (
            "(sometime-before (and (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0)) (at sct_ast_0 wpt_end))",
            "Before it comes about that the scout is at waypoint A and the debris boat is at waypoint B, "
            "the scout reaches the end point.",
        ),
        (
            "(at end (>= (debris_weight n_deb_ini_a_0) 50))",
            "At the end, the debris weight of the normal debris between the start and waypoint A is at least 50.",
        ),
        ("(at end (forall (?s - scout_asset) (at ?s wpt_ini)))", "At the end, the scout is at the start."),
    ],
)
def test_each_type_has_its_sentence(constraint: str, sentence: str, waterway: Lexicon) -> None:
    assert constraint_sentence(parse_constraint(constraint), waterway) == sentence


@pytest.mark.parametrize(
    ("constraints", "sentence"),
    [
        (
            [f"(always (not (at {each} wpt_a_0)))" for each in ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")],
            "No vessel ever visits waypoint A.",
        ),
        (
            [f"(always (not (at {each} wpt_a_0)))" for each in ("deb_ast_0", "sct_ast_0")],
            "Neither the debris boat nor the scout ever visits waypoint A.",
        ),
        (
            [f"(always (not (at deb_ast_0 {each})))" for each in ("wpt_a_0", "wpt_b_0", "wpt_end")],
            "The debris boat never visits any of waypoint A, waypoint B or the end point.",
        ),
        (
            [f"(at end (at {each} shp_dck_0))" for each in ("shp_sal_ast_0", "deb_ast_0", "sct_ast_0")],
            "At the end, every vessel is at the ship dock.",
        ),
        (
            [
                f"(sometime-before (not (at {each} wpt_ini)) (is_underwater_debris_visible wpt_end))"
                for each in ("deb_ast_0", "shp_sal_ast_0")
            ],
            "Before either the debris boat or the salvage boat leaves the start, the end point is scouted.",
        ),
        (
            [
                f"(sometime-before (at shp_sal_ast_0 wpt_end) (is_underwater_debris_visible {each}))"
                for each in ("wpt_a_0", "wpt_b_0")
            ],
            "Before the salvage boat reaches the end point, each of waypoint A and waypoint B is scouted.",
        ),
        (
            [
                "(at end (at deb_ast_0 wpt_b_0))",
                "(always (not (at sct_ast_0 wpt_a_0)))",
                "(at end (at sct_ast_0 wpt_ini))",
            ],
            "At the end, the debris boat is at waypoint B and the scout is at the start. "
            "The scout never visits waypoint A.",
        ),
        (
            ["(hold-after 2 (at sct_ast_0 wpt_ini))", "(hold-after 3 (at sct_ast_0 wpt_ini))"],
            "From 2 hours into the plan on, the scout is at the start. "
            "From 3 hours into the plan on, the scout is at the start.",
        ),
    ],
)
def test_alike_constraints_are_said_together(constraints: list[str], sentence: str, waterway: Lexicon) -> None:
    assert constraints_sentence([parse_constraint(each) for each in constraints], waterway) == sentence


def test_constraints_that_need_not_hold_at_one_time_are_kept_apart(waterway: Lexicon) -> None:
    constraints = [parse_constraint(f"(sometime (at {each} wpt_a_0))") for each in ("deb_ast_0", "sct_ast_0")]
    assert constraints_sentence(constraints, waterway) == (
        "At some time, the debris boat is at waypoint A. At some time, the scout is at waypoint A."
    )


def test_all_but_one_are_said_so() -> None:
    lexicon = Lexicon(load_domain("waterway"), "1")
    places = [each for each in lexicon.problem.objects_of("location") if each != "wpt_ini"]
    constraints = [parse_constraint(f"(always (not (at deb_ast_0 {each})))") for each in places]
    assert constraints_sentence(constraints, lexicon) == "The debris boat never visits any location but the start."


def test_what_follows_each_absence_is_not_said_of_being_nowhere(waterway: Lexicon) -> None:
    texts = [
        f"(sometime-after (not (at sct_ast_0 {place})) (at deb_ast_0 wpt_ini))" for place in ("wpt_a_0", "wpt_b_0")
    ]
    constraints = tuple(parse_constraint(text) for text in texts)

    said = constraints_sentence(constraints, waterway)

    assert said == " ".join(constraint_sentence(each, waterway) for each in constraints)


def test_the_same_constraint_twice_is_said_once(waterway: Lexicon) -> None:
    constraint = parse_constraint("(at end (at deb_ast_0 wpt_b_0))")
    assert constraints_sentence([constraint, constraint], waterway) == "At the end, the debris boat is at waypoint B."


@pytest.mark.parametrize("text", ["(within (at sct_ast_0 wpt_end))", "(hold-during 6 3 (at sct_ast_0 wpt_end))"])
def test_a_malformed_constraint_is_called_so(text: str, waterway: Lexicon) -> None:
    sentence = constraint_sentence(parse_constraint(text), waterway)
    assert sentence.startswith("This is no well-formed constraint")
    assert text in sentence
    assert constraints_sentence([parse_constraint(text)], waterway) == sentence


def test_names_the_context_does_not_know_stand_for_themselves(waterway: Lexicon) -> None:
    constraint = parse_constraint("(at end (haunted wpt_a_0 ghost))")
    assert constraint_sentence(constraint, waterway) == "At the end, 'haunted waypoint A ghost' is true."


@pytest.mark.parametrize("domain", SHIPPED)
def test_the_goals_of_the_examples_are_as_wording_says_them(domain: str) -> None:
    bundle = load_domain(domain)
    for example in bundle.context.examples:
        constraints = [parse_constraint(each) for each in example.constraints]
        assert constraints_sentence(constraints, Lexicon(bundle, example.problem)) == example.mid_level_goal


def test_no_example_is_taken_from_the_suite() -> None:
    suite = Path(__file__).parents[2] / "cases" / "feedback" / "rephrasings-dev.jsonl"
    statements = {json.loads(line)["statement"] for line in suite.read_text().splitlines()}
    for domain in SHIPPED:
        assert not statements & {example.statement for example in load_domain(domain).context.examples}
