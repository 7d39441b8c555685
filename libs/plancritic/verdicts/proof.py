"""A plan proved whole, and constraint by constraint."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, ValJudge, prove
from plancritic.pddl.language import without_comments

#: How much of a judge's own words an answer to a question keeps, in characters: the end, where VAL names its reason.
_RAW_OF_ANSWER = 2_000


@dataclass(frozen=True, slots=True)
class PlanProof:
    """What the judges say of a plan under a specification, and of each question on its own."""

    proof: Proof
    answers: tuple[ConstraintProof, ...]


def standard_judges() -> tuple[Judge, ...]:
    """All three judges, VAL among them."""
    return (ValJudge(), KairosJudge(), ExecutorJudge())


async def prove_plan(
    judges: Sequence[Judge],
    domain: str,
    problem: str,
    plan: str,
    constraints: Sequence[str] = (),
    questions: Sequence[str] = (),
) -> PlanProof:
    """Has a plan judged under `constraints`, and each of `questions` judged alone, the goal left aside.

    Answers follow the order of the questions. They are many, and what VAL writes is as long for each as for the
    whole plan: they keep the judges' own words only where a judge does not accept, and of these the end. Raises
    `PddlSyntaxError` where domain or problem cannot be read.
    """
    request = JudgeRequest(without_comments(domain), without_comments(problem), plan, tuple(constraints))
    once = tuple(dict.fromkeys(questions))
    whole, *alone = await asyncio.gather(
        prove(judges, request), *(prove(judges, request.question(question)) for question in once)
    )
    proofs = dict(zip(once, map(_abridged, alone), strict=True))
    return PlanProof(whole, tuple(ConstraintProof(constraint=each, proof=proofs[each]) for each in questions))


def _abridged(proof: Proof) -> Proof:
    disputed = proof.ruling == "disputed"
    reports = tuple(
        report.model_copy(
            update={"raw": report.raw[-_RAW_OF_ANSWER:] if disputed or report.ruling != "accepted" else ""}
        )
        for report in proof.reports
    )
    return proof.model_copy(update={"reports": reports})
