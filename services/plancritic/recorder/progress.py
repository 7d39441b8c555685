"""How far an export or a replay is: a bar on a terminal, nothing or a line now and then elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from plancritic.command_line.terminal import Console


class _Bar:
    """A bar that is shown on a terminal only."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=console.quiet or not console.is_terminal,
            transient=True,
        )

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


class ReadingProgress(_Bar):
    """Shows events read from a broker."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._task = self._progress.add_task("reading", total=None)

    def read(self, read: int, taken: int, left: int) -> None:
        """So many events were read and taken, so many are left."""
        description = f"reading, {taken} taken" if taken < read else "reading"
        self._progress.update(self._task, completed=read, total=read + left, description=description)


class ReplayProgress(_Bar):
    """Shows inputs replayed; where nobody looks at a bar, a line for each."""

    def __init__(self, console: Console, inputs: int) -> None:
        super().__init__(console)
        self._inputs = inputs
        self._done = 0
        self._task = self._progress.add_task("replaying", total=inputs)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, soft_wrap=True)

    def done(self, outcome: str, about: str) -> None:
        """Another input has its outcome."""
        self._done += 1
        self._progress.update(self._task, completed=self._done)
        if not self._console.is_terminal:
            self.say(f"{self._done} of {self._inputs}: {outcome}: {about}")
