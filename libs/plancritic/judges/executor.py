"""The trajectory executor as a judge: PDDL's definition executed state by state."""

from __future__ import annotations

from functools import partial

from plancritic.contracts.validation import JudgeReport
from plancritic.judges.case import abstention, executed, open_case
from plancritic.judges.findings import finding_of
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
            faults = tuple(finding_of(fault.assessment()) for fault in trajectory.faults)
            return JudgeReport(judge=NAME, ruling="rejected", findings=faults)
        assessments = [judge_goal(trajectory)] if request.goal else []
        assessments += [judge_constraint(trajectory, constraint) for constraint in case.constraints]
        rulings = {assessment.satisfied for assessment in assessments}
        ruling = "rejected" if False in rulings else "abstained" if None in rulings else "accepted"
        return JudgeReport(judge=NAME, ruling=ruling, findings=tuple(map(finding_of, assessments)))
