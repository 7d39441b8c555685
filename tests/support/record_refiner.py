"""Writes tests/cases/refiner/hiking.jsonl anew: run `python -m tests.support.record_refiner` after a prompt changed.

The requests are the refiner's own; the completions stand verbatim in the folder beside it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from tests.support.recorded_llm_server import completion, recorded_llm_server
from tests.support.refinement import RECORDING, completions, hiking, request

from plancritic.laboratory.refinement.construction import construct
from plancritic.llm import LanguageModel, LanguageModelSettings, TokenBudget
from plancritic.refiner.proposers.language_model import LanguageModelProposer


async def record() -> None:
    """Have the domain constructed and changed with the given completions."""
    replies = iter([*completions("construction"), *completions("proposal")])

    def answer(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion(next(replies))

    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded", record=RECORDING)
        async with LanguageModel(settings) as model:
            print(await construct(hiking(), "detailed", model, TokenBudget(None)))
            print(await LanguageModelProposer(model, TokenBudget(None)).propose(request()))
    assert next(replies, None) is None, "a completion was not asked for"


def main() -> None:
    RECORDING.unlink(missing_ok=True)
    asyncio.run(record())


if __name__ == "__main__":
    main()
