"""A refinement followed, its questions asked, and its end shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing

from rich.text import Text

from plancritic.client import REFINEMENT_SERVICES, PlancriticClient, RefinementEnd
from plancritic.command_line.counting import counted
from plancritic.command_line.domains.knowledge_options import Known
from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.terminal import Console
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementQuestion,
    RefinementRefused,
    RefinementRequested,
)

#: So many questions are shown where nobody answers them here.
_SHOWN = 3
#: Makes a request of what is known.
MakeRequest = Callable[[Known], RefinementRequested]
#: Says how many steps of a question can be taken; None ends the asking, -1 leaves this question out.
Asker = Callable[[RefinementQuestion], Awaitable[int | None]]
SKIPPED = -1


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
            taken = await asker(question)
            if taken is None:
                return ended
            if taken != SKIPPED:
                known = known.with_answer(question.problem, question.steps, taken)
                answered = True
                break
            skipped.add(question)
        if not answered:
            return ended


async def _end_of(client: PlancriticClient, request: RefinementRequested, console: Console) -> DomainRefined:
    handed_in = await client.refine(request)
    console.print(f"refinement {handed_in.id}")
    await client.require_services(
        REFINEMENT_SERVICES, waiting=lambda missing: console.print(f"waiting for {', '.join(missing)}")
    )
    async with aclosing(handed_in.follow()) as events:
        async for event in events:
            if isinstance(event, RefinementRefused):
                raise CommandFault(event.fault)
            if isinstance(event, RefinementEnd):
                return event
            of = "" if event.of is None else f" of {event.of} at most"
            best = f"{counted(event.unsettled, 'complaint')}, {counted(event.changes, 'change')}"
            console.print(f"candidate {event.step}{of}; the best so far: {best}")
    raise AssertionError("a run is followed to its end, or given up with an error")


def read_answer(line: str, steps: int) -> int | None:
    """Return how many of so many steps can be taken by what a person typed; `SKIPPED`, or None for no answer."""
    said = line.strip().casefold().rstrip(".")
    if said in ("y", "yes"):
        return steps
    if said in ("n", "no"):
        return steps - 1
    if said in ("", "s", "skip"):
        return SKIPPED
    return int(said) if said.isascii() and said.isdigit() and int(said) < steps else None


async def ask_at_terminal(console: Console, question: RefinementQuestion) -> int | None:
    """Ask until an answer comes; `q` or the end of the input ends the asking."""
    # Imported here: `--help` should not wait for it.
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession()
    console.print(Text(f"\n{question.text}", "bold"))
    for number, step in enumerate(question.steps, 1):
        console.print(f"  {number}. ({' '.join(step)})")
    earlier = ", or how many of the steps can be taken" if len(question.steps) > 1 else ""
    while True:
        try:
            line = await session.prompt_async(f"y, n{earlier}, Enter to leave it open, q to stop: ")
        except EOFError:
            return None
        if line.strip().casefold() in ("q", "quit"):
            return None
        taken = read_answer(line, len(question.steps))
        if taken is not None:
            return taken


def show_refined(console: Console, ended: DomainRefined) -> None:
    """Print what changed, what is left, and what would be asked next."""
    console.print(_sentence(ended.reason))
    if ended.refined:
        _list(console, "Changed:", ended.changes or ("nothing",))
    _list(console, "Still wrong:", [each.text for each in ended.left])
    _list(console, "Questions that would help:", [each.text for each in ended.questions[:_SHOWN]])


def _list(console: Console, title: str, lines: Sequence[str]) -> None:
    if lines:
        console.print(title)
    for line in lines:
        console.print(f"  - {line}")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
