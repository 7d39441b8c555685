"""`plancritic validate`: what the judges say of a plan, whole and constraint by constraint; no broker needed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from plancritic.command_line.ending import CommandFault, ExitCode, run, show_json
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.planning_json import validation_json
from plancritic.contracts.validation import ConstraintProof, Proof

_STYLES = {"accepted": "bold green", "rejected": "bold red"}


def validate(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problem: Annotated[Path, typer.Argument(help="PDDL problem file.")],
    plan: Annotated[Path, typer.Argument(help="Plan file: `0.000: (action a b) [1.000]` a line.")],
    constraints: Annotated[Path | None, typer.Option(help="File with one PDDL3 constraint a line.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the proof as JSON.")] = False,
) -> None:
    """Have a plan proved by VAL, Kairos' validator and the trajectory executor.

    Example: plancritic validate domain.pddl problem.pddl my.plan --constraints wishes.pddl

    Exit code 0 if every judge able to rule accepts it, 1 if not (rejected, disputed, unjudged), 2 for bad input.
    """
    texts = (read_text_file(domain, "domain"), read_text_file(problem, "problem"), read_text_file(plan, "plan"))
    constraints_text = "" if constraints is None else read_text_file(constraints, "constraints")
    files = (str(domain), str(problem), str(constraints or "constraints"))
    started = time.monotonic()
    proof, answers = run(_validate(texts, constraints_text, files, str(plan)))
    if as_json:
        show_json(validation_json(proof, answers, round(time.monotonic() - started, 4)))
    else:
        _show(proof, answers)
    raise typer.Exit(ExitCode.DONE if proof.ruling == "accepted" else ExitCode.OTHER_VERDICT)


async def _validate(
    texts: tuple[str, str, str], constraints: str, files: tuple[str, str, str], plan_file: str
) -> tuple[Proof, tuple[ConstraintProof, ...]]:
    # Imported here: `--help` should not wait for the judges' libraries.
    from plancritic.command_line.specification import read_specification
    from plancritic.pddl.errors import PddlSyntaxError
    from plancritic.pddl.plan import parse_plan
    from plancritic.verdicts import prove_plan, standard_judges

    domain, problem, plan = texts
    try:
        specification = tuple(str(item) for item in read_specification(domain, problem, constraints, *files))
        parse_plan(plan, plan_file)
    except PddlSyntaxError as error:
        raise CommandFault(error.fault(), ExitCode.BAD_INPUT) from None
    proved = await prove_plan(standard_judges(), domain, problem, plan, specification, questions=specification)
    return proved.proof, proved.answers


def _show(proof: Proof, answers: tuple[ConstraintProof, ...]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(Text.assemble("the plan, whole: ", (proof.ruling, _STYLES.get(proof.ruling, "bold yellow"))))
    _show_reports(console, proof)
    for answer in answers:
        ruling = answer.proof.ruling
        console.print(Text.assemble(f"{answer.constraint}: ", (ruling, _STYLES.get(ruling, "bold yellow"))))
        _show_reports(console, answer.proof)


def _show_reports(console: Console, proof: Proof) -> None:
    for report in proof.reports:
        console.print(Text(f"  {report.judge}: {report.ruling}"))
        for finding in report.findings:
            if finding.satisfied is not True and finding.explanation:
                about = f"{finding.constraint}: " if finding.constraint else ""
                console.print(Text(f"    {about}{finding.explanation}"))
