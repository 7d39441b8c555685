"""What must not be misread: a plan that does the opposite of what was asked for would be called proven."""

import json
from pathlib import Path

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint, parse_domain, parse_problem
from plancritic.translator.candidates.offline import Parser
from plancritic.translator.mentions.linking import Linker
from plancritic.translator.mentions.world import World

FROZEN = Path(__file__).parents[2] / "cases" / "feedback" / "frozen.jsonl"
#: A score from which on the coordinator and people take a reading for sure.
SURE = 0.85
#: Of the 40 frozen statements.
MOST_MISREAD = 1
DEBRIS, SCOUT, SALVAGE = BOATS = ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")
A, B, START, END, STATION, DOCK = "wpt_a_0", "wpt_b_0", "wpt_ini", "wpt_end", "deb_stn_0", "shp_dck_0"


@pytest.fixture(scope="module")
def parsers() -> dict[str, Parser]:
    found = {}
    for domain in ("waterway", "satellite"):
        bundle = load_domain(domain)
        problem = parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))
        found[domain] = Parser(Linker(bundle.context, World(problem)))
    return found


def never(place: str, *boats: str) -> set[str]:
    return {f"(always (not (at {boat} {place})))" for boat in boats}


def ends(boat: str, place: str) -> set[str]:
    return {f"(at end (at {boat} {place}))"}


def ever(boat: str, place: str) -> set[str]:
    return {f"(sometime (at {boat} {place}))"}


def read(parser: Parser, statement: str) -> tuple[set[str], float]:
    parses = parser.parse(statement)
    return ({str(c) for c in parses[0].constraints}, parses[0].score) if parses else (set(), 0.0)


WATERWAY = [
    (
        "The debris boat must never visit A and the scout must never visit B.",
        never(A, DEBRIS) | never(B, SCOUT),
    ),
    ("The salvage boat must not pass A and must not pass B.", never(A, SALVAGE) | never(B, SALVAGE)),
    ("No boat may visit A and no boat may visit the debris station.", never(A, *BOATS) | never(STATION, *BOATS)),
    (
        "The scout must never visit the debris station and must end at the start.",
        never(STATION, SCOUT) | ends(SCOUT, START),
    ),
    ("Make sure waypoint A stays free of our boats.", never(A, *BOATS)),
    ("Route everyone round A.", never(A, *BOATS)),
    ("Only the scout may go through waypoint A.", never(A, DEBRIS, SALVAGE)),
    ("Keep the debris boat away from A for the first two hours.", {"(hold-during 0 2 (not (at deb_ast_0 wpt_a_0)))"}),
    ("Never visit A since the crew change takes place at B.", never(A, *BOATS)),
    ("The scout must stay out of A, and the debris boat must reach B.", never(A, SCOUT) | ever(DEBRIS, B)),
    ("Nobody goes to A, nobody goes to the ship dock.", never(A, *BOATS) | never(DOCK, *BOATS)),
    ("Neither the scout nor the debris boat may visit B.", never(B, SCOUT, DEBRIS)),
    ("The salvage boat should never be at A or B.", never(A, SALVAGE) | never(B, SALVAGE)),
    ("Let only the debris boat near the debris station.", never(STATION, SCOUT, SALVAGE)),
    ("Don't visit A twice with the scout.", {"(at-most-once (at sct_ast_0 wpt_a_0))"}),
    ("The debris boat must avoid B and the salvage boat must avoid A.", never(B, DEBRIS) | never(A, SALVAGE)),
    ("No boat except the tug may be at the dock.", never(DOCK, DEBRIS, SCOUT)),
    ("Finish with the scout at the end point and the debris boat at B.", ends(SCOUT, END) | ends(DEBRIS, B)),
    ("The debris boat must not fail to visit B.", ever(DEBRIS, B)),
    ("The scout must not finish without having visited B.", ever(SCOUT, B)),
    ("The scout should go to B, not to A.", ever(SCOUT, B) | never(A, SCOUT)),
    ("Keep the scout away from A and finish with it at B.", never(A, SCOUT) | ends(SCOUT, B)),
    ("The salvage boat must not be at B after 6 hours.", {"(hold-after 6 (not (at shp_sal_ast_0 wpt_b_0)))"}),
    ("Everyone except the scout and the tug should avoid A.", never(A, DEBRIS)),
    ("The scout never leaves the start.", {"(always (at sct_ast_0 wpt_ini))"}),
    ("Never leave the start with the tug.", {"(always (at shp_sal_ast_0 wpt_ini))"}),
    ("The scout must always be at B.", {"(always (at sct_ast_0 wpt_b_0))"}),
    ("Last stop of the scout: B.", ends(SCOUT, B)),
    ("B is to be the last stop of the scout.", ends(SCOUT, B)),
    ("The scout must visit A, then B.", {"(sometime-before (at sct_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))"}),
    ("Please note that the scout must visit B.", ever(SCOUT, B)),
    ("As noted, the scout must visit B.", ever(SCOUT, B)),
    ("Take note that the debris boat must end at B.", ends(DEBRIS, B)),
    ("Note: the scout must not visit B.", never(B, SCOUT)),
    ("The scout must stay away from B, and the tug from A.", never(B, SCOUT) | never(A, SALVAGE)),
    ("Don't go to A or B with the scout.", never(A, SCOUT) | never(B, SCOUT)),
    ("The scout should go to B, but the salvage boat must never go there.", ever(SCOUT, B) | never(B, SALVAGE)),
    (
        "We aren't licensed to lift underwater debris, so leave all of it in place.",
        {"(at end (at u_deb_ini_b_0 wpt_b_0))", "(at end (at u_deb_b_0_end wpt_b_0))"},
    ),
    (
        "Clear the sunken debris, and finish with the debris boat at waypoint B.",
        ends(DEBRIS, B)
        | {"(at end (is_location_not_blocked wpt_ini wpt_b_0))", "(at end (is_location_not_blocked wpt_b_0 wpt_end))"},
    ),
]

SATELLITE = [
    ("Don't point at Star0 more than once.", {"(at-most-once (pointing satellite0 star0))"}),
    (
        "Never turn to Star0 and end at GroundStation1.",
        {"(always (not (pointing satellite0 star0)))", "(at end (pointing satellite0 groundstation1))"},
    ),
    (
        "Do not point at Star0, but do point at GroundStation2.",
        {"(always (not (pointing satellite0 star0)))", "(sometime (pointing satellite0 groundstation2))"},
    ),
    ("The satellite must not end up pointing at Star0.", {"(at end (not (pointing satellite0 star0)))"}),
    (
        "Visit GroundStation1 once and stay away from Star0 throughout.",
        {"(sometime (pointing satellite0 groundstation1))", "(always (not (pointing satellite0 star0)))"},
    ),
    (
        "The image of Phenomenon4 comes after that of Star5.",
        {"(sometime-before (have_image phenomenon4 thermograph0) (have_image star5 thermograph0))"},
    ),
    ("Last heading of the satellite: Phenomenon4.", {"(at end (pointing satellite0 phenomenon4))"}),
    ("The satellite's last orientation must be Star0.", {"(at end (pointing satellite0 star0))"}),
    ("Last attitude: Star5.", {"(at end (pointing satellite0 star5))"}),
    ("The last direction of the satellite should be Star0.", {"(at end (pointing satellite0 star0))"}),
    ("The satellite's last heading mustn't be Star0.", {"(at end (not (pointing satellite0 star0)))"}),
    ("The last thing the satellite should look at is Phenomenon4.", {"(at end (pointing satellite0 phenomenon4))"}),
]

#: What cannot be read, each with a word that the reason must name (or any reason where it is empty).
REFUSED = [
    ("waterway", "Finish with the helicopter at waypoint B.", "helicopter"),
    ("waterway", "No helicopter may go through waypoint A.", "helicopter"),
    ("waterway", "The submarine must reach waypoint B.", "submarine"),
    ("waterway", "The scout must reach the moon before the debris boat reaches B.", "moon"),
    ("waterway", "The debris boat must not carry more than three tonnes through A.", "tonnes"),
    ("waterway", "The debris boat can visit A no more than two times.", "two times"),
    ("waterway", "Half of the underwater debris should remain.", "half"),
    ("waterway", "The scout does not go to A, but the debris boat does.", "incomplete"),
    ("waterway", "Why does the debris boat go to A?", "question"),
    ("waterway", "I do not mind if the debris boat goes through A.", "allows"),
    ("waterway", "I would not mind if the scout visited the dock.", "allows"),
    ("waterway", "You may go through waypoint A.", "allows"),
    ("waterway", "Two of the boats must finish at B.", "two"),
    ("waterway", "Most of the debris should be removed.", "most"),
    ("waterway", "Which boat is at the dock at the end?", "question"),
    ("waterway", "The kraken must not reach A.", "kraken"),
    ("satellite", "Photograph the comet before Star5.", "comet"),
    ("waterway", "Don't let the crane touch the underwater debris.", "crane"),
    ("waterway", "The scout must visit B twice.", "twice"),
    ("waterway", "Unless the weather changes, go through B.", "weather"),
    ("satellite", "Calibrate the instrument first.", "first"),
    ("waterway", "The scout needn't visit B.", "allows"),
    ("waterway", "The scout has no need to visit B.", "allows"),
    ("waterway", "First stop for the scout: A.", "first"),
    ("waterway", "You don't have to go to A.", "allows"),
    ("waterway", "All boats but one must end at the dock.", "but one"),
    ("satellite", "The satellite should look at Star0 rather than Star5.", "rather than"),
    ("waterway", "Go through A instead of B.", "instead of"),
    ("waterway", "Use the crane to remove the underwater debris.", "crane"),
    ("satellite", "The camera must never be on for more than ten minutes.", "more than"),
    ("waterway", "The debris boat must go to A only.", "only"),
    ("satellite", "Do everything except imaging Star5.", "except"),
    ("satellite", "Point at Star0 as little as possible.", "as little"),
    ("waterway", "Drive the truck to B.", "truck"),
    ("waterway", "No two boats may be at A.", "two"),
    ("waterway", "At least one boat should pass through A.", "at least"),
    ("waterway", "Waypoint A is beautiful.", "beautiful"),
    ("satellite", "Star0 is very bright.", "bright"),
    ("satellite", "Yesterday we pointed at GroundStation1.", "states a fact"),
    ("waterway", "Please note that the scout may visit waypoint B.", "allows"),
    ("waterway", "Please note that the debris boat can go through A.", "allows"),
    ("waterway", "Now the scout may visit waypoint B.", "allows"),
    ("waterway", "The scout must knot visit B.", "knot"),
    ("waterway", "The scout nether visits B.", "nether"),
    ("waterway", "The debris boat must visit B and keep a bare hull.", "bare"),
    ("satellite", "Did you switch the instrument off at the end?", "question"),
]


CHOICES = [
    (
        "waterway",
        "Either the scout or the debris boat should finish at B.",
        "(at end (or (at sct_ast_0 wpt_b_0) (at deb_ast_0 wpt_b_0)))",
    ),
    (
        "satellite",
        "The satellite should point at Star0 or at Star5.",
        "(sometime (or (pointing satellite0 star0) (pointing satellite0 star5)))",
    ),
    (
        "waterway",
        "At some time A or B has to be open to traffic.",
        "(sometime (or (is_location_unrestricted wpt_a_0) (is_location_unrestricted wpt_b_0)))",
    ),
    (
        "waterway",
        "Never let the scout and the debris boat be at A together.",
        "(always (or (not (at sct_ast_0 wpt_a_0)) (not (at deb_ast_0 wpt_a_0))))",
    ),
    ("waterway", "From hour 5 on, neither the scout nor the debris boat may be at A.", None),
]


@pytest.mark.parametrize(("domain", "statement", "constraint"), CHOICES, ids=[s for _, s, _ in CHOICES])
def test_a_choice_is_read_as_a_choice_and_its_denial_as_neither(
    parsers: dict[str, Parser], domain: str, statement: str, constraint: str | None
) -> None:
    neither = {f"(hold-after 5 (not (at {boat} wpt_a_0)))" for boat in ("sct_ast_0", "deb_ast_0")}
    assert read(parsers[domain], statement)[0] == ({constraint} if constraint else neither)


@pytest.mark.parametrize(("statement", "constraints"), WATERWAY, ids=[s for s, _ in WATERWAY])
def test_a_difficult_statement_about_boats_is_read_rightly(
    parsers: dict[str, Parser], statement: str, constraints: set[str]
) -> None:
    assert read(parsers["waterway"], statement)[0] == constraints


@pytest.mark.parametrize(("statement", "constraints"), SATELLITE, ids=[s for s, _ in SATELLITE])
def test_a_difficult_statement_about_satellites_is_read_rightly(
    parsers: dict[str, Parser], statement: str, constraints: set[str]
) -> None:
    assert read(parsers["satellite"], statement)[0] == constraints


@pytest.mark.parametrize(("domain", "statement", "named"), REFUSED, ids=[s for _, s, _ in REFUSED])
def test_what_cannot_be_read_is_refused_with_what_stood_in_the_way(
    parsers: dict[str, Parser], domain: str, statement: str, named: str
) -> None:
    assert read(parsers[domain], statement) == (set(), 0.0)
    assert named in " ".join(parsers[domain].why_not(statement))


def test_hardly_a_statement_nobody_tuned_on_is_misread_with_confidence(parsers: dict[str, Parser]) -> None:
    rows = [json.loads(line) for line in FROZEN.read_text(encoding="utf-8").splitlines()]
    misread = []
    for row in rows:
        found, score = read(parsers[row["domain"]], row["statement"])
        truth = row["ground_truth"]
        wanted = set() if truth == "not_understood" else {str(parse_constraint(c)) for c in truth}
        if found != wanted and score >= SURE:
            misread.append((row["statement"], score, found))
    assert len(misread) <= MOST_MISREAD, misread
