"""Comparing outcomes is an order: what is better one way is worse the other way."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.recorded_events import result, statement_result

from plancritic.recorder.comparison import Comparison, compare
from plancritic.recorder.outcomes import NoEnd, Refused, Result

VERDICTS = ("adhered", "unconfirmed", "impossible", "violated", "disputed", "not_understood")
NAMES = ("s1", "s2", "s3")
CONSTRAINTS = ("(sometime (p))", "(always (p))")

ends = st.lists(st.floats(0.001, 100.0, allow_nan=False), min_size=1, max_size=4)


@st.composite
def results(draw: st.DrawFn) -> Result:
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=3))
    statements = [
        statement_result(draw(st.sampled_from(VERDICTS)), name, draw(st.sampled_from(CONSTRAINTS))) for name in names
    ]
    return result(*statements, ends=draw(ends))


refusals = st.sampled_from(("stale_revision", "unknown_name", "worker_failed", "no_base_plan")).map(
    lambda code: Refused(code, "")
)
outcomes = st.one_of(results(), refusals)


@settings(max_examples=examples(200))
@given(outcomes)
def test_an_outcome_is_the_same_as_itself(outcome: Result | Refused) -> None:
    assert compare(outcome, outcome) == Comparison("same")


@settings(max_examples=examples(500))
@given(outcomes, outcomes)
def test_what_is_better_one_way_is_worse_or_failed_the_other_way(old: Result | Refused, new: Result | Refused) -> None:
    there, back = compare(old, new), compare(new, old)
    if there.word == "better":
        assert back.word in ("worse", "failed")
    if there.word == "same":
        assert back.word == "same"
    assert (there.word == "same") == (not there.reasons)


@settings(max_examples=examples(300))
@given(results(), st.data())
def test_one_statement_that_fares_worse_makes_the_outcome_worse_whatever_the_plan(
    old: Result, data: st.DataObject
) -> None:
    able = [each for each in old.statements if each.verdict != VERDICTS[-1]]
    if not able:
        return
    hit = data.draw(st.sampled_from(able))
    verdict = data.draw(st.sampled_from(VERDICTS[VERDICTS.index(hit.verdict) + 1 :]))
    changed = [statement_result(verdict, each.id) if each is hit else each for each in old.statements]
    compared = compare(old, result(*changed, ends=data.draw(ends)))
    assert compared.word == "worse"
    assert f"statement {hit.id}: {hit.verdict} -> {verdict}" in compared.reasons


@settings(max_examples=examples(200))
@given(results(), ends)
def test_with_equal_statements_a_plan_that_ends_later_is_worse(old: Result, new_ends: list[float]) -> None:
    new = result(*old.statements, ends=new_ends)
    compared = compare(old, new)
    if new.end > old.end + 0.01:
        assert compared.word == "worse"
        assert any(reason.startswith("end ") for reason in compared.reasons)
    elif new.end < old.end - 0.01:
        assert compared.word == "better"


@settings(max_examples=examples(100))
@given(outcomes)
def test_without_an_end_it_failed(old: Result | Refused) -> None:
    assert compare(old, NoEnd("gone")).word == "failed"
