"""The conversations that the recordings which ship were made of, and how they were held."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from plancritic.bus import Client
from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.questions import QuestionAsked
from plancritic.recorder.exporting import Exported, export
from plancritic.recorder.recording import Selection

DOMAINS = Path(__file__).resolve().parents[2] / "domains"


@dataclass(frozen=True)
class Say:
    """A turn; `answer` is the choice with which its questions are answered, None where nobody answers any."""

    statements: tuple[str, ...]
    seed: int
    answer: int | None = None
    problem: str = "1"


@dataclass(frozen=True)
class Undo:
    """Go back by one revision."""


@dataclass(frozen=True)
class Accept:
    """Accept the newest revision."""


@dataclass(frozen=True)
class Drop:
    """A turn that drops statements, named by how they begin."""

    statements: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Branch:
    """Begin this session with a copy of the newest revision of another."""

    of: str


Act = Say | Undo | Accept | Drop | Branch

CONVERSATIONS: Mapping[str, Mapping[str, tuple[Act, ...]]] = {
    "waterway": {
        "clear-of-a": (
            Say(("No vessel may go through waypoint A.",), seed=1),
            Say(("The scout should end at waypoint B.",), seed=2),
            Undo(),
            Say(("Finish with the debris boat at waypoint B.",), seed=3),
            Accept(),
        ),
        "scout-first": (
            Say(("The scout should see to B first.",), seed=4, answer=1),
            Say(("Colourless green ideas sleep.",), seed=5),
            Drop(("The scout should",), seed=6),
        ),
        "too-soon": (
            Say(("Within the first 0.1 hours, the scout is at waypoint A.",), seed=7),
            Say(("Stay out of A, all of you.", "The scout visits waypoint B."), seed=8),
        ),
        "clear-of-a-again": (
            Branch("clear-of-a"),
            Say(("The scout goes home to the start when everything is done.",), seed=9),
        ),
    },
    "satellite": {
        "star-0": (
            Say(("The satellite never points at Star0.",), seed=1),
            Say(("The satellite points at Phenomenon6 at the end.",), seed=2),
            Undo(),
            Say(("The image of Star5 is taken before the image of Phenomenon4.",), seed=3),
        ),
        "after-the-star": (
            Say(("Leave Phenomenon4 alone until the star is done.",), seed=4, answer=2),
            Say(("Colourless green ideas sleep.",), seed=5),
            Accept(),
            Say(("The satellite points at GroundStation1 at some time.",), seed=6),
        ),
        "not-phenomenon-4": (
            Say(("The satellite never points at Phenomenon4.",), seed=7),
            Say(("The satellite points at Phenomenon4 at the end.",), seed=8),
        ),
    },
}


async def hold(client: PlancriticClient, domain: str) -> None:
    """Hold the conversations of a domain, one after the other."""
    for session, acts in CONVERSATIONS[domain].items():
        for act in acts:
            match act:
                case Say():
                    await _said(client, domain, session, act)
                case Drop():
                    run = await client.drop(session, act.statements, SearchSettings(seed=act.seed))
                    await run.end()
                case Undo():
                    await client.undo(session)
                case Accept():
                    await client.accept(session)
                case Branch():
                    await client.branch(act.of, into=session)
            # What happens at one moment has no order in a recording that is replayed at its own pace.
            await asyncio.sleep(0.2)


async def record(bus: Client, domain: str, out: Path) -> Exported:
    """Hold the conversations of a domain and export what the broker recorded of them."""
    await hold(PlancriticClient(bus), domain)
    return await export(bus, Selection(domain=domain), out, overwrite=True)


async def _said(client: PlancriticClient, domain: str, session: str, say: Say) -> None:
    feedback = make_feedback(
        domain,
        say.problem,
        say.statements,
        SearchSettings(seed=say.seed),
        session,
        questions="none" if say.answer is None else "ask",
    )
    run = await client.submit(feedback)
    async with aclosing(run.follow()) as events:
        async for event in events:
            if isinstance(event, QuestionAsked):
                await run.answer(event, say.answer)
            if isinstance(event, RunEnd):
                return
