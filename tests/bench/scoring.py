"""Step 4: pairs of plan and statement that one scorer process judges a second."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tests.bench.planning import DOMAIN, reference_of, sample_specifications, solve
from tests.bench.sizes import Measured, Sizes

from plancritic.bus import Client
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.planning import PlanProved
from plancritic.contracts.scoring import ScorePlans, Scores
from plancritic.local import LocalStack

SUITE = Path(__file__).parents[1] / "cases/feedback/rephrasings-dev.jsonl"
_TEXTS = 20
_MOST_PLANS = 40
_REPEATS = 5


async def scores_per_second(sizes: Sizes) -> Measured:
    """All distinct plans that the sampled specifications gave, times some statements; texts embedded before."""
    rows = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    texts = tuple(row["statement"] for row in rows if row["domain"] == DOMAIN)[:_TEXTS]
    others = dict.fromkeys(("translator", "validator", "coordinator"), 0)
    async with LocalStack(copies=others) as stack, Client.connect(stack.settings, "bench") as client:
        reference = reference_of(stack)
        plans: dict[str, None] = {}
        for specification in sample_specifications(sizes.specifications, sizes.seed):
            verdict = (await solve(client, reference, specification)).verdict
            if isinstance(verdict, PlanProved):
                plans[verdict.plan] = None
            if len(plans) == _MOST_PLANS:
                break

        async def score() -> float:
            job = ScorePlans(envelope=Envelope.start(), problem=reference, plans=tuple(plans), texts=texts)
            started = time.monotonic()
            result = await client.request(job, subjects.SCORE, timeout=600)
            assert isinstance(result, Scores)
            return time.monotonic() - started

        first = await score()
        later = [await score() for _ in range(_REPEATS)]
    pairs = len(plans) * len(texts)
    return {
        "plans": len(plans),
        "statements": len(texts),
        "per_second_first_time": round(pairs / first, 1),
        "per_second_embeddings_known": round(pairs * len(later) / sum(later), 1),
    }
