"""Sessions that say one thing after another, many at once; when each stage of each run came."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.sizes import spread

from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import (
    BasePlanMade,
    FeedbackRefused,
    PlanRevised,
    SearchSettings,
    StatementsTranslated,
)
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.contracts.runs import RunStarted

_SUITE = Path(__file__).parents[2] / "cases/feedback/rephrasings-dev.jsonl"
#: Events of a run by the stage that they end.
_STAGES = {
    RunStarted: "taken up",
    BasePlanMade: "plan without feedback",
    StatementsTranslated: "read",
    PlanImproved: "first plan",
}
#: Turns of a session.
_TURNS = 2
#: Cheap runs: no generation is bred, nothing is improved, a solve is short.
CHEAP = SearchSettings(generations=0, population=2, improve_seconds=0.0, solve_seconds=1.0, deadline_seconds=60.0)


@dataclass
class Driven:
    """Seconds from the submission to the end of each stage, and how runs ended."""

    stages: dict[str, list[float]] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.monotonic)
    seconds: float = 0.0

    @property
    def runs(self) -> int:
        """How many runs ended."""
        return self.ends.total()

    def told(self) -> dict[str, object]:
        """Return what is written of it: seconds by stage, ends, runs a minute."""
        stages = {name: spread(self.stages[name]) for name in (*_STAGES.values(), "end") if name in self.stages}
        return {
            "runs": self.runs,
            "seconds": round(self.seconds, 1),
            "runs_per_minute": round(60 * self.runs / max(self.seconds, 1e-9), 1),
            "ends": dict(sorted(self.ends.items())),
            "stages": stages,
        }


async def drive(client: PlancriticClient, sessions: int, at_once: int, seed: int, seconds: float | None) -> Driven:
    """Hold so many sessions of two turns each, at most `at_once` at a time; begin none after `seconds`."""
    driven, texts, waiting = Driven(), _texts(seed), iter(range(sessions))
    limit = None if seconds is None else driven.started + seconds

    async def hold() -> None:
        for _ in waiting:
            if limit is not None and time.monotonic() > limit:
                return
            await _hold_session(client, driven, texts)

    await asyncio.gather(*(hold() for _ in range(at_once)))
    driven.seconds = time.monotonic() - driven.started
    return driven


async def _hold_session(client: PlancriticClient, driven: Driven, texts: Iterator[tuple[str, str]]) -> None:
    session: str | None = None
    domain, _ = following = next(texts)
    for _ in range(_TURNS):
        feedback = make_feedback(domain, "1", [following[1]], CHEAP, session=session)
        submitted = time.monotonic()
        try:
            run = await client.submit(feedback)
            session, seen = run.session, set[str]()
            async for event in run.follow():
                stage = next((name for kind, name in _STAGES.items() if isinstance(event, kind)), None)
                if stage is not None and stage not in seen:
                    seen.add(stage)
                    driven.stages.setdefault(stage, []).append(time.monotonic() - submitted)
                if isinstance(event, PlanRevised):
                    driven.ends[event.statements[0].verdict] += 1
                elif isinstance(event, FeedbackRefused):
                    driven.ends[f"refused: {event.fault.code}"] += 1
        except ContractError as error:
            # Nothing is silent: whoever cannot be served is told so.
            driven.ends[f"fault: {error.fault.code}"] += 1
        driven.stages.setdefault("end", []).append(time.monotonic() - submitted)
        following = next(each for each in texts if each[0] == domain)


def _texts(seed: int) -> Iterator[tuple[str, str]]:
    """Domains and statements in an order of the seed's, without end."""
    rows = [json.loads(line) for line in _SUITE.read_text(encoding="utf-8").splitlines()]
    found = [(row["domain"], row["statement"]) for row in rows if str(row.get("problem", "1")) == "1"]
    random.Random(seed).shuffle(found)
    return itertools.cycle(found)
