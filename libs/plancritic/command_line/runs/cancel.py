"""`plancritic cancel`: end a run that is under way."""

from __future__ import annotations

from typing import Annotated

import typer

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import ExitCode, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.service import RunState


def cancel(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="The run's id, or its beginning.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the run's state as JSON.")] = False,
) -> None:
    """End a run that is under way, or that waits: of feedback, of `schema build`, of `domain refine` or `domain make`.

    All work for it stops. `plancritic status` lists the latest runs.

    Example: plancritic cancel 3f2a9c01

    Exit code 1 if the run had ended before, 2 if no run has this id, 3 if no broker answers, or no copy of the
    service that carries the run.
    """
    state = run(_cancel(check_identifier(run_id, "run")))
    if as_json:
        show_json(state.model_dump(mode="json"))
    else:
        ended = "is cancelled" if state.state == "cancelled" else f"had {state.state} before: nothing was cancelled"
        Console(soft_wrap=True).print(f"run {state.run} {ended}")
    raise typer.Exit(ExitCode.DONE if state.state == "cancelled" else ExitCode.OTHER_VERDICT)


async def _cancel(beginning: str) -> RunState:
    async with connected() as client:
        return await client.cancel(beginning)
