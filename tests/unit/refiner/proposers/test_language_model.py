"""The language model as a proposer, its completions replayed at the HTTP edge or scripted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from tests.support.recorded_llm_server import Answer, RecordedServer, completion, recorded_llm_server, replaying
from tests.support.refinement import OUT_OF_WATER, RECORDING, completions, hasty_start, request

from plancritic.llm import (
    BudgetExceeded,
    LanguageModel,
    LanguageModelSettings,
    LanguageModelUnavailable,
    Recording,
    TokenBudget,
)
from plancritic.pddl.language import parse_domain
from plancritic.refiner.feedback.collecting import negative_feedback
from plancritic.refiner.feedback.messages import NegativeFeedback, UnsolvableFeedback
from plancritic.refiner.proposers.language_model import LanguageModelProposer
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed

Asked = tuple[LanguageModelProposer, RecordedServer]
UNCLOSED, SWAPPED, RIGHT = completions("proposal")


@asynccontextmanager
async def proposer(answer: Answer, tokens: int | None = None) -> AsyncIterator[Asked]:
    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded", attempts=1)
        async with LanguageModel(settings) as model:
            yield LanguageModelProposer(model, TokenBudget(tokens)), server


async def proposed(
    *answers: str, asked: ProposalRequest | None = None
) -> tuple[Proposed | NothingProposed, RecordedServer]:
    left = iter(answers)

    def answer(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion(next(left))

    async with proposer(answer) as (asks, server):
        return await asks.propose(asked or request()), server


async def test_the_recorded_proposal_settles_the_message_after_two_repairs() -> None:
    asked = request()
    before = negative_feedback(parse_domain(asked.domain), asked.task.problems)
    assert [each.plan for each in before] == [OUT_OF_WATER]
    async with proposer(replaying(Recording.load(RECORDING))) as (asks, server):
        found = await asks.propose(asked)
    assert isinstance(found, Proposed)
    assert found.repairs == 2
    assert negative_feedback(parse_domain(found.domain), asked.task.problems) == ()
    complaints = [each["messages"][-1]["content"] for each in server.requests[1:]]
    assert "line 17" in complaints[0]
    assert "parameter 1 of 'climb' is place, not hiker" in complaints[1]


async def test_the_model_sees_the_description_the_domain_and_all_messages_the_last_with_its_problem() -> None:
    earlier = UnsolvableFeedback(3, proved=False, solvable=True)
    last = NegativeFeedback(1, OUT_OF_WATER, "an answer")
    asked = replace(request(), messages=(earlier, last), seed=7)
    _, server = await proposed(RIGHT, asked=asked)
    (body,) = server.requests
    task, domain, feedback = (each["content"] for each in body["messages"])
    assert [each["role"] for each in body["messages"]] == ["user", "assistant", "user"]
    assert body["seed"] == 7
    for name, action in asked.task.description.actions.items():
        assert f"`{name}` with exactly `:parameters ({action.parameters})`" in task
        assert action.detailed is not None
        assert action.detailed in task
    assert hasty_start().strip() in domain
    assert feedback.index(earlier.for_model) < feedback.index(last.for_model)
    shown = [each for each in asked.task.problems if each.text.strip() in feedback]
    assert shown == [asked.task.problems[1]]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("It cannot be mended.", "no (define"),
        (UNCLOSED, "may be missing its ')'"),
        (SWAPPED, "parameter 1 of 'climb'"),
        (RIGHT.replace("climb", "ascend"), "there is no action 'climb'"),
        (RIGHT.replace("hill", "peak"), "does not fit the domain"),
        (f"```pddl\n{hasty_start()}```", "the same as the domain before"),
        (f"```pddl\n{hasty_start().replace('?from', '?a')}```", "the same as the domain before"),
        (
            f"```pddl\n{hasty_start().replace('(flat ?to) (dry ?from)', '(dry ?from) (flat ?to)')}```",
            "the same as the domain before",
        ),
    ],
)
async def test_a_domain_that_cannot_be_used_is_a_repair(answer: str, complaint: str) -> None:
    found, server = await proposed(answer, RIGHT)
    assert isinstance(found, Proposed)
    assert found.repairs == 1
    assert complaint in server.requests[1]["messages"][-1]["content"]


async def test_the_last_of_several_domains_is_the_new_one() -> None:
    found, _ = await proposed(f"Before:\n```\n{hasty_start()}```\nAfter:\n{RIGHT}")
    assert isinstance(found, Proposed)
    assert found.repairs == 0
    assert found.domain.strip() in RIGHT


async def test_after_five_repairs_nothing_is_proposed() -> None:
    found, server = await proposed(*[SWAPPED] * 7)
    assert isinstance(found, NothingProposed)
    assert found.repairs == 5
    assert len(server.requests) == 6
    assert "parameter 1 of 'climb'" in found.reason


async def test_without_feedback_nobody_is_asked() -> None:
    found, server = await proposed(asked=replace(request(), messages=()))
    assert isinstance(found, NothingProposed)
    assert server.requests == []


async def test_a_dead_endpoint_is_no_model_without_ideas() -> None:
    async with proposer(lambda _body: (500, {"error": {"message": "down"}})) as (asks, _):
        with pytest.raises(LanguageModelUnavailable):
            await asks.propose(request())


async def test_the_budget_is_one_for_all_proposals() -> None:
    async with proposer(lambda _body: (200, completion(RIGHT, tokens=8_000)), tokens=12_000) as (asks, server):
        assert isinstance(await asks.propose(request()), Proposed)
        with pytest.raises(BudgetExceeded):
            await asks.propose(request())
    assert len(server.requests) == 1
