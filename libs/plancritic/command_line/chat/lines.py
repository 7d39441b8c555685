"""Where the lines of a chat come from: a terminal with line editing and history, or a pipe."""

from __future__ import annotations

import asyncio
import sys
from typing import Protocol

from plancritic.command_line.chat.requests import COMMANDS
from plancritic.command_line.terminal import Console
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


class TerminalLines:
    """Lines typed at a terminal; earlier ones come back with the arrow keys, also those of earlier chats."""

    def __init__(self) -> None:
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


class PipedLines:
    """Lines of standard input, printed as they are read, so that the output can be followed by itself."""

    def __init__(self, console: Console) -> None:
        self._console = console

    async def next(self) -> str | None:
        """Return the next line of standard input."""
        # In a thread: what a reader waits for must not keep the connection from its own work.
        line: str = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            return None
        if line.strip():
            self._console.print(f"\n{PROMPT}{line.strip()}", soft_wrap=True)
        return line


def lines(console: Console) -> Lines:
    """Return the lines of this program's terminal, or of its standard input where that is none."""
    return TerminalLines() if sys.stdin.isatty() and sys.stdout.isatty() else PipedLines(console)
