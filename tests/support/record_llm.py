"""Writes the recordings in tests/cases/llm anew: run `python -m tests.support.record_llm` after a prompt changed.

The requests are the translator's own. The completions are not ours to change: those of the demo stand verbatim, as
their writers gave them, in demo-completions.json; those of `slips.jsonl` are written by hand to hold slips.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.llm import LanguageModel, LanguageModelSettings
from plancritic.translator.translation import Translator

CASES = Path(__file__).parents[1] / "cases" / "llm"
#: Two candidates agree; the third means something else and has an object's name wrong.
SLIPS = [
    {
        "statement": "Finish with the debris boat at waypoint B.",
        "goals": json.dumps({"goals": ["At the end, the debris boat is at waypoint B."]}),
        "candidates": [
            json.dumps({"constraints": [each]})
            for each in (
                "(at end (at deb_ast_0 wpt_b_0))",
                "(sometime (at deb_asset_0 wpt_b_0))",
                "(at end (at deb_ast_0 wpt_b_0))",
            )
        ],
    }
]


async def record(recording: Path, cases: Sequence[dict[str, Any]]) -> None:
    """Have the statements translated, one after the other, with the given completions."""
    replies = iter([reply for case in cases for reply in ((case["goals"],), tuple(case["candidates"]))])

    def answer(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion(*next(replies))

    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded", record=recording)
        async with LanguageModel(settings) as model:
            statements = [Statement(id=f"s{number}", text=case["statement"]) for number, case in enumerate(cases, 1)]
            await Translator(model, candidates=3).translate(load_domain("waterway"), "1", statements)


def main() -> None:
    demo = json.loads((CASES / "demo-completions.json").read_text())
    for recording, cases in ((CASES / "slips.jsonl", SLIPS), (CASES / "demo.jsonl", demo)):
        recording.unlink(missing_ok=True)
        asyncio.run(record(recording, cases))


if __name__ == "__main__":
    main()
