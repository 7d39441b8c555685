"""Cancelling runs of every kind, with services that are missing or of an older version."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.refining import NARROW, requested
from tests.support.services import running

from plancritic.bus import BusSettings, Client, Service, ServiceUnavailable
from plancritic.client import PlancriticClient, ServicesMissing, lookups
from plancritic.client.errors import RunsUnknown
from plancritic.client.lookups import cancel, find_run
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.service import CancelRun, RunCancelled, RunState


def unknown() -> ContractError:
    return ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message="no such run has begun"))


def answering(
    name: str, settings: BusSettings, answer: Contract | ContractError | None = None, after: float = 0.0
) -> Service:
    """A service that answers so to every cancellation, after so many seconds; or says nothing."""
    service = Service(name, settings)

    @service.ask(subjects.CANCEL_RUN)
    async def cancel(_ask: CancelRun) -> Contract | None:
        await asyncio.sleep(after)
        if isinstance(answer, ContractError):
            raise answer
        return answer

    return service


def stopped(run: str) -> RunCancelled:
    fields = {"run": run, "kind": "refinement", "session": "s", "domain": "d", "state": "cancelled"}
    return RunCancelled(run=RunState.model_validate(fields | {"generation": 0, "started": "now"}))


async def test_without_a_coordinator_a_run_is_found_by_its_whole_id_alone(client: Client) -> None:
    plancritic = PlancriticClient(client)
    run = await plancritic.refine(requested(NARROW))
    # A run of feedback may begin so too.
    with pytest.raises(RunsUnknown, match="coordinator") as unsure:
        await plancritic.cancel(run.id[:1])
    assert unsure.value.fault.code is FaultCode.SERVICE_UNAVAILABLE
    assert run.id in str(unsure.value.fault.remedy)
    assert await client.headings(subjects.REFINEMENT_REFUSED) == ()
    assert (await find_run(client, run.id)).run == run.id
    with pytest.raises(ServiceUnavailable, match="coordinator"):
        await find_run(client, "no-such-run")


@pytest.mark.parametrize(("kind", "service"), [("modelling", "schema_library"), ("refinement", "refiner")])
async def test_a_service_that_does_not_run_is_named(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch, kind: str, service: str
) -> None:
    monkeypatch.setattr(lookups, "_CANCEL_SECONDS", 0.3)
    with pytest.raises(ServiceUnavailable, match=service):
        await cancel(client, "a-run", kind)  # type: ignore[arg-type]
    # Another kind's service hears it too, and has nothing to say.
    async with running(answering("coordinator", bus_settings)):
        with pytest.raises(ServicesMissing, match=service) as missing:
            await cancel(client, "a-run", kind)  # type: ignore[arg-type]
    assert missing.value.services == (service,)


async def test_a_coordinator_that_knows_no_kinds_does_not_speak_for_the_refiner(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_CANCEL_SECONDS", 5.0)
    old = answering("coordinator", bus_settings, unknown())
    async with running(old, answering("refiner", bus_settings, stopped("a-run"), after=0.3)):
        assert (await cancel(client, "a-run", "refinement")).state == "cancelled"


async def test_where_nobody_knows_the_run_that_is_said(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "_CANCEL_SECONDS", 0.3)
    async with running(answering("refiner", bus_settings, unknown())):
        with pytest.raises(ContractError) as refused:
            await cancel(client, "a-run", "refinement")
    assert refused.value.fault.code is FaultCode.UNKNOWN_NAME
