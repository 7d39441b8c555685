"""The ground truth's word on a plan: VAL's, with the other judges' words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains import DomainBundle
from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, ValJudge, prove

Ruling = Literal["accepted", "rejected", "abstained"]

#: The judge whose word counts in every table.
DECIDES = "val"


class Judgement(Contract):
    """What the judges say of a plan under a ground truth, the problem's goal included."""

    judges: dict[str, Ruling]
    #: Why the plan is not accepted, in the words of the judge that says most.
    explanation: str = ""

    @property
    def adherent(self) -> bool:
        """VAL accepts the plan: nothing else is adherent."""
        return self.judges.get(DECIDES) == "accepted"

    @property
    def judged(self) -> bool:
        """VAL rules at all."""
        return self.judges.get(DECIDES) != "abstained"

    @property
    def disputed(self) -> bool:
        """Two judges that rule differ."""
        return len(set(self.judges.values()) - {"abstained"}) > 1


class GroundTruthJudge:
    """Judges plans of one domain; the same question is asked once.

    What VAL is known to get wrong (windows, malformed constraints) is worked around in `plancritic.judges`.
    """

    def __init__(self, bundle: DomainBundle, judges: Sequence[Judge] | None = None) -> None:
        """Raises `ContractError` where VAL cannot be run: no other judge takes its place."""
        self.bundle = bundle
        if judges is None:
            val = ValJudge()
            if absence := val.absence():
                raise ContractError(
                    Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=absence, remedy="install VAL with `make setup`")
                )
            judges = (val, KairosJudge(), ExecutorJudge())
        self._judges = tuple(judges)
        self._known: dict[tuple[str, str, tuple[str, ...]], Judgement] = {}

    async def judge(self, problem: str, plan: str, constraints: Sequence[str]) -> Judgement:
        """Return the judgement of a plan of the problem with this id."""
        key = (problem, plan, tuple(constraints))
        if key not in self._known:
            request = JudgeRequest(self.bundle.domain_pddl, self.bundle.problem(problem), plan, key[2])
            proof = await prove(self._judges, request)
            self._known[key] = Judgement(
                judges={report.judge: report.ruling for report in proof.reports},
                explanation=next(
                    (
                        finding.explanation
                        for report in sorted(proof.reports, key=lambda each: each.judge != "executor")
                        if report.ruling != "accepted"
                        for finding in report.findings
                        if finding.satisfied is not True and finding.explanation
                    ),
                    "",
                ),
            )
        return self._known[key]
