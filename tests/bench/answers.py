"""Step 13: how long a person waits for the first plan and for the end, domain by domain, and what the slowest said."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.bench.sizes import Measured, Sizes, percentile

from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts.feedback import FeedbackRefused, PlanRevised, SearchSettings
from plancritic.contracts.improvement.messages import PlanImproved
from plancritic.domains.folder import load_folder
from plancritic.local import LocalStack
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import parse_constraint, parse_domain, parse_plan, parse_problem

_CASES = Path(__file__).parents[1] / "cases/feedback"
SUITES = ("unseen-own", "impossible-own", "haulage-dev")
#: How many of the slowest are told.
_SLOWEST = 8


def _rows(most: int) -> list[dict[str, Any]]:
    """Return rows of the suites, from each domain as many at most."""
    taken: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for suite in SUITES:
        for line in (_CASES / f"{suite}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            taken[row["domain"]].append(row)
    return [row for rows in taken.values() for row in rows[:: max(1, len(rows) // most)][:most]]


async def seconds_to_answers(sizes: Sizes, seed: int | None = None) -> Measured:
    """Wall seconds to the end of runs (and to their first plan where that is told), one after another."""
    found: defaultdict[str, list[tuple[float, float, str, str, bool]]] = defaultdict(list)
    async with LocalStack(copies={"planner": 1}) as stack, PlancriticClient.connect(stack.settings, "bench") as client:
        for domain in ("waterway", "satellite", "haulage"):
            await (await client.submit(make_feedback(domain, "1", ["hello"], SearchSettings(seed=seed)))).end()
        for row in _rows(sizes.runs):
            problem = row.get("problem", "1")
            feedback = make_feedback(row["domain"], problem, [row["statement"]], SearchSettings(seed=seed))
            started = time.monotonic()
            submitted = await client.submit(feedback)
            first: float | None = None
            async for event in submitted.follow():
                if isinstance(event, PlanImproved) and first is None:
                    first = time.monotonic() - started
                if isinstance(event, PlanRevised | FeedbackRefused):
                    end = event
            seconds = time.monotonic() - started
            word = "refused" if isinstance(end, FeedbackRefused) else end.statements[0].verdict
            right = isinstance(end, PlanRevised) and _meets(row, problem, end.plan)
            found[row["domain"]].append((seconds, first or seconds, word, row["statement"], right))
    measured: Measured = {}
    for domain, answers in found.items():
        ends, firsts = [each[0] for each in answers], [each[1] for each in answers]
        measured[domain] = {
            "runs": len(answers),
            "first_p50": round(percentile(firsts, 0.5), 3),
            "first_p95": round(percentile(firsts, 0.95), 3),
            "end_p50": round(percentile(ends, 0.5), 3),
            "end_p95": round(percentile(ends, 0.95), 3),
            "right": sum(each[4] for each in answers),
            "words": {word: sum(each[2] == word for each in answers) for word in sorted({each[2] for each in answers})},
            "slowest": [f"{each[0]:.2f} s {each[2]}: {each[3]}" for each in sorted(answers, reverse=True)[:_SLOWEST]],
        }
    return measured


def _meets(row: dict[str, Any], problem: str, plan: str) -> bool:
    """Return whether the plan does what was meant, by the suite's key."""
    bundle = load_folder(row["domain"])
    parsed = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
    trajectory = execute(parsed, parse_plan(plan))
    meant = row["ground_truth"]
    return isinstance(meant, list) and all(
        judge_constraint(trajectory, parse_constraint(each)).satisfied for each in meant
    )
