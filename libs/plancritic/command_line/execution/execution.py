"""`plancritic execution`: report what was done of a session's plan, and a world that is not as planned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plancritic.client import check_identifier
from plancritic.command_line.broker_client import connected
from plancritic.command_line.counting import counted
from plancritic.command_line.execution.in_words import done, failed, late, now
from plancritic.command_line.execution.reporting import Answer, deviate, seen, show_answer
from plancritic.command_line.execution.state import ObservedState, read_assignments, read_state, read_steps
from plancritic.command_line.exit_codes import bad_input, run, show_json
from plancritic.command_line.options import finite
from plancritic.command_line.runs.search_options import VERBOSE_HELP
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import FaultCode
from plancritic.contracts.execution.record import LATEST_REPORT
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed, StepName
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.sessions import Revision
from plancritic.pictures.changes_in_words import time_text

execution = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Report how a session's plan is executed: done steps stay done, and after a deviation the "
    "rest is planned again.\n\nExamples: plancritic execution done 4; plancritic execution late 5 20m; plancritic "
    "execution failed 5",
)

Name = Annotated[str, typer.Argument(metavar="SESSION", help="Session, or the beginning of its id.")]
Seen = Annotated[
    str | None, typer.Option("--revision", help="The revision being executed; refused if there is a newer one.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON, and nothing else.")]
Steps = list[str] | None


def _steps(flag: str, text: str) -> object:
    return typer.Option(flag, metavar="STEP", help=f'{text}: its number, or "4 (drive van1 a b)"; repeatable.')


@execution.command()
def progressed(
    name: Name,
    through: Annotated[
        int | None, typer.Option(min=1, metavar="STEP", help="All steps up to this one are done.")
    ] = None,
    done_too: Annotated[Steps, _steps("--done", "Another step that is done")] = None,
    begun: Annotated[Steps, _steps("--begun", "A step that has begun")] = None,
    at: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=LATEST_REPORT,
            callback=finite,
            help="Time now, since the start; by default the end of the last step.",
        ),
    ] = None,
    revision: Seen = None,
    as_json: Json = False,
) -> None:
    """Report steps of a session's plan as done or begun, as they were planned. Later feedback does not change them.

    Steps that the plan has under way at that time count as begun.

    Example: plancritic execution progressed work --through 4

    Example: plancritic execution progressed work --through 4 --begun 6 --at 7.5

    Exit code 2 for a report that is refused (an unknown session or step, a time in the past, a step that the plan ends
    later), 3 if no broker or coordinator answers.
    """
    name = check_identifier(name, "session")
    if through is None and not done_too and not begun and at is None:
        bad_input(FaultCode.INVALID_MESSAGE, "the report is empty", "name steps (--through, --done) or a time (--at)")
    named = read_steps(done_too or ()), read_steps(begun or ())

    async def report() -> Revision:
        async with connected() as client:
            head = await client.head(name)
            time, more = (at, ()) if at is not None else _by_the_plan(head, through, *named)
            changed = await client.progressed(
                ExecutionProgressed(
                    envelope=Envelope.start(session_id=head.session),
                    revision=revision or head.id,
                    time=time,
                    through=through,
                    done=(*named[0], *more),
                    begun=named[1],
                )
            )
            seen(client, changed)
            return changed

    changed = run(report())
    if as_json:
        show_json(changed.model_dump(mode="json"))
        return
    assert changed.execution is not None, "progress is kept"
    steps = len(changed.execution.done.splitlines())
    Console(soft_wrap=True).print(
        f"Session {changed.session}: {steps} of {counted(len(changed.steps), 'step')} of the plan done or begun by "
        f"{time_text(changed.execution.now)}; feedback plans only the rest."
    )


@execution.command()
def deviated(
    name: Name,
    at: Annotated[
        float, typer.Option(min=0, max=LATEST_REPORT, callback=finite, help="Time of the observation, since the start.")
    ],
    true_now: Annotated[
        Steps, typer.Option("--now", metavar="FACT", help='True now: "(at van1 mill)"; repeatable.')
    ] = None,
    not_now: Annotated[Steps, typer.Option("--not", metavar="FACT", help="False now; repeatable.")] = None,
    values: Annotated[
        Steps, typer.Option("--set", metavar="NUMBER", help='A number now: "(fuel van1)=3"; repeatable.')
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="File with the whole state, as in a problem's (:init ...); the rest is false.")
    ] = None,
    not_done: Annotated[Steps, _steps("--not-done", "A step that was not done")] = None,
    broken_off: Annotated[Steps, _steps("--broken-off", "A step that began and will not end")] = None,
    under_way: Annotated[Steps, _steps("--under-way", "A step that goes on as planned")] = None,
    reason: Annotated[str, typer.Option(help="What happened, in words.")] = "",
    seed: Annotated[int | None, typer.Option(help="Makes the run deterministic: same seed, same result.")] = None,
    deadline: Annotated[
        float, typer.Option(min=0.1, max=86_400, callback=finite, help="Seconds for planning the rest.")
    ] = 120.0,
    engine: Annotated[str | None, typer.Option(help="Planner to use, see `plancritic engines`.")] = None,
    revision: Seen = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE_HELP)] = False,
    as_json: Json = False,
) -> None:
    """Report that the world is not as planned, and get a plan that begins with what was done.

    Steps that the plan ends by then count as done; those that it has under way have to be named. Statements that cannot
    be met any more are given up, and the answer says why.

    Example: plancritic execution deviated work --at 6 --now "(at shp_0 wpt_b_0)" --not "(at shp_0 wpt_end)"

    Exit code 0 if the plan is proved and meets every must in force, 1 if not (also where no plan reaches the goal any
    more), 2 if the report was refused, 3 if no broker or service answers.
    """
    name = check_identifier(name, "session")
    if state is not None and (true_now or not_now):
        bad_input(FaultCode.INVALID_MESSAGE, "--state is the whole state", "leave out --now and --not")
    seen_state = read_state(state) if state is not None else ObservedState(tuple(true_now or ()))
    numbers = {**seen_state.values, **read_assignments(values or ())}
    steps = [read_steps(each or ()) for each in (not_done, broken_off, under_way)]

    async def report() -> Answer:
        async with connected() as client:
            head = await client.head(name)
            deviation = ExecutionDeviated(
                envelope=Envelope.start(session_id=head.session),
                revision=revision or head.id,
                time=at,
                true=seen_state.true,
                false=tuple(not_now or ()),
                values=numbers,
                complete=state is not None,
                not_done=steps[0],
                broken_off=steps[1],
                under_way=steps[2],
                reason=reason,
                settings=SearchSettings(seed=seed, deadline_seconds=deadline, engine=engine),
            )
            return await deviate(client, head, deviation, as_json)

    show_answer(run(report()), verbose, as_json)


for _command in (late, done, failed, now):
    execution.command()(_command)


def _by_the_plan(
    head: Revision, through: int | None, done: tuple[StepName, ...], begun: tuple[StepName, ...]
) -> tuple[float, tuple[StepName, ...]]:
    """Return when the last of the steps named is over, and the steps that the plan has ended by then too."""
    names = {each.number for each in done} | set(range(1, (through or 0) + 1))
    ends = [step.start + step.duration for step in head.steps if step.number in names]
    starts = [step.start for step in head.steps if step.number in {each.number for each in begun}]
    known = head.execution.now if head.execution is not None else 0.0
    time = round(max([*ends, *starts, known]), 6)
    # Both sides rounded: sums of floats differ in their last digits.
    over = (step for step in head.steps if step.number not in names and round(step.start + step.duration, 6) <= time)
    return time, tuple(StepName(number=step.number, action=step.action) for step in over)
