"""Proposers by name, open as long as a refinement takes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import httpx2

from plancritic.llm import LanguageModel, LanguageModelSettings, TokenBudget, configured
from plancritic.refiner.proposers.language_model import LanguageModelProposer
from plancritic.refiner.proposers.mixed import MixedProposer
from plancritic.refiner.proposers.proposer import Proposer
from plancritic.refiner.proposers.settings import ProposerSettings

ProposerName = Literal["symbolic", "language_model", "mixed"]


@asynccontextmanager
async def opened_proposer(
    name: ProposerName,
    repairer: Proposer,
    settings: ProposerSettings | None = None,
    endpoint: LanguageModelSettings | None = None,
    transport: httpx2.AsyncBaseTransport | None = None,
) -> AsyncIterator[Proposer]:
    """Give the proposer of a name, with a budget of tokens for as long as it is open.

    Args:
        name: `symbolic` is the repairer alone; it needs no language model.
        repairer: The symbolic repairer.
        settings: How the language model is asked; by default as the environment says.
        endpoint: Which language model; by default as the environment says.
        transport: What carries its requests.

    Raises:
        ContractError: No language model is configured, and the name asks for one.
    """
    if name == "symbolic":
        yield repairer
        return
    settings = settings or ProposerSettings()
    usable = configured(endpoint or LanguageModelSettings(), "take the proposer `symbolic`")
    async with LanguageModel(usable, transport) as model:
        budget = TokenBudget(settings.tokens, "PLANCRITIC_REFINER_TOKENS")
        asked = LanguageModelProposer(
            model, budget, settings.register_shown, settings.temperature, settings.answer_tokens
        )
        yield asked if name == "language_model" else MixedProposer(repairer, asked)
