"""The trajectory executor as a judge: PDDL's definition executed state by state."""

from __future__ import annotations

from functools import partial

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges.case import abstention, executed, open_case
from plancritic.judges.interface import JudgeRequest
from plancritic.pddl.execution import judge_constraint, judge_goal
from plancritic.threads import in_thread

NAME = "executor"


class ExecutorJudge:
    """Judges in process, and says of each constraint when it was violated and by which step."""

    name = NAME

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        """Executes the plan; of one that cannot be executed only its faults are reported."""
        return await in_thread(partial(self._judged, request))

    def _judged(self, request: JudgeRequest) -> JudgeReport:
        case = open_case(request, NAME)
        if isinstance(case, JudgeReport):
            return case
        if case.problem is None:
            return abstention(NAME, case.lacking or "")
        if case.too_much is not None:
            return abstention(NAME, case.too_much)
        trajectory = executed(case.problem, case.plan)
        if trajectory.faults:
            faults = tuple(fault.finding() for fault in trajectory.faults)
            return JudgeReport(judge=NAME, ruling="rejected", findings=faults)
        findings: list[Finding] = [judge_goal(trajectory)] if request.goal else []
        findings += [judge_constraint(trajectory, constraint) for constraint in case.constraints]
        rulings = {finding.satisfied for finding in findings}
        ruling = "rejected" if False in rulings else "abstained" if None in rulings else "accepted"
        return JudgeReport(judge=NAME, ruling=ruling, findings=tuple(findings))
