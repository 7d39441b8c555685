"""A report of execution on its way: which session it is about, what the plan has done by a time, and its answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

import typer
from rich.text import Text

from plancritic.client import PlancriticClient, RunEnd
from plancritic.command_line.broker_client import published_domains
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, show_json
from plancritic.command_line.results.result import everything_adhered, result_json, show_result
from plancritic.command_line.results.time_words import time_words
from plancritic.command_line.runs.followed_run import follow_run
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.runs.session_memory import at_terminal, newest_remembered, remember
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, PlanStep
from plancritic.contracts.sessions import Revision
from plancritic.pictures.changes_in_words import TimeWords
from plancritic.wording import Lexicon, execution_sentences

_STEP = re.compile(r"([1-9][0-9]{0,5})([a-z]?)")


async def head_of(client: PlancriticClient, session: str | None) -> Revision:
    """Return the newest revision of a session: of the one named, else of the one worked on last, else of the only one.

    Raises:
        CommandFault: none is named and there are several, or none.
    """
    if session is not None:
        return await client.head(session)
    if at_terminal() and (seen := newest_remembered(client.naming)) is not None:
        return await client.head(seen.session)
    known = (await client.sessions(limit=2)).sessions
    if len(known) == 1:
        return await client.head(known[0].session)
    message = "there is no session yet" if not known else "there are several sessions, and none is named"
    bad_input(FaultCode.INVALID_MESSAGE, message, "name one: --session NAME; `plancritic session list` lists them")


async def lexicon_of(revision: Revision) -> Lexicon:
    """Return the words of a revision's problem.

    Raises:
        ContractError: its bundle is not published any more.
    """
    async with published_domains() as domains:
        bundle = await domains.bundle(revision.problem)
    return Lexicon(bundle, revision.problem.problem)


def steps_named(head: Revision, text: str) -> tuple[PlanStep, ...]:
    """Return the steps of the plan that a person names: `4`, or `4b` for the second of those that share the number.

    Raises:
        CommandFault: the plan has no such step, or the text names none.
    """
    match = _STEP.fullmatch(text.strip().lower())
    if match is None:
        remedy = "write its number, such as 4, or 4b for the second of several that start together"
        bad_input(FaultCode.INVALID_MESSAGE, f"{text!r} is not a step number", remedy)
    number, letter = int(match[1]), match[2]
    steps = [step for step in head.steps if step.number == number]
    if letter:
        place = ord(letter) - ord("a")
        steps = steps[place : place + 1]
    if not steps:
        last = max((step.number for step in head.steps), default=0)
        remedy = f"its steps are numbered from 1 to {last}: plancritic show {head.session}"
        bad_input(FaultCode.UNKNOWN_NAME, f"the plan has no step {text.strip()}", remedy)
    return tuple(steps)


def step_named(head: Revision, text: str) -> PlanStep:
    """Return the one step of the plan that a person names.

    Raises:
        CommandFault: it names none, or several that start together.
    """
    steps = steps_named(head, text)
    if len(steps) > 1:
        number = steps[0].number
        each = [f"{number}{chr(ord('a') + place)}: {step.sentence}" for place, step in enumerate(steps)]
        message = f"{len(steps)} steps begin at the same time and share the number {number}"
        bad_input(FaultCode.INVALID_MESSAGE, message, f"name one of them. {' '.join(each)}")
    return steps[0]


@dataclass(frozen=True)
class Answer:
    """The end of the run that a deviation started, with what it came to in sentences."""

    ended: RunEnd
    unit: TimeWords
    sentences: tuple[str, ...]


async def deviate(client: PlancriticClient, head: Revision, deviation: ExecutionDeviated, quiet: bool) -> Answer:
    """Report a deviation, follow its run to the end, and return the answer."""
    with RunProgress(Console(quiet=quiet)) as progress:
        started = await client.deviated(deviation)
        progress.say(f"run {started.id} of session {started.session} started: the rest of the plan")
        ended = await follow_run(client, started, progress)
    if isinstance(ended, FeedbackRefused):
        return Answer(ended, TimeWords(), ())
    seen(client, await client.head(head.session))
    return Answer(ended, await time_words(ended), await _sentences(head, ended))


def show_answer(answer: Answer, verbose: bool, as_json: bool) -> None:
    """Print an answer and end the command as it does.

    Raises:
        CommandFault: the report was refused.
    """
    ended = answer.ended
    if isinstance(ended, FeedbackRefused):
        raise CommandFault(ended.fault)
    if as_json:
        show_json({**result_json(ended), "execution_in_words": list(answer.sentences)})
    else:
        console = Console()
        for sentence in answer.sentences:
            console.print(Text(sentence))
        show_result(console, ended, answer.unit, verbose)
    raise typer.Exit(ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT)


def seen(client: PlancriticClient, revision: Revision) -> None:
    """Note the revision as seen by the person, so that the next `submit` at this terminal goes on from it."""
    if at_terminal():
        remember(client.naming, revision)


async def _sentences(head: Revision, ended: PlanRevised) -> tuple[str, ...]:
    if ended.execution is None:
        return ()
    known = 0 if head.execution is None else len(head.execution.observations)
    return execution_sentences(head.plan, ended.plan, ended.execution, await lexicon_of(head), known)
