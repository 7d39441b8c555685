"""What failed, by cause: how often, and examples of what was said, what was read, and what it should have been."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.envelope import Contract
from plancritic.laboratory.feedback.rows import Row, UnderstoodStatement

#: Failures shown of each cause, where nobody says how many.
EXAMPLES = 5

#: What a cause, and the way in which it is one, means.
_MEANINGS = {
    ("call_failed", ""): "the call to the language model failed: nothing was measured",
    ("translation", "not_understood"): "a statement has no reading",
    ("translation", "understood"): "words without a meaning got one",
    ("translation", "guessed"): "a wrong guess at words without a reading was acted on",
    ("translation", "reread"): "a right reading was replaced by another one",
    ("translation", "too_weak"): "the reading asks for less than was meant",
    ("translation", "too_strong"): "the reading asks for more than was meant",
    ("translation", "different"): "the reading asks for something else than was meant",
    ("translation", "impossible"): "the reading is impossible, what was meant is possible",
    ("scorer_false_positive", ""): "read rightly, but a plan that does not adhere was accepted as adherent",
    ("no_convergence", ""): "read rightly, but the search found no plan for it",
    ("refused", ""): "the run ended without a plan",
    ("unjudged", ""): "VAL could not judge the plan",
}


class FailureExample(Contract):
    """A failed element, in words and constraints.

    `failed` are the statements (of several) whose own ground truth the plan breaks. `reading` is what was read, in
    constraints, `in_words` the same in plain sentences: of a statement without a reading the guess that was acted on.
    `ground_truth` is what it should have been; empty where the right answer is that the words were not understood.
    `note` is why there is no reading, or no plan.
    """

    element: str
    suite: str
    problem: str
    archetype: str
    statement: str
    failed: tuple[str, ...]
    reading: tuple[str, ...]
    in_words: tuple[str, ...]
    note: str
    ground_truth: tuple[str, ...]


class CauseRow(Contract):
    """Failures of one cause, with examples."""

    cause: str
    detail: str
    meaning: str
    count: int
    examples: tuple[FailureExample, ...] = ()


def failures_by_cause(rows: Sequence[Row], examples: int = EXAMPLES) -> tuple[CauseRow, ...]:
    """Return the failures of the rows, most frequent cause first, each with so many examples at most."""
    failed: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.cause is not None:
            # What a judge says of a plan is no kind of failure.
            detail = "" if row.cause.name == "unjudged" else row.cause.detail
            failed.setdefault((row.cause.name, detail), []).append(row)
    ordered = sorted(failed.items(), key=lambda each: (-len(each[1]), each[0]))
    return tuple(
        CauseRow(
            cause=cause,
            detail=detail,
            meaning=_MEANINGS.get((cause, detail)) or _MEANINGS.get((cause, ""), ""),
            count=len(its),
            examples=tuple(map(_example, its[:examples])),
        )
        for (cause, detail), its in ordered
    )


def _example(row: Row) -> FailureExample:
    of_several = len(row.adherent_statements) == len(row.element.statements) > 1
    answers = zip(row.element.statements, row.adherent_statements, strict=False) if of_several else ()
    reasons = [each.reason for each in row.understood if each.reason]
    return FailureExample(
        element=row.element.id,
        suite=row.element.suite,
        problem=row.element.problem,
        archetype=row.element.archetype,
        statement=row.element.text,
        failed=tuple(statement for statement, adherent in answers if not adherent),
        reading=tuple(constraint for each in row.understood for constraint in _taken_for(each)),
        in_words=tuple(words for each in row.understood if (words := _in_words(each))),
        note=row.fault.message if row.fault is not None else "; ".join(reasons),
        ground_truth=row.element.constraints,
    )


def _taken_for(understood: UnderstoodStatement) -> tuple[str, ...]:
    return understood.constraints


def _in_words(understood: UnderstoodStatement) -> str | None:
    return f"at a guess: {understood.mid_level_goal}" if understood.is_guess else understood.mid_level_goal
