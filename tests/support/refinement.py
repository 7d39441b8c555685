"""The scene that the refiner's recordings are about: hiking, and a climb out of the water that must not be."""

from __future__ import annotations

from pathlib import Path

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.construction import recorded_starts
from plancritic.refiner.feedback.messages import NegativeFeedback
from plancritic.refiner.feedback.task import FeedbackProblem, RefinementTask
from plancritic.refiner.proposers.proposer import ProposalRequest

CASES = Path(__file__).parents[1] / "cases" / "refiner"
COMPLETIONS = CASES / "completions" / "hiking"
RECORDING = CASES / "hiking.jsonl"
#: In the first problem the hiker starts on a hill beside the water.
OUT_OF_WATER = (("walk", "hiker", "place-0-2", "place-0-1"), ("climb", "hiker", "place-0-1", "place-0-2"))


def hiking() -> DomainDescription:
    return benchmark_domains()["hiking"].description


def hasty_start() -> str:
    """A start whose `climb` asks for no dry place."""
    return next(each.text for each in recorded_starts(CASES / "starts")["hiking"] if each.name == "hasty")


def request(domain: str | None = None) -> ProposalRequest:
    first, *others = benchmark_domains()["hiking"].feedback_problems()
    known = FeedbackProblem(first, refused=(OUT_OF_WATER,))
    task = RefinementTask(hiking(), (known, *map(FeedbackProblem, others)))
    message = NegativeFeedback(0, OUT_OF_WATER, "somebody said so")
    return ProposalRequest(task, domain or hasty_start(), (message,))


def completions(part: str) -> list[str]:
    """The answers of a part (`construction`, `proposal`) in their order."""
    return [file.read_text(encoding="utf-8") for file in sorted(COMPLETIONS.glob(f"{part}-*.md"))]
