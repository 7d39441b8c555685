"""Which word an outcome gets, and the reasons in words."""

from __future__ import annotations

import pytest
from tests.support.recorded_events import result, statement_result

from plancritic.recorder.comparison import Comparison, compare
from plancritic.recorder.outcomes import NoEnd, Refused


def test_an_equal_outcome_is_the_same_without_a_word() -> None:
    assert compare(result(statement_result()), result(statement_result())) == Comparison("same")


def test_a_statement_that_fares_worse_is_named_with_both_verdicts() -> None:
    before = result(statement_result(), statement_result("adhered", "s2"))
    compared = compare(before, result(statement_result(), statement_result("violated", "s2"), ends=(1.0,)))
    assert compared.word == "worse"
    assert compared.reasons == ("statement s2: adhered -> violated",)
    assert compared.notes == ("plan 2 -> 1 steps", "end 2 -> 1")


def test_one_worse_statement_outweighs_one_that_fares_better() -> None:
    before = result(statement_result("violated"), statement_result("adhered", "s2"))
    compared = compare(before, result(statement_result("adhered"), statement_result("unconfirmed", "s2")))
    assert (compared.word, compared.reasons) == ("worse", ("statement s2: adhered -> unconfirmed",))
    assert "statement s1: violated -> adhered" in compared.notes


def test_a_better_statement_may_cost_steps() -> None:
    compared = compare(result(statement_result("violated")), result(statement_result(), ends=(1.0, 2.0, 9.0)))
    assert (compared.word, compared.reasons) == ("better", ("statement s1: violated -> adhered",))


@pytest.mark.parametrize(
    ("ends", "word", "reasons"),
    [
        ((1.0, 1.5, 2.6), "worse", ("plan 2 -> 3 steps", "end 2 -> 2.6")),
        ((1.0, 2.0, 2.0), "worse", ("plan 2 -> 3 steps",)),
        ((0.5, 1.0, 1.9), "better", ("plan 2 -> 3 steps", "end 2 -> 1.9")),
        ((2.0,), "better", ("plan 2 -> 1 steps",)),
        ((1.0, 2.0004), "same", ()),
    ],
)
def test_with_equal_statements_the_end_decides_and_then_the_steps(
    ends: tuple[float, ...], word: str, reasons: tuple[str, ...]
) -> None:
    compared = compare(result(statement_result()), result(statement_result(), ends=ends))
    assert (compared.word, compared.reasons) == (word, reasons)


def test_another_plan_of_the_same_size_is_the_same_and_is_told() -> None:
    compared = compare(result(statement_result()), result(statement_result(), ends=(1.4, 2.0)))
    assert (compared.word, compared.reasons) == ("same", ())
    assert compared.notes == ("another plan that ends at the same time in as many steps",)


def test_another_reading_that_is_adhered_to_is_worse_and_one_that_is_in_doubt_is_told() -> None:
    for verdict, word in (("adhered", "worse"), ("unconfirmed", "same")):
        compared = compare(
            result(statement_result(verdict, "s1", "(sometime (p))")),
            result(statement_result(verdict, "s1", "(always (p))")),
        )
        said = "statement s1: its reading lost (sometime (p)) and gained (always (p))"
        assert (compared.word, said in (*compared.reasons, *compared.notes)) == (word, True)


def test_a_statement_that_is_gone_or_back_is_worse() -> None:
    both = result(statement_result(), statement_result("adhered", "s2"))
    assert compare(both, result(statement_result())).reasons == ("statement s2: adhered -> absent",)
    assert compare(result(statement_result()), both).reasons == ("statement s2: absent -> adhered",)


def test_a_plan_that_is_refused_now_or_has_no_end_failed() -> None:
    refused = compare(result(), Refused("worker_failed", "it died"))
    assert (refused.word, refused.reasons) == ("failed", ("a plan of 2 steps -> refused (worker_failed): it died",))
    assert compare(Refused("stale_revision", ""), NoEnd("no end came")) == Comparison("failed", ("no end came",))


@pytest.mark.parametrize(
    ("then", "now", "word"),
    [
        ("stale_revision", "stale_revision", "same"),
        ("stale_revision", "unknown_name", "worse"),
        ("stale_revision", "worker_failed", "failed"),
        ("worker_failed", "stale_revision", "better"),
        ("stale_revision", None, "worse"),
        ("no_base_plan", None, "better"),
    ],
)
def test_a_right_refusal_has_to_stay_and_a_failure_of_the_system_has_not(then: str, now: str | None, word: str) -> None:
    assert compare(Refused(then, ""), result() if now is None else Refused(now, "")).word == word
