"""Descriptions of domains handed in, followed to their interpretations, and found again."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from plancritic.bus import Client
from plancritic.client.identifiers import find_identifier
from plancritic.client.run_messages import messages_of_run
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import (
    DomainDescribed,
    DomainModelled,
    LibraryList,
    LibraryShown,
    ListLibraries,
    ModellingProgressed,
    ModellingRefused,
    SchemaLibrary,
    ShowLibrary,
)

#: Services that a modelling run needs.
MODELLING_SERVICES = ("schema_library", "validator")
ModellingEnd = DomainModelled | ModellingRefused
ModellingEvent = ModellingProgressed | ModellingEnd

_ROWS = (subjects.MODELLING_PROGRESSED, subjects.DOMAIN_MODELLED, subjects.MODELLING_REFUSED)
#: A run is given up where nothing is heard of it for so long: a language model may take its time.
_SILENCE_SECONDS = 900.0
#: Reading a library's answers and making its candidates may take a moment.
_ANSWER_SECONDS = 30.0


@dataclass(frozen=True)
class ModellingRun:
    """A description under way."""

    request: DomainDescribed
    _bus: Client = field(repr=False)

    @property
    def id(self) -> str:
        """Return the run's identifier."""
        return self.request.envelope.correlation_id

    async def follow(self, silence: float = _SILENCE_SECONDS) -> AsyncGenerator[ModellingEvent, None]:
        """Yield what happens, the end last. Close the iterator (`aclosing`) to stop before.

        Raises:
            RunGivenUp: nothing was heard for `silence` seconds.
            ContractError: a fault of the bus.
        """
        found = messages_of_run(self._bus, self.request.envelope, _ROWS, silence)
        async with aclosing(found) as messages:
            async for message in messages:
                assert isinstance(message, ModellingEvent), "only these rows are watched"
                yield message
                if isinstance(message, ModellingEnd):
                    return


async def describe(bus: Client, request: DomainDescribed) -> ModellingRun:
    """Hand in a description and return its run; services need not run yet.

    Raises:
        PayloadTooLarge, BrokerUnavailable, NotProvisioned: the broker did not take it.
    """
    await bus.publish(request, subjects.DOMAIN_DESCRIBED)
    return ModellingRun(request, bus)


async def modelled(bus: Client, beginning: str) -> DomainModelled:
    """Return the recorded end of the one modelling run whose id begins so.

    Raises:
        UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
    """
    found = {
        event.message.envelope.correlation_id: event.message
        for event in await bus.recorded(subjects=(subjects.DOMAIN_MODELLED,))
        if isinstance(event.message, DomainModelled)
    }
    return found[find_identifier(beginning, found, "run")]


async def libraries(bus: Client) -> LibraryList:
    """Return the libraries that answers are kept for. Raises `ContractError` where no schema library answers."""
    answer: LibraryList = await bus.ask(
        ListLibraries(envelope=Envelope.start()), subjects.LIST_LIBRARIES, timeout=_ANSWER_SECONDS
    )
    return answer


async def show_library(bus: Client, library: str) -> SchemaLibrary:
    """Return the candidates of a library, named by its id's beginning. Raises `ContractError` as `libraries` does."""
    ask = ShowLibrary(envelope=Envelope.start(), library=library)
    answer: LibraryShown = await bus.ask(ask, subjects.SHOW_LIBRARY, timeout=_ANSWER_SECONDS)
    return await stored_library(bus, answer.library)


async def stored_library(bus: Client, sha256: str) -> SchemaLibrary:
    """Return the library with this hash, which the end of a run names.

    Raises:
        ObjectMissing: it is not stored, or not any more.
    """
    return SchemaLibrary.model_validate_json(await bus.get_object(sha256))
