"""Nearness on waterway 1, whose lexicon and types are the repository's own."""

from collections.abc import Sequence

import pytest

from plancritic.coordinator.search.nearness import Nearness
from plancritic.domains import load_domain
from plancritic.pddl.language import Atom
from plancritic.wording import Lexicon

LEXICON = Lexicon(load_domain("waterway"), "1")


@pytest.fixture(scope="module")
def nearness() -> Nearness:
    return Nearness(LEXICON.problem, LEXICON)


def test_an_object_is_as_near_to_itself_as_can_be_and_nearness_has_no_direction(nearness):
    names = list(LEXICON.problem.objects)
    assert all(nearness.objects(name, name) == 1.0 for name in names)
    assert all(
        0.0 <= nearness.objects(one, other) < 1.0
        and nearness.objects(one, other) == pytest.approx(nearness.objects(other, one))
        for one in names
        for other in names
        if one != other
    )


def test_a_vessel_is_nearer_to_a_vessel_than_to_a_place_and_a_waypoint_nearer_to_a_waypoint_than_to_the_dock(nearness):
    assert nearness.objects("deb_ast_0", "shp_sal_ast_0") > nearness.objects("deb_ast_0", "wpt_a_0")
    assert nearness.objects("wpt_a_0", "wpt_b_0") > nearness.objects("wpt_a_0", "shp_dck_0")


def test_names_that_share_words_are_nearer_than_others_of_the_same_type(nearness):
    assert nearness.objects("wpt_ini", "wpt_a_0") != nearness.objects("wpt_ini", "deb_stn_0")
    assert nearness.objects("wpt_a_0", "wpt_b_0") > nearness.objects("wpt_a_0", "wpt_ini")


def test_facts_are_nearer_the_more_of_predicate_and_arguments_they_share(nearness):
    said = Atom("at", ("sct_ast_0", "wpt_a_0"))
    same_vessel = Atom("at", ("sct_ast_0", "wpt_b_0"))
    other_vessel = Atom("at", ("deb_ast_0", "wpt_b_0"))
    other_thing = Atom("is_location_unrestricted", ("wpt_b_0",))
    assert 1.0 == nearness.facts(said, said) > nearness.facts(said, same_vessel)
    assert nearness.facts(said, same_vessel) > nearness.facts(said, other_vessel) > nearness.facts(said, other_thing)


class Cosines:
    """A stand-in for the encoder, for which only two of the phrases are alike."""

    def __init__(self) -> None:
        self.prepared: list[str] = []

    def prepare(self, phrases: Sequence[str]) -> None:
        self.prepared += phrases

    def of(self, one: str, other: str) -> float:
        return 0.9 if {one, other} == {"the debris station", "the end point"} else -0.5


def test_an_encoder_makes_alike_phrases_nearer_and_what_it_sees_as_opposite_no_nearer_than_nothing():
    cosines = Cosines()
    plain, with_encoder = Nearness(LEXICON.problem, LEXICON), Nearness(LEXICON.problem, LEXICON, cosines)
    with_encoder.prepare()
    assert set(cosines.prepared) == {LEXICON.name(name) for name in LEXICON.problem.objects}
    assert with_encoder.objects("deb_stn_0", "wpt_end") > plain.objects("deb_stn_0", "wpt_end")
    assert with_encoder.objects("wpt_a_0", "wpt_b_0") == pytest.approx(plain.objects("wpt_a_0", "wpt_b_0") * 2 / 3)
