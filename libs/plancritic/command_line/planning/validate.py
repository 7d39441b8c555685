"""`plancritic validate`: what the judges say of a plan, whole and constraint by constraint; no broker needed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plancritic.command_line.exit_codes import ExitCode, SyntaxCommandFault, run, show_json
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.planning.planning_json import validation_json
from plancritic.command_line.planning.planning_request import PlanningFiles
from plancritic.command_line.terminal import Console
from plancritic.contracts.specification import Strength
from plancritic.contracts.syntax_faults import syntax_fault
from plancritic.contracts.validation import ConstraintProof, Finding, Proof
from plancritic.threads import in_thread

_STYLES = {"accepted": "bold green", "rejected": "bold red", "satisfied": "bold green", "violated": "bold red"}


def validate(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problem: Annotated[Path, typer.Argument(help="PDDL problem file.")],
    plan: Annotated[Path, typer.Argument(help="Plan file: `0.000: (action a b) [1.000]` a line, or `(action a b)`.")],
    constraints: Annotated[Path | None, typer.Option(help="File of PDDL3 constraints, one after another.")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Also show each judge's own report.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the proof as JSON.")] = False,
) -> None:
    """Check a plan with three judges: VAL, Kairos' validator and the trajectory executor.

    A preference in the file of constraints is judged too, but a plan may violate it and still be accepted.

    Example: plancritic validate domain.pddl problem.pddl my.plan --constraints constraints.pddl

    Exit code 0 if every judge able to rule accepts it, 1 if not (rejected, disputed, unjudged), 2 for bad input.
    """
    files = PlanningFiles.read(domain, problem, constraints)
    plan_text = read_text_file(plan, "plan")
    started = time.monotonic()
    proof, answers = run(judge_files(files, plan_text, str(plan)))
    if as_json:
        show_json(validation_json(proof, answers, round(time.monotonic() - started, 4), raw))
    else:
        show_validation(Console(soft_wrap=True), proof, answers, raw)
    raise typer.Exit(ExitCode.DONE if proof.ruling == "accepted" else ExitCode.OTHER_VERDICT)


async def judge_files(
    files: PlanningFiles, plan: str, plan_file: str
) -> tuple[Proof, tuple[tuple[Strength, ConstraintProof], ...]]:
    """Prove a plan under the musts among the constraints, and every constraint by itself with its strength.

    Raises:
        SyntaxCommandFault: A text is no valid PDDL, or no plan.
    """
    # Imported here: `--help` should not wait for the judges' libraries.
    from plancritic.pddl.language import PddlSyntaxError, parse_plan
    from plancritic.verdicts import prove_plan, standard_judges

    try:
        specification = await in_thread(files.specification)
        await in_thread(partial(parse_plan, plan, plan_file))
    except PddlSyntaxError as error:
        raise SyntaxCommandFault(syntax_fault(error)) from None
    musts = [traced.constraint for traced in specification if traced.strength == "must"]
    questions = [traced.constraint for traced in specification]
    try:
        proved = await prove_plan(standard_judges(), files.domain, files.problem, plan, musts, questions=questions)
    except PddlSyntaxError as error:
        raise SyntaxCommandFault(syntax_fault(error)) from None
    return proved.proof, tuple(zip((traced.strength for traced in specification), proved.answers, strict=True))


def show_validation(
    console: Console, proof: Proof, answers: Sequence[tuple[Strength, ConstraintProof]], raw: bool = False
) -> None:
    """Print what the judges say of a plan, whole and constraint by constraint; with `raw` in their own words, too."""
    console.print(_headline("the whole plan", proof.ruling))
    for line in _report_lines(proof, raw):
        console.print(Text(f"  {line}"))
    for strength, answer in answers:
        wish = "" if strength == "must" else f" ({strength})"
        console.print(_headline(f"{answer.constraint}{wish}", _word(answer)))
        for line in _report_lines(answer.proof, raw, single=True):
            console.print(Text(f"  {line}"))


def _headline(subject: str, word: str) -> Text:
    return Text.assemble(f"{subject}: ", (word, _STYLES.get(word, "bold yellow")))


def _word(answer: ConstraintProof) -> str:
    return {"accepted": "satisfied", "rejected": "violated"}.get(answer.proof.ruling, answer.proof.ruling)


def _report_lines(proof: Proof, raw: bool, single: bool = False) -> Iterator[str]:
    """What each judge says; `single` where the proof is of one constraint that is named already."""
    for report in proof.reports:
        yield f"{report.judge}: {report.ruling}"
        for finding in report.findings:
            yield from (f"  {line}" for line in _finding_lines(finding, single))
        if raw and report.raw:
            yield from (f"  | {line}" for line in report.raw.splitlines())


def _finding_lines(finding: Finding, single: bool) -> Iterator[str]:
    """When, by which step, and what was against what had to be; nothing where a judge has nothing to add."""
    if not finding.explanation and (single or finding.constraint is None):
        return
    about = f"{finding.constraint}: " if finding.constraint and not single else ""
    words = {True: "satisfied", False: "violated", None: "not judged"}
    explanation = finding.explanation or words[finding.satisfied]
    by = f" (by {finding.step})" if finding.step and finding.step not in explanation else ""
    yield f"{about}{explanation}{by}"
    if finding.satisfied is False and finding.needed and finding.needed not in explanation:
        yield f"  needed {finding.needed}" + (f", found {finding.actual}" if finding.actual else "")
