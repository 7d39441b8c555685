"""Sets with time or numbers get plans with times, or are left out with the reason."""

from __future__ import annotations

import pytest
from tests.support.temporal_refining import CASES

from plancritic.contracts.errors import ContractError
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.domains.descriptions.recorded_answers import read_recorded_answers
from plancritic.pddl.execution import execute
from plancritic.pddl.language import Problem, parse_domain, parse_plan, parse_problem
from plancritic.schema_library.building.ordering import Ordered, Shown
from plancritic.schema_library.building.timed_planning import (
    decidable_known,
    decidable_texts,
    is_timed,
    with_timed_plans,
)
from plancritic.schema_library.candidates.candidate import domain_of
from plancritic.schema_library.candidates.merging import library_of

HAULAGE = read_description(CASES / "haulage" / "description.yaml")
TEXT = (CASES / "haulage" / "problem.pddl").read_text(encoding="utf-8")


def shown() -> Shown:
    """An interpretation of haulage, its plan without times."""
    library = library_of(HAULAGE, "detailed", read_recorded_answers(CASES / "haulage" / "recordings"))
    domain = domain_of(library.skeleton, {name: each[0] for name, each in library.candidates.items()})
    return Shown(1, "(no times)", domain.text, 1, None, None, 3, ())


def problem(text: str = TEXT) -> Problem:
    return parse_problem(text, skeleton_of(HAULAGE))


async def test_the_plan_of_a_set_has_times_and_is_one_of_its_domain() -> None:
    found, reasons = await with_timed_plans(Ordered((shown(),)), problem(), 30.0)
    assert reasons == ()
    own = parse_problem(TEXT, parse_domain(found.interpretations[0].domain))
    trajectory = execute(own, parse_plan(found.interpretations[0].plan))
    assert trajectory.fault is None
    assert trajectory.goal_met


async def test_a_set_whose_numbers_allow_no_plan_is_left_out_with_the_reason() -> None:
    line = next(each for each in TEXT.splitlines() if "(room van1)" in each)
    full = TEXT.replace(line, "    (= (room van1) 0)")
    found, reasons = await with_timed_plans(Ordered((shown(),)), problem(full), 10.0)
    assert found.interpretations == ()
    assert reasons[0].startswith("an interpretation is left out, no plan with its durations and numbers was found")


async def test_plans_without_time_and_numbers_stay_as_they_are() -> None:
    plain = HAULAGE.model_copy(
        update={
            "functions": {},
            "actions": {n: a.model_copy(update={"duration": None}) for n, a in HAULAGE.actions.items()},
        }
    )
    skeleton = skeleton_of(plain)
    assert not is_timed(skeleton)
    text = "(define (problem p) (:domain haulage) (:objects a - place) (:init) (:goal (and)))"
    ordered = Ordered((shown(),))
    assert await with_timed_plans(ordered, parse_problem(text, skeleton), 1.0) == (ordered, ())
    assert decidable_texts(skeleton, text)[1] == text


def test_combinations_are_decided_without_time_and_numbers() -> None:
    skeleton, facts = decidable_texts(skeleton_of(HAULAGE), TEXT)
    assert ":functions" not in skeleton
    assert "(=" not in facts
    assert parse_problem(facts, parse_domain(skeleton)).facts == problem().facts


def test_what_takes_place_whatever_is_done_is_refused() -> None:
    timed = TEXT.replace("(:init", "(:init (at 5 (vacant van1))", 1)
    with pytest.raises(ContractError, match="whatever is done"):
        decidable_texts(skeleton_of(HAULAGE), timed)


def test_known_plans_with_times_are_sequences_of_facts() -> None:
    late = "3: (drive driver1 van1 depot market) [10]\n0: (board driver1 van1 depot) [1]\n"
    (found,) = decidable_known((KnownProblem(text=TEXT, timed_plans=(late,)),), skeleton_of(HAULAGE))
    assert found.plans == ((("board", "driver1", "van1", "depot"), ("drive", "driver1", "van1", "depot", "market")),)
    assert (found.timed_plans, "(=" in found.text) == ((), False)
    with pytest.raises(ContractError, match="expected a step"):
        decidable_known((KnownProblem(text=TEXT, timed_plans=("board",)),), skeleton_of(HAULAGE))
