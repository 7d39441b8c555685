"""Reading `feedback.yaml`, or a folder of problems and plans: what is known of a domain that is to be repaired."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypedDict

from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import MAXIMUM_YAML_BYTES, read_pddl, read_text
from plancritic.domains.knowledge.declared_steps import DeclaredSteps
from plancritic.domains.knowledge.steps_text import StepsTextError, read_steps
from plancritic.domains.places import yaml_line
from plancritic.domains.yaml_text import YamlTextError, parse_yaml
from plancritic.pddl.language import PddlSyntaxError, Plan, Problem, parse_plan

FEEDBACK_FILE = "feedback.yaml"
_KEYS = ("problem", "plans", "landmarks", "allowed", "refused")
_REMEDY = (
    "write `problems`: a list with `problem` (a PDDL file), and `plans` (files), `landmarks`, `allowed`, `refused` "
    "(lines of steps) where there are some"
)


def read_feedback(place: Path, declared: DeclaredSteps) -> tuple[KnownProblem, ...]:
    """Return the problems of a feedback file, or of a folder.

    A folder has `feedback.yaml`, or problems `NAME.pddl` with plans `NAME.plan`, `NAME.2.plan` and so on. `declared`
    says what the problems and the steps must fit.

    Raises:
        ContractError: Something is missing or wrong; the fault names file, line and remedy.
    """
    if not place.is_dir():
        return _read_file(place, declared)
    if (place / FEEDBACK_FILE).exists():
        return _read_file(place / FEEDBACK_FILE, declared)
    problems = sorted(place.glob("*.pddl"))
    if not problems:
        remedy = f"put {FEEDBACK_FILE} there, or problems (1.pddl) with their plans (1.plan)"
        raise _fault(place, "there is neither a feedback file nor a problem in this folder", remedy)
    plans = _plans_of(problems, place)
    return tuple(read_problem(each, plans[each], declared) for each in problems)


def _plans_of(problems: Sequence[Path], place: Path) -> dict[Path, list[Path]]:
    """Return which plans of a folder are for which problem: `1.plan` first, then `1.2.plan` and so on."""
    found: dict[Path, list[Path]] = {each: [] for each in problems}
    # A longer name first: `1.2.plan` is of 1.2.pddl, where there is one.
    by_length = sorted(problems, key=lambda each: -len(each.stem))
    for plan in sorted(place.glob("*.plan"), key=lambda each: (each.name.count("."), each.name)):
        owner = next((each for each in by_length if plan.name.startswith(f"{each.stem}.")), None)
        if owner is None:
            remedy = f"add {plan.name.partition('.')[0]}.pddl, or name the plan as its problem is named"
            raise _fault(plan, "the problem of this plan is not in the folder", remedy)
        found[owner].append(plan)
    return found


def read_problem(problem: Path, plans: Sequence[Path], declared: DeclaredSteps) -> KnownProblem:
    """Return a problem with the plans that work for it. Raises as `read_feedback`."""
    text = _pddl(problem)
    parsed = _parsed(text, problem, declared)
    read = [_plan(each, parsed, declared) for each in plans]
    try:
        return KnownProblem(text=text, **_by_kind(read))
    except ValidationError as error:
        raise _fault(problem, _why(error), "leave out what is too much") from None


def _read_file(file: Path, declared: DeclaredSteps) -> tuple[KnownProblem, ...]:
    try:
        text = read_text(file, MAXIMUM_YAML_BYTES)
        content = parse_yaml(text)
    except DomainFolderError as error:
        remedy = _REMEDY if not error.file.exists() else error.remedy
        raise _fault(error.file, error.fault, remedy, error.line) from None
    except YamlTextError as error:
        raise _fault(file, error.fault, error.remedy, error.line) from None
    if not isinstance(content, dict) or set(content) != {"problems"} or not isinstance(content["problems"], list):
        raise _fault(file, "a list `problems`, and nothing else, expected", _REMEDY, 1)
    return tuple(_Entry(file, text, number, each, declared).read() for number, each in enumerate(content["problems"]))


class _Entry:
    """One problem of a feedback file."""

    def __init__(self, file: Path, text: str, number: int, content: Any, declared: DeclaredSteps) -> None:
        self._file = file
        self._text = text
        self._number = number
        self._content = content
        self._declared = declared

    def read(self) -> KnownProblem:
        if not isinstance(self._content, dict) or not isinstance(self._content.get("problem"), str):
            raise self._fault((), "`problem` is missing: the name of a PDDL file", _REMEDY)
        for key in self._content:
            if key not in _KEYS:
                raise self._fault((key,), f"unknown key {key!r}", f"known keys: {', '.join(_KEYS)}")
        named = self._content["problem"]
        inline = "(" in named
        file = self._file if inline else self._file.parent / named
        text = named if inline else _pddl(file)
        problem = _parsed(text, file, self._declared)
        plans = [self._plan(each, place, problem) for place, each in self._listed("plans")]
        landmarks, allowed, refused = (self._lines(key, problem) for key in ("landmarks", "allowed", "refused"))
        try:
            return KnownProblem(text=text, **_by_kind(plans), landmarks=landmarks, allowed=allowed, refused=refused)
        except ValidationError as error:
            path = error.errors()[0]["loc"][:2]
            raise self._fault(path, _why(error), "leave out what is too much") from None

    def _listed(self, key: str) -> Iterable[tuple[int, str]]:
        found = self._content.get(key) or []
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise self._fault((key,), f"{key}: a list of texts expected", _REMEDY)
        return enumerate(found)

    def _plan(self, named: str, place: int, problem: Problem) -> Steps | Plan:
        if "(" not in named:
            return _plan(self._file.parent / named, problem, self._declared)
        return self._steps("plans", place, named, problem)

    def _lines(self, key: str, problem: Problem) -> tuple[Steps, ...]:
        return tuple(self._steps(key, place, line, problem) for place, line in self._listed(key))

    def _steps(self, key: str, place: int, line: str, problem: Problem) -> Steps:
        try:
            steps = read_steps(line)
            self._declared.check(steps, problem)
        except StepsTextError as error:
            raise self._fault((key, place), f"{key}: {error}", "write them as (pick-up a) (stack a b)") from None
        return steps

    def _fault(self, path: tuple[str | int, ...], message: str, remedy: str | None) -> ContractError:
        line = yaml_line(self._text, ("problems", self._number, *path))
        return _fault(self._file, f"problem {self._number + 1}: {message}", remedy, line)


def _pddl(file: Path) -> str:
    try:
        return read_pddl(file)
    except DomainFolderError as error:
        remedy = "name a problem's PDDL file" if not file.exists() else error.remedy
        raise _fault(error.file, error.fault, remedy, error.line) from None


def _parsed(text: str, file: Path, declared: DeclaredSteps) -> Problem:
    try:
        return declared.problem(text, str(file))
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None


class _Plans(TypedDict):
    plans: tuple[Steps, ...]
    timed_plans: tuple[str, ...]


def _by_kind(plans: Sequence[Steps | Plan]) -> _Plans:
    """Return plans as sequences of steps, and those with times as PDDL."""
    return {
        "plans": tuple(each for each in plans if not isinstance(each, Plan)),
        "timed_plans": tuple(str(each) for each in plans if isinstance(each, Plan)),
    }


def _plan(file: Path, problem: Problem, declared: DeclaredSteps) -> Steps | Plan:
    """Return a plan's steps; where actions take time and the plan says how much, with their times."""
    try:
        text = read_text(file)
        plan = parse_plan(text, str(file))
    except DomainFolderError as error:
        remedy = "name a plan's file" if not file.exists() else error.remedy
        raise _fault(error.file, error.fault, remedy, error.line) from None
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    if not plan.steps:
        raise _fault(file, "the plan has no steps", "write the steps of a plan that works, or leave the file out")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.partition(";")[0].strip()]
    ordered = sorted(zip(plan.steps, lines, strict=True), key=lambda each: each[0].start)
    steps = tuple((step.action, *step.arguments) for step, _ in ordered)
    for step, (_, line) in zip(steps, ordered, strict=True):
        try:
            declared.check((step,), problem)
        except StepsTextError as error:
            raise _fault(file, str(error), "write a plan of this problem", line) from None
    is_timed = declared.is_timed and any(step.duration is not None for step in plan.steps)
    return plan if is_timed else steps


def _why(error: ValidationError) -> str:
    """Where knowledge is more, or less, than a message may hold."""
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _fault(file: Path, message: str, remedy: str | None, line: int | None = None) -> ContractError:
    fault = Fault(code=FaultCode.SYNTAX_ERROR, message=message, remedy=remedy, file=str(file), line=line)
    return ContractError(fault)
