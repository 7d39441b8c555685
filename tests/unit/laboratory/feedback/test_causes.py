"""The cause of a failure is found by plans that tell what was understood from what was meant."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.laboratory.feedback.recorded import REJECTED, recorded_rows, row_of

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.domains import DomainBundle, load_domain
from plancritic.laboratory.feedback.causes import PlanArchive, cause_of, with_causes
from plancritic.laboratory.feedback.judging import Judgement
from plancritic.laboratory.feedback.rows import Effort, Row, UnderstoodStatement

AT_B, NOT_AT_A = "(at end (at deb_ast_0 wpt_b_0))", "(always (not (at deb_ast_0 wpt_a_0)))"


@pytest.fixture(scope="module")
def bundle() -> DomainBundle:
    return load_domain("waterway")


@pytest.fixture(scope="module")
def archive(bundle: DomainBundle) -> PlanArchive:
    return PlanArchive.of(bundle, recorded_rows())


def failed(*reading: str, ended: str = "generations", **changes: Any) -> Row:
    """The row of "the debris boat ends at B" as a failure with another reading."""
    understood = UnderstoodStatement(statement="End at B.", constraints=reading, verdict=changes.pop("verdict", None))
    row = row_of("debris_ends_at_b", adherent=False, judgement=REJECTED, understood=(understood,), **changes)
    return row.model_copy(update={"effort": Effort(ended=ended)})


def test_what_did_not_fail_has_no_cause(archive: PlanArchive) -> None:
    assert cause_of(row_of("debris_ends_at_b", adherent=True), archive) is None


@pytest.mark.parametrize(
    ("reading", "detail"),
    [
        ((), "not_understood"),
        (("(sometime (at deb_ast_0 wpt_b_0))",), "too_weak"),
        ((AT_B, "(sometime (at sct_ast_0 deb_stn_0))"), "too_strong"),
        (("(at end (at deb_ast_0 wpt_end))",), "different"),
    ],
)
def test_a_reading_that_a_known_plan_tells_from_the_ground_truth_is_a_wrong_translation(
    archive: PlanArchive, reading: tuple[str, ...], detail: str
) -> None:
    cause = cause_of(failed(*reading, ended="adherent"), archive)
    assert cause is not None
    assert (cause.name, cause.detail) == ("translation", detail)


@pytest.mark.parametrize("meant", [True, False])
def test_a_guess_that_was_acted_on_and_is_wrong_is_a_cause_of_its_own(archive: PlanArchive, meant: bool) -> None:
    row = row_of("debris_ends_at_b", adherent=False, judgement=REJECTED, adherent_statements=(False,) if meant else ())
    element = row.element if meant else row.element.model_copy(update={"ground_truth": ()})
    understood = UnderstoodStatement(
        statement="End at B.", constraints=(NOT_AT_A,), first_read=(), verdict="unconfirmed"
    )
    cause = cause_of(row.model_copy(update={"element": element, "understood": (understood,)}), archive)
    assert cause is not None
    assert (cause.name, cause.detail) == ("translation", "guessed")


@pytest.mark.parametrize(
    ("right", "reading", "cause"),
    [
        ((False, True), (AT_B,), ("translation", "guessed")),
        ((True, False), (), ("translation", "not_understood")),
        ((True, False), ("(sometime (at deb_ast_0 wpt_b_0))",), ("translation", "too_weak")),
        ((True, False), (AT_B,), ("no_convergence", "generations")),
        # One list of the ground truth for both: nothing says that the guess is right.
        ((False,), (AT_B,), ("translation", "guessed")),
    ],
)
def test_a_guess_is_the_cause_only_where_its_own_statement_failed(
    archive: PlanArchive, right: tuple[bool, ...], reading: tuple[str, ...], cause: tuple[str, str]
) -> None:
    meant = "(always (at deb_ast_0 wpt_b_0))", (AT_B,)
    guess: tuple[str, ...] = (AT_B,)
    if right == (True, False):
        # Another guess than the other statement's reading, else it would make up for that one.
        guess = ("(sometime (at deb_ast_0 wpt_b_0))",)
        meant = guess, (AT_B,)
    guessed = UnderstoodStatement(statement="Fribble.", constraints=guess, first_read=(), verdict="unconfirmed")
    row = failed(*reading, adherent_statements=right)
    element = row.element.model_copy(update={"ground_truth": meant})
    found = cause_of(row.model_copy(update={"element": element, "understood": (guessed, *row.understood)}), archive)
    assert found is not None
    assert (found.name, found.detail) == cause


@pytest.mark.parametrize(
    ("first", "right", "detail"),
    [
        ((AT_B,), False, "reread"),
        (("(sometime (at deb_ast_0 wpt_b_0))",), False, "too_weak"),
        (("(sometime (at deb_ast_0 wpt_b_0))",), True, "too_weak"),
    ],
)
def test_taking_another_reading_is_the_cause_only_where_the_first_reading_was_right(
    archive: PlanArchive, first: tuple[str, ...], right: bool, detail: str
) -> None:
    row = failed(NOT_AT_A, adherent_statements=(right,))
    understood = (row.understood[0].model_copy(update={"first_read": first}),)
    cause = cause_of(row.model_copy(update={"understood": understood}), archive)
    assert cause is not None
    assert (cause.name, cause.detail) == ("translation", detail)


def test_readings_that_are_proved_impossible_are_a_wrong_translation(bundle: DomainBundle) -> None:
    cause = cause_of(failed(AT_B, NOT_AT_A, verdict="impossible"), PlanArchive(bundle))
    assert cause is not None
    assert (cause.name, cause.detail) == ("translation", "impossible")


@pytest.mark.parametrize(("ended", "name"), [("adherent", "scorer_false_positive"), ("generations", "no_convergence")])
def test_with_the_right_reading_it_depends_on_whether_the_search_took_its_plan_for_adherent(
    archive: PlanArchive, ended: str, name: str
) -> None:
    cause = cause_of(failed(AT_B, ended=ended), archive)
    assert cause is not None
    assert cause.name == name


def test_a_refused_run_and_a_plan_that_val_cannot_judge_are_causes_of_their_own(archive: PlanArchive) -> None:
    refused = failed(AT_B, fault=Fault(code=FaultCode.NO_BASE_PLAN, message="none"))
    unjudged = failed(AT_B).model_copy(
        update={"judgement": Judgement(judges={"val": "abstained", "executor": "accepted"}, explanation="it died")}
    )
    causes = [cause_of(row, archive) for row in (refused, unjudged)]
    assert [cause and (cause.name, cause.detail) for cause in causes] == [
        ("refused", "no_base_plan"),
        ("unjudged", "it died"),
    ]


def test_words_without_a_meaning_that_got_one_were_understood_wrongly(archive: PlanArchive) -> None:
    row = failed(AT_B)
    element = row.element.model_copy(update={"ground_truth": ()})
    cause = cause_of(row.model_copy(update={"element": element}), archive)
    assert cause is not None
    assert (cause.name, cause.detail) == ("translation", "understood")


def test_plans_that_cannot_be_executed_are_no_evidence(bundle: DomainBundle) -> None:
    archive = PlanArchive(bundle)
    archive.add("1", "0.000: (move_scout_asset wpt_b_0 wpt_end sct_ast_0) [0.500]\n")
    archive.add("1", "0.000: (fly) [1.000]\n")
    assert archive.plans("1") == ()


def test_every_row_that_failed_gets_its_cause_and_the_others_lose_theirs(bundle: DomainBundle) -> None:
    rows = with_causes(recorded_rows(), PlanArchive.of(bundle, recorded_rows()))
    assert {row.adherent for row in rows} == {True, False}
    assert all((row.cause is None) is row.adherent for row in rows)
