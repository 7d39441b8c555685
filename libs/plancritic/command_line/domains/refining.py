"""A refinement followed, its questions asked, and its end shown."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing

from rich.text import Text

from plancritic.client import REFINEMENT_SERVICES, PlancriticClient, RefinementEnd, RefinementRun
from plancritic.command_line.counting import counted
from plancritic.command_line.domains.knowledge_options import Known
from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.interruption import says_the_run_goes_on
from plancritic.command_line.terminal import Console
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementQuestion,
    RefinementRefused,
    RefinementRequested,
)

#: So many questions are shown where nobody answers them here.
_SHOWN = 3
_SIGN_OF_LIFE_SECONDS = 5.0
#: Makes a request of what is known.
MakeRequest = Callable[[Known], RefinementRequested]
#: Says how many steps of a question can be taken; None ends the asking, -1 leaves this question out.
Asker = Callable[[RefinementQuestion], Awaitable[int | None]]
SKIPPED = -1
#: How the text of a change ends that nothing known asks for.
_GUESS = "(a guess)"
_GUESSED = "Guessed, because the domain would otherwise allow many plans beside the known ones: check these"
_ENDS = {
    "searched": "The search ended after",
    "steps": "As many as allowed were judged,",
    "deadline": "The time was over after",
}


async def refined(
    client: PlancriticClient, make_request: MakeRequest, known: Known, console: Console, asker: Asker | None = None
) -> DomainRefined:
    """Have a domain repaired, again after each answer, and return the last end.

    Raises:
        CommandFault: it was refused.
        ContractError: a fault of the bus, or the refiner is missing.
    """
    skipped: set[RefinementQuestion] = set()
    while True:
        ended = await _end_of(client, make_request(known), console)
        answered = False
        for question in ended.questions if asker is not None else ():
            if question in skipped:
                continue
            assert asker is not None
            taken = await _agreeing(asker, question, known, console)
            if taken is None:
                return ended
            if taken != SKIPPED:
                known = known.with_answer(question.problem, question.steps, taken)
                answered = True
                break
            skipped.add(question)
        if not answered:
            return ended


async def _agreeing(asker: Asker, question: RefinementQuestion, known: Known, console: Console) -> int | None:
    """Ask until the answer agrees with what is known: one that does not would be refused each time it is read."""
    while True:
        taken = await asker(question)
        if taken is None or taken == SKIPPED:
            return taken
        conflict = known.conflict(question.problem, question.steps, taken)
        if conflict is None:
            return taken
        console.print(f"That contradicts what is known: {conflict}.")


async def _end_of(client: PlancriticClient, request: RefinementRequested, console: Console) -> DomainRefined:
    handed_in = await client.refine(request)
    console.print(f"refinement {handed_in.id}")
    with says_the_run_goes_on(handed_in.id):
        return await _followed(client, handed_in, console)


async def _followed(client: PlancriticClient, handed_in: RefinementRun, console: Console) -> DomainRefined:
    await client.require_services(
        REFINEMENT_SERVICES, waiting=lambda missing: console.print(f"waiting for {', '.join(missing)}")
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


def read_answer(line: str, steps: int) -> int | str:
    """Return how many of so many steps can be taken by what a person typed, `SKIPPED`, or what to type instead."""
    said = line.strip().casefold().rstrip(".")
    if said in ("y", "yes"):
        return steps
    if said in ("", "s", "skip"):
        return SKIPPED
    if said in ("n", "no"):
        # Of several steps an earlier one may be the impossible one: no domain could be trusted that "n" has shaped.
        return 0 if steps == 1 else f"Which one cannot be done? Give the number of the first such step: 1-{steps}."
    if said.isascii() and said.isdigit() and 1 <= int(said) <= steps:
        return int(said) - 1
    numbers = "n if it cannot be done" if steps == 1 else f"1-{steps} for the first step that cannot be done"
    return f"Possible are {numbers}, y if all can, Enter if you do not know, and q to stop."


async def ask_at_terminal(console: Console, question: RefinementQuestion) -> int | None:
    """Ask until an answer comes; `q` or the end of the input ends the asking."""
    # Imported here: `--help` should not wait for it.
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession()
    count = len(question.steps)
    console.print(Text(f"\n{question.text}", "bold"))
    for number, step in enumerate(question.steps, 1):
        console.print(Text(f"  {number}. ({' '.join(step)})", "dim"))
    several = count > 1
    console.print("Which is the first step that cannot be done?" if several else "Can this step be done?")
    # Short: the prompt is repeated, and a terminal has 80 columns.
    prompt = f"{f'1-{count}, or y if all can' if several else 'y or n'} (Enter: I do not know; q: stop): "
    while True:
        try:
            line = await session.prompt_async(prompt)
        except EOFError:
            return None
        if line.strip().casefold() in ("q", "quit"):
            return None
        answer = read_answer(line, count)
        if isinstance(answer, int):
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
    if ended.questions:
        how = "" if asked else ": --ask"
        title = f"{counted(len(ended.questions), 'question')} would make it surer{how}"
        _list(console, title, [each.text for each in ended.questions[:_SHOWN]])


def _list(console: Console, title: str, lines: Sequence[str]) -> None:
    if lines:
        console.print(title)
    for line in lines:
        console.print(f"  - {line}")


def _ending(ended: DomainRefined) -> str:
    """Why it ended; no complaint means no more than that nothing is known to speak against the domain."""
    if not ended.refined or ended.left:
        return f"{ended.reason[:1].upper()}{ended.reason[1:]}."
    return f"{_ENDS[ended.ended]} {counted(ended.steps, 'candidate')}: nothing that is known speaks against it."
