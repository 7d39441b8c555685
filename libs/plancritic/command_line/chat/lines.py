"""Where the lines of a chat come from: a terminal with line editing and history, or a pipe."""

from __future__ import annotations

import asyncio
import sys
from typing import Protocol

from plancritic.command_line.chat.requests import COMMANDS
from plancritic.command_line.runs.asking import Answer, answer_in_words, prompt_for, read_answer, show_question
from plancritic.command_line.terminal import Console
from plancritic.contracts.questions import QuestionAsked
from plancritic.local.state import STATE_FILE

PROMPT = "> "
_HISTORY_FILE = STATE_FILE.parent / "chat-history"


class Lines(Protocol):
    """Gives one line after the other."""

    async def next(self) -> str | None:
        """Return the next line; None where there is none any more.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
        """

    async def answer(self, asked: QuestionAsked) -> Answer | str:
        """Return the answer to a question, or the line that was said instead of one.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
        """


class TerminalLines:
    """Lines typed at a terminal; earlier ones come back with the arrow keys, also those of earlier chats."""

    def __init__(self, console: Console) -> None:
        self._console = console
        # Imported here: a pipe needs none of it.
        from prompt_toolkit import PromptSession
        from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import FileHistory

        _HISTORY_FILE.parent.mkdir(parents=True, exist_ok=True)
        words = [name.partition(" ")[0] for name in COMMANDS]
        self._session: PromptSession[str] = PromptSession(
            PROMPT,
            history=FileHistory(str(_HISTORY_FILE)),
            auto_suggest=AutoSuggestFromHistory(),
            completer=WordCompleter(words, sentence=True),
            complete_while_typing=False,
        )

    async def next(self) -> str | None:
        """Return what was typed; None after Ctrl-D."""
        try:
            return await self._session.prompt_async()
        except EOFError:
            return None

    async def answer(self, asked: QuestionAsked) -> Answer | str:
        """Return what was typed; the end of the input is no answer."""
        from prompt_toolkit import PromptSession

        show_question(self._console, asked)
        try:
            line = await PromptSession[str]().prompt_async(f"{prompt_for(asked).removesuffix(': ')}, or say more: ")
        except EOFError:
            return Answer(None, skipped=True)
        return _answer_of(line, asked) or line


class PipedLines:
    """Lines of standard input, printed as they are read, so that the output can be followed by itself."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._reading: asyncio.Task[str] | None = None
        #: The number of choices of a question that was taken back while its answer was waited for.
        self._taken_back: int | None = None

    async def answer(self, asked: QuestionAsked) -> Answer | str:
        """Return the next line as the answer, or as it is where it is none."""
        show_question(self._console, asked)
        try:
            line = await self._read()
        except asyncio.CancelledError:
            self._taken_back = len(asked.choices)
            raise
        if line is None:
            return Answer(None, skipped=True)
        self._shown(line)
        return _answer_of(line, asked) or line

    async def next(self) -> str | None:
        """Return the next line of standard input; an answer that comes after its question was taken back is none."""
        line = await self._read()
        choices, self._taken_back = self._taken_back, None
        if choices is not None and line is not None and line.strip() and read_answer(line, choices) is not None:
            self._shown(line)
            self._console.print("That answer came too late and does not count.")
            return await self.next()
        if line is not None and line.strip():
            self._shown(line)
        return line

    def _shown(self, line: str) -> None:
        self._console.print(f"\n{PROMPT}{line.strip()}", soft_wrap=True)

    async def _read(self) -> str | None:
        # In a thread: what a reader waits for must not keep the connection from its own work. A wait that is given up
        # leaves its line to the next one.
        if self._reading is None:
            self._reading = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
        line = await asyncio.shield(self._reading)
        self._reading = None
        return line or None


def _answer_of(line: str, asked: QuestionAsked) -> Answer | None:
    return read_answer(line, len(asked.choices)) or answer_in_words(line, asked)


def lines(console: Console) -> Lines:
    """Return the lines of this program's terminal, or of its standard input where that is none."""
    return TerminalLines(console) if sys.stdin.isatty() and sys.stdout.isatty() else PipedLines(console)
