"""`plancritic show`: what came of a run that has ended, or the plan of a domain before any feedback."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import bad_input, run, show_json
from plancritic.command_line.plans.changes_text import TimeWords, numbered_steps
from plancritic.command_line.plans.plan_changes import plan_end
from plancritic.command_line.plans.time_words import time_words
from plancritic.command_line.runs.domain_run import DomainEnd, ended_domain_run, show_domain_run
from plancritic.command_line.runs.ended_run import ended_run
from plancritic.command_line.runs.result import result_json, show_result
from plancritic.command_line.runs.search_options import VERBOSE_HELP
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import PlanRevised, PlanStep


def show(
    of_run: Annotated[
        str | None, typer.Argument(metavar="RUN", help="Run that has ended; the beginning of its id is enough.")
    ] = None,
    domain: Annotated[str | None, typer.Option(help="Show the plan of this domain without any feedback.")] = None,
    problem: Annotated[str, typer.Option(help="Problem of the domain.")] = "1",
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON: of a run its whole result.")] = False,
) -> None:
    """Show the answer of a run again, or the plan that there is before the first statement.

    Of a run that made models of a description, or that repaired a domain, it shows what came of it. The plan of a
    domain is made here: no broker is needed for it.

    Examples: plancritic show 3f9a12cd; plancritic show --domain waterway

    Exit code 1 for a run that has not ended or a problem without a plan, 2 for a run that was refused or cancelled, or
    an unknown run or domain.
    """
    if (of_run is None) == (domain is None):
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "name either a run or a domain",
            "plancritic show RUN, or plancritic show --domain NAME",
        )
    if of_run is not None:
        ended = run(_end(check_identifier(of_run, "run")))
        if isinstance(ended, DomainEnd):
            if as_json:
                show_json(ended.model_dump(mode="json"))
            else:
                show_domain_run(Console(soft_wrap=True), ended, verbose)
            return
        result, unit = ended
        if as_json:
            show_json(result_json(result))
        else:
            show_result(Console(), result, unit, verbose)
        return
    # Imported here: runs are shown where no planner is installed, too.
    from plancritic.command_line.plans.plan_view import plan_of_domain

    assert domain is not None
    view = run(plan_of_domain(domain, problem))
    if as_json:
        show_json(plan_json(view.domain, view.problem, view.plan, view.steps))
    else:
        show_plan(Console(), f"Plan of {view.domain} {view.problem} without feedback", view.steps, view.unit)


def plan_json(domain: str, problem: str, plan: str, steps: tuple[PlanStep, ...]) -> dict[str, Any]:
    """Return a plan as JSON: its PDDL, and its steps in words."""
    return {
        "domain": domain,
        "problem": problem,
        "plan": plan,
        "ends_at": plan_end(steps),
        "steps": [step.model_dump(mode="json") for step in steps],
    }


def show_plan(console: Console, title: str, steps: tuple[PlanStep, ...], unit: TimeWords) -> None:
    """Print a plan as numbered sentences with start times."""
    console.print(Text(f"{title}; it ends at {unit.amount(plan_end(steps))}.", "bold"))
    console.print(numbered_steps(steps))


async def _end(beginning: str) -> tuple[PlanRevised, TimeWords] | DomainEnd:
    async with connected() as client:
        state = await client.find_run(beginning)
        if state.kind != "feedback":
            return await ended_domain_run(client, state)
        result = await ended_run(client, state.run)
        return result, await time_words(result)
