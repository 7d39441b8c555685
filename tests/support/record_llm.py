"""Writes tests/cases/llm/translation.jsonl anew: run `python -m tests.support.record_llm` after a prompt changed.

The requests are the translator's own; the completions below are written by hand (no model was asked).
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.llm import LanguageModel, LanguageModelSettings
from plancritic.translator.translation import Translator

RECORDING = Path(__file__).parents[1] / "cases" / "llm" / "translation.jsonl"
STATEMENT = "Finish with the debris boat at waypoint B."
GOAL = "At the end, the debris boat is at waypoint B."
#: Two candidates agree; the third means something else and has an object's name wrong.
CANDIDATES = (
    "(at end (at deb_ast_0 wpt_b_0))",
    "(sometime (at deb_asset_0 wpt_b_0))",
    "(at end (at deb_ast_0 wpt_b_0))",
)


def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    if body["response_format"]["json_schema"]["name"] == "Goals":
        return 200, completion(json.dumps({"goals": [GOAL]}))
    return 200, completion(*(json.dumps({"constraints": [each]}) for each in CANDIDATES))


async def main() -> None:
    RECORDING.unlink(missing_ok=True)
    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded", record=RECORDING)
        async with LanguageModel(settings) as model:
            translator = Translator(model, candidates=len(CANDIDATES))
            await translator.translate(load_domain("waterway"), "1", [Statement(id="s1", text=STATEMENT)])


if __name__ == "__main__":
    asyncio.run(main())
