"""Many plans proved by one job on a real broker."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.builders import envelope
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.specification import PddlTexts
from plancritic.contracts.validation import PlansOfProblem, ValidatePlans, Validations
from plancritic.validator.app import build_app

_BLOCKS = (Path(__file__).parents[2] / "cases" / "blocks" / "domain.pddl").read_text()
_PROBLEM = """(define (problem p) (:domain blocks) (:objects a b)
  (:init (clear a) (clear b) (ontable a) (ontable b) (handempty) (= (total-cost) 0)) (:goal (on {top} {bottom})))"""


async def _prove(client: Client, *sets: PlansOfProblem) -> Validations:
    job = ValidatePlans(envelope=envelope(), sets=sets)
    answer = await client.request(job, subjects.VALIDATE_PLANS, timeout=30)
    assert isinstance(answer, Validations)
    return answer


async def _source(client: Client, top: str, bottom: str, domain: str = _BLOCKS) -> PddlTexts:
    problem = _PROBLEM.format(top=top, bottom=bottom)
    return PddlTexts(
        domain_text=await client.put_object(domain.encode()), problem_text=await client.put_object(problem.encode())
    )


async def test_plans_of_several_problems_get_their_rulings_in_order(client: Client, bus_settings: BusSettings) -> None:
    stack, other = "(pick-up a)\n(stack a b)\n", "(pick-up b)\n(stack b a)\n"
    async with running(build_app(bus=bus_settings)):
        found = await _prove(
            client,
            PlansOfProblem(problem=await _source(client, "a", "b"), plans=(stack, other, "(stack a b)\n", "(fly a)\n")),
            PlansOfProblem(problem=await _source(client, "b", "a"), plans=(stack, other)),
        )
    assert [[each.ruling for each in rulings] for rulings in found.rulings] == [
        ["accepted", "rejected", "rejected", "rejected"],
        ["rejected", "accepted"],
    ]
    goal, condition = found.rulings[0][1].finding, found.rulings[0][2].finding
    assert goal is not None and goal.about == "goal"
    assert condition is not None and condition.about == "condition" and condition.step == "(stack a b)"
    assert "(holding a)" in (condition.needed or "")


async def test_a_domain_that_cannot_be_read_is_a_typed_answer(client: Client, bus_settings: BusSettings) -> None:
    source = await _source(client, "a", "b", domain=_BLOCKS.replace("(holding", "(holdin", 1))
    async with running(build_app(bus=bus_settings)):
        with pytest.raises(ContractError) as fault:
            await _prove(client, PlansOfProblem(problem=source, plans=("(pick-up a)\n",)))
    assert fault.value.fault.code in (FaultCode.UNKNOWN_NAME, FaultCode.SYNTAX_ERROR)
