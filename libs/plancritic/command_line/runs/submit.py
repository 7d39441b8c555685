"""`plancritic submit`: statements in, the revised and proved plan out, by whatever services the broker has."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.options import finite
from plancritic.command_line.plans.changes_text import TimeWords
from plancritic.command_line.plans.time_words import time_words
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.result import everything_adhered, result_json, show_result
from plancritic.command_line.runs.search_options import (
    EVIDENCE_HELP,
    GUESSES_HELP,
    PRESET_HELP,
    VERBOSE_HELP,
    chosen_evidence,
)
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import (
    FeedbackRefused,
    FeedbackSubmitted,
    MutationName,
    PresetName,
    RatesName,
    SearchSettings,
)
from plancritic.contracts.specification import Strength
from plancritic.contracts.translation import TranslatorName

SESSION_HELP = (
    "Make this a turn of the named session. Step numbers then refer to its last plan. Earlier statements are not in "
    "force; the result only says whether the plan still meets them."
)


def submit(
    domain: Annotated[str, typer.Option(help="Domain of the plan; see `plancritic domain list`.")],
    statements: Annotated[
        list[str] | None, typer.Argument(metavar="STATEMENT...", help="What the plan must do.")
    ] = None,
    should: Annotated[
        list[str] | None, typer.Option(metavar="STATEMENT", help="A weaker request, met where possible; repeatable.")
    ] = None,
    nice: Annotated[
        list[str] | None, typer.Option(metavar="STATEMENT", help="The weakest request; repeatable.")
    ] = None,
    problem: Annotated[str, typer.Option(help="Problem of the domain.")] = "1",
    seed: Annotated[int | None, typer.Option(help="Makes the run deterministic: same seed, same result.")] = None,
    generations: Annotated[
        int | None, typer.Option(min=0, max=1000, help="Search at most this many generations.")
    ] = None,
    least_generations: Annotated[
        int | None,
        typer.Option(min=0, max=1000, help="Search at least this many generations, for a plan that ends sooner."),
    ] = None,
    population: Annotated[
        int | None, typer.Option(min=2, max=1000, help="Candidate specifications in a generation.")
    ] = None,
    deadline: Annotated[
        float | None,
        typer.Option(min=0.1, max=86_400, callback=finite, help="Seconds until the run returns the best plan so far."),
    ] = None,
    preset: Annotated[PresetName, typer.Option(help=PRESET_HELP)] = "ours",
    evidence: Annotated[str | None, typer.Option(metavar="NAMES", help=EVIDENCE_HELP)] = None,
    mutation: Annotated[
        MutationName | None,
        typer.Option(help="Replacements that mutation prefers: none, similar names, or similar meanings."),
    ] = None,
    rates: Annotated[
        RatesName | None, typer.Option(help="Chances of the search operators: the preset's, or learnt during the run.")
    ] = None,
    guesses: Annotated[bool | None, typer.Option("--guesses/--no-guesses", help=GUESSES_HELP)] = None,
    translator: Annotated[
        TranslatorName | None, typer.Option(help="How statements are read; by default as the service is configured.")
    ] = None,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    session: Annotated[str | None, typer.Option(help=SESSION_HELP)] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")] = False,
) -> None:
    """Send statements about a plan and get a revised plan with its proof.

    Example: plancritic submit --domain waterway "No vessel may go through waypoint A."

    Exit code 0 if the plan is proved and meets every statement but those of --should and --nice, 1 if not (also where
    one is `unconfirmed`: the plan meets the reading, but the reading is in doubt), 2 if the feedback was refused, 3 if
    no broker answers, or no service within PLANCRITIC_SERVICE_TIMEOUT (10 s).
    """
    chosen: dict[str, Any] = {
        "seed": seed,
        "generations": generations,
        "least_generations": least_generations,
        "population": population,
        "deadline_seconds": deadline,
        "engine": engine,
        "preset": preset,
        "evidence": chosen_evidence(evidence),
        "mutation": mutation,
        "rates": rates,
        "guesses": guesses,
        "translator": translator,
    }
    settings = SearchSettings(**{name: value for name, value in chosen.items() if value is not None})
    said: dict[Strength, list[str]] = {"must": statements or [], "should": should or [], "nice": nice or []}
    texts = [text for each in said.values() for text in each]
    strengths = [strength for strength, each in said.items() for _ in each]
    feedback = make_feedback(domain, problem, texts, settings, session, strengths=strengths)
    try:
        ended, unit = run(_submit(feedback, as_json, later=session is not None))
    except KeyboardInterrupt:
        run_id = feedback.envelope.correlation_id
        Console(stderr=True, soft_wrap=True).print(
            f"interrupted: run {run_id} continues if it was submitted; `plancritic watch --run {run_id}` shows its "
            f"end, `plancritic cancel {run_id}` stops it"
        )
        raise
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    if as_json:
        show_json(result_json(ended))
    else:
        show_result(Console(), ended, unit, verbose)
    raise typer.Exit(ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT)


async def _submit(feedback: FeedbackSubmitted, as_json: bool, later: bool) -> tuple[RunEnd, TimeWords]:
    async with connected() as client:
        notice = await _notice(client, feedback) if later and not as_json else ""
        with RunProgress(Console(quiet=as_json)) as progress:
            # The first line: whoever reads no further has to know it.
            if notice:
                progress.say(notice, "yellow")
            ended = await follow(client, feedback, progress)
        return ended, await time_words(ended)


async def _notice(client: PlancriticClient, feedback: FeedbackSubmitted) -> str:
    """Return what the end of the run will say of earlier turns, by the same ledger."""
    try:
        return await client.notice_before(feedback)
    except ContractError as error:
        # The coordinator may know them by the time it begins: no trouble here keeps anybody from submitting.
        return f"The earlier turns of this session could not be looked up ({error}). The result will say more."
