"""How far an evaluation is: a bar with the time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.laboratory.feedback.rows import Row

#: Where nobody looks at a bar: a line for each so many elements.
_LINE_EVERY = 10


class EvaluationProgress:
    """Shows elements done, how many are adherent so far, and the time left."""

    def __init__(self, console: Console, elements: int, known: int = 0) -> None:
        """`elements` are to be run; `known` were done before and are not run again."""
        self._console = console
        self._elements = elements
        self._known = known
        self._done = 0
        self._adherent = 0
        self._failed = 0
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("time left"),
            # Elements differ much in time: the estimate looks at many of them.
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
            speed_estimate_period=600,
        )
        self._task = self._progress.add_task("elements", total=elements)

    def __enter__(self) -> Self:
        self._progress.start()
        if self._known:
            self.say(f"{self._known} of {self._known + self._elements} elements are done already")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def say(self, text: str) -> None:
        """A line above the bar."""
        self._console.print(text, soft_wrap=True, markup=False)

    def done(self, row: Row) -> None:
        """One more element has its row."""
        self._done += 1
        self._adherent += row.adherent
        self._failed += row.failed_call is not None
        failed = f", {counted(self._failed, 'call')} failed" if self._failed else ""
        self._progress.update(
            self._task, completed=self._done, description=f"elements, {self._adherent} of {self._done} adherent{failed}"
        )
        last = self._done == self._elements
        if not self._console.is_terminal and (last or self._done % _LINE_EVERY == 0):
            self.say(f"{self._done} of {self._elements} elements, {self._adherent} adherent{failed}")
