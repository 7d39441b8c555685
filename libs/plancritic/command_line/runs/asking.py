"""Questions of a run, asked at a terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.questions import QuestionAsked

#: Words for "none of these", and for "go on without an answer".
NONE_WORDS = frozenset({"none", "no", "n", "0", "none of these"})
SKIP_WORDS = frozenset({"", "skip"})


@dataclass(frozen=True)
class Answer:
    """The number of a choice; None for none of them, or, where `skipped`, for no answer at all."""

    choice: int | None
    skipped: bool = False


#: Gives the answer to a question.
Asker: TypeAlias = Callable[[QuestionAsked], Awaitable[Answer]]


def read_answer(line: str, choices: int) -> Answer | None:
    """Return the answer that a line is; None where it is none: neither a number of a choice, `none` nor empty."""
    said = line.strip().casefold().rstrip(".")
    if said in SKIP_WORDS:
        return Answer(None, skipped=True)
    if said in NONE_WORDS:
        return Answer(None)
    if choices == 1 and said in ("yes", "y"):
        return Answer(1)
    if said.isascii() and said.isdigit() and 1 <= int(said) <= choices:
        return Answer(int(said))
    return None


def show_question(console: Console, asked: QuestionAsked) -> None:
    """Print a question with its choices, and what the plan would come to under each."""
    console.print(Text(f"\n{asked.text}", "bold"))
    for choice in asked.choices:
        console.print(Text.assemble(f"  {choice.number}  {choice.sentence} ", (f"({choice.consequence})", "dim")))
    console.print(Text("  n  none of these"))
    if asked.answer_seconds is not None:
        console.print(
            Text(f"  An answer counts for {_span(asked.answer_seconds)}; then it goes on without one.", "dim")
        )


def _span(seconds: float) -> str:
    minutes = round(seconds / 60)
    return counted(minutes, "minute") if seconds >= 120 else f"{seconds:g} seconds"


def prompt_for(asked: QuestionAsked) -> str:
    """Return what is asked at the prompt."""
    numbers = "1" if len(asked.choices) == 1 else f"1 to {len(asked.choices)}"
    return f"{numbers}, n for none of these, Enter to go on without an answer: "


async def ask_at_terminal(console: Console, asked: QuestionAsked) -> Answer:
    """Ask at the terminal until an answer comes; the end of the input is no answer."""
    # Imported here: `--help` should not wait for it.
    from prompt_toolkit import PromptSession

    show_question(console, asked)
    session: PromptSession[str] = PromptSession()
    while True:
        try:
            answer = read_answer(await session.prompt_async(prompt_for(asked)), len(asked.choices))
        except EOFError:
            return Answer(None, skipped=True)
        if answer is not None:
            return answer
        console.print(Text("  That is none of the choices.", "dim"))
