"""A plan proved whole, and constraint by constraint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cachetools import LRUCache

from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, ValJudge, prove_together
from plancritic.pddl.language import without_comments

#: How much of a judge's own words an answer to a question keeps, in characters: the end, where VAL names its reason.
_RAW_OF_ANSWER = 2_000


@dataclass(frozen=True, slots=True)
class PlanProof:
    """What the judges say of a plan under a specification, and of each question on its own."""

    proof: Proof
    answers: tuple[ConstraintProof, ...]


def standard_judges() -> tuple[Judge, ...]:
    """Return all three judges, VAL among them."""
    return (ValJudge(), KairosJudge(), ExecutorJudge())


class Proofs:
    """The latest proofs of one process, by the content of what was asked.

    Only what every judge has ruled on is kept: an abstention may come from a limit, or from a VAL that could not run.
    """

    def __init__(self, most: int = 256) -> None:
        self._known: LRUCache[bytes, Proof] = LRUCache(most)

    def get(self, request: JudgeRequest) -> Proof | None:
        """Return the proof of a request; None where it is not known."""
        return self._known.get(_content(request))

    def keep(self, request: JudgeRequest, proof: Proof) -> None:
        """Keep a proof if it may be kept, and forget the one that was used longest ago where there are too many."""
        if self._known.maxsize and proof.reports and all(report.ruling != "abstained" for report in proof.reports):
            self._known[_content(request)] = proof


async def prove_plan(
    judges: Sequence[Judge],
    domain: str,
    problem: str,
    plan: str,
    constraints: Sequence[str] = (),
    questions: Sequence[str] = (),
    known: Proofs | None = None,
) -> PlanProof:
    """Has a plan judged under `constraints`, and each of `questions` judged alone, the goal left aside.

    Answers follow the order of the questions. They are many, and what VAL writes is as long for each as for the
    whole plan: they keep the judges' own words only where a judge does not accept, and of these the end. What is
    `known` of these judges is not judged again. Raises `PddlSyntaxError` where domain or problem cannot be read.
    """
    request = JudgeRequest(without_comments(domain), without_comments(problem), plan, tuple(constraints))
    known = Proofs() if known is None else known
    once = tuple(dict.fromkeys(questions))
    requests = (request, *map(request.question, once))
    found = {each: proof for each in requests if (proof := known.get(each)) is not None}
    new = [each for each in requests if each not in found]
    for each, proof in zip(new, await prove_together(judges, new), strict=True):
        known.keep(each, proof)
        found[each] = proof
    proofs = {question: _abridged(found[each]) for question, each in zip(once, requests[1:], strict=True)}
    return PlanProof(found[request], tuple(ConstraintProof(constraint=each, proof=proofs[each]) for each in questions))


def _content(request: JudgeRequest) -> bytes:
    asked = _digest(*request.constraints, str(request.goal))
    return _digest_of_plan(request.domain, request.problem, request.plan) + asked


# The texts are the same for each question about a plan, and they may be long.
@lru_cache(maxsize=4)
def _digest_of_plan(domain: str, problem: str, plan: str) -> bytes:
    return _digest(domain, problem, plan)


def _digest(*texts: str) -> bytes:
    return hashlib.sha256(json.dumps(texts).encode()).digest()


def _abridged(proof: Proof) -> Proof:
    disputed = proof.ruling == "disputed"
    reports = tuple(
        report.model_copy(
            update={"raw": report.raw[-_RAW_OF_ANSWER:] if disputed or report.ruling != "accepted" else ""}
        )
        for report in proof.reports
    )
    return proof.model_copy(update={"reports": reports})
