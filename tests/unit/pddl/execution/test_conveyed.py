"""What is conveyed is not where its conveyor is; a plan may go against what people mean by that."""

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.execution import conveyed_against, execute
from plancritic.pddl.execution.conveyed import Conveyance, conveyances
from plancritic.pddl.execution.states import Trajectory
from plancritic.pddl.language import Problem, parse_constraint, parse_plan
from plancritic.wording import Lexicon

#: Driver 1 drives van 1 through the market; driver 2 stays there.
_PLAN = """
0.000: (load parcel1 van1 depot) [2.000]
0.000: (board driver1 van1 depot) [1.000]
2.001: (drive driver1 van1 depot market) [10.000]
12.002: (drive driver1 van1 market hospital) [8.000]
20.003: (unload parcel1 van1 hospital) [2.000]
"""


def haulage() -> Problem:
    return Lexicon(load_domain("haulage"), "1").problem


@pytest.fixture(scope="module")
def trajectory() -> Trajectory:
    return execute(haulage(), parse_plan(_PLAN))


def test_a_driver_is_conveyed_by_the_van_that_he_drives_and_nothing_else_is() -> None:
    assert conveyances(haulage().domain) == (Conveyance(place="at", inside="drives", thing=0, conveyor=1),)
    assert conveyances(Lexicon(load_domain("satellite"), "1").problem.domain) == ()


@pytest.mark.parametrize(
    ("constraint", "at"),
    [
        ("(always (not (at driver1 market)))", 12.001),
        ("(hold-during 0 15 (not (at driver1 market)))", 12.001),
        ("(sometime-before (at driver1 market) (lies parcel1 hospital))", 12.001),
        ("(always (not (exists (?d - driver) (and (drives ?d van1) (at ?d market)))))", 12.001),
        ("(always (not (or (at driver1 hospital) (at driver2 hospital))))", 20.002),
    ],
)
def test_what_a_plan_does_against_a_constraint_in_a_van_is_found(
    trajectory: Trajectory, constraint: str, at: float
) -> None:
    found = conveyed_against(trajectory, parse_constraint(constraint))
    assert found is not None
    assert (str(found.inside), found.time) == ("(drives driver1 van1)", pytest.approx(at))
    assert found.fact.arguments[0] == "driver1"
    assert found.there.arguments == ("van1", found.fact.arguments[1])


@pytest.mark.parametrize(
    "constraint",
    [
        "(always (not (at driver1 mill)))",
        "(hold-during 0 10 (not (at driver1 market)))",
        "(always (not (at van1 market)))",
        "(at end (not (at driver1 market)))",
        "(sometime (at driver2 market))",
        "(always (not (at driver1 depot)))",
        # Getting in takes a minute: he has not been away.
        "(at-most-once (at driver1 depot))",
        "(always (not (lies parcel1 mill)))",
    ],
)
def test_nothing_is_found_where_it_makes_no_difference_or_the_plan_breaks_it_anyway(
    trajectory: Trajectory, constraint: str
) -> None:
    assert conveyed_against(trajectory, parse_constraint(constraint)) is None
