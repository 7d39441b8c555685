"""`plancritic show`: what came of a run, a session's plan, or a plan before any feedback; in words or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from plancritic.client import PlancriticClient
from plancritic.client.errors import UnknownIdentifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.domains.ended_domain_run import DomainEnd, ended_domain_run, show_domain_run
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, run, show_json
from plancritic.command_line.plans.targets import Files, Named, ProblemOfDomain, Target, read_target
from plancritic.command_line.results.changes_text import numbered_steps
from plancritic.command_line.results.result import result_json, show_result
from plancritic.command_line.results.time_words import time_words
from plancritic.command_line.runs.ended_run import ended_run
from plancritic.command_line.runs.search_options import VERBOSE_HELP
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.feedback import PlanRevised, PlanStep
from plancritic.contracts.sessions import Revision
from plancritic.pictures.changes_in_words import TimeWords
from plancritic.pictures.plan_changes import plan_end

if TYPE_CHECKING:
    from plancritic.command_line.plans.plan_view import PlanView
    from plancritic.pictures.drawing import Drawing

HTML_HELP = "Write a page with charts, a map and both plans to this file; - is standard output."
OPEN_HELP = "Open the page in the browser; without --html it is written to .plancritic/pictures."
FORCE_HELP = "Replace the file even if this program did not write it."


def show(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN|SESSION|PROBLEM",
            help="A run that has ended or a session (the beginning of its id is enough); a problem such as waterway/1; "
            "or PDDL files: domain.pddl problem.pddl [PLAN].",
        ),
    ] = None,
    domain: Annotated[str | None, typer.Option(help="Show the plan of this domain without any feedback.")] = None,
    problem: Annotated[str, typer.Option(help="Problem of the domain.")] = "1",
    constraints: Annotated[
        Path | None, typer.Option(help="With PDDL files: a file with one PDDL3 constraint a line.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help=HTML_HELP)] = None,
    open_it: Annotated[bool, typer.Option("--open", help=OPEN_HELP)] = False,
    force: Annotated[bool, typer.Option("--force", help=FORCE_HELP)] = False,
    chart: Annotated[bool, typer.Option("--chart", help="Draw who does what, and when, in the terminal.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON: of a run its whole result.")] = False,
) -> None:
    """Show the answer of a run again, a session's plan, or the plan before the first statement.

    For a run that made models of a description or repaired a domain, it shows the result. For a domain or PDDL files it
    plans by itself, without a broker. It looks for a domain first in the folder of domains, then among those published.

    Examples: plancritic show 3f9a12cd; plancritic show waterway/1 --chart; plancritic show 3f9a12cd --html plan.html

    Exit code 1 for a run that has not ended or a problem without a plan, 2 for a run that was refused or cancelled, an
    unknown run, session or domain, or a page that cannot be written.
    """
    target = read_target(what or (), domain, problem, constraints)
    if as_json and (html is not None or open_it or chart):
        bad_input(FaultCode.INVALID_MESSAGE, "--json prints no picture", "leave out --json, or --html, --open, --chart")
    if html is not None or open_it or chart:
        _show_picture(run(_drawing(target)), html, open_it, force, chart)
        return
    if isinstance(target, Named):
        _show_named(run(_named(target.name)), verbose, as_json)
        return
    view = run(_view(target))
    if as_json:
        show_json(plan_json(view.domain, view.problem, view.plan, view.steps))
    else:
        about = " ".join(filter(None, (view.domain, view.problem)))
        show_plan(Console(), f"Plan of {about} without feedback", view.steps, view.unit)


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


def _show_picture(drawing: Drawing, html: Path | None, open_it: bool, force: bool, chart: bool) -> None:
    if chart:
        from plancritic.command_line.pictures.terminal_chart import show_chart

        console = Console()
        show_chart(console, drawing)
        console.print()
        steps = tuple(
            PlanStep(
                number=step.number,
                start=step.start,
                duration=step.end - step.start,
                action=step.action,
                sentence=step.sentence,
            )
            for step in drawing.plan.steps
            if step.late_by is None
        )
        show_plan(console, drawing.title, steps, TimeWords(drawing.unit.singular, drawing.unit.plural))
    if html is not None or open_it:
        from plancritic.command_line.plans.written_page import write_and_open

        write_and_open(drawing, html, open_it, force)


async def _view(target: ProblemOfDomain | Files) -> PlanView:
    # Imported here: runs are shown where no planner is installed, too.
    from plancritic.command_line.plans.plan_view import plan_of_domain, plan_of_files

    if isinstance(target, Files):
        return await plan_of_files(target)
    return await plan_of_domain(target.domain, target.problem)


async def _drawing(target: Target) -> Drawing:
    from plancritic.command_line.plans.plan_drawings import drawing_of_run, drawing_of_session, drawing_of_view

    if not isinstance(target, Named):
        return drawing_of_view(await _view(target))
    async with connected() as client:
        found = await _find(client, target.name)
        if isinstance(found, Revision):
            return await drawing_of_session(client, found)
        if isinstance(found, DomainEnd):
            bad_input(
                FaultCode.INVALID_MESSAGE, f"run {target.name} has no plan", f"see it: plancritic show {target.name}"
            )
        return await drawing_of_run(found)


def _show_named(found: tuple[PlanRevised | Revision, TimeWords] | DomainEnd, verbose: bool, as_json: bool) -> None:
    if isinstance(found, DomainEnd):
        if as_json:
            show_json(found.model_dump(mode="json"))
        else:
            show_domain_run(Console(soft_wrap=True), found, verbose)
        return
    result, unit = found
    if isinstance(result, Revision):
        if as_json:
            show_json(result.model_dump(mode="json"))
        else:
            title = f"Plan of session {result.session}, revision {result.number}"
            show_plan(Console(), title, result.steps, unit)
    elif as_json:
        show_json(result_json(result))
    else:
        show_result(Console(), result, unit, verbose)


async def _named(beginning: str) -> tuple[PlanRevised | Revision, TimeWords] | DomainEnd:
    async with connected() as client:
        found = await _find(client, beginning)
        return found if isinstance(found, DomainEnd) else (found, await time_words(found))


async def _find(client: PlancriticClient, beginning: str) -> PlanRevised | Revision | DomainEnd:
    """Return the end of the run that begins so, else the newest revision of the session that does.

    Raises:
        CommandFault, ContractError: there is neither, there are several, or the run has not ended with a plan.
    """
    try:
        state = await client.find_run(beginning)
    except UnknownIdentifier:
        return await _head(client, beginning)
    if state.kind != "feedback":
        return await ended_domain_run(client, state)
    return await ended_run(client, state.run)


async def _head(client: PlancriticClient, beginning: str) -> Revision:
    try:
        return await client.head(beginning)
    except ContractError as error:
        if error.fault.code is not FaultCode.UNKNOWN_NAME:
            raise
    message = f"no run and no session begins with {beginning!r}"
    remedy = "`plancritic status` lists runs, `plancritic session list` sessions; a problem is named waterway/1"
    raise CommandFault(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=remedy), ExitCode.BAD_INPUT)
