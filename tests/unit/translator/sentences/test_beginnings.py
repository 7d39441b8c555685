"""Times counted from the start are plain times."""

import pytest

from plancritic.translator.sentences.beginnings import counted_from_start


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("be there no later than five hours after the operation begins", "be there within five hours"),
        ("be there at the latest 5 hours after kickoff", "be there within 5 hours"),
        ("be there within six hours of the start of the mission", "be there within six hours"),
        ("be there in under five hours from the beginning of the run", "be there within five hours"),
        ("be there five hours into the operation at the latest", "be there five hours at the latest"),
        ("not there until five hours after the run begins", "not there until five hours"),
        ("stay from 5 hours after the mission starts", "stay from 5 hours"),
        ("be there no later than 10 hours after the start", "be there within 10 hours"),
        ("not there until 3 hours after the beginning", "not there until 3 hours"),
        ("be there 10 hours from now at the latest", "be there 10 hours at the latest"),
        ("five hours after we set off be there", "after five hours be there"),
    ],
)
def test_the_start_is_left_out_of_a_time(said: str, plain: str) -> None:
    assert counted_from_start(said) == plain


@pytest.mark.parametrize(
    "said",
    [
        "be at A within five hours of the scouting of B",
        "leave the start after five hours",
        "five hours after step 2",
        "no boat sallies from the start",
        "the tug leaves from the start",
        "be there 5 hours after the start of the scouting",
        "be there 5 hours after the start point is open",
    ],
)
def test_other_times_stay(said: str) -> None:
    assert counted_from_start(said) == said
