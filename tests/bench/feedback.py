"""Step 1: from the submitted feedback to the revised plan, one run after another."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

from tests.bench.sizes import Measured, Sizes, percentile

from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts.feedback import FeedbackRefused, SearchSettings
from plancritic.local import LocalStack

SUITE = Path(__file__).parents[1] / "cases/feedback/multi-dev.jsonl"


async def feedback_to_plan(sizes: Sizes) -> Measured:
    """Wall seconds of whole runs, statements by verdict."""
    rows = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    seconds: list[float] = []
    verdicts: Counter[str] = Counter()
    unproved = 0
    async with LocalStack(copies={"planner": 2}) as stack, PlancriticClient.connect(stack.settings, "bench") as client:
        for number in range(sizes.runs):
            row = rows[number % len(rows)]
            settings = SearchSettings(seed=sizes.seed + number)
            feedback = make_feedback(row["domain"], "1", row["statements"], settings)
            started = time.monotonic()
            ended = await (await client.submit(feedback)).end()
            seconds.append(time.monotonic() - started)
            if isinstance(ended, FeedbackRefused):
                verdicts[f"refused: {ended.fault.code}"] += 1
                continue
            verdicts.update(outcome.verdict for outcome in ended.statements)
            unproved += ended.proof.ruling != "accepted"
    return {
        "runs": sizes.runs,
        "p50_seconds": round(percentile(seconds, 0.5), 3),
        "p95_seconds": round(percentile(seconds, 0.95), 3),
        "statements": dict(verdicts),
        "unproved_plans": unproved,
        "seconds": [round(value, 3) for value in seconds],
    }
