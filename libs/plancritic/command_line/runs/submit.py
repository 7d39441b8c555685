"""`plancritic submit`: statements in, the revised and proved plan out, by whatever services the broker has."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.command_line.broker_client import connected
from plancritic.command_line.exit_codes import CommandFault, ExitCode, run, show_json
from plancritic.command_line.options import finite
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.result import everything_adhered, result_json, show_result
from plancritic.command_line.runs.search_options import EVIDENCE_HELP, GUESSES_HELP, PRESET_HELP, chosen_evidence
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
    "Make it a turn of this session. Step numbers then mean its last plan; what was said before is not in force, only "
    "checked."
)


def submit(
    domain: Annotated[str, typer.Option(help="Name of a published domain.")],
    statements: Annotated[
        list[str] | None, typer.Argument(metavar="STATEMENT...", help="What the plan has to be like.")
    ] = None,
    should: Annotated[
        list[str] | None, typer.Option(metavar="STATEMENT", help="What it should be like where it can; repeatable.")
    ] = None,
    nice: Annotated[
        list[str] | None, typer.Option(metavar="STATEMENT", help="What would be nice besides; repeatable.")
    ] = None,
    problem: Annotated[str, typer.Option(help="Which of the domain's problems.")] = "1",
    seed: Annotated[int | None, typer.Option(help="Deterministic mode: the same seed, the same result.")] = None,
    generations: Annotated[int | None, typer.Option(min=0, max=1000, help="Most generations to breed.")] = None,
    least_generations: Annotated[
        int | None, typer.Option(min=0, max=1000, help="Breed at least so many: for a shorter plan that adheres too.")
    ] = None,
    population: Annotated[int | None, typer.Option(min=2, max=1000, help="Specifications in a generation.")] = None,
    deadline: Annotated[
        float | None, typer.Option(min=0.1, max=86_400, callback=finite, help="Seconds until the best so far is taken.")
    ] = None,
    preset: Annotated[PresetName, typer.Option(help=PRESET_HELP)] = "ours",
    evidence: Annotated[str | None, typer.Option(metavar="NAMES", help=EVIDENCE_HELP)] = None,
    mutation: Annotated[
        MutationName | None, typer.Option(help="What mutation prefers: nothing, or near names, or the encoder too.")
    ] = None,
    rates: Annotated[
        RatesName | None, typer.Option(help="Chances of the operators: as the preset says, or learnt.")
    ] = None,
    guesses: Annotated[bool | None, typer.Option("--guesses/--no-guesses", help=GUESSES_HELP)] = None,
    translator: Annotated[
        TranslatorName | None, typer.Option(help="Who reads the statements; else the service's own default.")
    ] = None,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    session: Annotated[str | None, typer.Option(help=SESSION_HELP)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")] = False,
) -> None:
    """Say what a plan should be like, and get it revised and proved.

    Example: plancritic submit --domain waterway "No vessel may go through waypoint A."

    Exit code 0 if the plan is proved and every statement but wishes adhered to, 1 if not (also where one is
    `unconfirmed`: the plan does what was read, but the reading is in doubt), 2 if the feedback was refused, 3 if no
    broker answers, or no service in the time of PLANCRITIC_SERVICE_TIMEOUT (10 s).
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
        ended = run(_submit(feedback, as_json, later=session is not None))
    except KeyboardInterrupt:
        run_id = feedback.envelope.correlation_id
        Console(stderr=True, soft_wrap=True).print(
            f"not waiting any longer: if it was submitted, run {run_id} goes on; `plancritic watch` shows its end"
        )
        raise
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    if as_json:
        show_json(result_json(ended))
    else:
        show_result(Console(), ended)
    raise typer.Exit(ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT)


async def _submit(feedback: FeedbackSubmitted, as_json: bool, later: bool) -> RunEnd:
    async with connected() as client:
        notice = await _notice(client, feedback) if later and not as_json else ""
        with RunProgress(Console(quiet=as_json)) as progress:
            # The first line: whoever reads no further has to know it.
            if notice:
                progress.say(notice, "yellow")
            return await follow(client, feedback, progress)


async def _notice(client: PlancriticClient, feedback: FeedbackSubmitted) -> str:
    """Return what the end of the run will say of earlier turns, by the same ledger."""
    try:
        return await client.notice_before(feedback)
    except ContractError as error:
        # The coordinator may know them by the time it begins: no trouble here keeps anybody from submitting.
        return f"The earlier turns of this session could not be looked up ({error}). The result says what is so."
