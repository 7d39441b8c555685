"""Runs that are disturbed in the middle: what is submitted, what it comes to undisturbed, and a table of what came."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import aclosing
from dataclasses import dataclass

from tests.support.builders import feedback_submitted
from tests.support.feedback_runs import ENDS, end_of

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import FeedbackSubmitted, PlanRevised, SearchSettings
from plancritic.contracts.subjects import Subject

STATEMENTS = ("No vessel may go through waypoint A.", "Finish with the debris boat at waypoint B.")
SEEDS = (3, 11, 29)
#: When a run is hit: as soon as this event of it is there; None: at once.
MOMENTS = (
    None,
    subjects.RUN_STARTED,
    subjects.BASE_PLAN_MADE,
    subjects.STATEMENTS_TRANSLATED,
    subjects.GENERATION_EVALUATED,
)


@dataclass(frozen=True)
class Row:
    """What came of a run."""

    number: int
    seed: int
    disturbed: str
    moment: str
    seconds: float
    equal: bool
    run: Envelope


def feedback(seed: int) -> FeedbackSubmitted:
    settings = SearchSettings(seed=seed, preset="code", population=6, generations=2, solve_seconds=1.0)
    return feedback_submitted(*STATEMENTS, envelope=Envelope.start(), settings=settings)


async def undisturbed(client: Client, seed: int) -> PlanRevised:
    submitted = feedback(seed)
    await client.publish(submitted, subjects.FEEDBACK_SUBMITTED)
    end = await end_of(client, submitted.envelope, limit=120)
    assert isinstance(end, PlanRevised)
    return end


async def reached(client: Client, run: Envelope, moment: Subject | None) -> None:
    """Wait until the run is there, or has ended before."""
    if moment is None:
        return
    rows = (moment, *ENDS)
    async with asyncio.timeout(60), aclosing(client.watch(run.session_id, run.correlation_id, rows)) as events:
        await anext(events)


def table(rows: list[Row], ends: Counter[str]) -> str:
    head = f"{'run':>3}  {'seed':>4}  {'disturbance':<24} {'at':<22} {'seconds':>7}  ends  equal"
    lines = [
        f"{row.number:>3}  {row.seed:>4}  {row.disturbed:<24} {row.moment:<22} {row.seconds:>7.1f}  "
        f"{ends[row.run.correlation_id]:>4}  {'yes' if row.equal else 'NO'}"
        for row in rows
    ]
    return "\n".join((head, *lines))
