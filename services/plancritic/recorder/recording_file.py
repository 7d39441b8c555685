"""Recordings as files: written whole or not at all, read line by line with the place of what is wrong."""

from __future__ import annotations

import codecs
import io
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from plancritic.recorder.errors import FileExists, InvalidRecording, UnwritableFile
from plancritic.recorder.recording import (
    InvalidLine,
    RecordedEvent,
    RecordingHeader,
    event_line,
    header_line,
    read_event,
    read_header,
)

#: A broker carries messages of a few MiB at most; a longer line is no event.
_MAXIMUM_LINE = 64 * 1024 * 1024
_ZSTANDARD_MAGIC = b"\x28\xb5\x2f\xfd"
_EXPORT_AGAIN = "export it again with `plancritic record export`"
_NAME_A_RECORDING = "name a file that `plancritic record export` wrote"


class RecordingWriter:
    """Writes a recording to a file: `add` events, then `finish` with the header.

    Nothing lies under the file's name before `finish`; leaving the context without it leaves nothing behind. A file
    whose name ends in `.zst` is compressed.
    """

    def __init__(self, file: Path, overwrite: bool = False) -> None:
        """Raises FileExists, UnwritableFile: the file is there, or its folder is not."""
        if file.is_dir() or not file.parent.is_dir():
            raise UnwritableFile(file, "it is a folder" if file.is_dir() else f"there is no folder {file.parent}")
        if not overwrite and os.path.lexists(file):
            raise FileExists(file)
        self._file = file
        self._events: IO[bytes] | None = None
        self.count = 0

    def __enter__(self) -> Self:
        # The header comes first but is known last: events wait in a file of their own, beside the final one.
        try:
            self._events = tempfile.TemporaryFile(dir=self._file.parent, prefix=f".{self._file.name}.")
        except OSError as error:
            raise UnwritableFile(self._file, error.strerror or str(error)) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._events is not None:
            self._events.close()

    def add(self, event: RecordedEvent) -> None:
        """Add an event after those before. Raises UnwritableFile: no room is left, for example."""
        assert self._events is not None, "the writer is entered before it is used"
        try:
            self._events.write(event_line(event))
        except OSError as error:
            raise UnwritableFile(self._file, error.strerror or str(error)) from None
        self.count += 1

    def finish(self, header: RecordingHeader) -> int:
        """Write the whole file, and return its size in bytes. Raises UnwritableFile."""
        assert self._events is not None, "the writer is entered before it is used"
        temporary: Path | None = None
        try:
            self._events.seek(0)
            descriptor, name = tempfile.mkstemp(dir=self._file.parent, prefix=f".{self._file.name}.")
            temporary = Path(name)
            with os.fdopen(descriptor, "wb") as written:
                with _compressed(self._file, written) as out:
                    out.write(header_line(header))
                    while piece := self._events.read(1 << 20):
                        out.write(piece)
                written.flush()
                os.fsync(written.fileno())
                # mkstemp makes files for their owner alone.
                umask = os.umask(0)
                os.umask(umask)
                os.fchmod(written.fileno(), 0o666 & ~umask)
                size = os.fstat(written.fileno()).st_size
            temporary.replace(self._file)
        except OSError as error:
            raise UnwritableFile(self._file, error.strerror or str(error)) from None
        finally:
            if temporary is not None:
                temporary.unlink(missing_ok=True)
        return size


@contextmanager
def _compressed(file: Path, written: IO[bytes]) -> Iterator[IO[bytes]]:
    if file.suffix != ".zst":
        yield written
        return
    import zstandard

    with zstandard.ZstdCompressor(level=10, write_checksum=True).stream_writer(written, closefd=False) as out:
        yield out


class RecordingFile:
    """A recording that is read from a file; `header` is there once it is opened."""

    def __init__(self, file: Path, opened: IO[bytes], damaged: tuple[type[Exception], ...] = (OSError,)) -> None:
        """`damaged` are the errors with which reading `opened` says that its content is damaged."""
        self._file = file
        self._lines = _lines(file, opened, damaged)
        first = next(self._lines, None)
        if first is None:
            raise InvalidRecording(file, None, "the file is empty, or its first line is truncated", _NAME_A_RECORDING)
        try:
            self.header: RecordingHeader = read_header(first[1])
        except InvalidLine as error:
            raise InvalidRecording(file, 1, str(error), _NAME_A_RECORDING) from None

    def events(self) -> Iterator[RecordedEvent]:
        """Yield the events in their order, once.

        Raises:
            InvalidRecording: a line is no event, or lines are missing or too many, or out of order.
        """
        count = last = 0
        number = 1
        for number, line in self._lines:
            try:
                event = read_event(line)
            except InvalidLine as error:
                raise InvalidRecording(self._file, number, str(error), _EXPORT_AGAIN) from None
            count += 1
            if event.sequence <= last:
                message = f"event {event.sequence} comes after event {last}"
                raise InvalidRecording(self._file, number, message, _EXPORT_AGAIN)
            if count > self.header.events:
                message = f"the header says {self.header.events} events, but there are more"
                raise InvalidRecording(self._file, number, message, _EXPORT_AGAIN)
            last = event.sequence
            yield event
        if count < self.header.events:
            message = f"the file is truncated: it ends after {count} of {self.header.events} events"
            raise InvalidRecording(self._file, number, message, _EXPORT_AGAIN)


@contextmanager
def opened_recording(file: Path) -> Iterator[RecordingFile]:
    """Open a recording, compressed or not, for the time of the context.

    Raises:
        InvalidRecording: it is missing, no regular file, or no recording.
    """
    try:
        # Without O_NONBLOCK opening a named pipe would wait for somebody to write.
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise InvalidRecording(file, None, f"cannot be read: {error.strerror}", _NAME_A_RECORDING) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InvalidRecording(file, None, "is not a regular file", _NAME_A_RECORDING)
    with os.fdopen(descriptor, "rb") as raw:
        compressed = raw.read(len(_ZSTANDARD_MAGIC)) == _ZSTANDARD_MAGIC
        raw.seek(0)
        if not compressed:
            yield RecordingFile(file, raw)
            return
        import zstandard

        with zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True, closefd=False) as stream:
            yield RecordingFile(file, io.BufferedReader(stream), (OSError, zstandard.ZstdError))


def _lines(file: Path, opened: IO[bytes], damaged: tuple[type[Exception], ...]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers."""
    number = 0
    while True:
        number += 1
        try:
            line = opened.readline(_MAXIMUM_LINE + 1)
        except damaged as error:
            raise InvalidRecording(file, number, f"the file is damaged: {error}", _EXPORT_AGAIN) from None
        if not line:
            return
        if number == 1:
            # Some editors begin a file with a byte order mark.
            line = line.removeprefix(codecs.BOM_UTF8)
        if len(line) > _MAXIMUM_LINE:
            raise InvalidRecording(file, number, f"the line is longer than {_MAXIMUM_LINE} bytes", _NAME_A_RECORDING)
        if not line.endswith(b"\n"):
            raise InvalidRecording(file, number, "the file is truncated: its last line has no end", _EXPORT_AGAIN)
        yield number, line
