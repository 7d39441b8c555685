"""Further texts by a language model, against the fake at the HTTP edge."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.adherence.dataset import Example
from plancritic.command_line.root import run_program
from plancritic.laboratory.adherence.training.data.question_generation import Texts
from plancritic.laboratory.adherence.training.data.rewording import reworded_examples
from plancritic.llm import LanguageModel, LanguageModelSettings
from plancritic.wording import Lexicon

PLAIN = "The scout never visits waypoint A."
WORDING = "Keep the scout out of waypoint A."
ASKED = Example(
    0, "No scout at A!", True, "always", ("(always (not (at sct_ast_0 wpt_a_0)))",), PLAIN, PLAIN, split="train"
)
EXAMPLES = [ASKED, replace(ASKED, plan=1, adheres=False, near_miss=True), replace(ASKED, text="?", split="test")]


async def made(lexicon: Lexicon, texts: Texts) -> list[Example]:
    def fake(_: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion(json.dumps({"wordings": [WORDING]}))

    async with recorded_llm_server(fake) as server:
        settings = LanguageModelSettings(base_url=server.url, model="fake", api_key=SecretStr("k"))
        async with LanguageModel(settings) as model:
            return await reworded_examples(EXAMPLES, lexicon, "1", texts, model, 5, random.Random(1))


async def test_training_examples_come_once_more_in_the_models_words(lexicon: Lexicon) -> None:
    found = await made(lexicon, Texts())

    assert found == [replace(example, text=WORDING) for example in EXAMPLES[:2]]


async def test_a_wording_that_another_split_has_is_left_to_it(lexicon: Lexicon) -> None:
    texts = Texts()
    assert texts.claim(WORDING, "test", "4")

    assert await made(lexicon, texts) == []


def test_without_a_language_model_the_command_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("PLANCRITIC_LLM_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    assert run_program(["data", "make", "--domain", "satellite", "--out", "d.jsonl", "--reword", "3"]) != 0

    said = capfd.readouterr().err
    assert "no language model is configured" in said and "remedy:" in said and "Traceback" not in said
    assert list(tmp_path.iterdir()) == []
