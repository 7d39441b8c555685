"""Where a replay takes its events from: a file, or the event stream of a broker that runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from plancritic.bus import Client
from plancritic.recorder.errors import InvalidRecording, NothingRecorded
from plancritic.recorder.event_stream import Start, read_events
from plancritic.recorder.history import History, HistoryBuilder, UnreadableEvent
from plancritic.recorder.recording_file import opened_recording


@dataclass(frozen=True)
class Source:
    """A history with where it comes from; `tool` is the version of plancritic that recorded it, if that is known."""

    name: str
    history: History
    tool: str | None = None


def read_file(file: Path) -> Source:
    """Return what a recording holds.

    Raises:
        InvalidRecording: it cannot be read, with the line.
        NothingRecorded: it has no input that can be replayed.
    """
    builder = HistoryBuilder()
    with opened_recording(file) as recording:
        # Line 1 is the header.
        for number, event in enumerate(recording.events(), start=2):
            try:
                builder.add(event)
            except UnreadableEvent as error:
                remedy = "export the recording again; if it was edited, correct the line"
                raise InvalidRecording(file, number, str(error), remedy) from None
        return _replayable(Source(str(file), builder.built(), recording.header.tool))


async def read_broker(client: Client, start: Start, progress: Callable[[int, int, int], None] | None = None) -> Source:
    """Return what a broker has recorded from a start on.

    Events that no message of ours can be are counted as unread: anybody may have published them.

    Raises:
        NothingRecorded: there is no input that can be replayed.
        ContractError, nats.errors.Error: the broker does not answer.
    """
    builder = HistoryBuilder()
    read = 0
    async with aclosing(read_events(client, start)) as events:
        async for each in events:
            try:
                builder.add(each.event)
            except UnreadableEvent:
                builder.skip(each.event)
            read += 1
            if progress is not None:
                progress(read, read, each.left)
    return _replayable(Source(client.settings.shown_url, builder.built()))


def _replayable(source: Source) -> Source:
    if source.history.inputs:
        return source
    left_out = source.history.left_out
    why = f"; of {len(left_out)} left out the first: {left_out[0].reason}" if left_out else ""
    raise NothingRecorded(
        f"{source.name} has no feedback that can be replayed{why}",
        "choose a recording, or an earlier start, that has a session's feedback from its beginning to its end",
    )
