"""`plancritic submit`: statements in, the revised and proved plan out, by whatever services the broker has."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from plancritic.bus import BrokerUnavailable
from plancritic.client import PlancriticClient, Run, RunEnd, make_feedback
from plancritic.command_line.broker_client import connected
from plancritic.command_line.counting import counted
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, run, show_json
from plancritic.command_line.options import HelpAll, rare, seconds_between
from plancritic.command_line.results.result import everything_adhered, result_json, show_result
from plancritic.command_line.results.time_words import time_words
from plancritic.command_line.runs.asking import ask_at_terminal
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.search_options import (
    EVIDENCE_HELP,
    GUESSES_HELP,
    PRESET_HELP,
    chosen_evidence,
)
from plancritic.command_line.runs.session_memory import at_terminal, remember, remembered
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import ContractError, Fault, FaultCode
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
from plancritic.pictures.changes_in_words import TimeWords

SESSION_HELP = "Session to continue; at a terminal the last one."
NEW_HELP = "Begin a new session."
REVISION_HELP = "Newest revision of the session that you have seen; refused if there is a newer one."

QUESTIONS_HELP = "Ask in doubt; default at a terminal."


_ASKED = "What to ask for"
_HOW = "How to search"


def submit(
    domain: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            rich_help_panel=_ASKED,
            show_default=False,
            help="Domain; `plancritic domain list` lists them.",
        ),
    ],
    statements: Annotated[
        list[str] | None, typer.Argument(metavar="STATEMENT...", hidden=True, help="What the plan must do.")
    ] = None,
    problem: Annotated[
        str,
        typer.Option(
            metavar="NAME", rich_help_panel=_ASKED, show_default=False, help="Problem of the domain; 1 by default."
        ),
    ] = "1",
    should: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", rich_help_panel=_ASKED, help="A weaker request; repeatable."),
    ] = None,
    nice: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", rich_help_panel=_ASKED, help="The weakest request; repeatable.")
    ] = None,
    session: Annotated[str | None, typer.Option(metavar="NAME", rich_help_panel=_ASKED, help=SESSION_HELP)] = None,
    new: Annotated[bool, typer.Option("--new", rich_help_panel=_ASKED, help=NEW_HELP)] = False,
    questions: Annotated[bool | None, typer.Option("--questions/--no-questions", help=QUESTIONS_HELP)] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", rich_help_panel=_HOW, help="Same seed, same result.")] = None,
    deadline: Annotated[
        float | None,
        typer.Option(
            callback=seconds_between(0.1, 86_400),
            metavar="SECONDS",
            rich_help_panel=_HOW,
            help="Time limit; returns the best plan found.",
        ),
    ] = None,
    keep_close: Annotated[
        bool | None,
        typer.Option("--keep-close", rich_help_panel=_HOW, help="Prefer small changes over a short plan."),
    ] = None,
    improve_seconds: Annotated[
        float | None,
        typer.Option(
            callback=seconds_between(0, 3600),
            metavar="SECONDS",
            rich_help_panel=_HOW,
            help="Time to improve the plan; 0.5 by default.",
        ),
    ] = None,
    translator: Annotated[
        TranslatorName | None,
        typer.Option(metavar="NAME", rich_help_panel=_HOW, help="How to read: offline or language_model."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="NAME", rich_help_panel=_HOW, help="Planner; see `plancritic engines`.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Print plans and proofs, too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")] = False,
    revision: Annotated[str | None, rare(help=REVISION_HELP)] = None,
    preset: Annotated[PresetName, rare(help=PRESET_HELP)] = "ours",
    generations: Annotated[int | None, rare(min=0, max=1000, help="Search at most this many generations.")] = None,
    least_generations: Annotated[
        int | None, rare(min=0, max=1000, help="Search at least this many, for a plan that ends sooner.")
    ] = None,
    population: Annotated[int | None, rare(min=2, max=1000, help="Candidate specifications in a generation.")] = None,
    evidence: Annotated[str | None, rare(metavar="NAMES", help=EVIDENCE_HELP)] = None,
    mutation: Annotated[
        MutationName | None,
        rare(help="Replacements that mutation prefers: none, similar names, or similar meanings."),
    ] = None,
    rates: Annotated[
        RatesName | None, rare(help="Chances of the search operators: the preset's, or learnt during the run.")
    ] = None,
    guesses: Annotated[bool | None, rare("--guesses/--no-guesses", help=GUESSES_HELP)] = None,
    _help_all: HelpAll = False,
) -> None:
    """Send statements about a plan and get a revised plan with its proof.

    Example: plancritic submit --domain waterway "Avoid waypoint A."

    Exit code 0: proved, and all is met but --should and --nice. 1: not so, in
    doubt or not understood. 2: refused. 3: no broker or service.
    """
    chosen: dict[str, Any] = {
        "seed": seed,
        "generations": generations,
        "least_generations": least_generations,
        "population": population,
        "deadline_seconds": deadline,
        "keep_close": keep_close,
        "improve_seconds": improve_seconds,
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
    if new and session is not None:
        bad_input(FaultCode.INVALID_MESSAGE, "--new begins a session, --session continues one", "leave one of them out")
    asks = (at_terminal() and not as_json) if questions is None else questions
    feedback = make_feedback(
        domain,
        problem,
        texts,
        settings,
        session,
        strengths=strengths,
        revision=revision,
        questions="ask" if asks else "none",
    )
    by_itself = session is None and not new and at_terminal()
    try:
        ended, unit = run(_submit(feedback, as_json, by_itself))
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


async def _submit(feedback: FeedbackSubmitted, as_json: bool, by_itself: bool) -> tuple[RunEnd, TimeWords]:
    """Submit the feedback and return the run's end; `by_itself` it continues the session that the person worked on."""
    submitted: list[Run] = []
    try:
        async with connected() as client:
            with RunProgress(Console(quiet=as_json)) as progress:
                if by_itself:
                    feedback, told = await _continued(client, feedback)
                    if told:
                        progress.say(told)
                asker = partial(ask_at_terminal, Console(stderr=True)) if feedback.questions == "ask" else None
                ended = await follow(client, feedback, progress, asker, submitted.append)
            # A session in which nothing has come into force yet is not known.
            if at_terminal() and not isinstance(ended, FeedbackRefused) and ended.revision is not None:
                remember(client.naming, await client.head(ended.envelope.session_id))
            return ended, await time_words(ended)
    except BrokerUnavailable as error:
        if not submitted:
            raise
        raise ContractError(_with_run(error.fault, submitted[0].id)) from None


def _with_run(fault: Fault, run_id: str) -> Fault:
    """Return the fault of a broker that has gone, with what becomes of the run that it has stored."""
    kept = f"run {run_id} is stored and goes on once the broker is back; then `plancritic show {run_id[:8]}` shows it"
    return fault.model_copy(update={"remedy": f"{fault.remedy}; {kept}"})


async def _continued(client: PlancriticClient, feedback: FeedbackSubmitted) -> tuple[FeedbackSubmitted, str]:
    """Return the feedback as a turn of the session remembered for its problem, and what to say about that."""
    known = remembered(client.naming, feedback.domain, feedback.problem)
    if known is None:
        return feedback, ""
    try:
        head = await client.head(known.session)
    except ContractError as error:
        if error.fault.code is not FaultCode.UNKNOWN_NAME:
            raise
        return feedback, f"session {known.session} is no longer known: this begins another one"
    envelope = feedback.envelope.model_copy(update={"session_id": known.session})
    turn = feedback.model_copy(update={"envelope": envelope, "revision": feedback.revision or known.revision})
    in_force = counted(len(head.in_force), "statement")
    return turn, f"session {known.session} goes on with {in_force} in force; --new begins another"
