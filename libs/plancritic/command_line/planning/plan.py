"""`plancritic plan`: a proved plan for PDDL files, or why there is none; no broker needed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.exit_codes import ExitCode, bad_input, run, show_json
from plancritic.command_line.options import finite
from plancritic.command_line.planning.planning_json import verdict_json
from plancritic.command_line.planning.planning_request import PlanningFiles, planning
from plancritic.command_line.planning.progress import interrupt_that_stops, waiting
from plancritic.command_line.terminal import Console, write_lines
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.planning import (
    Cancelled,
    Disputed,
    NoPlanFound,
    PlanProved,
    Rejected,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Verdict,
)


def plan(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problem: Annotated[Path, typer.Argument(help="PDDL problem file.")],
    constraints: Annotated[
        Path | None,
        typer.Option(help="File of PDDL3 constraints; a preference is `(preference should (sometime ...))`."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="Planner to use, see `plancritic engines`; by default all installed ones.")
    ] = None,
    limit: Annotated[
        float,
        typer.Option(min=0.01, max=3600, callback=finite, help="Wall seconds for the search; CPU seconds with --seed."),
    ] = 10.0,
    anytime: Annotated[
        bool,
        typer.Option("--anytime", help="Look for better plans until the limit; Ctrl-C ends with the best so far."),
    ] = False,
    improve: Annotated[bool, typer.Option("--improve", help="Remove needless steps and tighten times.")] = False,
    race: Annotated[bool, typer.Option("--race", help="Try two strategies at once; faster on two cores.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Makes the search deterministic: limits count CPU seconds, so machine load has no effect. "
            "The number itself changes nothing; --json shows it.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Find a plan that meets constraints, and prove it with three judges.

    The proved plan goes to standard output, everything else to standard error. If no plan exists, the command shows the
    constraints that clash and the smallest changes that would help. With --seed the same files give the same plan.

    Example: plancritic plan domain.pddl problem.pddl --constraints constraints.pddl > my.plan

    Exit code 0 for a proved plan, 1 for another verdict, 2 for bad input (syntax errors too), 130 interrupted.
    """
    if race and seed is not None:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            "--race and --seed exclude each other: which of two strategies ends first depends on the machine",
            "remove one of them",
        )
    files = PlanningFiles.read(domain, problem, constraints)
    limits = SolveLimits(seconds=limit, anytime=anytime, deterministic=seed is not None)
    verdict = run(_plan(files, engine, limits, improve, race))
    if as_json:
        mode = "wall_clock" if seed is None else "deterministic"
        show_json({**verdict_json(verdict), "mode": mode, "seed": seed})
    else:
        _show(files, verdict)
    raise typer.Exit(exit_code(verdict))


async def _plan(files: PlanningFiles, engine: str | None, limits: SolveLimits, improve: bool, race: bool) -> Verdict:
    async with planning(files, engine, race) as planners, waiting("planning", limits.seconds):
        if not limits.anytime:
            return await planners.verdict(limits, improve=improve)
        with interrupt_that_stops("ending with the best plan so far; Ctrl-C again to end without one") as stop:
            verdict = await planners.verdict(limits, improve=improve, stop=stop)
            if stop.is_set() and isinstance(verdict, Cancelled | TimedOut | NoPlanFound):
                # Interrupted before there was a plan: no limit was reached.
                raise KeyboardInterrupt
            return verdict


def exit_code(verdict: Verdict) -> ExitCode:
    """Return the exit code of a command whose answer is a verdict."""
    if isinstance(verdict, PlanProved):
        return ExitCode.DONE
    return ExitCode.BAD_INPUT if isinstance(verdict, SyntaxFault) else ExitCode.OTHER_VERDICT


def _show(files: PlanningFiles, verdict: Verdict) -> None:
    from plancritic.command_line.planning.domain_words import lexicon_for
    from plancritic.command_line.planning.verdict_text import show_verdict

    if isinstance(verdict, PlanProved):
        write_lines(verdict.plan)
    broken = isinstance(verdict, SyntaxFault)
    show_verdict(verdict, None if broken else lexicon_for(files.domain_file, files.domain, files.problem))
    if isinstance(verdict, Rejected | Disputed):
        Console(stderr=True, soft_wrap=True).print(f"the unproved plan:\n{verdict.plan.rstrip()}")
