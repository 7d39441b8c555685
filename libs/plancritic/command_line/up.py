"""`plancritic up` and `plancritic down`: everything on this machine, until told to stop."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import psutil
import typer
from rich.table import Table
from rich.text import Text

from plancritic.command_line.exit_codes import CommandFault, ExitCode, Terminated, bad_input, run
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import Fault, FaultCode

if TYPE_CHECKING:
    from plancritic.local import LocalStack, Trouble

#: Longer than the services' own grace, in which they finish the jobs in flight.
_STOP_SECONDS = 45.0

Copies = typer.Option(min=0, max=64, help="Copies of this service.", show_default=True)


def up(
    planners: Annotated[int, Copies] = 2,
    translators: Annotated[int, Copies] = 1,
    validators: Annotated[int, Copies] = 1,
    scorers: Annotated[int, Copies] = 1,
    coordinators: Annotated[int, Copies] = 1,
    schema_libraries: Annotated[int, Copies] = 1,
    refiners: Annotated[int, Copies] = 1,
    store: Annotated[Path, typer.Option(help="Folder of the broker's files.")] = Path(".plancritic/jetstream"),
    logs: Annotated[Path, typer.Option(help="Folder of the services' logs.")] = Path(".plancritic/logs"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the broker; 0 means any free port.")] = 0,
    credentials: Annotated[Path, typer.Option(help="Folder of the broker's users; made where it is missing.")] = Path(
        ".plancritic/credentials"
    ),
) -> None:
    """Start a broker and all services here; they run until Ctrl-C or `plancritic down`.

    Each service signs in as a user of its own. Commands in other terminals find theirs in `.plancritic/broker.json`.

    Example: plancritic up --planners 4
    """
    from plancritic.local import LocalStack, only_one, read_state

    running = read_state()
    if running is not None:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"a broker and services already run here, at {running.url} (process {running.owner.process_id})",
            "use them, or stop them with `make down`",
        )
    copies = {
        "translator": translators,
        "planner": planners,
        "validator": validators,
        "scorer": scorers,
        "coordinator": coordinators,
        "schema_library": schema_libraries,
        "refiner": refiners,
    }
    try:
        with only_one(), local_faults():
            run(
                _up(LocalStack(copies=copies, store=store, logs=logs, port=port, credentials=credentials)),
                cleanup_seconds=None,
            )
    except BlockingIOError:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "another `plancritic up` is starting or stopping in this folder",
            "wait for it, or stop it with `make down`",
        )
    except Terminated:
        # `plancritic down` asked for it.
        raise typer.Exit(ExitCode.DONE) from None


async def _up(stack: LocalStack) -> None:
    from plancritic.local import Supervisor, remove_state

    console = Console(soft_wrap=True)
    console.print("starting a nats-server and the services")

    def say(text: str) -> None:
        # On a full disk what this is written to may be full as well: that is no reason to stop.
        with suppress(OSError):
            console.print(Text(text))

    def changed(troubles: tuple[Trouble, ...]) -> None:
        with suppress(OSError):
            _write_state(stack, troubles)

    async with stack:
        try:
            _write_state(stack)
            _show(console, stack)
            await Supervisor(stack.broker, stack.processes, say, changed).run()
        finally:
            say("stopping everything")
            remove_state()


def _write_state(stack: LocalStack, troubles: tuple[Trouble, ...] = ()) -> None:
    from plancritic.local import RunningProcess, StackState, write_state

    running = {f"{child.service}-{child.copy}": child.process for child in stack.processes.children}
    processes = []
    if stack.broker.is_alive:
        with suppress(psutil.NoSuchProcess):
            processes.append(RunningProcess.of("nats-server", stack.broker.process_id))
    for name, process in running.items():
        if process.returncode is None:
            # It may end at any moment: then it is no longer part of the stack.
            with suppress(psutil.NoSuchProcess):
                processes.append(RunningProcess.of(name, process.pid))
    write_state(
        StackState(
            url=stack.url,
            credentials=stack.credentials.folder if stack.credentials is not None else None,
            owner=RunningProcess.of("plancritic up", os.getpid()),
            processes=tuple(processes),
            troubles=troubles,
        )
    )


def _show(console: Console, stack: LocalStack) -> None:
    table = Table(title=f"Broker at {stack.url}", title_justify="left")
    for column in ("service", "process", "health and metrics"):
        table.add_column(column, overflow="fold")
    for copy in stack.descriptions:
        table.add_row(copy.service, str(copy.process_id), copy.http or "")
    console.print(table)
    for published in stack.published:
        model = "with a scorer model" if published.model else "without a scorer model"
        console.print(Text(f"domain {published.domain}, {model}"))
    console.print(Text(f"logs in {stack.logs}"))
    console.print(
        Text(
            "In another terminal:\n"
            '  .venv/bin/plancritic submit --domain waterway "No vessel may go through waypoint A."\n'
            "  .venv/bin/plancritic watch\n"
            "  .venv/bin/plancritic status\n"
            "Ctrl-C here or `make down` there stops everything."
        )
    )


def down() -> None:
    """Stop what `plancritic up` started from this folder.

    Example: plancritic down
    """
    from plancritic.local import read_state, remove_state

    console = Console()
    state = read_state()
    if state is None:
        remove_state()
        console.print("nothing runs here")
        return
    os.kill(state.owner.process_id, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_SECONDS
    while state.owner.is_alive or any(process.is_alive for process in state.processes):
        if time.monotonic() > deadline:
            raise CommandFault(
                Fault(
                    code=FaultCode.SERVICE_UNAVAILABLE,
                    message=f"process {state.owner.process_id} did not stop within {_STOP_SECONDS:g} s",
                    remedy=f"end it with `kill -9 {state.owner.process_id}`: its children go with it",
                ),
                ExitCode.UNAVAILABLE,
            )
        time.sleep(0.1)
    console.print("stopped")
