"""Exporting: the events of a broker that are asked for, into a recording."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plancritic.bus import Client
from plancritic.contracts.identifiers import candidates, only_identifier
from plancritic.contracts.subjects import RUN_STARTED
from plancritic.recorder.errors import NothingRecorded
from plancritic.recorder.event_stream import Start, read_events
from plancritic.recorder.recording import RecordedEvent, RecordingHeader, Selection, Versions
from plancritic.recorder.recording_file import RecordingWriter

#: Is told how many events were read, how many of them are taken, and how many are left.
Progress = Callable[[int, int, int], None]


@dataclass(frozen=True)
class Exported:
    """What an export wrote."""

    header: RecordingHeader
    first: RecordedEvent
    last: RecordedEvent
    bytes: int


async def export(
    client: Client, selection: Selection, file: Path, overwrite: bool = False, progress: Progress | None = None
) -> Exported:
    """Write the selected events into the file, whole or not at all.

    `selection.session` is the id of a session or its beginning.

    Raises:
        NothingRecorded: no event is of the selection; nothing is written.
        AmbiguousIdentifier: several sessions begin so.
        FileExists, UnwritableFile: the file cannot be written.
        ContractError, nats.errors.Error: the broker does not answer.
    """
    selection = await _with_whole_session(client, selection)
    picked = _Picked(selection.domain)
    first: RecordedEvent | None = None
    last: RecordedEvent | None = None
    read = 0
    with RecordingWriter(file, overwrite) as writer:
        async with aclosing(read_events(client, Start(time=selection.since), selection.session)) as events:
            async for each in events:
                event = each.event
                if selection.until is not None and event.time > selection.until:
                    break
                read += 1
                if picked.takes(event):
                    writer.add(event)
                    first, last = first or event, event
                if progress is not None:
                    progress(read, writer.count, each.left)
        if first is None or last is None:
            raise NothingRecorded(
                f"none of the {read} recorded events matches the selection", "`plancritic watch` shows what is recorded"
            )
        header = RecordingHeader(
            namespace=client.naming.namespace,
            tenant=client.naming.tenant,
            exported=datetime.now(UTC),
            selection=selection,
            versions=tuple(picked.versions),
            events=writer.count,
        )
        return Exported(header, first, last, writer.finish(header))


async def _with_whole_session(client: Client, selection: Selection) -> Selection:
    """Return the selection with the whole id of the session that it names by its beginning."""
    if selection.session is None:
        return selection
    sessions: dict[str, None] = {}
    async with aclosing(read_events(client, headers_only=True)) as events:
        async for each in events:
            sessions[each.event.session] = None
    found = only_identifier(selection.session, sessions, "session")
    if found is None:
        latest = candidates(tuple(reversed(sessions)))
        message = f"no event of a session {selection.session!r} is recorded"
        raise NothingRecorded(message, f"there are {latest}" if latest else "submit feedback first")
    return selection.model_copy(update={"session": found})


class _Picked:
    """Decides which events are taken, and collects the versions that their runs started with."""

    def __init__(self, domain: str | None) -> None:
        self._asked = domain
        self._domains: dict[str, str] = {}
        #: As an ordered set.
        self.versions: dict[Versions, None] = {}

    def takes(self, event: RecordedEvent) -> bool:
        """Return whether an event is of the domain asked for, if one is."""
        content = event.content()
        if self._asked is not None and self._domain(content) != self._asked:
            return False
        if event.row.endswith(f".{RUN_STARTED.name}"):
            self._note(content)
        return True

    def _domain(self, content: dict[str, Any]) -> str | None:
        """Return the domain of an event: named in it, or by an earlier event of its run."""
        run = _at(content, "envelope", "correlation_id")
        named = (
            _at(content, "domain") or _at(content, "problem", "domain") or _at(content, "revision", "problem", "domain")
        )
        if named is not None and run is not None:
            self._domains[run] = named
        return named or (self._domains.get(run) if run is not None else None)

    def _note(self, content: dict[str, Any]) -> None:
        domain, bundle = _at(content, "problem", "domain"), _at(content, "problem", "bundle")
        if domain is not None and bundle is not None:
            made = Versions(
                domain=domain, bundle=bundle, scorer_model=_at(content, "scorer_model"), planner=_at(content, "planner")
            )
            self.versions[made] = None


def _at(content: Any, *path: str) -> str | None:
    """Return the text at a path of a JSON object; None where there is none."""
    for name in path:
        content = content.get(name) if isinstance(content, dict) else None
    return content if isinstance(content, str) else None
