"""How a command ends: exit codes, and faults as one message with a remedy, for people or as JSON."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from types import FrameType
from typing import Any, NoReturn, Self, TypeVar

import typer
from rich.text import Text

from plancritic.command_line.start import end_at_once, interrupt, is_importing
from plancritic.command_line.terminal import Console, shown, shown_json
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.planning import SyntaxFault
from plancritic.contracts.syntax_faults import fault_of
from plancritic.threads import DaemonExecutor, stop_soon

Result = TypeVar("Result")

#: After Ctrl-C the event loop has so long to run before its work is broken off.
_PATIENCE_SECONDS = 0.7
#: After Ctrl-C a command that started nothing has so long to end before its work is cancelled again.
_CLEANUP_SECONDS = 1.5
#: What was told to end by a signal is told again after so long: to stop services takes a while.
_TERMINATED_AGAIN_SECONDS = 30.0


class ExitCode(IntEnum):
    """What the program's exit status means."""

    DONE = 0
    OTHER_VERDICT = 1
    BAD_INPUT = 2
    UNAVAILABLE = 3
    INTERRUPTED = 130

    @classmethod
    def of(cls, fault: Fault) -> Self:
        """Return the exit code for a fault: what the person can correct is bad input, what the services lack is not."""
        return cls(_EXIT_CODES.get(fault.code, cls.BAD_INPUT))


_EXIT_CODES = {
    FaultCode.NO_BASE_PLAN: ExitCode.OTHER_VERDICT,
    FaultCode.CANCELLED: ExitCode.OTHER_VERDICT,
    FaultCode.SERVICE_UNAVAILABLE: ExitCode.UNAVAILABLE,
    FaultCode.STORE_FULL: ExitCode.UNAVAILABLE,
    FaultCode.TOO_MANY_RUNS: ExitCode.UNAVAILABLE,
    FaultCode.BUSY: ExitCode.UNAVAILABLE,
    FaultCode.DEADLINE_EXCEEDED: ExitCode.UNAVAILABLE,
    FaultCode.WORKER_FAILED: ExitCode.UNAVAILABLE,
    FaultCode.MODEL_MISSING: ExitCode.UNAVAILABLE,
    FaultCode.MODEL_UNUSABLE: ExitCode.UNAVAILABLE,
    FaultCode.LANGUAGE_MODEL_FAILED: ExitCode.UNAVAILABLE,
}


class CommandFault(Exception):
    """A command cannot go on: the fault, and the exit code it ends with."""

    def __init__(self, fault: Fault, exit_code: ExitCode | None = None) -> None:
        self.fault = fault
        self.exit_code = ExitCode.of(fault) if exit_code is None else exit_code
        super().__init__(fault.message)

    def as_json(self) -> dict[str, Any]:
        """Return what `--json` shows of it."""
        return {"fault": self.fault.model_dump(mode="json")}


class SyntaxCommandFault(CommandFault):
    """A text that a person gave is no valid PDDL: with `--json` told as the verdict that `plan` gives, too."""

    def __init__(self, verdict: SyntaxFault) -> None:
        self.verdict = verdict
        super().__init__(fault_of(verdict), ExitCode.BAD_INPUT)

    def as_json(self) -> dict[str, Any]:
        """Return `verdict` and `detail` as of the verdict `syntax_error`, and `fault`."""
        detail = self.verdict.model_dump(mode="json", include={"message", "kind", "remedy", "file", "line", "column"})
        return {"verdict": self.verdict.verdict, "detail": detail, **super().as_json()}


class Terminated(KeyboardInterrupt):
    """SIGTERM came; what was open has been closed."""


def bad_input(code: FaultCode, message: str, remedy: str | None = None, file: str | None = None) -> NoReturn:
    """End the command because of what it was given."""
    raise CommandFault(Fault(code=code, message=message, remedy=remedy, file=file), ExitCode.BAD_INPUT)


def missing_package(error: ModuleNotFoundError, what: str) -> CommandFault:
    """Return the fault of a command whose Python package is not installed; `what` needs the package."""
    training = error.name == "torch"
    fault = Fault(
        code=FaultCode.SERVICE_UNAVAILABLE,
        message=f"{what} needs the Python package {error.name!r}, which is not installed",
        remedy="make setup-train" if training else "make setup",
    )
    return CommandFault(fault, ExitCode.BAD_INPUT)


def show_fault(ended: CommandFault, as_json: bool) -> None:
    """Print one message on standard error; with `--json` also the fault as JSON on standard output."""
    if as_json:
        show_json(ended.as_json())
    fault = ended.fault
    place = "".join(
        [
            f"{fault.file}:" if fault.file else "",
            f"{fault.line}:" if fault.line is not None else "",
            f"{fault.column}:" if fault.line is not None and fault.column is not None else "",
        ]
    )
    message = Text.assemble(("error: ", "bold red"), f"{place} " if place else "", fault.message)
    if fault.remedy:
        message.append_text(Text.assemble("\n", ("remedy: ", "bold"), fault.remedy))
    Console(stderr=True, soft_wrap=True).print(message)


def show_usage_error(error: Any, as_json: bool) -> int:
    """Print what typer found wrong with the arguments and return exit code 2; without arguments show the help."""
    if as_json:
        show_json({"fault": Fault(code=FaultCode.INVALID_MESSAGE, message=error.format_message()).model_dump()})
    else:
        if isinstance(getattr(error, "message", None), str):
            error.message = shown(error.message)
        error.show()
    return ExitCode.BAD_INPUT


def show_json(value: object) -> None:
    """Print one JSON document on standard output, indented on a terminal."""
    text = json.dumps(value, indent=2 if sys.stdout.isatty() else None, ensure_ascii=False)
    show_json_line(text)


def show_json_line(value: str) -> None:
    """Print one JSON text as a line and flush it, because a reader may follow."""
    typer.echo(shown_json(value))
    sys.stdout.flush()


def run(work: Coroutine[Any, Any, Result], cleanup_seconds: float | None = _CLEANUP_SECONDS) -> Result:
    """Run a command's coroutine; Ctrl-C, SIGTERM and a closed terminal cancel it, so that its clean-up still runs.

    Libraries may swallow a cancellation. So the work is cancelled once more where it has not ended `cleanup_seconds`
    after Ctrl-C; None leaves a clean-up all its time.

    Raises:
        KeyboardInterrupt: it was interrupted (`Terminated` by SIGTERM or SIGHUP); the program ends with 130.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    if in_main_thread and before is interrupt:
        # asyncio takes Ctrl-C over where Python's own handler stands.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return asyncio.run(_terminable(work, cleanup_seconds))
    finally:
        if in_main_thread and before is interrupt:
            signal.signal(signal.SIGINT, interrupt)


@contextmanager
def _interrupt_that_insists(task: asyncio.Future[Any], cleanup_seconds: float | None) -> Iterator[None]:
    """Have one Ctrl-C end the command also where its own work keeps the event loop from noticing, or swallows it.

    asyncio cancels the work at the first Ctrl-C, which takes effect when the loop runs next, and raises
    KeyboardInterrupt at the second. Here the second one comes by itself if the loop has not run for a while. Where
    Python imports then, nothing but the end of the program is sure to work.
    """
    loop = task.get_loop()
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    over = threading.Event()
    insisted = False

    def take(number: int, frame: FrameType | None) -> None:
        if insisted and is_importing(frame):
            end_at_once()
        ran = threading.Event()

        def insist() -> None:
            nonlocal insisted
            if not ran.wait(_PATIENCE_SECONDS) and not over.is_set():
                insisted = True
                signal.raise_signal(signal.SIGINT)
            elif cleanup_seconds is not None and not over.wait(cleanup_seconds):
                with suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(task.cancel)

        loop.call_soon_threadsafe(ran.set)
        threading.Thread(target=insist, name="interrupt", daemon=True).start()
        before(number, frame)

    signal.signal(signal.SIGINT, take)
    try:
        yield
    finally:
        over.set()
        if signal.getsignal(signal.SIGINT) is take:
            signal.signal(signal.SIGINT, before)


async def _terminable(work: Coroutine[Any, Any, Result], cleanup_seconds: float | None) -> Result:
    task = asyncio.ensure_future(work)
    terminated = False

    def terminate() -> None:
        nonlocal terminated
        terminated = True
        stop_soon(task, _TERMINATED_AGAIN_SECONDS)

    loop = asyncio.get_running_loop()
    loop.set_default_executor(DaemonExecutor())
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, terminate)
    try:
        with _interrupt_that_insists(task, cleanup_seconds):
            return await task
    except asyncio.CancelledError:
        if terminated:
            raise Terminated from None
        raise
    finally:
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.remove_signal_handler(number)
