"""Words that ask for something else than a reading near at hand, or for nothing: read rightly or not at all."""

import pytest
from tests.support.parsers import parser


def read(domain: str, statement: str, problem: str = "1") -> set[str]:
    parses = parser(domain, problem).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


def image(target: str) -> str:
    return f"(have_image {target} thermograph0)"


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        ("Scout to arrive at B2 no later than five hours after the operation begins.", "(within 5 {})"),
        ("Get the scout to B2 five hours into the operation at the latest.", "(within 5 {})"),
        ("The scout must not be at B2 until five hours after the operation begins.", "(hold-during 0 5 (not {}))"),
        ("Before we call it a day the scout shall have been at B2.", "(sometime {})"),
        ("By the end the scout has to have visited Bravo Two.", "(sometime {})"),
        ("By the end of the plan the scout must be at Bravo Two.", "(at end {})"),
    ],
)
def test_limits_visits_and_spelled_names_are_what_they_say(statement: str, constraint: str) -> None:
    assert read("waterway", statement, "2") == {constraint.format("(at sct_ast_0 wpt_b_2)")}


@pytest.mark.parametrize(
    "statement",
    [
        "The picture of Phenomenon4 I want later than the picture of Star5.",
        "The picture of Phenomenon4 we'd like only after that of Star5.",
        "The picture of Phenomenon4 must come later than the picture of Star5.",
        "Photo of Phenomenon4 must wait, I need before it the one of Star5.",
        "The photo of Phenomenon4, before it the photo of Star5.",
        "Star5's image we need earlier than Phenomenon4's.",
    ],
)
def test_an_object_in_front_keeps_its_place_in_the_order(statement: str) -> None:
    assert read("satellite", statement) == {f"(sometime-before {image('phenomenon4')} {image('star5')})"}


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        (
            "Bug: end-of-plan pointing for satellite0 must equal Phenomenon4, currently does not.",
            "(pointing satellite0 phenomenon4)",
        ),
        ("satellite0 must point at Star5 at the end. Right now it isn't.", "(pointing satellite0 star5)"),
        ("Camera off at the close of the observing run, its detector ages otherwise.", "(power_avail satellite0)"),
        ("At the end the satellite must be turned away from Star0.", "(not (pointing satellite0 star0))"),
    ],
)
def test_the_end_is_as_wished_whatever_is_so_now(statement: str, constraint: str) -> None:
    assert read("satellite", statement) == {f"(at end {constraint})"}


def test_who_waits_stays_where_he_is_and_a_when_is_no_wish() -> None:
    waits = read("waterway", "The tug must hold, before that we need B scouted.")
    assert "(sometime-before (at shp_sal_ast_0 wpt_a_0) (is_underwater_debris_visible wpt_b_0))" in waits
    both = "(always (or (not (at shp_sal_ast_0 wpt_b_0)) (not (at sct_ast_0 wpt_a_0))))"
    assert read("waterway", "When the scout is at A, the tug must not be at B.") == {both}


@pytest.mark.parametrize(
    "statement",
    ["Right now the scout does not visit B, it should.", "The debris boat currently doesn't go to A and should not."],
)
def test_what_is_not_so_now_is_not_forbidden_for_sure(statement: str) -> None:
    assert read("waterway", statement) == set()


def test_off_a_place_is_not_at_it() -> None:
    assert read("waterway", "The scout must be back off waypoint A at the end.") == {
        "(at end (not (at sct_ast_0 wpt_a_0)))"
    }


def test_the_wreck_goes_on_no_boat_that_cannot_tow() -> None:
    said = "The wreck doesn't go on the tow line before the debris boat has been to the debris station."
    assert read("waterway", said) == {"(sometime-before (on shp_0 shp_sal_ast_0) (at deb_ast_0 deb_stn_0))"}


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        ("Van 1 is never free of drivers.", "(always (or (drives driver1 van1) (drives driver2 van1)))"),
        ("At no time may van1 be free of drivers.", "(always (or (drives driver1 van1) (drives driver2 van1)))"),
    ],
)
def test_what_is_never_free_of_a_sort_has_one_of_it(statement: str, constraint: str) -> None:
    assert read("haulage", statement) == {constraint}


def test_what_is_free_of_a_sort_has_none_of_it() -> None:
    none = {"(at end (not (drives driver1 van1)))", "(at end (not (drives driver2 van1)))"}
    assert read("haulage", "Van 1 has to be free of drivers at the end.") == none


@pytest.mark.parametrize(
    ("domain", "statement"),
    [
        ("waterway", "Nobody knows how the ship came to lie at the end point."),
        ("waterway", "Who knows where the wreck came from."),
        ("waterway", "On Monday the scout was at waypoint B for an hour."),
        ("waterway", "The salvage boat used to be berthed at waypoint A."),
        ("waterway", "The scout once visited waypoint A."),
        ("waterway", "Let the harbour master inspect the debris boat."),
        ("waterway", "Waypoint Alpha Two must never be visited."),
        ("satellite", "When will the picture of Star5 be there?"),
        ("satellite", "Do you have a picture of Star5?"),
        ("satellite", "I like the picture of Star5."),
        ("satellite", "The picture of Star5 looks great."),
        ("satellite", "GroundStation1 is closed on Sundays."),
        ("satellite", "Pictures of Star5 always sell well."),
        ("satellite", "GroundStation2 has the better weather."),
        ("satellite", "Make the picture of Star5 brighter."),
        ("satellite", "Make the image of Star5 larger, please."),
        ("satellite", "The image of Star5 should be sharper than last time."),
        ("satellite", "satellite0 is not at the moment facing Star5 at the end."),
    ],
)
def test_what_asks_for_nothing_here_is_not_read(domain: str, statement: str) -> None:
    assert read(domain, statement) == set()


@pytest.mark.parametrize(
    ("domain", "statement", "constraint"),
    [
        ("waterway", "Let the scout inspect waypoint A.", "(at end (is_underwater_debris_visible wpt_a_0))"),
        ("waterway", "Have the debris boat go to waypoint A.", "(sometime (at deb_ast_0 wpt_a_0))"),
        (
            "satellite",
            "Nobody knows why, but point satellite0 at Star5 at the end.",
            "(at end (pointing satellite0 star5))",
        ),
        ("satellite", "Instrument0 on at the end.", "(at end (power_on instrument0))"),
        ("satellite", "Make satellite0 point at Star5 at the end.", "(at end (pointing satellite0 star5))"),
    ],
)
def test_wishes_that_look_like_them_are_read(domain: str, statement: str, constraint: str) -> None:
    assert read(domain, statement) == {constraint}
