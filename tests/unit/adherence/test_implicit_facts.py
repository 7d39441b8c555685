"""What goes without saying in a problem: the only satellite, the only mode, the mode that the goal asks for."""

from functools import cache

from plancritic.adherence.implicit_facts import Unspoken
from plancritic.domains.folder import load_folder
from plancritic.pddl.language import Atom
from plancritic.wording import Lexicon


@cache
def unspoken(problem: str, domain: str = "satellite") -> Unspoken:
    return Unspoken(Lexicon(load_folder(domain), problem).problem)


def test_the_only_object_that_fits_a_place_goes_without_saying() -> None:
    pointing = Atom("pointing", ("satellite0", "star0"))

    assert unspoken("1").sole(pointing) == {0}
    assert unspoken("3").sole(pointing) == frozenset()


def test_the_only_mode_that_is_supported_goes_without_saying() -> None:
    assert unspoken("1").known(Atom("have_image", ("star0", "thermograph0")), wanted=False) == {1}
    assert unspoken("1").known(Atom("have_image", ("star0", "image1")), wanted=False) == frozenset()


def test_the_mode_that_the_goal_asks_for_goes_without_saying_where_the_picture_is_wanted() -> None:
    asked, other = (Atom("have_image", ("star3", mode)) for mode in ("infrared0", "image1"))

    assert unspoken("3").known(asked, wanted=True) == {1}
    assert unspoken("3").known(asked, wanted=False) == frozenset()
    assert unspoken("3").known(other, wanted=True) == frozenset()


def test_the_only_boat_that_can_tow_goes_without_saying() -> None:
    assert 1 in unspoken("1", "waterway").known(Atom("on", ("shp_0", "shp_sal_ast_0")), wanted=True)
