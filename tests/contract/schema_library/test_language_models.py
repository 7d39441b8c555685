"""Answers of language models over the service, replayed at the HTTP edge: asked once, kept, and failures told."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from typing import Any

from tests.support.descriptions import CASES, recordings
from tests.support.recorded_llm_server import completion, recorded_llm_server
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import ModellingEnd, PlancriticClient
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import DomainDescribed, DomainModelled
from plancritic.domains.descriptions import read_description
from plancritic.llm import LanguageModelSettings
from plancritic.schema_library.app import build_app
from plancritic.schema_library.candidates.settings import CandidateSettings
from plancritic.schema_library.settings import SchemaLibrarySettings

ANSWERS = list(recordings("libraryworld", "detailed").values())


async def library_of(client: Client, instances: int | None = None) -> tuple[DomainModelled, list[str]]:
    request = DomainDescribed(
        envelope=Envelope.start(),
        description=read_description(CASES / "libraryworld" / "description.yaml"),
        until="library",
        instances=instances,
    )
    run = await PlancriticClient(client).describe(request)
    told: list[str] = []
    async with aclosing(run.follow(silence=60)) as events:
        async for event in events:
            if isinstance(event, ModellingEnd):
                assert isinstance(event, DomainModelled), event
                return event, told
            told.append(event.text)
    raise AssertionError("no end")


async def test_each_instance_is_asked_once_and_failures_are_told(
    client: Client, bus_settings: BusSettings, tmp_path: Path
) -> None:
    asked: list[int] = []

    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        asked.append(body["seed"])
        if body["seed"] == 3:
            return 400, {"error": {"message": "no such seed", "type": "invalid_request_error"}}
        return 200, completion(ANSWERS[body["seed"]])

    async with recorded_llm_server(answer) as server:
        endpoint = LanguageModelSettings(base_url=server.url, api_key=None, model="scripted", attempts=1)
        service = build_app(
            SchemaLibrarySettings(cache=tmp_path),
            bus_settings,
            CandidateSettings(models=(), seeds=(1, 2, 3)),
            endpoint,
        )
        async with running(service):
            two, told = await library_of(client, instances=2)
            assert sorted(asked) == [1, 2], "nobody pays for instances that are not wanted"
            assert two.counts.instances == 2
            # That somebody is at it, each answer as it comes, what was made of them, and what was not looked at.
            assert len(told) == 5
            three, _ = await library_of(client)
            assert set(asked) == {1, 2, 3}
            assert asked.count(1) == asked.count(2) == 1, "kept answers are not asked for again"
            assert (three.counts.instances, three.counts.failed) == (2, 1)
            shown = await PlancriticClient(client).library_of(three)
            assert "no such seed" in next(iter(shown.failures.values()))
