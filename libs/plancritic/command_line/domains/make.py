"""`plancritic domain make`: a description in, a domain's folder out, and a plan if statements are given."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from plancritic.client import RunEnd, make_feedback
from plancritic.command_line.broker_client import connected, publishing
from plancritic.command_line.domains import knowledge_options as options
from plancritic.command_line.domains.followed_modelling import modelled
from plancritic.command_line.domains.out_places import check_kept_file, check_new_domain, named_as_folder
from plancritic.command_line.domains.refining import ask_at_terminal, refined, show_refined
from plancritic.command_line.domains.starts import MOST_STARTS, Starts
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, run, show_json
from plancritic.command_line.local_faults import local_faults
from plancritic.command_line.results.result import everything_adhered, result_json, show_result
from plancritic.command_line.results.time_words import time_words
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.session_memory import at_terminal
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, SearchSettings
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.contracts.modelling.messages import DomainDescribed, FilterScore
from plancritic.contracts.refinement.knowledge import NOTHING_KNOWN, Knowledge
from plancritic.contracts.refinement.messages import MOST_REFINED, DomainRefined, RefinementRequested
from plancritic.contracts.syntax_faults import fault_of
from plancritic.pictures.changes_in_words import TimeWords


def make(
    description: Annotated[
        Path,
        typer.Argument(
            metavar="DESCRIPTION",
            help="Description of the domain (YAML); its problem is in it, beside it, or the first --problem.",
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder to make; its name is the domain's. Nothing is overwritten.")],
    recorded: Annotated[
        Path | None,
        typer.Option(help="Folder of recorded answers (01.md, 02.md ...); without it language models are asked."),
    ] = None,
    register: Annotated[Register, typer.Option(help="Which descriptions of the actions to use.")] = "detailed",
    epsilon: Annotated[
        float, typer.Option(min=0.01, max=0.99, help="Share of right schemas that the filter may drop.")
    ] = 0.2,
    score: Annotated[
        FilterScore | None,
        typer.Option(help="Score by which the filter drops schemas, as in `plancritic schema build`."),
    ] = None,
    no_filter: Annotated[bool, typer.Option("--no-filter", help="Keep every candidate.")] = False,
    choice: Annotated[
        int | None, typer.Option(min=1, max=50, help="Continue only with the interpretation of this number.")
    ] = None,
    starts: Annotated[
        int, typer.Option(min=1, max=MOST_REFINED, help="Refine this many of the best interpretations together.")
    ] = 3,
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
    submit: Annotated[
        list[str] | None,
        typer.Option(metavar="STATEMENT", help="Publish the domain and plan under this statement; repeatable."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="With --submit: take the name from another domain that has it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Make a domain from a description in one go: the schema library models it, the refiner repairs it.

    Interpretations that contradict plans, landmarks or answers come last; the best few are repaired together, and the
    one with the fewest complaints and changes is taken. Without plans, landmarks or answers nothing is repaired, and
    the output says so. `plancritic schema build` shows all interpretations, in the same order for the same knowledge.

    The folder can be reviewed and published like any other. --submit publishes it, unless another domain has its name.

    Example: plancritic domain make description.yaml --problem p1.pddl --plan p1.plan --out domains/my-domain

    Exit code 0 if nothing known contradicts the domain, 1 if something does, if no set of
    schemas has a plan, or if the plan does not do what was asked; 2 for bad input; 3 if a service is missing.
    """
    from plancritic.domains.descriptions import read_description
    from plancritic.domains.descriptions.recorded_answers import read_recorded_answers

    check_new_domain(out)
    if answers is not None:
        check_kept_file(answers, is_written=ask)
    described = read_description(description)
    known = options.read_known(described, problem or (), plan or (), feedback, answers, may_be_wrong=error_rate != 0)
    if described.problem is None and known.problems:
        described = described.model_copy(update={"problem": known.problems[0].text})
    wanted = DomainDescribed(
        envelope=Envelope.start(),
        description=described,
        described_in=register,
        answers={} if recorded is None else read_recorded_answers(recorded),
        epsilon=None if no_filter else epsilon,
        score=score,
        most=max(10, choice or 0),
        known=known.all,
        most_starts=MOST_STARTS if choice is None else 0,
    )
    search = options.Search(pipeline, proposer, steps, seed, seconds, error_rate)
    errors = Console(stderr=True, soft_wrap=True, quiet=as_json)
    asker = partial(ask_at_terminal, Console(stderr=True, soft_wrap=True)) if ask and at_terminal() else None
    if ask and asker is None:
        errors.print("no questions are asked: this is not a terminal")

    async def work() -> tuple[Starts, DomainRefined | None]:
        async with connected() as client:
            found = Starts.of(await modelled(client, wanted, errors), choice, starts)
            if Knowledge(description=described, problems=known.all).is_empty:
                return found, None

            async def request(told: options.Known) -> RefinementRequested:
                nonlocal found
                if told.answers != known.answers and found.are_ranked_anew:
                    errors.print("the interpretations are ranked again")
                    again = wanted.model_copy(update={"envelope": Envelope.start(), "known": told.all})
                    found = Starts.of(await modelled(client, again, Console(quiet=True)), choice, starts)
                return found.request(search.request(described, found.sets[0].domain, told.all))

            ended = await refined(client, request, known, errors, asker)
            return found, ended

    found, ended = run(work())
    problems = [described.problem or "", *(each.text for each in known.problems)]
    files = _write(found.sets[0].domain if ended is None else ended.domain, problems, described, out)
    if not as_json:
        _show(found, ended, files, out, asked=asker is not None)
    revised = _planned(out, submit, seed, replace, as_json) if submit else None
    if as_json:
        show_json(_as_json(found, ended, files, out, revised))
    refined_well = ended is None or (ended.refined and not ended.left)
    planned_well = revised is None or everything_adhered(revised)
    raise typer.Exit(ExitCode.DONE if refined_well and planned_well else ExitCode.OTHER_VERDICT)


def _write(domain: str, problems: Iterable[str], described: DomainDescription, out: Path) -> tuple[Path, ...]:
    from plancritic.domains import DomainFolderError
    from plancritic.domains.scaffolding import scaffold
    from plancritic.pddl.language import PddlSyntaxError

    try:
        with tempfile.TemporaryDirectory() as folder:
            domain_file = Path(folder, "domain.pddl")
            domain_file.write_text(domain, encoding="utf-8")
            # A problem that is the description's own and known as well is one.
            distinct = {text.strip(): text for text in problems}
            problem_files = [Path(folder, f"problem-{number}.pddl") for number, _ in enumerate(distinct, 1)]
            for file, text in zip(problem_files, distinct.values(), strict=True):
                file.write_text(text, encoding="utf-8")
            return scaffold(domain_file, problem_files, out, described)
    except DomainFolderError as error:
        bad_input(FaultCode.INVALID_MESSAGE, error.fault, error.remedy, str(error.file))
    except PddlSyntaxError as error:
        raise CommandFault(fault_of(error), ExitCode.BAD_INPUT) from None
    except OSError as error:
        bad_input(FaultCode.INVALID_MESSAGE, f"it cannot be written ({error.strerror})", None, str(out))


def _planned(folder: Path, statements: list[str], seed: int, replace: bool, as_json: bool) -> PlanRevised:
    """Publish the domain of a folder, and return the plan under the statements."""
    from plancritic.local import publish_domain

    place = folder.resolve()
    feedback = make_feedback(place.name, "1", statements, SearchSettings(seed=seed))

    async def work() -> tuple[RunEnd, TimeWords]:
        async with publishing() as bus:
            await publish_domain(bus, place.name, place.parent, replace)
        async with connected() as client:
            with RunProgress(Console(quiet=as_json)) as progress:
                ended = await follow(client, feedback, progress)
            return ended, await time_words(ended)

    with local_faults():
        ended, unit = run(work())
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    if not as_json:
        show_result(Console(), ended, unit, verbose=False)
    return ended


def _show(found: Starts, ended: DomainRefined | None, files: tuple[Path, ...], out: Path, asked: bool) -> None:
    console = Console(soft_wrap=True)
    for line in found.in_words(ended):
        console.print(line)
    if ended is None:
        console.print(f"{NOTHING_KNOWN[:1].upper()}{NOTHING_KNOWN[1:]}.")
    else:
        show_refined(console, ended, asked)
    for file in files:
        console.print(f"wrote {file}")
    review = f"The words are taken from the description: review {out / 'context.yaml'}."
    console.print(f"{review} Then: plancritic domain publish {named_as_folder(out)}")


def _as_json(
    found: Starts,
    ended: DomainRefined | None,
    files: tuple[Path, ...],
    out: Path,
    revised: PlanRevised | None,
) -> dict[str, Any]:
    return {
        "interpretation": found.interpretation(ended).model_dump(mode="json"),
        "known": None if found.modelled.known is None else found.modelled.known.model_dump(mode="json"),
        "starts": [each.model_dump(mode="json", exclude={"domain"}) for each in found.sets],
        "refinement": None if ended is None else ended.model_dump(mode="json"),
        "reason": NOTHING_KNOWN if ended is None else ended.reason,
        "folder": str(out),
        "files": [str(file) for file in files],
        "result": None if revised is None else result_json(revised),
    }
