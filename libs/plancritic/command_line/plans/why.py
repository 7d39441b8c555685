"""`plancritic why`: why a step of a plan is there, by what later steps, the goal and the statements need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import bad_input, run, show_json
from plancritic.command_line.runs.ended_run import ended_run, newest_run
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode

if TYPE_CHECKING:
    from plancritic.command_line.plans.plan_view import PlanView


def why(
    step: Annotated[int, typer.Argument(metavar="STEP", min=1, help="Number of the step, as the plan shows it.")],
    of_run: Annotated[
        str | None, typer.Option("--run", metavar="RUN", help="Run that has ended; the beginning of its id is enough.")
    ] = None,
    session: Annotated[str | None, typer.Option(help="The newest plan of this session.")] = None,
    domain: Annotated[str | None, typer.Option(help="The plan of this domain without any feedback.")] = None,
    problem: Annotated[str, typer.Option(help="Problem of the domain.")] = "1",
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Say why a step is there: which later step, part of the goal or statement needs what it does.

    By default the plan is that of the newest run. Steps that start together share a number: each is explained.

    Examples: plancritic why 4; plancritic why 4 --run 3f9a12cd; plancritic why 2 --domain waterway

    Exit code 2 for a step that the plan does not have, or an unknown run, session or domain.
    """
    if sum(each is not None for each in (of_run, session, domain)) > 1:
        bad_input(FaultCode.INVALID_MESSAGE, "--run, --session and --domain exclude each other", "name one of them")
    # Imported here: `--help` should not wait for the planner's libraries.
    from plancritic.command_line.plans.step_reasons import reasons_json, reasons_of, show_reasons

    view = run(_view(of_run, session, domain, problem))
    found = reasons_of(view, step)
    if as_json:
        show_json(reasons_json(view, step, found))
    else:
        show_reasons(Console(), found)


async def _view(of_run: str | None, session: str | None, domain: str | None, problem: str) -> PlanView:
    from plancritic.command_line.plans.plan_view import plan_of_domain, plan_of_run

    if domain is not None:
        return await plan_of_domain(domain, problem)
    async with connected() as client:
        if of_run is not None:
            return await plan_of_run(await ended_run(client, check_identifier(of_run, "run")))
        wanted = None if session is None else check_identifier(session, "session")
        return await plan_of_run(await newest_run(client, wanted))
