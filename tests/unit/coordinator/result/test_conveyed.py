"""What a plan does against a reading that does not count what is carried is said."""

from tests.support.builders import feedback_submitted

from plancritic.contracts.translation import Reading
from plancritic.coordinator.problem.situation import situation_of
from plancritic.coordinator.result.statement_outcomes import uncounted_sentence
from plancritic.domains import load_domain

SITUATION = situation_of(feedback_submitted("Say it.", domain="haulage"), load_domain("haulage"))
#: To the hospital through the market, and on to the mill.
PLAN = """
0.000: (load parcel2 van1 depot) [2.000]
0.000: (board driver1 van1 depot) [1.000]
0.001: (load parcel1 van1 depot) [2.000]
2.002: (drive driver1 van1 depot market) [10.000]
12.003: (drive driver1 van1 market hospital) [8.000]
20.004: (unload parcel1 van1 hospital) [2.000]
22.005: (drive driver1 van1 hospital school) [6.000]
28.006: (unload parcel2 van1 school) [2.000]
30.007: (drive driver1 van1 school market) [20.000]
50.008: (load parcel3 van1 market) [2.000]
52.009: (drive driver1 van1 market depot) [10.000]
62.010: (drive driver1 van1 depot mill) [15.000]
77.011: (unload parcel3 van1 mill) [2.000]
"""


def said(plan: str, *constraints: str) -> str:
    return uncounted_sentence(Reading(mid_level_goal="Any.", constraints=constraints, score=1.0), plan, SITUATION)


def test_the_first_moment_is_told_in_words() -> None:
    expected = "At 12 minutes driver 1 drives the van and the van is at the market, which the reading does not count."
    assert said(PLAN, "(always (not (at driver1 mill)))", "(always (not (at driver1 market)))") == expected


def test_nothing_is_said_of_what_is_kept_whatever_counts() -> None:
    assert said(PLAN, "(always (not (at driver2 mill)))", "(sometime (at van1 mill))") == ""
    assert said("no plan", "(always (not (at driver1 market)))") == ""
    assert uncounted_sentence(None, PLAN, SITUATION) == ""
