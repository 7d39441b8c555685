"""What a person asks for with a line of a chat: a statement about the plan, or a command."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.errors import ContractError, Fault, FaultCode


@dataclass(frozen=True, slots=True)
class Say:
    """A statement about the plan."""

    text: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why is the step with this number there?"""

    step: int


@dataclass(frozen=True, slots=True)
class Drop:
    """A statement, by its id or by the beginning of its words, is to be in force no longer."""

    statement: str


@dataclass(frozen=True, slots=True)
class Simple:
    """A command without an argument."""

    name: Literal["undo", "accept", "show", "help", "quit"]


@dataclass(frozen=True, slots=True)
class Settle:
    """What the person says of a reading in doubt: it was meant, it was not, or the other one was."""

    how: Literal["yes", "no", "other"]


Request = Say | Why | Drop | Simple | Settle

#: Commands with what they do, in the order in which help lists them.
COMMANDS = {
    "why STEP": "say why a step is in the plan",
    "show": "show the whole plan again",
    "undo": "go back to the plan before the last statement",
    "yes, no, other": "after an answer: this reading is right, is wrong, or (in doubt) the one after `Or` is right",
    "accept": "accept the plan and the readings of your statements",
    "drop STATEMENT": "drop a statement: its id, or its first words",
    "help": "what this domain has and what you can ask for",
    "quit": "end the chat (also Ctrl-D)",
}
_SIMPLE: dict[str, Simple] = {
    "undo": Simple("undo"),
    "accept": Simple("accept"),
    "show": Simple("show"),
    "help": Simple("help"),
    "?": Simple("help"),
    "quit": Simple("quit"),
    "exit": Simple("quit"),
}
_WHY = re.compile(
    r"why(?: is| do (?:we|you) need| have)?(?: step)? (\d{1,6})(?: (?:there|needed|in there|in it|in the plan))?\s*\??",
    re.IGNORECASE,
)
_HELP = re.compile(
    r"(?:what|how) (?:can|may|could|do) i (?:say|ask(?: you)?(?: for)?|do here|use (?:this|it))\s*\??", re.IGNORECASE
)
_DROP = re.compile(r"drop (.+)", re.IGNORECASE)
#: Answers to "is this what you meant?", after an answer whose reading is in doubt; one key each will do.
SETTLES: dict[str, Settle] = {
    **dict.fromkeys(
        (
            "y",
            "yes",
            "yep",
            "yeah",
            "right",
            "correct",
            "exactly",
            "yes, right",
            "that's right",
            "that is right",
            "yes, leave that",
            "leave that",
            "that's it",
            "that is what i meant",
            "that's what i meant",
            "ok",
            "okay",
            "sure",
            "fine",
            "that's fine",
            "that is fine",
            "perfect",
        ),
        Settle("yes"),
    ),
    **dict.fromkeys(
        ("n", "no", "nope", "wrong", "no, wrong", "that's wrong", "that is wrong", "not that"), Settle("no")
    ),
    **dict.fromkeys(("o", "other", "or", "the other", "the other one", "no, the other one"), Settle("other")),
}
#: After a question that supposes something: have it so.
DO_THAT = re.compile(r"(?:(?:yes|ok|okay|yeah|please)[,.]? )?(?:do|take|keep) (?:that|it|so|this)[.!]?", re.IGNORECASE)
_STATEMENT_ID = re.compile(r"s\d+")


def read_request(line: str, known: Collection[str] = (), in_doubt: bool = False) -> Request | None:
    """Return what a line asks for; None for an empty line or a comment (`#`).

    `known` are the statements so far. "drop ..." is a command only where it names one of them: "drop the wreck at the
    dock" is a statement. `in_doubt` says that the last answer has a reading in doubt: only then "yes" settles it. After
    a slash only commands are understood.

    Raises:
        ContractError: the line begins with a slash and is no command.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    command = text.removeprefix("/").strip()
    simple = _SIMPLE.get(command.lower().rstrip("."))
    if simple is not None:
        return simple
    if _HELP.fullmatch(command):
        return Simple("help")
    settles = SETTLES.get(folded(command))
    if in_doubt and settles is not None:
        return settles
    if found := _WHY.fullmatch(command):
        return Why(int(found[1]))
    if found := _DROP.fullmatch(command):
        target = found[1].strip()
        if text.startswith("/") or _STATEMENT_ID.fullmatch(target.lower()) or _begins_one(target, known):
            return Drop(target)
    if text.startswith("/"):
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"{text!r} is not a command",
                remedy=f"the commands are {', '.join(COMMANDS)}; without the slash it is a statement",
            )
        )
    return Say(text)


def folded(text: str) -> str:
    """Return a text as `SETTLES` has it: without capitals, stops and needless blanks."""
    return " ".join(text.casefold().replace("’", "'").split()).rstrip(".!")


def _begins_one(target: str, known: Collection[str]) -> bool:
    return any(text.casefold().startswith(target.casefold()) for text in known)
