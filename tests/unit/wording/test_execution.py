"""What came of a deviation, in sentences without PDDL."""

from __future__ import annotations

from plancritic.contracts.execution.record import Execution, Observation
from plancritic.domains import load_domain
from plancritic.wording import Lexicon, execution_sentences

#: Driver 1 boards van 1 and drives it to the market; driver 2 waits.
BEFORE = """0.000: (board driver1 van1 depot) [1.000]
0.000: (load parcel1 van1 depot) [2.000]
2.001: (drive driver1 van1 depot market) [10.000]
12.002: (drive driver1 van1 market hospital) [8.000]
20.003: (unload parcel1 van1 hospital) [2.000]
"""
MOVE = "(drive driver1 van1 depot market)"
BOARD, LOAD, DRIVE = BEFORE.splitlines()[:3]


def lexicon() -> Lexicon:
    return Lexicon(load_domain("haulage"), "2")


def told(after: str, execution: Execution, known: int = 0) -> tuple[str, ...]:
    return execution_sentences(BEFORE, after, execution, lexicon(), known)


def test_the_step_that_cannot_go_on_the_missing_fact_and_what_replaces_it_are_named() -> None:
    seen = Observation(
        time=12.003, true=("(at van1 depot)",), false=("(at van1 market)",), reason="the van was towed away"
    )
    execution = Execution(now=12.002, done="\n".join((BOARD, LOAD, DRIVE)), observations=(seen,))
    after = "\n".join(
        (
            BOARD,
            LOAD,
            DRIVE,
            "12.004: (drive driver1 van1 depot mill) [15.000]",
            "27.005: (drive driver1 van1 mill hospital) [12.000]",
            "39.006: (unload parcel1 van1 hospital) [2.000]",
        )
    )
    sentences = told(after, execution)
    assert sentences == (
        "Reported: the van was towed away.",
        "Seen at 12 minutes: van 1 is at the depot; van 1 is not at the market.",
        "Step 3 (Driver 1 drives van 1 from the market to the hospital) cannot go on as planned: it needs that van 1 "
        "is at the market when it begins, and that is not so.",
        "Left out: driver 1 drives van 1 from the market to the hospital (from 12).",
        "Instead: driver 1 drives van 1 from the depot to the mill (from 12); driver 1 drives van 1 from the mill to "
        "the hospital (from 27).",
    )


def test_a_late_step_is_told_with_its_end_rounded_and_the_rest_with_its_begin() -> None:
    begun = Observation(
        time=2.001,
        false=("(at van1 depot)",),
        late_by=20.000000000000004,
        step=MOVE,
    )
    ended = Observation(
        time=32.001,
        true=("(at van1 market)",),
        late_by=20.000000000000004,
        step=MOVE,
    )
    execution = Execution(now=12.001, done="\n".join((BOARD, LOAD)), observations=(begun, ended))
    after = "\n".join(
        (
            BOARD,
            LOAD,
            "32.002: (drive driver1 van1 market hospital) [8.000]",
            "40.003: (unload parcel1 van1 hospital) [2.000]",
        )
    )
    problem_goal_is_not_reached = "What is left of the plan no longer reaches the goal."
    assert told(after, execution) == (
        "Step 2 (Driver 1 drives van 1 from the depot to the market) ends 20 minutes late, at 32 minutes. "
        "Nothing else begins before that.",
        problem_goal_is_not_reached,
    )


def test_what_was_known_before_is_not_told_again() -> None:
    seen = Observation(time=12.003, true=("(at driver2 mill)",), false=("(at driver2 depot)",))
    execution = Execution(now=12.002, done="\n".join((BOARD, LOAD, DRIVE)), observations=(seen,))
    assert not [sentence for sentence in told(BEFORE, execution, known=1) if sentence.startswith("Seen")]


def test_a_step_that_was_broken_off_is_named() -> None:
    begun = Observation(time=2.001, false=("(at van1 depot)",), reason="broken off", step=MOVE)
    execution = Execution(now=5.0, done="\n".join((BOARD, LOAD)), observations=(begun,))
    sentences = told(BEFORE, execution)
    assert sentences[0] == "Step 2 (Driver 1 drives van 1 from the depot to the market) was broken off."
    assert "cannot go on as planned" in sentences[1] and "(at" not in " ".join(sentences)
