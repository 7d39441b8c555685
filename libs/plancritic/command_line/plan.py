"""`plancritic plan`: a proved plan for PDDL files, or why there is none; no broker needed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from plancritic.command_line.ending import ExitCode, run, show_json
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.planning_json import verdict_json
from plancritic.contracts.planning import (
    Disputed,
    Impossible,
    PlanProved,
    Rejected,
    SolveLimits,
    SyntaxFault,
    Unsupported,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint


def plan(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problem: Annotated[Path, typer.Argument(help="PDDL problem file.")],
    constraints: Annotated[Path | None, typer.Option(help="File with one PDDL3 constraint a line.")] = None,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    limit: Annotated[float, typer.Option(min=0.01, max=3600, help="Wall seconds for the search.")] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Plan a problem under constraints and prove the plan with three judges.

    The plan goes to standard output, everything else to standard error.

    Example: plancritic plan domain.pddl problem.pddl --constraints wishes.pddl > my.plan

    Exit code 0 for a proved plan, 1 for another verdict, 2 for bad input (syntax errors too).
    """
    domain_text = read_text_file(domain, "domain")
    problem_text = read_text_file(problem, "problem")
    constraints_text = "" if constraints is None else read_text_file(constraints, "constraints")
    files = (str(domain), str(problem), str(constraints or "constraints"))
    verdict = run(_plan(domain_text, problem_text, constraints_text, files, engine, limit))
    if as_json:
        show_json(verdict_json(verdict))
    else:
        show_verdict(verdict)
    raise typer.Exit(_exit_code(verdict))


async def _plan(
    domain: str,
    problem: str,
    constraints: str,
    files: tuple[str, str, str],
    engine_name: str | None,
    limit: float,
) -> Verdict:
    # Imported here: `--help` should not wait for the planner's libraries.
    from plancritic.command_line.specification import read_specification
    from plancritic.engines.registry import create_engine
    from plancritic.pddl.errors import PddlSyntaxError
    from plancritic.verdicts import Verdicts, standard_judges

    engine = create_engine(engine_name)
    try:
        specification = read_specification(domain, problem, constraints, *files)
        return await Verdicts(engine, standard_judges()).verdict(
            domain,
            problem,
            tuple(TracedConstraint(constraint=str(constraint)) for constraint in specification),
            SolveLimits(seconds=limit),
            explain_clash=True,
            domain_file=files[0],
            problem_file=files[1],
        )
    except PddlSyntaxError as error:
        return SyntaxFault(
            engine=engine.name, message=error.message, file=error.file, line=error.line, column=error.column
        )
    finally:
        await engine.close()


def _exit_code(verdict: Verdict) -> ExitCode:
    if isinstance(verdict, PlanProved):
        return ExitCode.DONE
    return ExitCode.BAD_INPUT if isinstance(verdict, SyntaxFault) else ExitCode.OTHER_VERDICT


def show_verdict(verdict: Verdict) -> None:
    """The plan on standard output; verdict, judges and reasons on standard error."""
    if isinstance(verdict, PlanProved | Rejected | Disputed):
        sys.stdout.write(verdict.plan.rstrip("\n") + "\n")
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    word = "proved plan" if isinstance(verdict, PlanProved) else verdict.verdict.replace("_", " ")
    style = "bold green" if isinstance(verdict, PlanProved) else "bold yellow"
    console.print(Text.assemble((word, style), f" by {verdict.engine} in {verdict.seconds:.2f} s"))
    for line in _explanation(verdict):
        console.print(Text(line))


def _explanation(verdict: Verdict) -> list[str]:
    match verdict:
        case PlanProved() | Rejected() | Disputed():
            lines = []
            for report in verdict.proof.reports:
                lines.append(f"  {report.judge}: {report.ruling}")
                lines += [
                    f"    {finding.explanation}"
                    for finding in report.findings
                    if finding.satisfied is not True and finding.explanation
                ]
            return lines
        case Impossible():
            clash = [f"    {member.constraint}" for member in verdict.clash]
            return [f"  {verdict.reason}", *(["  these cannot hold together:", *clash] if clash else [])]
        case SyntaxFault():
            return [f"  {verdict.file}:{verdict.line}:{verdict.column}: {verdict.message}"]
        case Unsupported():
            others = ", ".join(verdict.engines_with_it) or "none"
            return [f"  {verdict.feature} is not supported; engines that have it: {others}"]
        case _:
            detail: dict[str, Any] | None = verdict_json(verdict)["detail"]
            return [f"  {name.replace('_', ' ')}: {value}" for name, value in (detail or {}).items()]
