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
from plancritic.command_line.options import finite
from plancritic.command_line.plans.changes_text import TimeWords
from plancritic.command_line.plans.time_words import time_words
from plancritic.command_line.runs.asking import ask_at_terminal
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.result import everything_adhered, result_json, show_result
from plancritic.command_line.runs.search_options import (
    EVIDENCE_HELP,
    GUESSES_HELP,
    IMPROVE_HELP,
    KEEP_CLOSE_HELP,
    PRESET_HELP,
    VERBOSE_HELP,
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

SESSION_HELP = (
    "Make this a turn of the named session: its statements stay in force, and step numbers refer to its plan. At a "
    "terminal the session of the last submit about the problem goes on."
)
NEW_HELP = "Begin a session, also at a terminal."
REVISION_HELP = "Revision of the session that you have seen; refused where there is a newer one."


QUESTIONS_HELP = (
    "Answer questions where a statement may mean several things; by default at a terminal. Without, the likeliest "
    "reading counts."
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
    keep_close: Annotated[bool | None, typer.Option("--keep-close", help=KEEP_CLOSE_HELP)] = None,
    improve_seconds: Annotated[float | None, typer.Option(min=0, max=3600, callback=finite, help=IMPROVE_HELP)] = None,
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
    revision: Annotated[str | None, typer.Option(help=REVISION_HELP)] = None,
    new: Annotated[bool, typer.Option("--new", help=NEW_HELP)] = False,
    questions: Annotated[bool | None, typer.Option("--questions/--no-questions", help=QUESTIONS_HELP)] = None,
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
