"""A run while it goes on: a live picture on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Message
from plancritic.contracts.execution.reports import ExecutionDeviated, ExecutionProgressed
from plancritic.contracts.feedback import (
    BasePlanMade,
    FeedbackRefused,
    FeedbackSubmitted,
    GenerationEvaluated,
    PlanRevised,
    ServiceJobs,
    StatementsTranslated,
)
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.runs import RunProgressed, RunStarted
from plancritic.contracts.sessions import SessionRevised

_WORK = {
    "translator": "reads the statements",
    "planner": "plans under specifications",
    "validator": "proves plans",
    "scorer": "scores plans against statements",
}


def _ends_at(event: GenerationEvaluated) -> str:
    return "" if event.best_makespan is None else f" by a plan that ends at {event.best_makespan:.3f} so far"


def improved_sentence(event: PlanImproved) -> str:
    """Return what a plan is that a run has found before its end: no figure goes without what it is."""
    first = {
        "plan_shown": "the plan shown does it already",
        "plan_kept": "the plan shown, the best so far",
        "search": "first plan",
    }
    name = first.get(event.found_by, "first plan") if event.number == 1 else "better plan, the best so far"
    return f"{name}: ends at {event.makespan:.3f} ({_how_good(event)})"


def _how_good(event: PlanImproved) -> str:
    if event.lower_bound is None:
        return "not proved best"
    return (
        "proved best" if event.lower_bound.met else f"not proved best: none ends before {event.lower_bound.value:.3f}"
    )


class RunProgress:
    """Shows what a run does as its events come by."""

    def __init__(self, console: Console, live: bool | None = None) -> None:
        self._console = console
        self._started = time.monotonic()
        self._jobs: dict[str, ServiceJobs] = {
            service: ServiceJobs(service=service, requested=0, finished=0) for service in _WORK
        }
        self._reported: dict[str, int] = {}
        self._lines: list[Text] = []
        self._generations: list[GenerationEvaluated] = []
        wanted = console.is_terminal if live is None else live
        # It goes when the run ends: the answer has the screen.
        live_picture = Live(console=console, get_renderable=self._picture, refresh_per_second=8, transient=True)
        self._live = live_picture if wanted else None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to somebody else for the time of the context."""
        if self._live is None:
            yield
            return
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def say(self, text: str, style: str = "") -> None:
        """Add a line with the time since the start."""
        line = Text.assemble((f"[{time.monotonic() - self._started:6.2f} s] ", "dim"), (text, style))
        self._lines.append(line)
        if self._live is None:
            self._console.print(line, soft_wrap=True)

    def show(self, event: Message) -> None:
        """Take in one event of the run."""
        if isinstance(event, BasePlanMade):
            self.say(f"planner: base plan of {counted(len(event.steps), 'action')}")
        elif isinstance(event, StatementsTranslated):
            self._translated(event)
        elif isinstance(event, RunProgressed):
            self._count(event.jobs)
        elif isinstance(event, GenerationEvaluated):
            self._generation(event)
        elif isinstance(event, PlanImproved):
            self.say(improved_sentence(event))

    def _translated(self, event: StatementsTranslated) -> None:
        for understood in event.statements:
            if understood.reading is None:
                self.say(f"translator: {understood.statement.text!r} was not understood: {understood.reason}", "yellow")
            else:
                self.say(f"translator ({event.translator}): {understood.reading.mid_level_goal}")

    def _count(self, jobs: Sequence[ServiceJobs]) -> None:
        self._jobs |= {each.service: each for each in jobs}

    def _generation(self, event: GenerationEvaluated) -> None:
        self._count(event.jobs)
        if event.scorer_missing is not None and not self._generations:
            self.say(f"no scorer: {event.scorer_missing}; the run continues with the other evidence", "yellow")
        self._generations.append(event)
        if self._live is None:
            verdicts = ", ".join(f"{count} {word.replace('_', ' ')}" for word, count in sorted(event.verdicts.items()))
            cached = f", {event.from_cache} known already" if event.from_cache else ""
            self.say(
                f"generation {event.generation} of {event.of}: "
                f"{counted(event.individuals, 'specification')} ({verdicts}{cached}), "
                f"adherence {event.mean_adherence:.2f} on average, best {event.best_adherence:.2f}{_ends_at(event)}"
                f"{_unlike(event)}"
            )
            self.say(f"services: {self._work_done()}")

    def _work_done(self) -> str:
        """Return the jobs that each service finished since the last line about it."""
        parts = []
        for service, jobs in self._jobs.items():
            # A coordinator that continues a run counts from its checkpoint, which may be behind.
            new = max(0, jobs.finished - self._reported.get(service, 0))
            self._reported[service] = jobs.finished
            if new:
                parts.append(f"{service} {counted(new, 'job')}")
        return ", ".join(parts) or "nothing new to do"

    def _picture(self) -> RenderableType:
        parts: list[RenderableType] = [*self._lines, self._services()]
        if self._generations:
            parts += [self._generation_table(), self._best()]
        return Group(*parts)

    def _services(self) -> Table:
        table = Table(title=f"Services, after {time.monotonic() - self._started:.1f} s", title_justify="left")
        table.add_column("service")
        table.add_column("does")
        for name in ("asked", "answered", "under way"):
            table.add_column(name, justify="right")
        for service, jobs in self._jobs.items():
            table.add_row(
                service,
                _WORK.get(service, ""),
                str(jobs.requested),
                str(jobs.finished),
                str(jobs.under_way),
                style="bold" if jobs.under_way else "dim",
            )
        return table

    def _generation_table(self) -> Table:
        table = Table(title="Generations and adherence", title_justify="left")
        table.add_column("generation")
        table.add_column("specifications", justify="right")
        table.add_column("verdicts")
        table.add_column("mean", justify="right")
        table.add_column("best so far")
        best = 0.0
        for event in self._generations:
            best = max(best, event.best_adherence)
            verdicts = ", ".join(f"{count} {word.replace('_', ' ')}" for word, count in sorted(event.verdicts.items()))
            table.add_row(
                f"{event.generation} of {event.of}",
                str(event.individuals),
                verdicts,
                f"{event.mean_adherence:.2f}",
                Text.assemble(
                    ("█" * round(best * 10), "green"), ("·" * (10 - round(best * 10)), "dim"), f" {best:.2f}"
                ),
            )
        return table

    def _best(self) -> Text:
        text = Text("best specification so far:", style="bold")
        for traced in self._generations[-1].best_specification:
            text.append(f"\n  {traced.constraint}", style="not bold")
        return text


def _unlike(event: GenerationEvaluated) -> str:
    return "" if event.diversity is None else f", diversity {event.diversity:.2f}"


def event_line(message: Message) -> str:
    """Return one event as one line for `plancritic watch`."""
    match message:
        case FeedbackSubmitted():
            said = " / ".join(statement.text for statement in message.statements)
            return f"feedback on {message.domain} {message.problem}: {said}"
        case RunStarted():
            limit = "no deadline" if message.deadline is None else f"deadline {message.deadline:%H:%M:%S} UTC"
            return f"run started: preset {message.settings.preset}, seed {message.seed}, {limit}"
        case BasePlanMade():
            return f"base plan of {counted(len(message.steps), 'action')}"
        case StatementsTranslated():
            understood = sum(statement.reading is not None for statement in message.statements)
            return f"{understood} of {counted(len(message.statements), 'statement')} understood ({message.translator})"
        case RunProgressed():
            done = ", ".join(f"{each.service} {each.finished} of {each.requested}" for each in message.jobs)
            return f"jobs done: {done}"
        case GenerationEvaluated():
            return (
                f"generation {message.generation} of {message.of}: {counted(message.individuals, 'specification')}, "
                f"best adherence {message.best_adherence:.2f}"
            )
        case PlanImproved():
            return improved_sentence(message)
        case PlanRevised():
            verdicts = ", ".join(f"{outcome.statement.id} {outcome.verdict}" for outcome in message.statements)
            return f"revised plan of {counted(len(message.steps), 'action')}, {message.proof.ruling}: {verdicts}"
        case SessionRevised():
            revision = message.revision
            return f"revision {revision.id}: {counted(len(revision.in_force), 'statement')} in force"
        case ExecutionProgressed():
            return f"execution at {message.time:g}: as planned"
        case ExecutionDeviated():
            return f"execution at {message.time:g}: not as planned {message.reason}".rstrip()
        case FeedbackRefused():
            return f"refused ({message.fault.code}): {message.fault.message}"
        case _:
            return type(message).__name__
