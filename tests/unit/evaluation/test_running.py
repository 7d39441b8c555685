"""What is taken from a run's result: whether it is the plan of the readings alone, and who judged it."""

from __future__ import annotations

import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import FirstReading, PlanRevised, StatementGuess
from plancritic.contracts.specification import TracedConstraint
from plancritic.evaluation.rows import UnderstoodStatement
from plancritic.evaluation.running import check_scorer, is_readings_alone
from plancritic.evaluation.settings import EvaluationSettings

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
    guess = StatementGuess(sentence="It is so.", constraints=(OTHER,), score=0.3, scorer=0.98, before=0.02)
    result = PlanRevised.model_construct(
        specification=(TracedConstraint(constraint=OTHER, guessed=True),),
        lineage=("the plan without feedback", "guess 1 at statement s1"),
        plan="revised",
        base_plan="base",
    )
    assert not is_readings_alone(result, [UnderstoodStatement(statement="Go.", guess=guess)])


def test_a_plan_under_a_reading_that_was_not_the_first_is_not_that_of_translation_alone() -> None:
    result = PlanRevised.model_construct(
        specification=(TracedConstraint(constraint=OTHER),), lineage=("one step",), plan="revised", base_plan="base"
    )
    read = UnderstoodStatement(statement="Go.", constraints=(OTHER,))
    assert is_readings_alone(result, [read])
    first = FirstReading(sentence="So.", constraints=("(sometime (a))",), score=0.9, scorer=0.1)
    assert not is_readings_alone(result, [read.model_copy(update={"read_first": first})])


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
