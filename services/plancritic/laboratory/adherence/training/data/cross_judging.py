"""A second opinion on labels: Kairos' validator on the constraints of every example, plan by plan.

The constraints that a plan satisfies are asked for together, which it answers at once where it agrees; those that it
violates one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.adherence.dataset import Example
from plancritic.judges import JudgeRequest, KairosJudge
from plancritic.laboratory.adherence.training.data.plans import MadePlan
from plancritic.pddl.execution import judge_constraint
from plancritic.pddl.language import Constraint, parse_constraint


@dataclass(frozen=True, slots=True)
class Agreed:
    """Examples whose label both judges give, how many were left out, and how many pairs were judged a second time."""

    examples: list[Example]
    disputed: int
    judged: int


async def agreed(domain: str, problem: str, plans: Sequence[MadePlan], examples: Sequence[Example]) -> Agreed:
    """The examples on plans of one problem that Kairos' validator labels as the executor does."""
    judge = KairosJudge()
    asked: dict[int, dict[str, None]] = {}
    for example in examples:
        asked.setdefault(example.plan, {}).update(dict.fromkeys(example.constraints))
    rulings: dict[tuple[int, str], bool | None] = {}
    for plan, texts in asked.items():
        request = JudgeRequest(domain, problem, plans[plan].text, goal=False)
        satisfied: dict[bool, list[str]] = {True: [], False: []}
        for text in texts:
            satisfied[_satisfied(plans[plan], parse_constraint(text))].append(text)
        for side in satisfied.values():
            for text, ruling in (await _rulings(judge, request, side)).items():
                rulings[plan, text] = ruling
    kept = []
    for example in examples:
        answers = [rulings[example.plan, text] for text in example.constraints]
        label = False if False in answers else (None if None in answers else True)
        if label is example.adheres:
            kept.append(example)
    return Agreed(kept, len(examples) - len(kept), len(rulings))


async def _rulings(judge: KairosJudge, request: JudgeRequest, texts: list[str]) -> dict[str, bool | None]:
    """Of each constraint whether the plan satisfies it; None where the judge cannot say."""
    if not texts:
        return {}
    report = await judge.judge(request.question(*texts))
    if report.ruling == "accepted":
        return dict.fromkeys(texts, True)
    found = {finding.constraint: finding.satisfied for finding in report.findings if finding.about == "constraint"}
    if report.ruling == "rejected" and set(found) >= set(texts):
        return {text: found[text] for text in texts}
    if len(texts) == 1:
        return dict.fromkeys(texts, False if report.ruling == "rejected" else None)
    answers: dict[str, bool | None] = {}
    for text in texts:
        answers.update(await _rulings(judge, request, [text]))
    return answers


def _satisfied(plan: MadePlan, constraint: Constraint) -> bool:
    return judge_constraint(plan.trajectory, constraint).satisfied is True
