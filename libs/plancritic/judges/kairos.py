"""Kairos' validator as a judge: in process, microseconds a plan."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Literal

import kairos

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.judges.case import Case, abstention, open_case
from plancritic.judges.interface import JudgeRequest
from plancritic.judges.undefined_values import undefined_value
from plancritic.judges.windows import for_kairos, is_window, state_times
from plancritic.pddl.language import Constraint, plan_bounds
from plancritic.threads import in_thread

NAME = "kairos"
_STEP = re.compile(r"step \d+ (?P<step>\([^)]*\)) at (?P<time>[\d.]+)")
_CONDITION_CODES = ("precondition", "invariant", "duration", "condition")


class KairosJudge:
    """Judges a whole plan at once and, where it is rejected, each constraint alone."""

    name = NAME

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        """Validates by VAL's semantics, windows rewritten (see `windows`)."""
        return await in_thread(partial(self._judged, request))

    def _judged(self, request: JudgeRequest) -> JudgeReport:
        case = open_case(request, NAME)
        if isinstance(case, JudgeReport):
            return case
        if not case.plan.steps and case.problem is None:
            return abstention(NAME, "an empty plan of a problem outside our model")
        if case.problem is None:
            if request.constraints or not request.goal:
                return abstention(NAME, case.lacking or "")
            return _report(_validate(request.domain, request.problem, request.plan, goal=True), ())
        if plan_bounds(case.constraints):
            return abstention(NAME, "Kairos does not support bounds on the whole plan")
        if case.too_much is not None:
            return abstention(NAME, case.too_much)
        if _looks_untimed(case):
            return abstention(NAME, "Kairos reads a plan whose actions all start at time 0 as a sequence")
        missing = undefined_value(case)
        if missing is not None:
            return abstention(NAME, f"Kairos cannot judge a plan in which a number has no value: {missing}")
        times = state_times(case.problem, case.plan)
        asked: list[tuple[Constraint, tuple[str, ...]]] = []
        for constraint in case.constraints:
            texts = for_kairos(constraint, times) if is_window(constraint) else (str(constraint),)
            if texts is None:
                return abstention(
                    NAME, "Kairos cannot check the state after the actions at time 0 alone", str(constraint)
                )
            asked.append((constraint, texts))
        whole = _ask(case, tuple(text for _, texts in asked for text in texts))
        if whole.status == kairos.ValidationStatus.VALID:
            return _report(whole, tuple(_constraint_finding(one, satisfied=True) for one, _ in asked))
        if whole.status != kairos.ValidationStatus.INVALID or not _constraints_to_blame(whole):
            return _report(whole, ())
        findings = tuple(
            _constraint_finding(one, satisfied=_ask(case, texts).status == kairos.ValidationStatus.VALID)
            for one, texts in asked
        )
        return _report(whole, findings)


def _looks_untimed(case: Case) -> bool:
    """Whether Kairos would take the steps for a sequence without times, and that would matter."""
    if any(step.start or step.duration for step in case.plan.steps):
        return False
    return len(case.plan.steps) > 1 or (bool(case.plan.steps) and any(one.bounds for one in case.constraints))


def _ask(case: Case, constraints: tuple[str, ...]) -> kairos.ValidationReport:
    text = case.problem_text(constraints)
    return _validate(case.request.domain, text, str(case.plan), goal=case.request.goal)


def _validate(domain: str, problem: str, plan: str, goal: bool) -> kairos.ValidationReport:
    options = kairos.ValidateOptions()
    options.check_goal = goal
    parsed = kairos.parse_problem(problem, _domain(domain))
    return kairos.validate(parsed, kairos.parse_plan(plan), options)


@lru_cache(maxsize=64)
def _domain(text: str) -> kairos.Domain:
    return kairos.parse_domain(text)


def _constraints_to_blame(report: kairos.ValidationReport) -> bool:
    return any("constraint" in str(diagnostic.code) for diagnostic in report.diagnostics)


def _report(report: kairos.ValidationReport, findings: tuple[Finding, ...]) -> JudgeReport:
    raw = "\n".join(str(diagnostic) for diagnostic in report.diagnostics)[:20_000]
    if report.status in (kairos.ValidationStatus.UNSUPPORTED, kairos.ValidationStatus.BAD_INPUT):
        return abstention(NAME, raw or str(report.status)).model_copy(update={"raw": raw})
    own = tuple(_finding(each) for each in report.diagnostics if "constraint_violated" not in str(each.code))
    if report.valid:
        return JudgeReport(judge=NAME, ruling="accepted", findings=findings, raw=raw)
    violated = [finding for finding in (*own, *findings) if finding.satisfied is False]
    if not violated:
        # Together refused, one by one accepted: say so rather than nothing.
        findings = (*findings, Finding(about="constraint", satisfied=False, explanation=raw))
    return JudgeReport(judge=NAME, ruling="rejected", findings=(*own, *findings), raw=raw)


def _finding(diagnostic: kairos.Diagnostic) -> Finding:
    code, message = str(diagnostic.code), str(diagnostic.message)
    place = _STEP.search(message)
    needed = re.search(r": (?P<atom>\(.*\)) is false", message)
    about: Literal["goal", "condition", "form"] = "form"
    if "goal" in code:
        about = "goal"
    elif any(word in code for word in _CONDITION_CODES):
        about = "condition"
    return Finding(
        about=about,
        satisfied=False,
        step=place["step"] if place else None,
        time=float(place["time"]) if place else None,
        needed=needed["atom"] if needed else None,
        actual="false" if needed else None,
        explanation=message,
    )


def _constraint_finding(constraint: Constraint, satisfied: bool) -> Finding:
    return Finding(about="constraint", satisfied=satisfied, constraint=str(constraint))
