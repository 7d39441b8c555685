"""A refinement followed, its questions asked, and its end shown."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from rich.text import Text

from plancritic.client import REFINEMENT, PlancriticClient, RefinementEnd, RefinementRun
from plancritic.command_line.counting import counted
from plancritic.command_line.domains.knowledge_options import Known
from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.interruption import says_the_run_goes_on
from plancritic.command_line.terminal import Console
from plancritic.contracts.modelling.known_problem import Steps as KnownSteps
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementQuestion,
    RefinementRefused,
    RefinementRequested,
    SettledBy,
)

#: So many questions are shown where nobody answers them here.
_SHOWN = 3
_SIGN_OF_LIFE_SECONDS = 5.0
#: Makes a request of what is known; it may ask other services for that.
MakeRequest = Callable[[Known], RefinementRequested | Awaitable[RefinementRequested]]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An answer is taken back: that of a number from one, or the last one."""

    number: int | None = None


#: Says how many steps of a question can be taken; None ends the asking, -1 says that nobody knows.
Asker = Callable[[RefinementQuestion], Awaitable[int | TakeBack | None]]
SKIPPED = -1
#: So many literals are shown that nothing settles, and so many that answers alone settle.
_OPEN_SHOWN = 6
#: How the text of a change ends that nothing known asks for.
_GUESS = "(a guess)"
_GUESSED = "Guessed, because otherwise the domain would allow many other plans than the known ones. Check these"
_ENDS = {
    "searched": "The search ended after",
    "steps": "The search reached its limit of",
    "deadline": "The time ran out after",
}


async def refined(
    client: PlancriticClient, make_request: MakeRequest, known: Known, console: Console, asker: Asker | None = None
) -> DomainRefined:
    """Have a domain repaired, again after each answer, and return the last end.

    Raises:
        CommandFault: it was refused.
        ContractError: a fault of the bus, or the refiner is missing.
    """
    asked = Asked(known)
    while True:
        made = make_request(known)
        ended = await _end_of(client, made if isinstance(made, RefinementRequested) else await made, console)
        if asker is None:
            return ended
        asked.known = known
        asked.name_doubts(ended, console)
        answered = False
        for question in ended.questions:
            if question.steps in known.all[question.problem].unknown:
                continue
            asked.texts[question.problem, question.steps] = question.text
            if question.checks is not None:
                asked.name_checked(question, console)
            told = await _agreeing(asker, question, known, console)
            if told is None:
                return ended
            known, answered = told
            if answered:
                break
        if not answered:
            return ended


@dataclass
class Asked:
    """What was asked at this terminal, and which answers were named as doubtful already."""

    known: Known
    texts: dict[tuple[int, KnownSteps], str] = field(default_factory=dict)
    _named: set[int] = field(default_factory=set)

    def name_doubts(self, ended: DomainRefined, console: Console) -> None:
        """Print which answers may be wrong, each once, and how to take it back."""
        numbers = {
            self.known.number_of(each.problem, each.steps, each.is_possible): each for each in ended.doubted_answers
        }
        for number, doubted in numbers.items():
            if number is None or number in self._named:
                continue
            self._named.add(number)
            why = f"wrong with a probability of about {_share(doubted.probability)} %"
            if not doubted.is_followed:
                why = "it contradicts plans or other answers, and is not followed"
            console.print(f"Answer {number} may be wrong ({why}); back {number} takes it back. {self._about(number)}")
            for earlier in self._below(number):
                console.print(
                    f"It builds on answer {earlier}: if that one is wrong, back {earlier}. {self._about(earlier)}"
                )

    def name_checked(self, question: RefinementQuestion, console: Console) -> None:
        """Print which answer a question tests in another situation."""
        numbers = (
            self.known.number_of(problem, question.checks or (), possible)
            for problem, _ in enumerate(self.known.problems)
            for possible in (True, False)
        )
        number = next((each for each in numbers if each is not None), None)
        if number is not None:
            console.print(f"The next question tests answer {number}, which was not expected. {self._about(number)}")

    def _below(self, number: int) -> list[int]:
        """Return the answers whose steps, said to be possible, come first in those of another answer."""
        answer = self.known.answers[number - 1]
        return [
            place
            for place, each in enumerate(self.known.answers, 1)
            if not each.is_withdrawn
            and each.problem == answer.problem
            and each.taken == len(each.steps) < len(answer.steps)
            and answer.steps[: len(each.steps)] == each.steps
        ]

    def _about(self, number: int) -> str:
        answer = self.known.answers[number - 1]
        said = "yes" if answer.taken == len(answer.steps) else "no"
        asked = self.texts.get((answer.problem, answer.steps), f"({' '.join(answer.steps[-1])})")
        return f"It was {said} to: {asked}"


async def _agreeing(
    asker: Asker, question: RefinementQuestion, known: Known, console: Console
) -> tuple[Known, bool] | None:
    """Ask until the answer agrees with what is surely known: one that does not would be refused when it is read.

    Returns what is known then, and whether that is worth another refinement; None where the asking ends.
    """
    while True:
        taken = await asker(question)
        if taken is None:
            return None
        if isinstance(taken, TakeBack):
            without = known.without_answer(taken.number)
            if without is not None:
                console.print("That answer is taken back.")
                return without, True
            console.print("There is no such answer: you gave none, or took it back already.")
            continue
        if taken == SKIPPED:
            return known.with_answer(question.problem, question.steps, None), False
        conflict = known.conflict(question.problem, question.steps, taken)
        if conflict is not None:
            console.print(f"That contradicts what is known: {conflict}.")
            continue
        contradiction = known.contradiction(question.problem, question.steps, taken)
        if contradiction is not None:
            console.print(
                f"That contradicts another answer ({contradiction}). Both are kept, and one of them is wrong."
            )
        known = known.with_answer(question.problem, question.steps, taken)
        number = len(known.answers)
        console.print(f"This is answer {number}; back {number} takes it back.")
        return known, True


async def _end_of(client: PlancriticClient, request: RefinementRequested, console: Console) -> DomainRefined:
    handed_in = await client.refine(request)
    console.print(f"refinement {handed_in.id}")
    with says_the_run_goes_on(handed_in.id):
        return await _followed(client, handed_in, console)


async def _followed(client: PlancriticClient, handed_in: RefinementRun, console: Console) -> DomainRefined:
    await client.require_services(
        REFINEMENT.services, waiting=lambda missing: console.print(f"waiting for {', '.join(missing)}")
    )
    told, at = "", time.monotonic()
    async with aclosing(handed_in.follow()) as events:
        async for event in events:
            if isinstance(event, RefinementRefused):
                raise CommandFault(event.fault)
            if isinstance(event, RefinementEnd):
                return event
            of = "" if event.of is None else f" of {event.of} at most"
            best = f"{counted(event.unsettled, 'complaint')}, {counted(event.changes, 'change')}"
            # Every candidate is told; a line is worth what is better, and a sign of life.
            if best != told or time.monotonic() - at > _SIGN_OF_LIFE_SECONDS:
                told, at = best, time.monotonic()
                console.print(f"candidate {event.step}{of}; the best so far: {best}")
    raise AssertionError("a run is followed to its end, or given up with an error")


def read_answer(line: str, steps: int) -> int | TakeBack | str:
    """Return how many of so many steps can be taken by what a person typed, `SKIPPED`, or what to type instead.

    `back` and a number take an answer back.
    """
    said = line.strip().casefold().rstrip(".")
    if said in ("y", "yes"):
        return steps
    if said in ("", "s", "skip", "?"):
        return SKIPPED
    if said in ("n", "no"):
        # What is asked is about the last step; those before it are mostly known to be possible.
        return steps - 1
    if said.isascii() and said.isdigit() and 1 <= int(said) <= steps:
        return int(said) - 1
    word, _, number = said.partition(" ")
    if word == "back" and (not number or (number.isascii() and number.isdigit())):
        return TakeBack(int(number) if number else None)
    earlier = "" if steps == 1 else f", 1-{steps - 1} if a step before it cannot be done"
    return (
        f"Type y if it can be done, n if not{earlier}, Enter if you do not know, back to take your last answer "
        "back (back 2: the second), and q to stop."
    )


async def ask_at_terminal(console: Console, question: RefinementQuestion) -> int | TakeBack | None:
    """Ask until an answer comes; `q` or the end of the input ends the asking."""
    # Imported here: `--help` should not wait for it.
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession()
    count = len(question.steps)
    console.print(Text(f"\n{question.text}", "bold"))
    for number, step in enumerate(question.steps, 1):
        console.print(Text(f"  {number}. ({' '.join(step)})", "dim"))
    if question.checks is not None:
        about = " ".join(question.checks[-1])
        console.print(f"Your answer about ({about}) was unexpected, so this checks it in another situation.")
    console.print(f"Can step {count} be done after the others?" if count > 1 else "Can this step be done?")
    if count > 1:
        console.print(f"If a step before it cannot be done either, type its number (1-{count - 1}).")
    # Short: the prompt is repeated, and a terminal has 80 columns.
    prompt = "y or n (Enter: I do not know; back: take the last answer back; q: stop): "
    while True:
        try:
            line = await session.prompt_async(prompt)
        except EOFError:
            return None
        if line.strip().casefold() in ("q", "quit"):
            return None
        answer = read_answer(line, count)
        if not isinstance(answer, str):
            return answer
        console.print(answer)


def show_refined(console: Console, ended: DomainRefined, asked: bool = False) -> None:
    """Print what changed, what is left, and what would be asked next; `asked`: some of it was asked already."""
    console.print(_ending(ended))
    if ended.refined:
        guessed = [each.removesuffix(_GUESS).rstrip() for each in ended.changes if each.endswith(_GUESS)]
        sure = [each for each in ended.changes if not each.endswith(_GUESS)]
        _list(console, "Changed:", sure or (() if guessed else ("nothing",)))
        _list(console, _GUESSED, guessed)
    _list(console, "Still wrong:", [each.text for each in ended.left])
    _list(console, "Answers that may be wrong:", [f"{each.text}." for each in ended.doubted_answers])
    _show_open(console, ended)
    if ended.questions:
        how = "" if asked else ": --ask"
        title = f"{counted(len(ended.questions), 'question')} would make it more certain{how}"
        _list(console, title, [each.text for each in ended.questions[:_SHOWN]])


def _show_open(console: Console, ended: DomainRefined) -> None:
    """Print what nothing settles and what answers alone settle, the likeliest to be wrong first."""
    if ended.sureness is None:
        return
    titles: tuple[tuple[SettledBy, str], ...] = (
        ("nothing", "No known fact settles these"),
        ("answers", "Only answers settle these, so a wrong answer would make them wrong: check these"),
    )
    for by, title in titles:
        found = sorted((each for each in ended.sureness.literals if each.by == by), key=lambda each: each.probability)
        rest = len(found) - _OPEN_SHOWN
        title += f" and {rest} more (--json)" if rest > 0 else ""
        _list(console, f"{title}:", [f"{each.text}: {_percent(each.probability)}" for each in found[:_OPEN_SHOWN]])


def _percent(probability: float) -> str:
    return f"right with a probability of about {_share(probability)} %"


def _share(probability: float) -> int:
    # What was weighed is never quite sure.
    return min(99, max(1, round(probability * 100)))


def _list(console: Console, title: str, lines: Sequence[str]) -> None:
    if lines:
        console.print(title)
    for line in lines:
        console.print(f"  - {line}")


def _ending(ended: DomainRefined) -> str:
    """Why it ended, and how sure it is; no complaint alone says little."""
    sure = "" if ended.sureness is None else f" {ended.sureness.text}"
    if not ended.refined or ended.left:
        return f"{ended.reason[:1].upper()}{ended.reason[1:]}.{sure}"
    end = f"{_ENDS[ended.ended]} {counted(ended.steps, 'candidate')}: nothing known contradicts it."
    return f"{end}{sure}"
