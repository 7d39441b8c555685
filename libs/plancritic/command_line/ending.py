"""How a command ends: exit codes, and faults as one message with a remedy, for people or as JSON."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine
from enum import IntEnum
from typing import Any, NoReturn, Self, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.planning import SyntaxFault
from plancritic.pddl.errors import fault_of

Result = TypeVar("Result")


class ExitCode(IntEnum):
    """What the program's exit status means."""

    DONE = 0
    OTHER_VERDICT = 1
    BAD_INPUT = 2
    UNAVAILABLE = 3
    INTERRUPTED = 130

    @classmethod
    def of(cls, fault: Fault) -> Self:
        """The exit code for a fault: what the person can mend is bad input, what the services lack is not."""
        return cls(_EXIT_CODES.get(fault.code, cls.BAD_INPUT))


_EXIT_CODES = {
    FaultCode.NO_BASE_PLAN: ExitCode.OTHER_VERDICT,
    FaultCode.SERVICE_UNAVAILABLE: ExitCode.UNAVAILABLE,
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
        """What `--json` shows of it."""
        return {"fault": self.fault.model_dump(mode="json")}


class SyntaxCommandFault(CommandFault):
    """A text that a person gave is no valid PDDL: with `--json` told as the verdict that `plan` gives, too."""

    def __init__(self, verdict: SyntaxFault) -> None:
        self.verdict = verdict
        super().__init__(fault_of(verdict), ExitCode.BAD_INPUT)

    def as_json(self) -> dict[str, Any]:
        """`verdict` and `detail` as of the verdict `syntax_error`, and `fault`."""
        detail = self.verdict.model_dump(mode="json", include={"message", "kind", "remedy", "file", "line", "column"})
        return {"verdict": self.verdict.verdict, "detail": detail, **super().as_json()}


class Terminated(KeyboardInterrupt):
    """SIGTERM came; what was open has been closed."""


def bad_input(code: FaultCode, message: str, remedy: str | None = None, file: str | None = None) -> NoReturn:
    """End the command because of what it was given."""
    raise CommandFault(Fault(code=code, message=message, remedy=remedy, file=file), ExitCode.BAD_INPUT)


def missing_package(error: ModuleNotFoundError, what: str) -> CommandFault:
    """The end of a command (`what` needs it) for which a Python package is not installed: the environment is wrong."""
    training = error.name == "torch"
    fault = Fault(
        code=FaultCode.SERVICE_UNAVAILABLE,
        message=f"{what} needs the Python package {error.name!r}, which is not installed",
        remedy="make setup-train" if training else "make setup",
    )
    return CommandFault(fault, ExitCode.BAD_INPUT)


def show_fault(ended: CommandFault, as_json: bool) -> None:
    """One message on standard error; with `--json` also the fault as JSON on standard output."""
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
    Console(stderr=True, soft_wrap=True, highlight=False).print(message)


def show_usage_error(error: Any, as_json: bool) -> int:
    """What typer found wrong with the arguments: exit code 2, or the help itself where nothing was asked."""
    if as_json:
        show_json({"fault": Fault(code=FaultCode.INVALID_MESSAGE, message=error.format_message()).model_dump()})
    else:
        error.show()
    return ExitCode.BAD_INPUT


def show_json(value: object) -> None:
    """One JSON document on standard output, indented where a person looks at it."""
    Console(soft_wrap=True, highlight=False, markup=False, emoji=False).print_json(
        data=value, indent=2 if sys.stdout.isatty() else None, ensure_ascii=False, highlight=False
    )


def show_json_line(value: str) -> None:
    """One JSON text as a line, handed on at once (a reader may follow)."""
    typer.echo(value)
    sys.stdout.flush()


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a command's coroutine; Ctrl-C, SIGTERM and a closed terminal cancel it, so that its clean-up still runs.

    Raises:
        KeyboardInterrupt: it was interrupted (`Terminated` by SIGTERM or SIGHUP); the program ends with 130.
    """
    return asyncio.run(_terminable(work))


async def _terminable(work: Coroutine[Any, Any, Result]) -> Result:
    task = asyncio.ensure_future(work)
    terminated = False

    def terminate() -> None:
        nonlocal terminated
        terminated = True
        task.cancel()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, terminate)
    try:
        return await task
    except asyncio.CancelledError:
        if terminated:
            raise Terminated from None
        raise
    finally:
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.remove_signal_handler(number)
