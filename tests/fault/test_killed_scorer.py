"""A scorer is killed in the middle of a job: another copy does it, with the same model and the same answer."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.support.builders import describe_service, score_plans
from tests.support.scorer_model import plain_graph, write_model

from plancritic.bus import BusSettings, Client
from plancritic.contracts import subjects
from plancritic.contracts.scoring import ScorePlans, Scores
from plancritic.contracts.service import ServiceDescription
from plancritic.contracts.specification import ProblemReference
from plancritic.domains import load_domain
from plancritic.embedding.assembly import assemble
from plancritic.embedding.onnx import load_encoder
from plancritic.local import pack_model
from plancritic.local.processes import Processes

PLAN = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]"
#: As long as the encoder reads, and none of them known: seconds of work on any machine.
TEXTS = tuple(f"Request {number}: " + "the scout looks at waypoint A and " * 30 for number in range(120))

pytestmark = [pytest.mark.fault, pytest.mark.slow]


@pytest.fixture
async def scorers(bus_settings: BusSettings, client: Client, tmp_path: Path) -> AsyncIterator[Processes]:
    """Two copies with the encoder that ships and a model that needs no training."""
    folder, _ = assemble(bus_settings.cache)
    encoder = load_encoder(folder.parent)
    graph = plain_graph(encoder.dimensions)
    archive = pack_model(write_model(tmp_path / "model", graph, encoder=encoder.name, dimensions=encoder.dimensions))
    assert archive is not None
    await (await client.kv("models")).put("waterway", (await client.put_object(archive)).encode())
    async with Processes(bus_settings, {"scorer": 2}, tmp_path / "logs", {"PLANCRITIC_SCORER_THREADS": "1"}) as both:
        yield both


async def described(client: Client) -> tuple[ServiceDescription, ...]:
    return await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, wait=0.3)


async def at_work(client: Client) -> int:
    """The process of the copy that works on a job, once there is one."""
    async with asyncio.timeout(20):
        while True:
            for copy in await described(client):
                if copy.in_flight:
                    return copy.process_id


async def test_a_job_whose_scorer_is_killed_is_done_by_the_other_copy(scorers: Processes, client: Client) -> None:
    bundle = await client.put_object(load_domain("waterway").to_json())
    problem = ProblemReference(domain="waterway", problem="1", bundle=bundle)

    def job(*texts: str) -> ScorePlans:
        return score_plans(problem=problem, plans=(PLAN, ""), texts=texts)

    asking = asyncio.create_task(client.request(job(*TEXTS), subjects.SCORE, timeout=90))
    victim = await at_work(client)
    os.kill(victim, signal.SIGKILL)
    assert not asking.done()

    answer = await asking

    assert isinstance(answer, Scores)
    (survivor,) = await described(client)
    assert survivor.process_id != victim
    assert survivor.handled == 1
    assert [child.process.pid for child in scorers.of("scorer")] == [survivor.process_id]
    assert (len(answer.adherence), len(answer.adherence[0])) == (2, len(TEXTS))
    # The same as an undisturbed copy says of them.
    some = await client.request(job(*TEXTS[::30]), subjects.SCORE, timeout=30)
    assert isinstance(some, Scores)
    assert some.version == answer.version
    assert some.adherence == tuple(row[::30] for row in answer.adherence)
