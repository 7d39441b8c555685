"""Direct plans by a model at the HTTP edge that is scripted: it knows the right plan, or does not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.support.descriptions import CASES, hall
from tests.support.recorded_llm_server import Answer, completion, recorded_llm_server

from plancritic.contracts.errors import ContractError
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import read_description
from plancritic.laboratory.schema.baselines.tree_of_thoughts import DirectPlan, depth_of, plan_by_thoughts
from plancritic.llm import BudgetExceeded, LanguageModel, LanguageModelSettings, TokenBudget

PROBLEM = (
    "(define (problem p) (:domain hall) (:objects r2 - robot kitchen cellar attic - room)"
    " (:init (robot-at r2 kitchen) (linked kitchen cellar) (linked cellar attic)) (:goal (robot-at r2 attic)))"
)
RIGHT = ["(go r2 kitchen cellar)", "(go r2 cellar attic)", "(done)"]
SIGNATURES = {"go": "?r - robot ?from ?to - room", "pick-up": "?b - box ?p - room"}


def described() -> DomainDescription:
    return hall().model_copy(update={"problem": PROBLEM})


def plan_in(body: dict[str, Any]) -> list[str]:
    """The plan so far that a prompt shows."""
    text = body["messages"][-1]["content"]
    shown = re.split(r"# (?:The plan so far|The beginning of the plan)\n", text)[1].split("\n\n# Your answer")[0]
    return [] if shown == "Nothing is done yet." else shown.splitlines()


def is_value(body: dict[str, Any]) -> bool:
    return body["response_format"]["json_schema"]["name"] == "Value"


def knowing(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """A model that knows what is right, and proposes wrong steps before it."""
    plan = plan_in(body)
    if is_value(body):
        judgement = "sure" if plan == RIGHT[: len(plan)] else "likely" if len(plan) == 1 else "impossible"
        return 200, completion(json.dumps({"reasoning": "as I see it", "judgement": judgement}))
    wrong = ["(go r2 attic kitchen)", "(go r2 attic)", "(fly r2)"]
    following = RIGHT[len(plan) : len(plan) + 1] if plan == RIGHT[: len(plan)] else []
    return 200, completion(json.dumps({"steps": [*wrong, *following]}))


async def planned(answer: Answer, budget: TokenBudget | None = None, length: int = 2) -> DirectPlan:
    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded", attempts=1)
        async with LanguageModel(settings) as model:
            return await plan_by_thoughts(
                model, described(), "detailed", SIGNATURES, length, budget or TokenBudget(1_000_000)
            )


def test_the_tree_is_half_again_as_deep_as_the_reference_plan() -> None:
    assert [depth_of(length) for length in (1, 2, 3, 12)] == [2, 3, 5, 18]


async def test_the_plan_that_is_judged_best_is_followed_to_its_end() -> None:
    found = await planned(knowing)
    assert found.steps == ("(go r2 kitchen cellar)", "(go r2 cellar attic)")
    assert found.finished
    assert found.tokens == 100 * found.questions


async def test_proposals_that_are_no_step_are_counted_and_left_out() -> None:
    # Level one asks once, level two for both plans kept, level three for the one that is left.
    assert (await planned(knowing)).malformed == 2 * 4


async def test_where_the_depth_is_used_up_the_best_beginning_is_the_answer() -> None:
    found = await planned(knowing, length=1)
    assert (found.steps, found.finished) == (("(go r2 kitchen cellar)", "(go r2 cellar attic)"), False)


async def test_a_model_that_sees_no_way_gives_no_plan() -> None:
    def hopeless(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if is_value(body):
            return 200, completion(json.dumps({"reasoning": "", "judgement": "impossible"}))
        return 200, completion(json.dumps({"steps": ["(go r2 attic kitchen)"]}))

    found = await planned(hopeless)
    assert (found.steps, found.finished, found.questions) == ((), False, 2)


async def test_answers_that_cannot_be_read_recommend_nothing() -> None:
    found = await planned(lambda _: (200, completion("I would go to the attic.")))
    assert (found.steps, found.finished, found.malformed) == ((), False, 1)


async def test_the_prompts_hold_description_signatures_and_problem_and_no_schema() -> None:
    prompts = []

    def listening(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        prompts.append("".join(each["content"] for each in body["messages"]))
        return knowing(body)

    await planned(listening)
    for text in prompts:
        assert "Drive from a room to a linked one." in text
        assert "`go` (?r - robot ?from ?to - room)" in text
        assert PROBLEM in text
        assert ":precondition" not in text
    assert "Propose 3 different next steps" in prompts[0]


async def test_a_budget_is_kept() -> None:
    with pytest.raises(BudgetExceeded):
        await planned(knowing, TokenBudget(100))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"problem": None}, "no problem"),
        ({"problem": "(define (problem p) (:domain other))"}, "cannot be read"),
        ({"actions": {"jump": hall().actions["go"]}}, "no signature"),
    ],
)
async def test_a_description_that_cannot_be_planned_for_is_a_fault(changes: dict[str, Any], words: str) -> None:
    settings = LanguageModelSettings(base_url="http://127.0.0.1:9/v1", api_key=None, model="recorded")
    async with LanguageModel(settings) as model:
        with pytest.raises(ContractError, match=words):
            await plan_by_thoughts(
                model, described().model_copy(update=changes), "layman", SIGNATURES, 2, TokenBudget(1_000)
            )


async def test_a_test_domain_can_be_planned_for() -> None:
    """Nothing but the first question: that prompts, signatures and objects of a real description fit together."""
    description = read_description(CASES / "libraryworld" / "description.yaml")

    def first(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if is_value(body):
            return 200, completion(json.dumps({"reasoning": "", "judgement": "sure"}))
        return 200, completion(
            json.dumps({"steps": ["(remove-from-shelf Book3 book1)" if not plan_in(body) else "(done)"]})
        )

    async with recorded_llm_server(first) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded")
        signatures = dict.fromkeys(description.actions, "?x ?y - book")
        async with LanguageModel(settings) as model:
            found = await plan_by_thoughts(model, description, "layman", signatures, 10, TokenBudget(100_000))
    assert found.steps == ("(remove-from-shelf book3 book1)",)
