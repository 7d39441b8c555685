"""A child that stays: answers one JSON line for each JSON line, and is killed when it does not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import Any

from plancritic.engines.children.limits import FILE_BYTES
from plancritic.engines.children.process import child_environment, kill_group, kill_marked
from plancritic.engines.confinement import Network, confined_command, confinement
from plancritic.paths.scratch import scratch_folder

_ANSWER_BYTES = 8 * 1024 * 1024
_STDERR_BYTES = 8_000


class ChildGone(Exception):
    """The child died, fell silent past the deadline or answered garbage; it has been killed.

    `reason` is `died`, `silent`, `stopped` or `garbage`; `exit_code` is negative for a signal (of our own kill,
    where silent or stopped).
    """

    def __init__(self, reason: str, exit_code: int | None, stderr: str) -> None:
        self.reason = reason
        self.exit_code = exit_code
        self.stderr = stderr
        super().__init__(f"child {reason}, exit code {exit_code}: {stderr[-200:]}")


class WarmChild:
    """One living child process in a session of its own, working on one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process, mark: str, own: TemporaryDirectory[str] | None) -> None:
        self._process = process
        self._own = own
        self._mark = mark
        self._ready = False
        self._stderr = bytearray()
        self._reader = asyncio.create_task(self._keep_stderr())

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        environment: Mapping[str, str] | None = None,
        folder: str | None = None,
        network: Network = "none",
    ) -> WarmChild:
        """Starts the child, which may write in `folder` alone, or else in a scratch folder of its own.

        Raises `OSError` where the executable cannot be started.
        """
        mark = secrets.token_hex(8)
        own = scratch_folder("warm") if folder is None else None
        writable = own.name if own is not None else str(folder)
        process = await asyncio.create_subprocess_exec(
            *confined_command(command, writable, FILE_BYTES, network=network),
            cwd=writable,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=child_environment(mark, writable, environment or {}),
            start_new_session=True,
            limit=_ANSWER_BYTES,
        )
        return cls(process, mark, own)

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the child is still there to be asked."""
        return self._process.returncode is None

    async def ready(self, seconds: float, stop: asyncio.Event | None = None) -> bool:
        """Waits until the child has loaded what it needs; False where it takes longer or `stop` is set.

        It lives on either way. Raises `ChildGone` where it died of it, also where something that it left behind keeps
        its pipes open.
        """
        if self._ready:
            return True
        announced = asyncio.ensure_future(self._read(None))
        stopped = asyncio.ensure_future(asyncio.Event().wait() if stop is None else stop.wait())
        try:
            await asyncio.wait((announced, stopped), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not announced.done():
                if not self.alive:
                    raise await self._gone("stopped" if stop is not None and stop.is_set() else "silent")
                return False
            self._ready = bool(announced.result().get("ready"))
        except EOFError:
            raise await self._gone("died") from None
        except ValueError:
            raise await self._gone("garbage") from None
        finally:
            for waiting in (announced, stopped):
                waiting.cancel()
        return self._ready

    async def ask(
        self,
        job: dict[str, Any],
        deadline_seconds: float,
        stop: asyncio.Event | None = None,
        on_partial: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """Hands the child a job and waits for its answer; lines before it, marked `partial`, go to `on_partial`.

        Raises `ChildGone` (the child is dead then), also when `stop` is set; cancelling kills the child as well.
        """
        stopping = None if stop is None else asyncio.create_task(self._kill_when(stop))
        try:
            async with asyncio.timeout(deadline_seconds):
                await self._write(json.dumps(job).encode() + b"\n")
                while True:
                    answer = await self._read(None if not self._ready else job["id"])
                    if not self._ready and answer.get("ready"):
                        self._ready = True
                        continue
                    if answer.get("id") != job["id"]:
                        raise ValueError("no answer to this job")
                    if not answer.get("partial"):
                        return answer
                    if on_partial is not None:
                        on_partial(answer)
        except TimeoutError:
            raise await self._gone("silent") from None
        except EOFError:
            raise await self._gone("stopped" if stop is not None and stop.is_set() else "died") from None
        except ValueError:
            raise await self._gone("garbage") from None
        except BaseException:
            await asyncio.shield(self.kill())
            raise
        finally:
            if stopping is not None:
                stopping.cancel()

    async def kill(self) -> int:
        """Kills the child with its group and all its descendants, and reaps it; returns its exit code."""
        kill_group(self._process.pid)
        if not confinement().system_calls:
            kill_marked(self._mark)
        exit_code = await self._process.wait()
        self._reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reader
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()
        if self._own is not None:
            self._own.cleanup()
        return exit_code

    async def _write(self, line: bytes) -> None:
        stdin = self._process.stdin
        if stdin is not None:
            with contextlib.suppress(ConnectionError):  # a dead child: its stdout ends, which says so
                stdin.write(line)
                await stdin.drain()

    async def _read(self, job_id: object) -> dict[str, Any]:
        """The next line; `EOFError` at the end, `ValueError` where it is no answer to this job or far too long."""
        stdout = self._process.stdout
        line = b"" if stdout is None else await stdout.readline()
        if not line:
            raise EOFError
        answer = json.loads(line)
        if not isinstance(answer, dict) or (job_id is not None and answer.get("id") != job_id):
            raise ValueError("no answer to this job")
        return answer

    async def _kill_when(self, stop: asyncio.Event) -> None:
        await stop.wait()
        kill_group(self._process.pid)

    async def _gone(self, reason: str) -> ChildGone:
        if reason == "died":
            # Its own exit code, not that of our kill; one that closed stdout without dying gets a moment.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), 0.5)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._reader), 0.2)
        exit_code = await self.kill()
        return ChildGone(reason, exit_code, self._stderr.decode("utf-8", "replace").strip())

    async def _keep_stderr(self) -> None:
        """Keeps the last bytes of stderr; reading all of it, so that the child never blocks on a full pipe."""
        stream = self._process.stderr
        while stream is not None and (chunk := await stream.read(4096)):
            self._stderr += chunk
            del self._stderr[:-_STDERR_BYTES]
