"""Words that ask for something else than a reading near at hand, or for nothing: read rightly or not at all."""

from tests.support.parsers import parser


def read(domain: str, statement: str, problem: str = "1") -> set[str]:
    parses = parser(domain, problem).parse(statement)
    return set(map(str, parses[0].constraints)) if parses else set()


def test_who_waits_stays_where_he_is() -> None:
    waits = read("waterway", "The tug must hold, before that we need B scouted.")
    assert "(sometime-before (at shp_sal_ast_0 wpt_a_0) (is_underwater_debris_visible wpt_b_0))" in waits
