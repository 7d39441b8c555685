"""Counts that no constraint expresses are told wherever a reading leaves them out."""

from __future__ import annotations

import pytest

from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.translator.refusals.counting import NOT_COUNTED, counted_words, told_uncounted
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

ONCE, NEVER = "(at-most-once (at van1 mill))", "(always (not (at van1 mill)))"
BUNDLE = load_domain("haulage")
LINKER = Linker(BUNDLE.context, World(Lexicon(BUNDLE, "1").problem))


def learned(constraint: str) -> Reading:
    return Reading(mid_level_goal=constraint, constraints=(constraint,), score=0.5, kind="learned")


def left_out(text: str, *constraints: str) -> list[bool]:
    read = StatementReadings(statement="s1", guesses=tuple(map(learned, constraints)))
    return [NOT_COUNTED in " ".join(each.unread) for each in told_uncounted(text, read, LINKER).guesses]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("Visit the mill at most twice.", "at most twice"),
        ("Van 1 calls at the mill exactly 4 times.", "exactly 4 times"),
        ("Make two visits to the mill.", "two visits"),
        ("Do not go to the mill three times.", "three times"),
        ("At least 3 minutes must pass between two deliveries.", "two deliveries"),
        ("Drive to the mill less often.", "less often"),
        ("Make as few trips as possible.", "as few trips as possible"),
        ("Fewer stops at the mill please.", "fewer stops"),
    ],
)
def test_counts_of_two_or_more_and_comparisons_of_amounts_are_found(text: str, counted: str) -> None:
    assert counted_words(text, LINKER) == counted
    assert left_out(text, ONCE, NEVER) == [True, True]


@pytest.mark.parametrize(
    "text",
    [
        "Van 1 is at the mill within two minutes.",
        "Driver 2 visits the mill.",
        "The two drivers end at the depot.",
        "All three parcels must arrive.",
        "The van goes to the mill only once.",
        "In less than 20 minutes the van is at the mill.",
        "Use at most 12 steps.",
        "More or less everything should go to the mill.",
        "No less.",
        "Within 2 hours the van is at the mill.",
        "Wait at the mill for at least 2 hours.",
        "By minute 5 all vans are at the mill.",
        "After minute 12 always stay at the mill.",
        "Be there by 5 unless driver 1 is ill.",
        "At 20 the vans are home.",
        "From 5 to 7 this van is at the mill.",
        "By minute 30 as always.",
    ],
)
def test_times_names_and_single_occasions_are_no_counts(text: str) -> None:
    assert counted_words(text, LINKER) == ""
    assert left_out(text, ONCE) == [False]


def test_that_it_must_not_happen_twice_is_at_most_once_and_not_never() -> None:
    assert left_out("The van must not visit the mill twice.", ONCE, NEVER) == [False, True]
    assert left_out("The van must not visit the mill exactly twice.", ONCE) == [True]


async def test_a_count_is_the_reason_in_one_sentence_with_what_can_be_asked_for() -> None:
    said = Statement(id="s1", text="Visit the mill at most twice.")
    _, (found,) = await Translator().translate(BUNDLE, "1", [said])
    assert found.readings == ()
    assert found.reason is not None and found.reason.startswith(f"{NOT_COUNTED}, so 'at most twice'")
    assert found.reason.endswith("at most once, or never")
    assert all(NOT_COUNTED in " ".join(each.unread) for each in found.guesses)


async def test_a_count_that_is_read_is_left_out_of_nothing() -> None:
    said = Statement(id="s1", text="The van must never visit the mill twice.")
    _, (found,) = await Translator().translate(BUNDLE, "1", [said])
    assert found.readings[0].constraints == (ONCE,)
    assert found.readings[0].unread == ()
