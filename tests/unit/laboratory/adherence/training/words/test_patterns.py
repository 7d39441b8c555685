import random
import re
from typing import get_args

import pytest

from plancritic.adherence.dataset import Split
from plancritic.laboratory.adherence.training.words.conjunctions import joined, joints
from plancritic.laboratory.adherence.training.words.patterns import Filled, drawn
from plancritic.laboratory.adherence.training.words.splits import share


class Scout:
    """Stands for a saying with two forms."""

    one, do, place = "the scout", "reach A", None


def test_of_each_five_patterns_three_are_for_training_and_one_each_for_the_others() -> None:
    patterns = [str(number) for number in range(12)]

    parts = {split: share(patterns, split) for split in get_args(Split)}

    assert parts["validation"] == ["1", "6", "11"]
    assert parts["test"] == ["3", "8"]
    assert sorted([*parts["train"], *parts["validation"], *parts["test"]], key=int) == patterns


@pytest.mark.parametrize("patterns", [["a", "b", "c", "d"], ["a", "b", "c", "d", "e", "a"]])
def test_too_few_patterns_and_repeated_ones_are_refused(patterns: list[str]) -> None:
    with pytest.raises(ValueError, match="wanted 5 or more"):
        share(patterns, "test")


def test_a_pattern_that_asks_for_a_form_that_is_missing_does_not_apply() -> None:
    patterns = ("{a.place} is shut", "=x", "!go to {a.place}", "=y", "{a.one} must never {a.do}")

    found = {drawn(patterns, "train", {"a": Scout()}, random.Random(seed)) for seed in range(9)}

    assert found == {Filled("the scout must never reach A", "demand")}
    assert (
        drawn(("{a.place}", "=x", "{a.place}!", "=y", "{a.place}?"), "train", {"a": Scout()}, random.Random(1)) is None
    )


def test_what_would_be_denied_twice_is_not_said() -> None:
    class Idle:
        do = "not be at A"

    patterns = ("must not {a.do}", "=x", "cannot {a.do}", "=y", "should {a.do}")

    found = {drawn(patterns, "train", {"a": Idle()}, random.Random(seed)) for seed in range(9)}

    assert found == {Filled("should not be at A", "demand", opens_with_time=True)}


def test_parts_that_open_with_a_time_stand_in_sentences_of_their_own() -> None:
    timed, other = Filled("at the end, A is open", "statement", True), Filled("B is shut", "statement")

    for seed in range(40):
        text = joined([timed, other], "train", random.Random(seed)).text
        mark = r"(\.|\n|[2b]\)|#2|==)[ \n*-]*(2\.|([A-Z][\w', ]+[.,:]? )*)? ?[bB] is shut(\. That makes two requests)?$"
        assert re.search(mark, text), text


def test_joints_number_letter_and_count_all_parts() -> None:
    parts = [Filled(text, "statement") for text in ("A is open", "B is shut", "C is free")]

    texts = {joined(parts, split, random.Random(seed)).text for split in get_args(Split) for seed in range(200)}

    assert not any("{" in text for text in texts)
    assert "(a) A is open (b) B is shut (c) C is free" in texts
    assert "three things: A is open; B is shut; C is free" in texts


def test_no_joint_says_which_part_comes_first() -> None:
    for joint in joints():
        words = f"{joint.opening} {joint.between} {joint.last}".lower()
        assert not re.search(r"\b(then|first|after|before|later|next)\b", words), words
