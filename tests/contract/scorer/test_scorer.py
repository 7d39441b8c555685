"""The scorer alone on a real broker."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.builders import describe_service, score_plans
from tests.support.scorer_model import DIMENSIONS, HashEncoder, plain_adherence, plain_graph, write_model
from tests.support.services import running

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.scoring import Scores
from plancritic.contracts.specification import ProblemReference
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.embedding.assembly import assemble
from plancritic.local import pack_model
from plancritic.scorer.app import build_app
from plancritic.scorer.settings import ScorerSettings
from plancritic.wording import Lexicon

PLAN = """\
0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
0.101: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
"""
TEXTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")


@pytest.fixture
async def waterway(client: Client) -> ProblemReference:
    sha256 = await client.put_object(load_domain("waterway").to_json())
    return ProblemReference(domain="waterway", problem="1", bundle=sha256)


@pytest.fixture
def scorer(bus_settings):
    return build_app(ScorerSettings(cache=bus_settings.cache), bus_settings, encoder=HashEncoder())


async def publish_model(client: Client, folder, graph: bytes | None = None, **changes) -> str:
    archive = pack_model(write_model(folder, graph or plain_graph(DIMENSIONS), **changes))
    assert archive is not None
    sha256 = await client.put_object(archive)
    await (await client.kv("models")).put("waterway", sha256.encode())
    return sha256


async def scores(client: Client, **job) -> Scores:
    result = await client.request(score_plans(**job), subjects.SCORE, timeout=15)
    assert isinstance(result, Scores)
    return result


async def fault(client: Client, **job) -> FaultCode:
    with pytest.raises(ContractError) as refused:
        await scores(client, **job)
    return refused.value.fault.code


async def test_every_plan_is_executed_and_scored_on_every_text(client, scorer, waterway, tmp_path):
    version = await publish_model(client, tmp_path / "model", unsure=(0.3, 0.6))
    async with running(scorer):
        result = await scores(client, problem=waterway, plans=(PLAN, "", PLAN), texts=TEXTS)

    problem = Lexicon(load_domain("waterway"), "1").problem
    expected = [[plain_adherence(problem, plan, text, HashEncoder()) for text in TEXTS] for plan in (PLAN, "", PLAN)]
    np.testing.assert_allclose(result.adherence, expected, atol=1e-4)
    assert result.adherence[0] == result.adherence[2] != result.adherence[1]
    assert (result.threshold, result.unsure, result.version) == (0.5, (0.3, 0.6), version)
    assert version[:12] in result.model


async def test_without_a_model_the_job_is_refused_and_one_published_later_is_used(client, scorer, waterway, tmp_path):
    async with running(scorer):
        assert await fault(client, problem=waterway, plans=(PLAN,)) is FaultCode.MODEL_MISSING
        await publish_model(client, tmp_path / "model")
        assert (await scores(client, problem=waterway, plans=(PLAN,))).adherence


@pytest.mark.parametrize("archive", [b"no archive", b""])
async def test_a_spoilt_model_is_told_at_the_start_and_to_every_job(client, scorer, waterway, archive):
    sha256 = await client.put_object(archive)
    await (await client.kv("models")).put("waterway", sha256.encode())
    async with running(scorer):
        (described,) = await client.gather(describe_service(), subjects.DESCRIBE_SERVICE, expected=1, wait=5)
        assert await fault(client, problem=waterway, plans=(PLAN,)) is FaultCode.MODEL_UNUSABLE

    assert "cannot be used" in described.detail["waterway"]


async def test_a_model_for_another_encoder_is_refused(client, scorer, waterway, tmp_path):
    await publish_model(client, tmp_path / "model", encoder="another", dimensions=3)
    async with running(scorer):
        assert await fault(client, problem=waterway, plans=(PLAN,)) is FaultCode.MODEL_UNUSABLE


async def test_bad_input_has_typed_answers_and_leaves_the_service_alive(client, scorer, waterway, tmp_path):
    await publish_model(client, tmp_path / "model")
    async with running(scorer):
        assert await fault(client, problem=waterway, plans=(PLAN, "not a plan")) is FaultCode.SYNTAX_ERROR
        impossible = PLAN.splitlines()[1]
        assert await fault(client, problem=waterway, plans=(PLAN, impossible)) is FaultCode.INVALID_PLAN
        unknown = waterway.model_copy(update={"problem": "99"})
        assert await fault(client, problem=unknown, plans=(PLAN,)) is FaultCode.UNKNOWN_PROBLEM
        lost = waterway.model_copy(update={"bundle": "0" * 64})
        assert await fault(client, problem=lost, plans=(PLAN,)) is FaultCode.UNKNOWN_DOMAIN
        assert (await scores(client, problem=waterway, plans=(PLAN,))).adherence


async def test_where_the_domain_has_no_model_the_shared_reader_judges_and_the_run_that_it_began_keeps_it(
    client, bus_settings, waterway, tmp_path
):
    assemble(tmp_path)
    encoder = CachedEncoder(load_encoder(tmp_path))
    settings = ScorerSettings(cache=bus_settings.cache)
    async with running(build_app(settings, bus_settings, encoder)):
        job = {"problem": waterway, "plans": (PLAN, ""), "texts": ("The scout has to pass waypoint A.",)}
        first = await scores(client, **job)
        assert first.judged_by == "reader"
        assert first.adherence[0][0] > 0.5 > first.adherence[1][0]
        model = {"encoder": encoder.name, "dimensions": encoder.dimensions}
        version = await publish_model(client, tmp_path / "model", graph=plain_graph(encoder.dimensions), **model)
        assert (await scores(client, **job)).version == version
        same = await scores(client, **job, model=first.version)
        assert (same.version, same.adherence) == (first.version, first.adherence)


async def test_a_copy_without_an_encoder_does_not_start_and_names_the_remedy(bus_settings):
    service = build_app(ScorerSettings(cache=bus_settings.cache), bus_settings)
    with pytest.raises(ContractError) as refused:
        async with running(service):
            pass
    assert refused.value.fault.code is FaultCode.MODEL_MISSING
    assert "make setup" in str(refused.value.fault.remedy)
