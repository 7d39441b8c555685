"""Proposers by name, and what they need."""

from __future__ import annotations

import pytest
from tests.support.recorded_llm_server import completion, recorded_llm_server
from tests.support.refinement import completions, request

from plancritic.contracts.errors import ContractError
from plancritic.llm import BudgetExceeded, LanguageModelSettings
from plancritic.refiner.proposers.opening import ProposerName, opened_proposer
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed
from plancritic.refiner.proposers.settings import ProposerSettings

RIGHT = completions("proposal")[-1]


class Stuck:
    name = "stuck"

    async def propose(self, request: ProposalRequest) -> NothingProposed:
        return NothingProposed(f"{len(request.messages)} messages are too many")


def settings(url: str) -> LanguageModelSettings:
    return LanguageModelSettings(base_url=url, api_key=None, model="scripted", attempts=1)


@pytest.mark.parametrize(("name", "is_asked"), [("symbolic", False), ("language_model", True), ("mixed", True)])
async def test_each_name_asks_whom_it_says(name: ProposerName, is_asked: bool) -> None:
    async with recorded_llm_server(lambda _body: (200, completion(RIGHT))) as server:
        async with opened_proposer(name, Stuck(), ProposerSettings(), settings(server.url)) as proposer:
            found = await proposer.propose(request())
        assert len(server.requests) == is_asked
    assert isinstance(found, Proposed) == is_asked


@pytest.mark.parametrize("name", ["language_model", "mixed"])
async def test_without_a_language_model_the_remedy_names_the_proposer_that_needs_none(name: ProposerName) -> None:
    with pytest.raises(ContractError) as caught:
        async with opened_proposer(name, Stuck(), ProposerSettings(), LanguageModelSettings(model=None)):
            pass
    assert "PLANCRITIC_LLM_MODEL is not set" in caught.value.fault.message
    assert "`symbolic`" in (caught.value.fault.remedy or "")


async def test_the_symbolic_repairer_needs_no_language_model() -> None:
    async with opened_proposer("symbolic", Stuck(), endpoint=LanguageModelSettings(model=None)) as proposer:
        assert await proposer.propose(request()) == NothingProposed("1 messages are too many")


async def test_the_budget_is_named_after_the_refiner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_REFINER_TOKENS", "100")
    async with opened_proposer("language_model", Stuck(), endpoint=settings("http://127.0.0.1:9/v1")) as proposer:
        with pytest.raises(BudgetExceeded, match="PLANCRITIC_REFINER_TOKENS"):
            await proposer.propose(request())
