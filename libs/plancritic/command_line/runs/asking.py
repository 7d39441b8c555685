"""Questions of a run, asked at a terminal."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.questions import QuestionAsked
from plancritic.english.numbers import PLACES

#: Words for "none of these", and for "go on without an answer".
NONE_WORDS = frozenset({"none", "no", "n", "0", "none of these"})
SKIP_WORDS = frozenset({"", "skip"})


@dataclass(frozen=True)
class Answer:
    """The number of a choice; None for none of them, or, where `skipped`, for no answer at all."""

    choice: int | None
    skipped: bool = False


_WORD = re.compile(r"\w+")
#: Words with which a choice is named, and that say nothing of it.
_FILLING = frozenset(
    each.casefold()
    for each in (
        "sorry", "I", "we", "d", "meant", "mean", "want", "wanted", "the", "one", "a", "an", "that", "this", "it", "is",
        "s", "option", "choice", "number", "please", "no", "yes", "well", "oh", "ok", "okay", "rather", "take", "make",
    )
)  # fmt: skip
#: Words for giving up a statement, where a choice is to drop one.
_DROPPING = frozenset(("forget", "scrap", "cancel", "ditch", "abandon"))
#: What stands beside the name of a statement that is given up.
_ABOUT = frozenset(("thing", "about", "then", "just", "wish", "statement", "rule"))
_PLACES = {**PLACES, "last": 0, **{str(number): number for number in range(1, 5)}}

#: The number of a choice, and that more is said: a mark behind it, or a word that goes on. "2 vans ..." is a sentence,
#: and so is "2-hour ...": a dash has a blank behind it.
_AND_MORE = re.compile(
    r"\s*(?:(?:option|choice|number|no\.?|#)\s*)?(\d{1,2})\s*(?:(?:[,;:.)]\s*|[-–]\s+)(?=[^\W\d])"
    r"|\s(?=(?:but|and|plus|also|except|with|only|though|however|as long as|if|provided)\b))",
    re.IGNORECASE,
)
#: Words that are polite, and no answer: "thanks", "ok great".
_COURTESY = frozenset(
    each.casefold()
    for each in (
        "thanks", "thank", "you", "thx", "cheers", "ta", "ok", "okay", "k", "great", "good", "fine", "nice", "cool",
        "lovely", "perfect", "super", "alright", "all", "right", "well", "oh", "ah", "hm", "hmm", "hi", "hello", "very",
        "much", "so", "a", "lot", "that", "s", "is", "please", "wait", "one", "moment", "sure", "got", "it", "i", "see",
    )
)  # fmt: skip

#: Gives the answer to a question.
Asker: TypeAlias = Callable[[QuestionAsked], Awaitable[Answer]]
#: The same, or gives the line that was said instead.
Answerer: TypeAlias = Callable[[QuestionAsked], Awaitable[Answer | str]]


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


def answer_in_words(line: str, asked: QuestionAsked) -> Answer | None:
    """Return the choice that words name: by its place ("the second one"), or by words that no other choice has.

    None where the words name none, or say more than the choice does: that is a sentence of its own.
    """
    rest = [each for each in _words(line) if each not in _FILLING]
    count = len(asked.choices)
    if len(rest) == 1 and rest[0] in _PLACES:
        number = count if rest[0] == "last" else _PLACES[rest[0]]
        return Answer(number) if number <= count else None
    words = [set(_words(choice.sentence)) for choice in asked.choices]
    if _DROPPING & set(rest) and any("drop" in its for its in words):
        rest = ["drop" if each in _DROPPING else each for each in rest if each not in _ABOUT]
    telling = [its.difference(*words[:place], *words[place + 1 :]) for place, its in enumerate(words)]
    named = [
        choice.number
        for choice, its, own in zip(asked.choices, words, telling, strict=True)
        if rest and set(rest) <= its and set(rest) & own
    ]
    return Answer(named[0]) if len(named) == 1 else None


def chosen_and_more(line: str, choices: int) -> int | None:
    """Return the choice whose number a line begins with where it goes on to say more: "3, but also ..."; else None."""
    found = _AND_MORE.match(line)
    return int(found[1]) if found is not None and 1 <= int(found[1]) <= choices else None


def number_alone(number: int) -> str:
    """Return what to do where a line says more than the number of a choice."""
    return f"Answer with the number alone ({number}); say the rest in a line of its own once that is settled."


def is_courtesy(line: str) -> bool:
    """Return whether a line is nothing but polite words: it neither answers a question nor asks for anything."""
    words = [each.casefold() for each in _WORD.findall(line)]
    return bool(words) and _COURTESY.issuperset(words)


def _words(text: str) -> list[str]:
    """Return the words of a text without capitals; a capital letter by itself is a name, but for "I"."""
    found: list[str] = _WORD.findall(text)
    return [each if len(each) == 1 and each.isupper() and each != "I" else each.casefold() for each in found]


def show_question(console: Console, asked: QuestionAsked) -> None:
    """Print a question with its choices, and what the plan would come to under each."""
    console.print(Text(f"\n{asked.text}", "bold"))
    for choice in asked.choices:
        console.print(Text.assemble(f"  {choice.number}  {choice.sentence} ", (f"({choice.consequence})", "dim")))
    console.print(Text("  n  none of these"))
    if asked.answer_seconds is not None:
        console.print(Text(f"  You have {_span(asked.answer_seconds)} to answer; then the question stays open.", "dim"))


def _span(seconds: float) -> str:
    minutes = round(seconds / 60)
    return counted(minutes, "minute") if seconds >= 120 else f"{seconds:g} seconds"


def prompt_for(asked: QuestionAsked) -> str:
    """Return what is asked at the prompt."""
    numbers = "1" if len(asked.choices) == 1 else f"1 to {len(asked.choices)}"
    return f"{numbers}, n for none of these, Enter to leave it open: "


async def ask_at_terminal(console: Console, asked: QuestionAsked) -> Answer:
    """Ask at the terminal until an answer comes; the end of the input is no answer."""
    # Imported here: `--help` should not wait for it.
    from prompt_toolkit import PromptSession

    show_question(console, asked)
    session: PromptSession[str] = PromptSession()
    while True:
        try:
            line = await session.prompt_async(prompt_for(asked))
        except EOFError:
            return Answer(None, skipped=True)
        answer = read_answer(line, len(asked.choices)) or answer_in_words(line, asked)
        if answer is not None:
            return answer
        number = chosen_and_more(line, len(asked.choices))
        told = "That is not one of the choices." if number is None else number_alone(number)
        console.print(Text(f"  {told}", "dim"))
