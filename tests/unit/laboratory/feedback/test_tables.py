"""The tables count what the rows say, each element once."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from tests.unit.laboratory.feedback.recorded import ACCEPTED, REJECTED, recorded_rows, row_of

from plancritic.laboratory.feedback.judging import Judgement
from plancritic.laboratory.feedback.page import histogram, make_page
from plancritic.laboratory.feedback.rows import Cause, Effort, Outcome, Row, UnderstoodStatement
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.tables import PUBLISHED, CrossComparison, Spread, make_tables
from plancritic.laboratory.feedback.tables_text import headline, percent, show_tables


def outcome(adherent: bool) -> Outcome:
    return Outcome(specification=(), plan="", adherent=adherent, judgement=ACCEPTED if adherent else REJECTED)


def pair(before: bool, after: bool, held: bool = False, archetype: str = "one") -> Row:
    """An element valid or not under translation alone, and after the search."""
    row = row_of("debris_ends_at_b")
    return row.model_copy(
        update={
            "element": row.element.model_copy(update={"archetype": archetype}),
            "adherent": after,
            "adherent_statements": (after,),
            "base_adherent": held,
            "translate_only": outcome(before),
            "cause": None if after else Cause(name="no_convergence"),
        }
    )


def test_the_cross_comparison_counts_what_was_kept_lost_and_mended() -> None:
    rows = [pair(True, True)] * 3 + [pair(True, False)] + [pair(False, True)] * 2 + [pair(False, False)] * 4
    tables = make_tables(rows, "waterway")
    assert tables.cross == CrossComparison(both=3, lost=1, mended=2, neither=4)
    assert tables.cross.lost_share == 0.25
    assert tables.cross.mended_share == pytest.approx(1 / 3)
    assert (tables.adherent.count, tables.translate_only.count, tables.adherent.of) == (5, 4, 10)


@pytest.mark.parametrize(("domain", "elements", "rate"), [("waterway", 277, 0.4765), ("satellite", 140, 0.3357)])
def test_the_published_comparisons_give_the_published_rates(domain: str, elements: int, rate: float) -> None:
    both, lost, mended, neither = PUBLISHED[domain]
    assert both + lost + mended + neither == elements
    assert (both + mended) / elements == pytest.approx(rate, abs=1e-4)


def test_elements_that_the_plan_without_feedback_satisfies_are_told_apart() -> None:
    rows = [pair(True, True, held=True), pair(True, False, held=True), pair(False, True, held=False)]
    tables = make_tables(rows, "waterway")
    assert (tables.held_before.count, tables.held_before.of) == (1, 2)
    assert (tables.violated_before.count, tables.violated_before.of) == (1, 1)


def test_an_archetype_has_a_row_with_all_its_elements() -> None:
    rows = [pair(True, True, archetype="b"), pair(False, True, archetype="a"), pair(False, False, archetype="b")]
    tables = make_tables(rows, "waterway")
    assert [(row.archetype, row.elements, row.adherent, row.translate_only) for row in tables.archetypes] == [
        ("a", 1, 1, 0),
        ("b", 2, 1, 1),
    ]


def test_words_without_a_meaning_count_nowhere_but_in_their_own_line() -> None:
    strange = pair(False, True)
    strange = strange.model_copy(update={"element": strange.element.model_copy(update={"ground_truth": ()})})
    tables = make_tables([pair(True, True), strange], "waterway")
    assert tables.adherent.of == tables.translate_only.of == 1
    assert (tables.refused_rightly.count, tables.refused_rightly.of) == (1, 1)


def test_single_requests_count_where_the_whole_is_not_adherent() -> None:
    row = pair(False, False)
    two = row.element.model_copy(update={"ground_truth": (("(a)",), ("(b)",))})
    tables = make_tables([row.model_copy(update={"element": two, "adherent_statements": (True, False)})], "waterway")
    assert (tables.statements.count, tables.statements.of) == (1, 2)
    assert tables.adherent.count == 0


def test_guesses_that_were_acted_on_are_counted_with_how_many_were_right() -> None:
    always = ("(always (a))",)
    read = UnderstoodStatement(statement="Go.", constraints=always, first_read=always)
    guessed = UnderstoodStatement(statement="Fribble.", constraints=("(sometime (a))",), first_read=())
    one = pair(False, True).model_copy(update={"understood": (guessed,), "adherent_statements": (True,)})
    two = pair(False, False).model_copy(update={"understood": (read, guessed), "adherent_statements": (True, False)})
    # One list of the ground truth for both statements: the guess is as right as the whole.
    whole = pair(False, True).model_copy(update={"understood": (read, guessed), "adherent_statements": (True,)})
    tables = make_tables([one, two, whole, pair(True, True)], "waterway")
    assert (tables.guesses.count, tables.guesses.of) == (2, 3)
    assert ("guesses acted on that are right", "2 of 3 (66.7 %)") in headline(tables)


def test_statements_taken_for_another_than_their_first_reading_are_counted_with_how_many_the_plan_does() -> None:
    always = ("(always (a))",)
    read = UnderstoodStatement(statement="Go.", constraints=always, first_read=always)
    again = read.model_copy(update={"first_read": ("(sometime (a))",)})
    one = pair(False, True).model_copy(update={"understood": (again,), "adherent_statements": (True,)})
    two = pair(False, False).model_copy(update={"understood": (read, again), "adherent_statements": (True, False)})
    tables = make_tables([one, two, pair(True, True)], "waterway")
    assert (tables.reread.count, tables.reread.of) == (1, 2)
    assert ("read differently from the first reading, and rightly", "1 of 2 (50.0 %)") in headline(tables)


def test_what_was_told_wrongly_is_counted_by_the_ground_truth() -> None:
    adhered = UnderstoodStatement(statement="Go.", constraints=("(always (a))",), verdict="adhered")
    doubted = adhered.model_copy(update={"verdict": "unconfirmed"})
    mixed = pair(True, False).model_copy(
        update={"understood": (adhered, adhered, doubted), "adherent_statements": (True, False, True)}
    )
    wrong = pair(False, False).model_copy(update={"understood": (doubted,), "adherent_statements": (False,)})
    tables = make_tables([mixed, wrong], "waterway")
    assert (tables.told_adhered_false.count, tables.told_adhered_false.of) == (1, 2)
    assert (tables.told_unconfirmed_right.count, tables.told_unconfirmed_right.of) == (1, 2)
    assert ("told adhered, but false", "1 of 2 (50.0 %)") in headline(tables)
    assert ("told unconfirmed, but right", "1 of 2 (50.0 %)") in headline(tables)
    assert tables.model_dump(mode="json")["told_adhered_false"] == {"count": 1, "of": 2}


def test_failures_are_grouped_by_cause_and_way_with_what_was_said() -> None:
    weak = pair(False, False).model_copy(update={"cause": Cause(name="translation", detail="too_weak")})
    tables = make_tables([weak, weak, pair(False, False)], "waterway")
    assert [(row.cause, row.detail, row.count) for row in tables.causes] == [
        ("translation", "too_weak", 2),
        ("no_convergence", "", 1),
    ]
    assert tables.causes[0].examples[0].statement == weak.element.text


def test_operators_are_counted_from_the_lineage() -> None:
    lineage = (
        "best reading of every statement",
        "added (sometime (a))",
        "added (always (a)) after (sometime (a))",
        "removed (always (a))",
        "(always (a)) became (always (not (a)))",
        "crossed after 1 with another individual",
    )
    row = pair(True, True).model_copy(update={"effort": Effort(lineage=lineage)})
    mutations = make_tables([row], "waterway").outcomes[0].mutations
    assert mutations == {"add": 1, "duplicate": 1, "remove": 1, "modify": 1, "crossover": 1}


def test_judges_that_differ_are_listed() -> None:
    row = pair(True, True).model_copy(
        update={"judgement": Judgement(judges={"val": "accepted", "kairos": "abstained", "executor": "rejected"})}
    )
    assert make_tables([row, pair(True, True)], "waterway").disputed == (row.element.id,)


def test_the_95th_percentile_is_a_value_that_occurred() -> None:
    spread = Spread.of(range(1, 101))
    assert spread is not None
    assert (spread.median, spread.p95, spread.most) == (50.5, 95, 100)
    assert Spread.of([]) is None


def test_translation_by_itself_has_no_cross_comparison() -> None:
    settings = EvaluationSettings(mode="translate-only")
    rows = [pair(True, True).model_copy(update={"settings": settings})]
    assert make_tables(rows, "waterway").cross is None


def test_recorded_rows_make_a_page_and_tables_with_the_same_numbers() -> None:
    rows = recorded_rows()
    tables = make_tables(rows, "waterway")
    page = make_page(rows, tables, rows[0].settings)
    console = Console(file=StringIO(), width=140)
    show_tables(tables, rows[0].settings, console)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"{tables.adherent.count} of {tables.adherent.of} ({percent(tables.adherent.rate)})" in text
    assert f"{tables.adherent.count} of {tables.adherent.of}" in page
    for row in tables.archetypes:
        assert row.archetype in text
        assert f"<td>{row.archetype}</td>" in page
    assert page.count("<svg") >= 3


def test_what_people_say_cannot_become_part_of_the_page() -> None:
    row = row_of("debris_ends_at_b", adherent=False, cause=Cause(name="translation"))
    words = row.element.model_copy(update={"statements": ("<script>alert(1)</script>",)})
    rows = [row.model_copy(update={"element": words})]
    page = make_page(rows, make_tables(rows, "waterway"), row.settings)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_a_histogram_holds_every_value_once() -> None:
    values = [1.0, 1.5, 2.0, 2.0, 9.0]
    assert sum(count for _, _, count in histogram(values)) == len(values)
    assert histogram([3.0, 3.0]) == [(3.0, 3.0, 2)]
    assert histogram([]) == []
