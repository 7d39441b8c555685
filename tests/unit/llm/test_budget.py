"""Budgets of a run and of the process: what could exceed them is not sent, also when requests are under way."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel
from tests.support.recorded_llm_server import Reply, completion, recorded_llm_server

from plancritic.llm import BudgetExceeded, LanguageModel, LanguageModelSettings, Message, RunBudgets, TokenBudget


class Goals(BaseModel):
    goals: list[str]


def answer(tokens: int, delay: float = 0.0) -> Reply:
    return Reply(200, completion('{"goals": []}', tokens=tokens), delay=delay)


async def ask(model: LanguageModel, budget: TokenBudget) -> int:
    return (await model.complete((Message("user", "hello"),), Goals, budget, most_tokens=100)).tokens


def client(url: str, **changes: Any) -> LanguageModel:
    return LanguageModel(LanguageModelSettings(base_url=url, api_key=None, model="m", attempts=1, **changes))


async def test_requests_under_way_hold_back_what_they_could_cost() -> None:
    async with recorded_llm_server(lambda _: answer(50, delay=0.3)) as server, client(server.url) as model:
        budget = TokenBudget(150)
        first = asyncio.ensure_future(ask(model, budget))
        await asyncio.sleep(0.1)
        with pytest.raises(BudgetExceeded) as caught:
            await ask(model, budget)
        assert await first == 50
        assert (budget.spent, budget.left) == (50, 100)
    assert len(server.requests) == 1
    assert caught.value.fault.remedy is not None
    assert "PLANCRITIC_LLM_TOKENS" in caught.value.fault.remedy


async def test_what_a_failed_request_held_back_is_free_again() -> None:
    async with recorded_llm_server(lambda _: Reply(500, {})) as server, client(server.url) as model:
        budget = TokenBudget(150)
        with pytest.raises(Exception, match="failed 1 time"):
            await ask(model, budget)
    assert budget.left == 150


async def test_the_process_has_a_budget_over_all_runs() -> None:
    async with (
        recorded_llm_server(lambda _: answer(120)) as server,
        client(server.url, process_tokens=300) as model,
    ):
        await ask(model, TokenBudget(1_000))
        await ask(model, TokenBudget(1_000))
        with pytest.raises(BudgetExceeded, match="PLANCRITIC_LLM_PROCESS_TOKENS"):
            await ask(model, TokenBudget(1_000))
        assert model.spending.tokens == 240
    assert len(server.requests) == 2


async def test_an_endpoint_that_counts_nothing_is_charged_by_length() -> None:
    uncounted = completion('{"goals": []}')
    del uncounted["usage"]
    async with recorded_llm_server(lambda _: Reply(200, uncounted)) as server, client(server.url) as model:
        budget = TokenBudget(1_000)
        await ask(model, budget)
        assert model.spending.estimated
    assert budget.spent == 2 + 5


def test_jobs_of_one_run_share_its_budget_and_old_runs_are_forgotten() -> None:
    budgets = RunBudgets(100, kept=2)
    budgets.of("a").spend(60)
    assert budgets.of("a").left == 40
    budgets.of("b")
    budgets.of("a")
    budgets.of("c")
    assert (budgets.of("a").left, budgets.of("b").left) == (40, 100)
