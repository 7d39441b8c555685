"""A folder's PDDL: read, and held against what the engines here can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.files import DOMAIN_FILE, PROBLEMS_FOLDER
from plancritic.engines import ENGINES, available_engines, engines_with
from plancritic.engines.capabilities.suitability import lacking
from plancritic.pddl.execution import execute, judge_goal
from plancritic.pddl.language import (
    Domain,
    PddlSyntaxError,
    Plan,
    Problem,
    UnsupportedFeatureError,
    parse_domain,
    parse_problem,
)


class PddlTexts:
    """The texts of a folder, and what can be read of them: `domain` is None where the domain cannot be."""

    def __init__(self, domain_text: str | None = None, problem_texts: Mapping[str, str] | None = None) -> None:
        self._domain_text = domain_text
        self._problem_texts = dict(problem_texts or {})
        self._faults: list[Complaint] = []
        self.domain: Domain | None = None
        self.problems: dict[str, Problem] = {}
        self._parse()

    def complaints(self) -> Iterator[Complaint]:
        """Yield what does not parse, what no engine here has, goals that hold already."""
        yield from self._faults
        for number, problem in self.problems.items():
            yield from self._lacking(number)
            yield from _held_at_once(number, problem)

    def _parse(self) -> None:
        if self._domain_text is None:
            return
        try:
            self.domain = parse_domain(self._domain_text, DOMAIN_FILE)
        except PddlSyntaxError as error:
            self._faults.append(_fault(error))
            return
        for number, text in self._problem_texts.items():
            try:
                self.problems[number] = parse_problem(text, self.domain, _file(number))
            except PddlSyntaxError as error:
                self._faults.append(_fault(error))

    def _lacking(self, number: str) -> Iterator[Complaint]:
        here = available_engines()
        domain, problem = self._domain_text or "", self._problem_texts[number]
        missing = {name: lacking(ENGINES[name].manifest, domain, problem, compiles=True) for name in here}
        if all(missing.values()):
            engine, features = min(missing.items(), key=lambda each: len(each[1]))
            others = [name for name in engines_with(features[0]) if name not in here]
            remedy = f"install {' or '.join(others)}" if others else "leave it out: no engine in the table supports it"
            message = f"no engine here plans with {', '.join(features)} (the nearest is {engine})"
            yield Complaint(Severity.ERROR, "unsupported_feature", message, remedy, _file(number))


def _held_at_once(number: str, problem: Problem) -> Iterator[Complaint]:
    if judge_goal(execute(problem, Plan(()))).satisfied:
        message = f"problem {number}: the goal holds at once, so the empty plan is one"
        yield Complaint(Severity.WARNING, "goal_holds", message, "give it a goal that needs a plan", _file(number))


def _fault(error: PddlSyntaxError) -> Complaint:
    if isinstance(error, UnsupportedFeatureError):
        remedy = "leave it out: the judges do not support it, so no plan could be proved"
        return Complaint(Severity.ERROR, "unsupported_feature", error.message, remedy, error.file, error.line)
    return Complaint(
        Severity.ERROR, "wrong_pddl", error.message, "correct the PDDL at that place", error.file, error.line
    )


def _file(number: str) -> str:
    return f"{PROBLEMS_FOLDER}/{number}.pddl"
