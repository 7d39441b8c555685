"""`plancritic schema build` and `schema generate`: a description in, interpretations or a library out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plancritic.command_line.broker_client import connected
from plancritic.command_line.domains import knowledge_options as options
from plancritic.command_line.domains.followed_modelling import modelled
from plancritic.command_line.domains.modelled import show_modelled
from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.contracts.modelling.messages import (
    DomainDescribed,
    DomainModelled,
    FilterScore,
    Ranking,
    SchemaLibrary,
)
from plancritic.domains.descriptions import read_description
from plancritic.domains.descriptions.recorded_answers import read_recorded_answers
from plancritic.schema_library.commands.text import show_library


def _renamed(value: Path | None) -> Path | None:
    """Tell whoever uses the old name of the option its new one."""
    if value is not None:
        Console(stderr=True, soft_wrap=True).print(
            "note: --answers is called --recorded now; the old name will be removed"
        )
    return value


Description = Annotated[
    Path, typer.Option(help="Description of the domain (YAML), with its problem in it or beside it.")
]
Recorded = Annotated[
    Path | None,
    typer.Option(help="Folder of recorded answers (01.md, 02.md ...); without it language models are asked."),
]
#: The name that `--recorded` had; it stays for one release.
Answers = Annotated[Path | None, typer.Option("--answers", hidden=True, callback=_renamed)]
Instances = Annotated[int | None, typer.Option(min=1, help="Use the answers of this many instances.")]
Style = Annotated[Register, typer.Option("--register", help="Which descriptions of the actions to use.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result of the run as JSON.")]


def build(
    description: Description,
    recorded: Recorded = None,
    answers: Answers = None,
    register: Style = "detailed",
    instances: Instances = None,
    epsilon: Annotated[
        float, typer.Option(min=0.01, max=0.99, help="Share of right schemas that the filter may drop.")
    ] = 0.2,
    score: Annotated[
        FilterScore | None,
        typer.Option(
            help="Score by which the filter drops schemas: similarity of words and schema, agreement of the "
            "writers, which drops what "
            "few of them wrote, or both combined. Else as the service is set up (combined)."
        ),
    ] = None,
    no_filter: Annotated[bool, typer.Option("--no-filter", help="Keep every candidate.")] = False,
    ranking: Annotated[Ranking, typer.Option(help="Score by which interpretations are ranked.")] = "mean",
    most: Annotated[int, typer.Option(min=1, max=50, help="Show this many interpretations.")] = 10,
    problem: options.Problems = None,
    plan: options.Plans = None,
    feedback: options.FeedbackPlace = None,
    as_json: Json = False,
) -> None:
    """Make domain models of a description: its interpretations, ranked, each with a proved plan.

    The output says in words how each interpretation differs from the first. Interpretations that contradict
    plans (--plan for --problem), landmarks or answers (--feedback) come last. `plancritic schema choose` makes a
    domain's folder of one.

    Example: plancritic schema build --description my-domain/description.yaml --register layman

    Exit code 0 if there is an interpretation, 1 if no set of schemas has a plan, 2 for a bad description, 3 if a
    service or the language model is missing.
    """
    described = _described(description)
    wanted = DomainDescribed(
        envelope=_envelope(),
        description=described,
        described_in=register,
        answers=_recorded(recorded or answers),
        instances=instances,
        known=options.read_known(described, problem or (), plan or (), feedback, None).all,
        epsilon=None if no_filter else epsilon,
        score=score,
        ranking=ranking,
        most=most,
    )
    ended = run(_followed(wanted, quiet=as_json))
    if as_json:
        show_json(ended.model_dump(mode="json"))
    else:
        show_modelled(Console(soft_wrap=True), ended)
    if not ended.interpretations:
        raise typer.Exit(ExitCode.OTHER_VERDICT)


def generate(
    description: Description,
    recorded: Recorded = None,
    answers: Answers = None,
    register: Style = "detailed",
    instances: Instances = None,
    as_json: Json = False,
) -> None:
    """Collect answers for a description and keep them: a library of candidates. Asks only instances without an answer.

    Example: plancritic schema generate --description my-domain/description.yaml

    Exit code 0 if it was made, 2 for a bad description, 3 if a service or the language model is missing.
    """
    wanted = DomainDescribed(
        envelope=_envelope(),
        description=_described(description),
        described_in=register,
        answers=_recorded(recorded or answers),
        instances=instances,
        until="library",
    )
    ended, library = run(_with_library(wanted, quiet=as_json))
    if as_json:
        show_json({**ended.model_dump(mode="json"), "library": library.model_dump(mode="json")})
    else:
        show_library(Console(soft_wrap=True), library)


def _envelope() -> Envelope:
    return Envelope.start()


def _described(file: Path) -> DomainDescription:
    try:
        return read_description(file)
    except ContractError as error:
        raise CommandFault(error.fault, ExitCode.BAD_INPUT) from None


def _recorded(folder: Path | None) -> dict[str, str]:
    return {} if folder is None else read_recorded_answers(folder)


async def _followed(wanted: DomainDescribed, quiet: bool) -> DomainModelled:
    async with connected() as client:
        return await modelled(client, wanted, _console(quiet))


async def _with_library(wanted: DomainDescribed, quiet: bool) -> tuple[DomainModelled, SchemaLibrary]:
    async with connected() as client:
        ended = await modelled(client, wanted, _console(quiet))
        return ended, await client.library_of(ended)


def _console(quiet: bool) -> Console:
    return Console(stderr=True, soft_wrap=True, quiet=quiet)
