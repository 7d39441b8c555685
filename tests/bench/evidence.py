"""Step 11: the same runs with each source of evidence alone and with all: what each is worth."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field

from tests.bench.feedback import SUITE
from tests.bench.sizes import Measured, Sizes, percentile

from plancritic.client import PlancriticClient, make_feedback
from plancritic.contracts.feedback import EvidenceName, FeedbackRefused, PlanRevised, SearchSettings
from plancritic.domains import load_domain
from plancritic.judges import JudgeRequest, ValJudge, prove
from plancritic.local import LocalStack

VARIANTS: tuple[tuple[EvidenceName, ...], ...] = (
    ("scorer",),
    ("check",),
    ("scorer", "check"),
    ("scorer", "check", "back_translation"),
)


@dataclass
class Worth:
    """What came of the statements in the runs of one variant; `met` by their ground truth, in VAL's words."""

    statements: int = 0
    met: int = 0
    doubted: int = 0
    doubted_rightly: int = 0
    generations: int = 0
    seconds: list[float] = field(default_factory=list)

    async def add(self, domain: str, truths: list[list[str]], ended: PlanRevised) -> None:
        """Judges every statement of a run by what it was meant to say."""
        bundle = load_domain(domain)
        for truth, outcome in zip(truths, ended.statements, strict=True):
            request = JudgeRequest(bundle.domain_pddl, bundle.problem("1"), ended.plan, tuple(truth))
            met = (await prove([ValJudge()], request)).ruling == "accepted"
            self.statements += 1
            self.met += met
            self.doubted += bool(outcome.doubt)
            self.doubted_rightly += bool(outcome.doubt) and not met
        self.generations += ended.generations

    def measured(self) -> Measured:
        """The figures as the bench prints them."""
        return {
            "met_by_ground_truth": f"{self.met} of {self.statements}",
            "doubted": f"{self.doubted}, rightly {self.doubted_rightly}",
            "generations": self.generations,
            "p50_seconds": round(percentile(self.seconds, 0.5), 3),
        }


async def worth_of_evidence(sizes: Sizes) -> Measured:
    """Statements met by their ground truth, doubts, generations bred and wall seconds, by what counts."""
    rows = [json.loads(line) for line in SUITE.read_text(encoding="utf-8").splitlines()]
    worth = {variant: Worth() for variant in VARIANTS}
    refused = 0
    async with LocalStack(copies={"planner": 2}) as stack, PlancriticClient.connect(stack.settings, "bench") as client:
        for number in range(sizes.runs):
            row = rows[number % len(rows)]
            for variant, found in worth.items():
                settings = SearchSettings(seed=sizes.seed + number, evidence=variant)
                feedback = make_feedback(row["domain"], "1", row["statements"], settings)
                started = time.monotonic()
                ended = await (await client.submit(feedback)).end()
                found.seconds.append(time.monotonic() - started)
                if isinstance(ended, FeedbackRefused):
                    refused += 1
                    continue
                await found.add(row["domain"], row["ground_truth"], ended)
    return {"refused": refused, **{"+".join(variant): found.measured() for variant, found in worth.items()}}
