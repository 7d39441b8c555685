"""What only tells of something is no wish; a wish put as a question is one."""

import time

import pytest

from plancritic.translator.sentences.speech import requested, said_plainly, tells


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


def test_long_repetitions_are_looked_through_in_no_time() -> None:
    # With an unbounded gap in a pattern of politeness this took nearly five seconds.
    started = time.process_time()
    said_plainly("it would help " * 142)
    assert time.process_time() - started < 2
