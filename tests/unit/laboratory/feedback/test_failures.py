"""Failures are told by cause, with what was said, what was read, and what it should have been."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from tests.unit.laboratory.feedback.recorded import REJECTED, row_of

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.laboratory.feedback.failures import failures_by_cause
from plancritic.laboratory.feedback.page import make_page
from plancritic.laboratory.feedback.rows import Cause, Row, UnderstoodStatement
from plancritic.laboratory.feedback.tables import make_tables
from plancritic.laboratory.feedback.tables_text import MEANINGLESS, show_tables

READ, MEANT = "(sometime (at deb_ast_0 wpt_b_0))", "(at end (at deb_ast_0 wpt_b_0))"


def failed(cause: Cause, **changes: object) -> Row:
    understood = UnderstoodStatement(
        statement="Finish at B.", mid_level_goal="The debris boat visits waypoint B.", constraints=(READ,)
    )
    row = row_of("debris_ends_at_b", adherent=False, judgement=REJECTED, understood=(understood,), cause=cause)
    return row.model_copy(update=changes)


def test_an_example_has_what_was_said_what_was_read_and_what_was_meant() -> None:
    row = failed(Cause(name="translation", detail="too_weak"))
    row = row.model_copy(update={"element": row.element.model_copy(update={"suite": "own", "problem": "2"})})
    (cause,) = failures_by_cause([row])
    (example,) = cause.examples
    assert cause.meaning == "the reading asks for less than was meant"
    assert (example.statement, example.reading, example.ground_truth) == (row.element.text, (READ,), (MEANT,))
    assert example.in_words == ("The debris boat visits waypoint B.",)
    assert (example.suite, example.problem) == ("own", "2")


def test_so_many_examples_as_are_asked_for_and_all_are_counted() -> None:
    rows = [failed(Cause(name="no_convergence", detail="generations"))] * 7
    for examples in (0, 2):
        (cause,) = failures_by_cause(rows, examples)
        assert (cause.count, len(cause.examples)) == (7, examples)
        assert "read rightly" in cause.meaning


def test_of_several_statements_those_that_the_plan_breaks_are_named() -> None:
    row = failed(Cause(name="no_convergence"), adherent_statements=(True, False))
    element = row.element.model_copy(update={"statements": ("One.", "Two."), "ground_truth": (("(a)",), ("(b)",))})
    ((example,),) = [cause.examples for cause in failures_by_cause([row.model_copy(update={"element": element})])]
    assert example.failed == ("Two.",)


def test_why_there_is_no_reading_or_no_plan_is_told() -> None:
    nothing = UnderstoodStatement(statement="Fly.", reason="it names nothing of this problem")
    unread = failed(Cause(name="translation", detail="not_understood"), understood=(nothing,))
    refused = failed(Cause(name="refused"), fault=Fault(code=FaultCode.NO_BASE_PLAN, message="there is no plan at all"))
    notes = {cause.cause: cause.examples[0].note for cause in failures_by_cause([unread, refused])}
    assert notes == {"translation": "it names nothing of this problem", "refused": "there is no plan at all"}


def test_text_and_page_show_the_same_examples_and_what_was_not_to_be_understood() -> None:
    weak = failed(Cause(name="translation", detail="too_weak"))
    strange = failed(Cause(name="translation", detail="understood"))
    strange = strange.model_copy(update={"element": strange.element.model_copy(update={"ground_truth": ()})})
    tables = make_tables([weak, strange], "waterway")
    console = Console(file=StringIO(), width=400)
    show_tables(tables, weak.settings, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    page = make_page([weak, strange], tables, weak.settings)
    for shown in (text, page):
        assert READ in shown
        assert MEANT in shown
        assert MEANINGLESS in shown
        assert "words without a meaning got one" in shown
