"""What is taken from a run's result: whether it is the plan of the readings alone, and who judged it."""

from __future__ import annotations

import pytest
from tests.unit.laboratory.feedback.recorded import recorded_rows

from plancritic.bus.client import Client
from plancritic.client import PlancriticClient
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.laboratory.feedback.causes import PlanArchive, with_causes
from plancritic.laboratory.feedback.judging import GroundTruthJudge
from plancritic.laboratory.feedback.rows import Row, UnderstoodStatement, all_judged, row_from_json, row_json
from plancritic.laboratory.feedback.running import Course, Evaluation, check_scorer, is_readings_alone
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.laboratory.feedback.suites import Element
from plancritic.laboratory.feedback.tables import make_tables

READ, OTHER = "(at end (at deb_ast_0 wpt_b_0))", "(sometime (at sct_ast_0 wpt_b_0))"


@pytest.mark.parametrize(
    ("reading", "specification", "lineage", "plan", "alone"),
    [
        ((READ,), (READ,), ("best reading of every statement",), "revised", True),
        ((READ,), (READ, OTHER), ("best reading of every statement", "added"), "revised", False),
        ((READ,), (READ,), ("best reading of every statement", "removed"), "revised", False),
        # The plan without feedback satisfies the readings and is shorter than the one made for them.
        ((READ,), (READ,), ("the plan without feedback",), "base", False),
        # Nothing was understood: there is no other plan.
        ((), (), ("the plan without feedback",), "base", True),
    ],
)
def test_the_plan_is_that_of_the_readings_if_nothing_else_happened_to_them(
    reading: tuple[str, ...], specification: tuple[str, ...], lineage: tuple[str, ...], plan: str, alone: bool
) -> None:
    result = PlanRevised.model_construct(
        specification=tuple(TracedConstraint(constraint=each) for each in specification),
        lineage=lineage,
        plan=plan,
        base_plan="base",
    )
    assert is_readings_alone(result, [UnderstoodStatement(statement="Go.", constraints=reading)]) is alone


def test_a_plan_made_at_a_guess_is_not_that_of_the_readings() -> None:
    result = PlanRevised.model_construct(
        specification=(TracedConstraint(constraint=OTHER),), lineage=("one step",), plan="revised", base_plan="base"
    )
    guessed = UnderstoodStatement(statement="Go.", constraints=(OTHER,), first_read=())
    assert not is_readings_alone(result, [guessed])


def test_a_plan_under_a_reading_that_was_not_the_first_is_not_that_of_translation_alone() -> None:
    result = PlanRevised.model_construct(
        specification=(TracedConstraint(constraint=OTHER),), lineage=("one step",), plan="revised", base_plan="base"
    )
    read = UnderstoodStatement(statement="Go.", constraints=(OTHER,), first_read=(OTHER,))
    assert is_readings_alone(result, [read])
    assert not is_readings_alone(result, [read.model_copy(update={"first_read": (READ,)})])


def test_where_a_reading_was_taken_for_nothing_translation_alone_would_have_acted_on_it() -> None:
    result = PlanRevised.model_construct(
        specification=(), lineage=("the plan without feedback",), plan="base", base_plan="base"
    )
    for first, alone in (((), True), ((READ,), False)):
        assert is_readings_alone(result, [UnderstoodStatement(statement="Go.", first_read=first)]) is alone


def test_what_another_model_judged_is_not_taken_for_what_was_asked() -> None:
    result = PlanRevised.model_construct(scorer="waterway scorer (01f18c7e2a64)")
    check_scorer(result, EvaluationSettings())
    check_scorer(result, EvaluationSettings(scorer="01f18c7e2a64" + "0" * 52))
    with pytest.raises(ContractError) as caught:
        check_scorer(result, EvaluationSettings(scorer="f" * 64))
    assert caught.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert "waterway scorer" in caught.value.fault.message


def test_guesses_asked_for_are_asked_of_the_search_and_not_of_the_translation_beside_it() -> None:
    searching = EvaluationSettings(guesses=True)
    assert (searching.search().guesses, searching.search().translate_only) == (True, False)
    assert (searching.search(translate_only=True).guesses, searching.search(translate_only=True).translate_only) == (
        None,
        True,
    )
    # Where nothing is searched for at all they are for the coordinator to refuse.
    assert EvaluationSettings(guesses=True, mode="translate-only").search().guesses is True


FAILED = Fault(
    code=FaultCode.LANGUAGE_MODEL_FAILED, message="the language model at x failed 3 times: 500", remedy="wait"
)


class Refusing(Evaluation):
    """Runs nothing: the elements that `refused` names end with the fault, the others with a recorded row."""

    def __init__(self, refused: frozenset[str], fault: Fault = FAILED) -> None:
        super().__init__(
            PlancriticClient(Client.__new__(Client)), EvaluationSettings(), GroundTruthJudge(load_domain("waterway")), 1
        )
        self._refused = refused
        self._fault = fault
        self._recorded = {row.element.id: row for row in recorded_rows()}
        self.asked: list[str] = []

    async def row(self, element: Element) -> Row:
        self.asked.append(element.id)
        return await super().row(element) if element.id in self._refused else self._recorded[element.id]

    async def _course(self, element: Element, translate_only: bool | None = None) -> Course:
        return Course(FeedbackRefused(envelope=Envelope.start(), fault=self._fault))


def elements() -> list[Element]:
    return [row.element for row in recorded_rows()]


async def test_a_row_whose_call_to_the_language_model_failed_is_marked_and_the_others_are_run() -> None:
    wanted = elements()
    lost = wanted[1].id
    rows: list[Row] = []
    await Refusing(frozenset({lost})).run(wanted, rows.append)
    assert [row.element.id for row in rows] == [element.id for element in wanted]
    caused = with_causes(rows, PlanArchive(load_domain("waterway")))
    assert [row.element.id for row in caused if row.failed_call] == [lost]
    marked = caused[1]
    assert marked.cause is not None
    assert (marked.fault, marked.cause.name) == (FAILED, "call_failed")
    assert row_from_json(row_json(marked)).failed_call == FAILED
    assert not all_judged(caused)
    tables = make_tables(caused, "waterway")
    assert (tables.calls_failed.count, tables.calls_failed.of) == (1, len(wanted))
    assert next(cause.count for cause in tables.causes if cause.cause == "call_failed") == 1


async def test_a_failed_call_beside_the_run_is_told_as_well() -> None:
    whole = next(row for row in recorded_rows() if row.translate_only is not None)
    beside = whole.model_copy(update={"translate_only": None, "translate_only_fault": FAILED})
    assert beside.failed_call == FAILED
    assert not all_judged([beside])
    assert make_tables([beside], "waterway").calls_failed.count == 1


async def test_an_endpoint_that_fails_call_after_call_ends_the_evaluation_early_with_its_reason() -> None:
    several = [
        element.model_copy(update={"id": f"{element.id}-{turn}"}) for turn in range(20) for element in elements()
    ]
    dead = Refusing(frozenset(element.id for element in several))
    rows: list[Row] = []
    with pytest.raises(ContractError) as caught:
        await dead.run(several, rows.append)
    assert caught.value.fault.code is FaultCode.LANGUAGE_MODEL_FAILED
    assert FAILED.message in caught.value.fault.message
    assert 1 < len(rows) < len(several) / 2, "it ended early, and what was run is kept"


async def test_other_faults_of_the_services_still_end_it_at_once() -> None:
    gone = Fault(code=FaultCode.MODEL_MISSING, message="no scorer")
    evaluation = Refusing(frozenset(element.id for element in elements()), gone)
    with pytest.raises(ContractError):
        await evaluation.run(elements(), lambda _row: None)
    assert len(evaluation.asked) == 1
