"""`plancritic plan`: a proved plan for PDDL files, or why there is none; no broker needed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.ending import ExitCode, run, show_json
from plancritic.command_line.planning_json import verdict_json
from plancritic.command_line.planning_request import PlanningFiles, planning
from plancritic.command_line.waiting import interrupt_that_stops, waiting
from plancritic.contracts.planning import Cancelled, Disputed, PlanProved, Rejected, SolveLimits, SyntaxFault, Verdict


def plan(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problem: Annotated[Path, typer.Argument(help="PDDL problem file.")],
    constraints: Annotated[
        Path | None,
        typer.Option(help="File of PDDL3 constraints; a wish is `(preference should (sometime ...))`."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="Planner to use, see `plancritic engines`; by default what is here together.")
    ] = None,
    limit: Annotated[float, typer.Option(min=0.01, max=3600, help="Wall seconds for the search.")] = 10.0,
    anytime: Annotated[
        bool,
        typer.Option("--anytime", help="Spend the whole limit on better plans; Ctrl-C ends it with the best so far."),
    ] = False,
    improve: Annotated[bool, typer.Option("--improve", help="Remove needless steps and tighten times.")] = False,
    race: Annotated[bool, typer.Option("--race", help="Try two roads at once: sooner, on two cores.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Plan a problem under constraints and prove the plan with three judges.

    The proved plan goes to standard output, everything else to standard error. What is impossible comes with the
    constraints that clash and with the smallest changes that would do.

    Example: plancritic plan domain.pddl problem.pddl --constraints wishes.pddl > my.plan

    Exit code 0 for a proved plan, 1 for another verdict, 2 for bad input (syntax errors too), 130 interrupted.
    """
    files = PlanningFiles.read(domain, problem, constraints)
    verdict = run(_plan(files, engine, SolveLimits(seconds=limit, anytime=anytime), improve, race))
    if anytime and isinstance(verdict, Cancelled):
        # Interrupted before there was a plan.
        raise KeyboardInterrupt
    if as_json:
        show_json(verdict_json(verdict))
    else:
        _show(files, verdict)
    raise typer.Exit(exit_code(verdict))


async def _plan(files: PlanningFiles, engine: str | None, limits: SolveLimits, improve: bool, race: bool) -> Verdict:
    async with planning(files, engine, race) as planners, waiting("planning", limits.seconds):
        if not limits.anytime:
            return await planners.verdict(limits, improve=improve)
        with interrupt_that_stops("ending with the best plan so far; Ctrl-C again to end without one") as stop:
            return await planners.verdict(limits, improve=improve, stop=stop)


def exit_code(verdict: Verdict) -> ExitCode:
    """How a command ends whose answer is a verdict."""
    if isinstance(verdict, PlanProved):
        return ExitCode.DONE
    return ExitCode.BAD_INPUT if isinstance(verdict, SyntaxFault) else ExitCode.OTHER_VERDICT


def _show(files: PlanningFiles, verdict: Verdict) -> None:
    from plancritic.command_line.domain_words import lexicon_for
    from plancritic.command_line.verdict_text import show_verdict

    if isinstance(verdict, PlanProved):
        sys.stdout.write(verdict.plan.rstrip("\n") + "\n")
    broken = isinstance(verdict, SyntaxFault)
    show_verdict(verdict, None if broken else lexicon_for(files.domain_file, files.domain, files.problem))
    if isinstance(verdict, Rejected | Disputed):
        sys.stderr.write(f"the plan that is not proved:\n{verdict.plan.rstrip()}\n")
