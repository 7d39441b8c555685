"""Deeds commanded one after the other are asked for; an order alone asks for nothing but the order."""

from tests.support.parsers import parser


def read(statement: str, domain: str = "waterway") -> set[str]:
    parses = parser(domain).parse(statement)
    return {str(c) for c in parses[0].constraints} if parses else set()


def test_nothing_is_added_of_what_the_goal_asks_for_anyway() -> None:
    taken = "(have_image {} thermograph0)"
    found = read("Take the image of Star5 first, then Phenomenon4.", "satellite")
    assert found == {f"(sometime-before {taken.format('phenomenon4')} {taken.format('star5')})"}
    turned = read("First look at Star0, then at GroundStation1.", "satellite")
    assert "(sometime (pointing satellite0 groundstation1))" in turned
