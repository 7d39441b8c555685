"""Answers from files, and from a language model at the HTTP edge."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from tests.support.descriptions import CASES, GO, hall, recordings
from tests.support.recorded_llm_server import Answer, Reply, completion, recorded_llm_server

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains.descriptions import read_description
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.candidates.prompt import actions_prompt
from plancritic.schema_library.candidates.settings import CandidateSettings
from plancritic.schema_library.candidates.sources import Collected, ModelAnswers, RecordedAnswers

TAKE = "(:action pick-up :parameters (?b - box) :precondition (hand-free) :effect (and (held ?b) (not (hand-free))))"


class Kept(dict[str, str]):
    async def keep(self, instance: str, answer: str) -> None:
        self[instance] = answer


def endpoint(url: str) -> LanguageModelSettings:
    return LanguageModelSettings(base_url=url, api_key=None, model="recorded", attempts=1)


async def collect(
    answer: Answer, kept: Kept, known: dict[str, str] | None = None, **settings: Any
) -> tuple[Collected, list[dict[str, Any]]]:
    values = {"seeds": (1, 2), **settings}
    async with recorded_llm_server(answer) as server:
        source = ModelAnswers(CandidateSettings(**values), endpoint(server.url))
        found = await source.collect(hall(), "detailed", known or {}, kept.keep)
    return found, server.requests


def both(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    return 200, completion(f"```pddl\n{GO}\n{TAKE}\n```")


async def test_recorded_answers_are_the_files_of_a_folder() -> None:
    folder, kept = CASES / "dungeon" / "recordings" / "detailed", Kept()
    description = read_description(CASES / "dungeon" / "description.yaml")
    found = await RecordedAnswers(folder, 7).collect(description, "detailed", {"02": "known"}, kept.keep)
    written = recordings("dungeon", "detailed")
    assert list(found.answers) == ["01", "02", "03", "04", "05", "06", "07"]
    assert found.answers["02"] == "known"
    assert kept == {name: written[name] for name in ("01", "03", "04", "05", "06", "07")}


async def test_a_folder_without_enough_recordings_is_a_fault(tmp_path: Path) -> None:
    for folder, words in ((tmp_path, "no recorded answer"), (CASES / "dungeon/recordings/layman", "10 recorded")):
        with pytest.raises(ContractError, match=words) as caught:
            await RecordedAnswers(folder, 11).collect(hall(), "layman", {}, Kept().keep)
        assert caught.value.fault.file == str(folder)


async def test_each_instance_is_asked_once_for_all_actions_with_its_model_temperature_and_seed() -> None:
    kept = Kept()
    found, requests = await collect(both, kept, models=("a", "b"), temperatures=(0.3, 1.0))
    assert list(found.answers) == [f"{model} t{t} s{seed}" for model in "ab" for t in ("0.3", "1") for seed in (1, 2)]
    assert kept == found.answers
    assert found.failures == {}
    asked = {(each["model"], each["temperature"], each["seed"]) for each in requests}
    assert asked == {(model, t, seed) for model in "ab" for t in (0.3, 1.0) for seed in (1, 2)}
    said = [{"role": "user", "content": actions_prompt(hall(), "detailed")}]
    assert all(each["messages"] == said and "response_format" not in each for each in requests)


async def test_instances_that_answered_before_are_not_asked() -> None:
    kept = Kept()
    found, requests = await collect(both, kept, {"recorded t0.3 s1": "known", "gone t0.3 s1": "of other settings"})
    assert [each["seed"] for each in requests] == [2]
    assert list(found.answers) == ["recorded t0.3 s1", "recorded t0.3 s2"]
    assert found.answers["recorded t0.3 s1"] == "known"
    assert list(kept) == ["recorded t0.3 s2"]


async def test_what_is_missing_or_broken_is_asked_for_once_more_in_the_same_conversation() -> None:
    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        first = len(body["messages"]) == 1
        return 200, completion(f"```pddl\n{GO.replace('linked', 'opened')}" if first else f"```\n{GO}\n{TAKE}\n```")

    found, requests = await collect(answer, Kept(), seeds=(1,))
    assert [len(each["messages"]) for each in requests] == [1, 3]
    again = requests[1]["messages"]
    assert [each["role"] for each in again] == ["user", "assistant", "user"]
    assert "- `go`: unknown predicate 'opened'" in again[2]["content"]
    assert "- `pick-up`: not in the answer" in again[2]["content"]
    library = library_of(hall(), "detailed", found.answers)
    assert [len(each) for each in library.candidates.values()] == [1, 1]
    assert [each.reason for each in library.dropped] == ["unknown predicate 'opened', did you mean 'linked'?"]


async def test_an_answer_that_was_cut_off_is_stored_with_that_and_its_last_block_is_asked_for_again() -> None:
    cut = TAKE[: TAKE.index("(not")]

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if len(body["messages"]) > 1:
            return 200, completion(f"```\n{TAKE}\n```")
        found = completion(f"```\n{GO}\n{cut}")
        found["choices"][0]["finish_reason"] = "length"
        return 200, found

    found, requests = await collect(answer, Kept(), seeds=(1,))
    assert requests[1]["messages"][1]["content"] == f"```\n{GO}\n{cut}"
    assert "- `pick-up`: the answer was cut off" in requests[1]["messages"][2]["content"]
    library = library_of(hall(), "detailed", found.answers)
    assert [len(each) for each in library.candidates.values()] == [1, 1]
    assert "(not (hand-free))" in library.candidates["pick-up"][0].text
    assert [each.action for each in library.dropped] == ["pick-up"]


async def test_what_is_missing_still_is_not_asked_for_a_third_time() -> None:
    found, requests = await collect(lambda _: (200, completion("I cannot.")), Kept(), seeds=(1,))
    assert len(requests) == 2
    assert list(found.answers) == ["recorded t0.3 s1"]


async def test_an_instance_that_fails_does_not_spoil_the_others() -> None:
    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return both(body) if body["seed"] == 2 else (500, {"error": {"message": "out of order"}})

    found, _ = await collect(answer, Kept())
    assert list(found.answers) == ["recorded t0.3 s2"]
    assert "out of order" in found.failures["recorded t0.3 s1"].message


async def test_where_no_instance_answers_the_fault_is_the_first_one() -> None:
    with pytest.raises(ContractError, match="out of order") as caught:
        await collect(lambda _: (500, {"error": {"message": "out of order"}}), Kept())
    assert caught.value.fault.code is FaultCode.LANGUAGE_MODEL_FAILED


async def test_a_budget_that_is_spent_stops_the_rest_and_keeps_what_there_is() -> None:
    def dear(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion(f"```pddl\n{GO}\n{TAKE}\n```", tokens=1_000)

    found, requests = await collect(dear, Kept(), concurrency=1, tokens=1_500, answer_tokens=500)
    assert (len(requests), len(found.answers)) == (1, 1)
    assert "PLANCRITIC_SCHEMA_LIBRARY_TOKENS" in found.failures["recorded t0.3 s2"].message


async def test_no_more_instances_than_allowed_are_asked_at_once_and_each_answer_is_kept_at_once() -> None:
    under_way, most, kept = 0, 0, Kept()

    async def keep(instance: str, answer: str) -> None:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.01)
        kept[instance] = answer
        under_way -= 1

    def slow(body: dict[str, Any]) -> Reply:
        return Reply(*both(body), delay=0.01)

    async with recorded_llm_server(slow) as server:
        source = ModelAnswers(CandidateSettings(seeds=tuple(range(6)), concurrency=2), endpoint(server.url))
        await source.collect(hall(), "detailed", {}, keep)
    assert len(kept) == 6
    assert most <= 2


async def test_a_store_that_fails_ends_the_collection() -> None:
    async def full(_instance: str, _answer: str) -> None:
        raise OSError("no space left")

    async with recorded_llm_server(both) as server:
        with pytest.raises(OSError, match="no space left"):
            await ModelAnswers(CandidateSettings(), endpoint(server.url)).collect(hall(), "detailed", {}, full)


def test_without_a_language_model_the_fault_says_what_to_set() -> None:
    nothing = LanguageModelSettings(base_url=None, api_key=None, model=None)
    with pytest.raises(ContractError, match="PLANCRITIC_LLM_MODEL is not set") as caught:
        ModelAnswers(CandidateSettings(), nothing)
    assert "recorded answers" in (caught.value.fault.remedy or "")


def test_settings_are_lists_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_SCHEMA_LIBRARY_MODELS", "small, large")
    monkeypatch.setenv("PLANCRITIC_SCHEMA_LIBRARY_TEMPERATURES", "0.3,1")
    monkeypatch.setenv("PLANCRITIC_SCHEMA_LIBRARY_SEEDS", "1,2,3")
    found = CandidateSettings()
    assert (found.models, found.temperatures, found.seeds) == (("small", "large"), (0.3, 1.0), (1, 2, 3))
    monkeypatch.setenv("PLANCRITIC_SCHEMA_LIBRARY_SEEDS", ",")
    with pytest.raises(ValidationError, match="at least one"):
        CandidateSettings()
