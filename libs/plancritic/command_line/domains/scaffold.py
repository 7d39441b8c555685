"""`plancritic domain scaffold`: a domain's folder with a first context, made from PDDL files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from plancritic.command_line.exit_codes import SyntaxCommandFault, bad_input, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.syntax_faults import syntax_fault


def scaffold(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problems: Annotated[list[Path], typer.Argument(help="PDDL problem files; they become problems 1, 2, ...")],
    out: Annotated[Path, typer.Option(help="Folder to make; its name is the domain's. Nothing is overwritten.")],
    description: Annotated[
        Path | None, typer.Option(help="Description of the domain in words (YAML): its words are used, not guessed.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Make the folder of a new domain, with words guessed from its PDDL names, for you to review.

    The folder can be published as it is, and simple statements about it are understood. `plancritic domain check` shows
    what to review first.

    Example: plancritic domain scaffold domain.pddl p1.pddl p2.pddl --out domains/mine

    Exit code 0 if it was written, 2 for bad input (also a folder that is not empty).
    """
    from plancritic.domains import DomainFolderError
    from plancritic.domains.descriptions import read_description
    from plancritic.domains.scaffolding import scaffold as write
    from plancritic.pddl.language import PddlSyntaxError

    described = None if description is None else read_description(description)
    try:
        files = write(domain, problems, out, described)
    except DomainFolderError as error:
        bad_input(FaultCode.INVALID_MESSAGE, error.fault, error.remedy, str(error.file))
    except PddlSyntaxError as error:
        raise SyntaxCommandFault(syntax_fault(error)) from None
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"it cannot be written ({error.strerror})", None, str(out))
    if as_json:
        show_json({"folder": str(out), "files": [str(file) for file in files]})
        return
    console = Console(soft_wrap=True)
    for file in files:
        console.print(Text(f"wrote {file}"))
    words = "All words are guesses" if described is None else "The words are taken from the description"
    console.print(Text(f"{words}. Review {out / 'context.yaml'}, then: plancritic domain check {out}"))
