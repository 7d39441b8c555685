"""What came of modelling runs, and the libraries of action schemas that they chose from."""

from __future__ import annotations

from plancritic.bus import Client, ObjectMissing
from plancritic.client.errors import UnknownLibrary
from plancritic.client.identifiers import find_identifier
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.identifiers import only_identifier
from plancritic.contracts.modelling.messages import (
    DomainModelled,
    LibraryList,
    LibraryShown,
    ListLibraries,
    SchemaLibrary,
    ShowLibrary,
)

#: Reading a library's answers and making its candidates may take a moment.
_ANSWER_SECONDS = 30.0
#: Scoring them as well loads an encoder the first time.
_SCORING_SECONDS = 120.0


async def modelled(bus: Client, beginning: str) -> DomainModelled:
    """Return the recorded end of the one modelling run whose id begins so.

    Raises:
        UnknownIdentifier, AmbiguousIdentifier: there is none, or several.
    """
    found = {each.envelope.correlation_id: each for each in await _ends(bus)}
    return found[find_identifier(beginning, found, "run")]


async def libraries(bus: Client) -> LibraryList:
    """Return the libraries that answers are kept for. Raises `ContractError` where no schema library answers."""
    answer: LibraryList = await bus.ask(
        ListLibraries(envelope=Envelope.start()), subjects.LIST_LIBRARIES, timeout=_ANSWER_SECONDS
    )
    return answer


async def library(bus: Client, beginning: str) -> SchemaLibrary:
    """Return the candidates of a run, or those made of kept answers, by the beginning of an id.

    The id is that of a run, the hash of the library in the run's end, or that of a kept library (`libraries`). The
    candidates of a run are those it had, with what its filter made of them; where they are not stored any more, and
    those of a kept library, are made anew of the answers and scored without looking for a solvable set.

    Raises:
        UnknownLibrary: no run and no library begins so.
        AmbiguousIdentifier: several do.
        ContractError: the schema library is needed, and none answers.
    """
    ends = {each.envelope.correlation_id: each for each in await _ends(bus)}
    run = only_identifier(beginning, ends, "run")
    if run is None:
        # Runs with the same library name the same object.
        stored = {each.library: name for name, each in ends.items()}
        hash_of = only_identifier(beginning, stored, "library")
        run = None if hash_of is None else stored[hash_of]
    if run is not None:
        end = ends[run]
        try:
            return await stored_library(bus, end.library)
        except ObjectMissing:
            if end.library_id is None:
                raise
            return await _kept_library(bus, end.library_id)
    known = [each.library for each in (await libraries(bus)).libraries]
    # What is listed is the beginning of an id; the service looks at the rest.
    if only_identifier(beginning[: len(known[0])] if known else beginning, known, "library") is None:
        raise UnknownLibrary(beginning)
    return await _kept_library(bus, beginning)


async def _kept_library(bus: Client, library_id: str) -> SchemaLibrary:
    ask = ShowLibrary(envelope=Envelope.start(), library=library_id)
    answer: LibraryShown = await bus.ask(ask, subjects.SHOW_LIBRARY, timeout=_SCORING_SECONDS)
    return await stored_library(bus, answer.library)


async def _ends(bus: Client) -> list[DomainModelled]:
    events = await bus.recorded(subjects=(subjects.DOMAIN_MODELLED,))
    return [each.message for each in events if isinstance(each.message, DomainModelled)]


async def stored_library(bus: Client, sha256: str) -> SchemaLibrary:
    """Return the library with this hash, which the end of a run names.

    Raises:
        ObjectMissing: it is not stored, or not any more.
    """
    return SchemaLibrary.model_validate_json(await bus.get_object(sha256))
