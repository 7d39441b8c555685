"""`plancritic execution late|done|failed|now`: what happened to a plan, as a person would say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer
from rich.text import Text

from plancritic.client import check_identifier
from plancritic.client import execution as reports
from plancritic.client.execution import ended_by, known_time, step_end, under_way_at
from plancritic.command_line.broker_client import connected
from plancritic.command_line.counting import counted
from plancritic.command_line.execution.reporting import (
    Answer,
    deviate,
    head_of,
    lexicon_of,
    seen,
    show_answer,
    step_named,
    steps_named,
)
from plancritic.command_line.execution.times import read_time
from plancritic.command_line.exit_codes import bad_input, run, show_json
from plancritic.command_line.runs.search_options import VERBOSE_HELP
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.execution.reports import ExecutionDeviated
from plancritic.contracts.sessions import Revision
from plancritic.english.lists import enumerated
from plancritic.wording import Lexicon

_STEP_HELP = "Number of the step, as the plan shows it; 4b for the second of several that start together."
_SESSION_HELP = "Session, or the beginning of its id; by default the one worked on last, or the only one."
_AT_HELP = "When this was seen, since the start: a number of the domain's units, or 1h30m."

Step = Annotated[str, typer.Argument(metavar="STEP", help=_STEP_HELP)]
Session = Annotated[str | None, typer.Option("--session", help=_SESSION_HELP)]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help=_AT_HELP)]
Seed = Annotated[int | None, typer.Option(help="Makes the run deterministic: same seed, same result.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")]


def late(
    step: Step,
    by: Annotated[str, typer.Argument(metavar="AMOUNT", help="How much later it ends: 20 (units), 20m, 1h30m.")],
    session: Session = None,
    at: At = None,
    seed: Seed = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """Report that a step ends later than planned, and get a plan that takes that into account.

    The report counts from the step's planned end: what the plan has done by then counts as done, and steps under way
    continue. Nothing else begins before the late step ends.

    Example: plancritic execution late 4 20m

    Exit code 0 if the plan is proved and meets every must in force, 1 if not, 2 if the report was refused, 3 if no
    broker or service answers.
    """

    def deviation(head: Revision, lexicon: Lexicon) -> ExecutionDeviated:
        found = step_named(head, step)
        amount = read_time(by, lexicon.time)
        if amount <= 0:
            bad_input(
                FaultCode.INVALID_MESSAGE,
                "a late step ends after its planned time",
                "give a positive delay: 20, 20m, 1h",
            )
        reason = f"step {found.number} is {lexicon.amount_of_time(amount)} late"
        time = None if at is None else read_time(at, lexicon.time)
        return reports.late(head, found, amount, reason, time, seed)

    show_answer(run(_deviate(session, deviation, as_json)), verbose, as_json)


def failed(
    step: Step,
    session: Session = None,
    at: At = None,
    seed: Seed = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """Report that a step had no effect at all, and get a plan that makes up for it.

    The report counts from the step's planned end, as with `late`. For a step that did something before it
    failed, report the actual state: `plancritic execution deviated`.

    Example: plancritic execution failed 4

    Exit code as of `late`.
    """

    def deviation(head: Revision, lexicon: Lexicon) -> ExecutionDeviated:
        found = step_named(head, step)
        return reports.failed(head, found, None if at is None else read_time(at, lexicon.time), seed)

    show_answer(run(_deviate(session, deviation, as_json)), verbose, as_json)


def done(
    steps: Annotated[list[str], typer.Argument(metavar="STEP...", help=_STEP_HELP)],
    session: Session = None,
    as_json: Json = False,
) -> None:
    """Report steps as done as planned: feedback does not change them any more.

    All steps that the plan has ended by then count as done, too.

    Example: plancritic execution done 4
    """

    def time_of(head: Revision, _: Lexicon) -> float:
        return max(known_time(head), *(step_end(each) for text in steps for each in steps_named(head, text)))

    run(_progress(session, time_of, as_json))


def now(
    time: Annotated[str, typer.Argument(metavar="TIME", help=_AT_HELP)],
    session: Session = None,
    as_json: Json = False,
) -> None:
    """Report that everything went as planned until a time: what was done by then stays done.

    Example: plancritic execution now 1h30m
    """
    run(_progress(session, lambda _, lexicon: read_time(time, lexicon.time), as_json))


async def _deviate(
    session: str | None, deviation: Callable[[Revision, Lexicon], ExecutionDeviated], as_json: bool
) -> Answer:
    name = None if session is None else check_identifier(session, "session")
    async with connected() as client:
        head = await head_of(client, name)
        lexicon = await lexicon_of(head)
        return await deviate(client, head, deviation(head, lexicon), as_json)


async def _progress(session: str | None, time_of: Callable[[Revision, Lexicon], float], as_json: bool) -> None:
    name = None if session is None else check_identifier(session, "session")
    async with connected() as client:
        head = await head_of(client, name)
        lexicon = await lexicon_of(head)
        time = time_of(head, lexicon)
        changed = await client.progressed(reports.done_by(head, time))
        seen(client, changed)
    if as_json:
        show_json(changed.model_dump(mode="json"))
        return
    for line in _progress_lines(changed, lexicon):
        Console().print(Text(line))


def _progress_lines(changed: Revision, lexicon: Lexicon) -> tuple[str, ...]:
    """How far the plan has come, what is under way, and what begins next."""
    time = known_time(changed)
    over = len(ended_by(changed, time))
    numbers = {(each.number, each.action) for each in under_way_at(changed, time)}
    going_on = [step.sentence.rstrip(".") for step in changed.steps if (step.number, step.action) in numbers]
    coming = [step for step in changed.steps if step.start >= time and (step.number, step.action) not in numbers]
    lines = [
        f"Session {changed.session} at {lexicon.amount_of_time(time)}: {over} of {counted(len(changed.steps), 'step')} "
        "done. Feedback plans only the rest."
    ]
    if going_on:
        lines.append(f"Under way: {enumerated(going_on)}.")
    lines += [f"Next, at {lexicon.time_text(step.start)}: step {step.number}. {step.sentence}" for step in coming[:1]]
    return tuple(lines)
