"""What the commands of this room ask alike, and what they make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, missing_package
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.feedback import EvidenceName

if TYPE_CHECKING:
    from plancritic.laboratory.feedback.system import ScorerModel

#: `--scorer` of no model at all: what the judges say of the readings counts, and nothing else.
NO_SCORER = "none"

Suites = Annotated[
    list[Path], typer.Option("--suite", help="File of feedback with known meanings, as JSON lines; repeatable.")
]
Domain = Annotated[str, typer.Option(help="Run only elements of this domain.")]
Population = Annotated[int | None, typer.Option(min=2, max=1000, help="Candidate specifications in a generation.")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="Elements to run at once, and copies of the planner.")]
Seed = Annotated[int, typer.Option(help="Same seed, same result.")]
First = Annotated[int | None, typer.Option(min=1, help="Run only the first N elements.")]
Page = Annotated[
    Path | None, typer.Option("--html", metavar="OUT.html", help="Also write the tables as an HTML page with plots.")
]
Examples = Annotated[int, typer.Option(min=0, help="Examples to show for each cause of failure.")]

SCORER_HELP = "Folder of another scorer model; or none: only the judges' check of the reading counts."
MISREAD_HELP = "Share of statements that the translator misreads on purpose, 0 to 1, to simulate a weaker one."


def judging(
    scorer: str | None, evidence: tuple[EvidenceName, ...] | None
) -> tuple[tuple[EvidenceName, ...] | None, ScorerModel | None]:
    """Return the evidence that counts and the model that is published, by what `--scorer` and `--evidence` say.

    Raises:
        CommandFault: they contradict each other, or the folder has no model.
    """
    from plancritic.laboratory.feedback.system import ScorerModel

    if scorer is None:
        return evidence, None
    if scorer == NO_SCORER:
        if evidence is not None and "scorer" in evidence:
            bad_input(
                FaultCode.INVALID_MESSAGE,
                "--scorer none contradicts --evidence scorer",
                "leave out one of them",
            )
        return evidence or ("check",), None
    if evidence is not None and "scorer" not in evidence:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"--scorer {scorer} has no effect with --evidence {','.join(evidence)}",
            "name scorer among the evidence, or leave out --scorer",
        )
    try:
        return evidence, ScorerModel.read(Path(scorer))
    except ContractError as error:
        # What is missing is a file that the person names, not a service.
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from error


def listed(option: str, text: str, allowed: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the values that an option names by commas, each once, in their order.

    Raises:
        CommandFault: there is none, or one is not among those allowed.
    """
    values = tuple(dict.fromkeys(each.strip() for each in text.split(",") if each.strip()))
    if not values:
        bad_input(FaultCode.INVALID_MESSAGE, f"{option} is empty", f"for example: {option} {(allowed or ['1'])[0]}")
    unknown = [value for value in values if allowed is not None and value not in allowed]
    if unknown:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"{option}: {unknown[0]!r} is not one of {', '.join(allowed or ())}",
            f"for example: {option} {','.join((allowed or ())[:2])}",
        )
    return values


def write_page(path: Path, command: str, made: Callable[[Any], str]) -> None:
    """Write a page of this room (`made` makes it with the module `page`) for the command of this name.

    Raises:
        CommandFault: what pages are made with is not installed.
    """
    try:
        from plancritic.laboratory.feedback import page
    except ModuleNotFoundError as error:
        raise missing_package(error, f"`{command} --html`") from None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(made(page), encoding="utf-8")


def no_folder(option: str, path: Path | None) -> None:
    """Raise `CommandFault` where an option that names a file names a folder."""
    if path is not None and path.is_dir():
        bad_input(FaultCode.INVALID_MESSAGE, f"{option} is a folder", "name a file", str(path))
