"""What only tells of something is no wish; a wish put as a question is one."""

import pytest

from plancritic.translator.sentences.speech import requested, tells


@pytest.mark.parametrize(
    "sentence",
    [
        "Yesterday we pointed at GroundStation1.",
        "The scout went to A.",
        "They visited B.",
        "Last week the salvage boat was at the dock the whole day.",
        "I thought the debris boat would end at B.",
        "We assumed that the scout is at B.",
        "I wonder whether Phenomenon6 comes last.",
        "Star5 is brighter than Phenomenon4.",
        "The tug is more expensive than the scout.",
        "The scout is as old as the tug.",
    ],
)
def test_what_was_what_somebody_believed_and_how_things_compare_ask_for_nothing(sentence: str) -> None:
    assert tells(sentence)
    assert requested(sentence) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "Never visit A.",
        "I wanted the scout to go to B.",
        "I think the scout should end at B.",
        "I hope the scout finishes at B.",
        "B scouted by hour 5.",
        "The scout is at B earlier than the tug.",
        "The power restored at the end.",
        "Star5 is brighter than Phenomenon4, so take it first.",
        "I expected you to keep the scout at the start.",
        "Have the debris removed.",
    ],
)
def test_a_wish_in_the_past_tense_or_with_a_comparison_stays_a_wish(sentence: str) -> None:
    assert requested(sentence) == sentence


@pytest.mark.parametrize(
    ("question", "wish"),
    [
        (
            "Is it doable if no boat comes to A? Please plan it that way.",
            "please no boat comes to A. Please plan it that way.",
        ),
        ("Would it be possible that the scout ends at B?", "please the scout ends at B."),
        ("Is there any way to end at B?", "please end at B."),
        ("Do you think the scout could end at B?", "please the scout could end at B."),
        ("Why don't we go through B?", "let us go through B?"),
    ],
)
def test_a_wish_put_as_a_question_is_a_wish(question: str, wish: str) -> None:
    assert requested(question) == wish


def test_what_is_told_before_a_wish_is_left_out() -> None:
    assert requested("We lost a boat there last year. Never visit A.") == "Never visit A."
