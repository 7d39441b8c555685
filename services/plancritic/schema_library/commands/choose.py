"""`plancritic schema choose`: an interpretation becomes a domain's folder."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.domains.out_places import named_as_folder
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.modelling.messages import DomainModelled
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains import DomainFolderError
from plancritic.domains.scaffolding import scaffold
from plancritic.pddl.language import PddlSyntaxError


def choose(
    name: Annotated[str, typer.Argument(metavar="RUN", help="The modelling run, or the beginning of its id.")],
    rank: Annotated[int, typer.Argument(min=1, help="The interpretation's number.")],
    out: Annotated[Path, typer.Option(help="Folder to make; its name is the domain's. Nothing is overwritten.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Make a domain's folder of one interpretation of a run, with the words of its description.

    `plancritic domain publish` then puts it on the broker, and `submit` plans with it.

    Example: plancritic schema choose 3f2a9c01 1 --out domains/my-domain

    Exit code 0 if it was written, 2 for a run or an interpretation that is not there, 3 if no broker answers.
    """
    ended = run(_end(check_identifier(name, "run")))
    if rank > len(ended.interpretations):
        message = f"the run has {len(ended.interpretations)} interpretations"
        bad_input(FaultCode.INVALID_MESSAGE, message, "name one of these numbers")
    chosen = ended.interpretations[rank - 1]
    try:
        with tempfile.TemporaryDirectory() as folder:
            texts = {Path(folder, "domain.pddl"): chosen.domain, Path(folder, "problem.pddl"): ended.problem or ""}
            for file, text in texts.items():
                file.write_text(text, encoding="utf-8")
            domain_file, problem_file = texts
            files = scaffold(domain_file, [problem_file], out, ended.description)
    except DomainFolderError as error:
        bad_input(FaultCode.INVALID_MESSAGE, error.fault, error.remedy, str(error.file))
    except PddlSyntaxError as error:
        raise CommandFault(fault_of(error), ExitCode.BAD_INPUT) from None
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"it cannot be written ({error.strerror})", None, str(out))
    if as_json:
        show_json({"folder": str(out), "files": [str(file) for file in files]})
        return
    console = Console(soft_wrap=True)
    for file in files:
        console.print(f"wrote {file}")
    words = "All words are guesses" if ended.description is None else "The words are taken from the description"
    console.print(f"{words}: review {out / 'context.yaml'}. Then: plancritic domain publish {named_as_folder(out)}")


async def _end(beginning: str) -> DomainModelled:
    async with connected() as client:
        return await client.modelled(beginning)
