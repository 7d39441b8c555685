"""The program `plancritic`: imports only the command that is asked for, and turns every end into an exit code."""

from __future__ import annotations

import errno
import logging
import os
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import EntryPoint, entry_points, version
from pathlib import Path
from typing import Annotated, Any

import structlog
import typer
from typer.core import TyperGroup

from plancritic.command_line.counting import counted
from plancritic.command_line.exit_codes import CommandFault, ExitCode, missing_package, show_fault, show_usage_error
from plancritic.command_line.terminal import shown
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.threads import leave

ENTRY_POINT_GROUP = "plancritic.commands"

#: The order in which `--help` lists the commands; others follow by name.
_ORDER = (
    *(
        "demo",
        "up",
        "down",
        "submit",
        "chat",
        "session",
        "execution",
        "show",
        "diff",
        "why",
        "watch",
        "status",
        "cancel",
    ),
    *("plan", "explain", "validate", "engines"),
    *("provision", "credentials", "domain", "llm", "data", "train", "evaluate", "record", "replay"),
)

#: What the system says where standard output cannot be written: no space, over a quota or a limit, a broken device.
_UNWRITABLE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EPIPE}

#: Commands that go on until somebody ends them.
_ENDED_BY_PEOPLE = {"up", "watch"}


class LazyCommands(MutableMapping[str, Any]):
    """Commands by name, each imported at its first use: a missing extra of one does not stop the others."""

    def __init__(self, found: Sequence[EntryPoint], program: str = "plancritic") -> None:
        """`program` is what a person writes before the name of a command."""
        self._program = program
        rank = {name: place for place, name in enumerate(_ORDER)}
        ordered = sorted(found, key=lambda point: (rank.get(point.name, len(rank)), point.name))
        self._points = {point.name: point for point in ordered}
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = _as_command(name, self._points[name], self._program)
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        self._loaded.pop(name, None)
        self._points.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self._points, *self._loaded))

    def __len__(self) -> int:
        return len(set(self._points) | set(self._loaded))

    def __contains__(self, name: object) -> bool:
        return name in self._points or name in self._loaded


class LazyGroup(TyperGroup):
    """A group whose commands come from the entry points of the installed rooms."""

    #: Where the commands are found, and what a person writes before the name of one.
    entry_point_group = ENTRY_POINT_GROUP
    program = "plancritic"

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = LazyCommands(list(entry_points(group=self.entry_point_group)), self.program)

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """Return the names of all commands, without importing them."""
        return list(self.commands)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code (see `ExitCode`)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    code = run_program(given)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _cannot_write(error)
    leave(code)


def run_program(arguments: Sequence[str]) -> int:
    """Run one call and return its exit code; bad input ends in one message, never in a traceback."""
    as_json = "--json" in arguments
    try:
        with _warnings_only():
            ended = _root().main(args=list(arguments), prog_name="plancritic", standalone_mode=False)
    except CommandFault as error:
        show_fault(error, as_json)
        return error.exit_code
    except ContractError as error:
        # Imported here: only what failed asks what runs on this machine.
        from plancritic.command_line.stack_troubles import with_troubles

        show_fault(CommandFault(with_troubles(error)), as_json)
        return ExitCode.of(error.fault)
    except typer.BadParameter as error:
        return show_usage_error(error, as_json)
    except (typer.Abort, KeyboardInterrupt):
        ended = ExitCode.INTERRUPTED
    except SystemExit as error:
        # What rich and click make of a reader (`| head`) that has what it wants.
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        return _cannot_write(error.__context__)
    except OSError as error:
        if error.filename is not None or error.errno not in _UNWRITABLE:
            raise
        return _cannot_write(error)
    except Exception as error:
        if hasattr(error, "exit_code") and hasattr(error, "format_message"):  # a usage error of typer's own click
            return show_usage_error(error, as_json)
        raise
    if ended == ExitCode.INTERRUPTED and not _ENDED_BY_PEOPLE & set(arguments[:1]):
        typer.echo("interrupted", err=True)
    return int(ended) if isinstance(ended, int) else ExitCode.DONE


@contextmanager
def _warnings_only() -> Iterator[None]:
    """Logs on standard error, warnings at least: standard output belongs to the result, and a person has no use for
    what connections and engines say besides."""
    before = structlog.get_config()
    unreadable: set[object] = set()

    def for_a_person(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Drop what a command tells itself (that the connection is lost), and let no text of a message act."""
        if event.get("event") == "broker connection":
            raise structlog.DropEvent
        if event.get("event") == "skipped an event":
            # Anybody may publish them, and each command that reads the recording meets all: they are counted.
            unreadable.add(event.get("sequence"))
            raise structlog.DropEvent
        return {name: shown(value) if isinstance(value, str) else value for name, value in event.items()}

    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        processors=[*before["processors"][:-1], for_a_person, before["processors"][-1]],
    )
    try:
        yield
    finally:
        structlog.configure(**before)
        if unreadable:
            with suppress(OSError):
                typer.echo(f"skipped {counted(len(unreadable), 'unreadable event')}", err=True)


def _cannot_write(error: OSError) -> int:
    """Return the exit code where an answer cannot be written: a reader (`| head`) that has enough is no failure.

    Nothing is left in standard output that Python would try to flush at its end, and complain.
    """
    with suppress(OSError), Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return ExitCode.DONE
    fault = Fault(
        code=FaultCode.INVALID_MESSAGE,
        message=f"the output cannot be written: {error.strerror}",
        remedy="make room, or send standard output elsewhere",
    )
    with suppress(OSError):
        show_fault(CommandFault(fault), as_json=False)
    return ExitCode.BAD_INPUT


def _root() -> Any:
    program = typer.Typer(
        cls=LazyGroup,
        add_completion=True,
        no_args_is_help=True,
        rich_markup_mode="rich",
        help="Steer a formal planner in plain language.",
        epilog="Exit codes: 0 done as asked, 1 another verdict, 2 bad input, "
        "3 no broker or service, 130 interrupted (Ctrl-C).",
    )

    @program.callback()
    def plancritic(
        show_version: Annotated[
            bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
        ] = False,
    ) -> None:
        pass

    return typer.main.get_command(program)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plancritic {version('plancritic')}")
        raise typer.Exit


def _as_command(name: str, point: EntryPoint, program: str) -> Any:
    try:
        found = point.load()
    except ModuleNotFoundError as error:
        return _unavailable(name, error, program)
    if isinstance(found, typer.Typer):
        application = found
    else:
        application = typer.Typer(add_completion=False, rich_markup_mode="rich")
        application.command(name)(found)
    command = typer.main.get_command(application)
    command.name = name
    return command


def _unavailable(name: str, error: ModuleNotFoundError, program: str) -> Any:
    """A command that says which package it lacks, so that `--help` still lists the others."""

    def explain() -> None:
        raise missing_package(error, f"`{program} {name}`")

    explain.__doc__ = f"(needs the Python package {error.name!r}, which is not installed)"
    application = typer.Typer(add_completion=False)
    application.command(
        name,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )(explain)
    return typer.main.get_command(application)
