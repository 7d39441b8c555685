"""`plancritic domain refine`: a domain in, a better one out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plancritic.command_line.broker_client import connected
from plancritic.command_line.domains import knowledge_options as options
from plancritic.command_line.domains.out_places import check_kept_file, check_new_file
from plancritic.command_line.domains.refining import ask_at_terminal, refined, show_refined
from plancritic.command_line.exit_codes import ExitCode, SyntaxCommandFault, bad_input, run, show_json
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.runs.session_memory import at_terminal
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.refinement.messages import DomainRefined
from plancritic.contracts.syntax_faults import syntax_fault

if TYPE_CHECKING:
    from plancritic.pddl.language import Domain


def refine(
    description: Annotated[Path, typer.Argument(metavar="DESCRIPTION", help="Description of the domain (YAML).")],
    domain: Annotated[Path, typer.Option(metavar="FILE", help="The domain to repair (PDDL).")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File or folder for the better domain. Nothing is overwritten.")
    ] = None,
    problem: options.Problems = None,
    plan: options.Plans = None,
    feedback: options.FeedbackPlace = None,
    answers: options.Answers = None,
    ask: options.Ask = False,
    pipeline: options.Pipeline = "own",
    proposer: options.Proposer = "symbolic",
    steps: options.Steps = None,
    seed: options.Seed = 0,
    seconds: options.Seconds = None,
    error_rate: options.ErrorRate = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result of the refinement as JSON.")] = False,
) -> None:
    """Repair a domain with what is known of the true one: plans that work, landmarks, answers to questions.

    The domain keeps the names of the description. The output says what changed, what is still wrong, what to ask next
    and how sure the domain is. Answers may be wrong; they are saved in a file for the next refinement.

    Example: plancritic domain refine description.yaml --domain start.pddl --problem p1.pddl --plan p1.plan --out
    better.pddl

    Exit code 0 if nothing known contradicts the domain, 1 if something does, or if there was
    nothing to refine by, 2 for bad input, 3 if no broker or no refiner answers.
    """
    from plancritic.domains.descriptions import read_description

    if out is not None:
        check_new_file(out)
    if answers is not None:
        check_kept_file(answers, is_written=ask)
    described = read_description(description)
    start = _read_domain(domain)
    known = options.read_known(
        described, problem or (), plan or (), feedback, answers, start, may_be_wrong=error_rate != 0
    )
    search = options.Search(pipeline, proposer, steps, seed, seconds, error_rate)
    errors = Console(stderr=True, soft_wrap=True, quiet=as_json)
    asker = partial(ask_at_terminal, Console(stderr=True, soft_wrap=True)) if ask and at_terminal() else None
    if ask and asker is None:
        errors.print("no questions are asked: this is not a terminal")

    async def work() -> DomainRefined:
        async with connected() as client:
            return await refined(
                client, lambda each: search.request(described, start.text, each.all), known, errors, asker
            )

    ended = run(work())
    if out is not None:
        _write(out, ended.domain)
    if as_json:
        show_json(ended.model_dump(mode="json"))
    else:
        console = Console(soft_wrap=True)
        show_refined(console, ended, asked=asker is not None)
        if out is not None:
            console.print(f"wrote {out}")
            console.print(f"To plan with it: {_next_step(out, described.domain, problem or ())}")
    raise typer.Exit(ExitCode.DONE if ended.refined and not ended.left else ExitCode.OTHER_VERDICT)


def _read_domain(file: Path) -> Domain:
    """Return a domain, read here: the refiner does not know the file's name."""
    from plancritic.pddl.language import PddlSyntaxError, parse_domain

    text = read_text_file(file, "domain")
    try:
        return parse_domain(text, str(file))
    except PddlSyntaxError as error:
        raise SyntaxCommandFault(syntax_fault(error)) from None


def _next_step(out: Path, domain: str, problems: Sequence[Path]) -> str:
    """Return the commands that make the domain one to plan with; what a person has to fill in is in capitals."""
    name = domain.lower() if re.fullmatch(r"[a-z][a-z0-9_-]{0,50}", domain.lower()) else "mine"
    if (out.parent / name).exists():
        name = f"{name}-refined"
    folder = out.parent / name
    # `domain publish` takes a bare name for one of the folder of domains.
    place = f"./{folder}" if str(folder) == name else str(folder)
    files = [str(each) for each in problems] or ["PROBLEM.pddl"]
    commands = (
        ("scaffold", str(out), *files, "--out", place),
        ("publish", place),
    )
    parts = [f"plancritic domain {shlex.join(each)}" for each in commands]
    return " && ".join((*parts, f'plancritic submit --domain {name} "STATEMENT"'))


def _write(out: Path, domain: str) -> None:
    try:
        # "x": whoever else writes there at the same time keeps what is theirs.
        with out.open("x", encoding="utf-8") as file:
            file.write(domain)
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"it cannot be written ({error.strerror})", "name another file", str(out))
