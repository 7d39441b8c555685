"""`plancritic domain refine`: a domain in, a better one out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.broker_client import connected
from plancritic.command_line.domains import knowledge_options as options
from plancritic.command_line.domains.refining import ask_at_terminal, refined, show_refined
from plancritic.command_line.exit_codes import ExitCode, bad_input, run, show_json
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.runs.session_memory import at_terminal
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.refinement.messages import DomainRefined


def refine(
    description: Annotated[Path, typer.Argument(metavar="DESCRIPTION", help="Description of the domain (YAML).")],
    domain: Annotated[Path, typer.Option(metavar="FILE", help="The domain to be repaired (PDDL).")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the better domain goes. Nothing is overwritten.")
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
    as_json: Annotated[bool, typer.Option("--json", help="Print the end of the refinement as JSON.")] = False,
) -> None:
    """Repair a domain by what is known of the true one: plans that work, landmarks, answers to questions.

    The domain keeps to the names of the description. What changed, what is still wrong, and what to ask next are said
    in words. Answers are kept in a file: the next refinement knows them.

    Example: plancritic domain refine description.yaml --domain start.pddl --problem p1.pddl --plan p1.plan --out
    better.pddl

    Exit code 0 if nothing is left to complain of, 1 if something is, or if there was nothing to refine by, 2 for bad
    input, 3 if no broker or no refiner answers.
    """
    from plancritic.domains.descriptions import read_description

    _check_free(out)
    described = read_description(description)
    start = read_text_file(domain, "domain")
    known = options.read_known(described, problem or (), plan or (), feedback, answers)
    search = options.Search(pipeline, proposer, steps, seed, seconds)
    errors = Console(stderr=True, soft_wrap=True, quiet=as_json)
    asker = partial(ask_at_terminal, Console(stderr=True, soft_wrap=True)) if ask and at_terminal() else None
    if ask and asker is None:
        errors.print("nobody is asked: this is no terminal")

    async def work() -> DomainRefined:
        async with connected() as client:
            return await refined(client, lambda each: search.request(described, start, each.all), known, errors, asker)

    ended = run(work())
    if out is not None:
        _write(out, ended.domain)
    if as_json:
        show_json(ended.model_dump(mode="json"))
    else:
        console = Console(soft_wrap=True)
        show_refined(console, ended)
        if out is not None:
            console.print(f"wrote {out}")
    raise typer.Exit(ExitCode.DONE if ended.refined and not ended.left else ExitCode.OTHER_VERDICT)


def _check_free(out: Path | None) -> None:
    if out is not None and out.exists():
        bad_input(FaultCode.INVALID_MESSAGE, "there is something already", "name another file", str(out))


def _write(out: Path, domain: str) -> None:
    try:
        # "x": whoever else writes there at the same time keeps what is theirs.
        with out.open("x", encoding="utf-8") as file:
            file.write(domain)
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"it cannot be written ({error.strerror})", "name another file", str(out))
