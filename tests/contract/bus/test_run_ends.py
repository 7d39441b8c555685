"""The end of a run is decided once, whoever comes first, and published once."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress

import pytest
from tests.support.refining import NARROW, requested

from plancritic.bus import BucketName, Client, PayloadTooLarge
from plancritic.bus.durable.ended import ending_of
from plancritic.bus.durable.run_ends import RunEnds
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope, Message
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.refinement.messages import DomainRefined, RefinementRefused

ROWS = (subjects.DOMAIN_REFINED, subjects.REFINEMENT_REFUSED)


def ends_of(client: Client, origin: Envelope) -> RunEnds:
    return RunEnds(client, origin, "key of the run", ROWS)


def refined(ends: RunEnds) -> DomainRefined:
    return DomainRefined(
        envelope=ends.envelope,
        domain=NARROW,
        refined=True,
        reason="done",
        ended="searched",
        pipeline="own",
        proposer="symbolic",
    )


def refused(ends: RunEnds, code: FaultCode = FaultCode.CANCELLED) -> RefinementRefused:
    return RefinementRefused(envelope=ends.envelope, fault=Fault(code=code, message="no more"))


async def recorded(client: Client, origin: Envelope) -> list[Message]:
    found: list[Message] = []
    async with aclosing(client.watch(origin.session_id, origin.correlation_id, ROWS)) as events:
        with suppress(TimeoutError):
            while True:
                found.append((await asyncio.wait_for(anext(events), 0.5)).message)
    return found


async def test_the_first_end_counts_also_long_after(client: Client) -> None:
    origin = requested(NARROW).envelope
    ends, others = ends_of(client, origin), ends_of(client, origin)
    assert await ends.ending() is None
    assert await ends.publish(refused(ends), subjects.REFINEMENT_REFUSED) == "cancelled"
    # The broker would take it: it compares ids for two minutes only, and subjects one by one.
    late = others.envelope.model_copy(update={"message_id": "another"})
    told = await others.publish(refined(others).model_copy(update={"envelope": late}), subjects.DOMAIN_REFINED)
    assert told == await others.ending() == await ending_of(client, origin) == "cancelled"
    assert [type(each) for each in await recorded(client, origin)] == [RefinementRefused]


async def test_of_ends_at_the_same_time_one_is_published(client: Client) -> None:
    origin = requested(NARROW).envelope
    ends = [ends_of(client, origin) for _ in range(6)]
    told = await asyncio.gather(
        *(
            each.publish(refined(each), subjects.DOMAIN_REFINED)
            if number % 2
            else each.publish(refused(each), subjects.REFINEMENT_REFUSED)
            for number, each in enumerate(ends)
        )
    )
    assert len(set(told)) == 1
    assert len(await recorded(client, origin)) == 1


async def test_an_end_that_was_decided_by_a_copy_that_died_is_published_by_whoever_finds_it(client: Client) -> None:
    origin = requested(NARROW).envelope
    ends = ends_of(client, origin)

    async def dies(*_: object) -> None:
        raise ConnectionError

    dying = ends_of(client, origin)
    dying._published = dies  # type: ignore[assignment]
    with suppress(ConnectionError):
        await dying.publish(refined(dying), subjects.DOMAIN_REFINED)
    assert await recorded(client, origin) == []

    assert await ends.publish(refused(ends), subjects.REFINEMENT_REFUSED) == "ended"
    assert [type(each) for each in await recorded(client, origin)] == [DomainRefined]


async def test_an_end_whose_decision_is_not_kept_any_more_is_found_in_the_recording(client: Client) -> None:
    for code, how in ((None, "ended"), (FaultCode.CANCELLED, "cancelled"), (FaultCode.SYNTAX_ERROR, "refused")):
        origin = requested(NARROW).envelope
        ends = ends_of(client, origin)
        if code is None:
            await ends.publish(refined(ends), subjects.DOMAIN_REFINED)
        else:
            await ends.publish(refused(ends, code), subjects.REFINEMENT_REFUSED)
        await (await client.kv(BucketName.ENDED)).delete(f"{client.settings.tenant}.{origin.message_id}.end")
        assert await ends.ending() == how


async def test_an_end_too_large_for_one_message_is_not_decided_and_a_refusal_may_be_it(client: Client) -> None:
    origin = requested(NARROW).envelope
    ends = ends_of(client, origin)
    large = refined(ends).model_copy(update={"domain": "x" * client.connection.max_payload})
    with pytest.raises(PayloadTooLarge) as too_large:
        await ends.publish(large, subjects.DOMAIN_REFINED)
    refusal = RefinementRefused(envelope=ends.envelope, fault=too_large.value.fault)
    assert await ends.publish(refusal, subjects.REFINEMENT_REFUSED) == "refused"
    (end,) = await recorded(client, origin)
    assert isinstance(end, RefinementRefused)
    assert end.fault.code is FaultCode.PAYLOAD_TOO_LARGE


async def test_a_second_event_that_names_the_same_run_has_an_end_of_its_own(client: Client) -> None:
    origin = requested(NARROW).envelope
    first = ends_of(client, origin)
    await first.publish(refused(first), subjects.REFINEMENT_REFUSED)
    second = ends_of(client, origin.model_copy(update={"message_id": "another"}))
    assert await second.ending() is None
