"""Answers to a refiner's questions, kept in a YAML file from one refinement to the next."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import MAXIMUM_YAML_BYTES, read_text
from plancritic.domains.knowledge.conflicts import conflict_of
from plancritic.domains.knowledge.declared_steps import DeclaredSteps
from plancritic.domains.knowledge.kept_answer import KeptAnswer
from plancritic.domains.knowledge.steps_text import read_steps, steps_text
from plancritic.domains.places import yaml_line
from plancritic.domains.yaml_text import YamlTextError, parse_yaml

_HEAD = "# Answers to questions about a domain: of the steps, so many can be taken one after another.\n"
_KEYS = {"problem", "sha256", "steps", "taken"}
#: What stands for `taken` where somebody does not know, and the key of an answer that was taken back.
_UNKNOWN, _WITHDRAWN = "unknown", "withdrawn"
_REMEDY = (
    "write problem (its number), sha256, steps and taken (how many of them can be taken, or unknown), and perhaps "
    "withdrawn: true; or remove the file"
)


def read_answers(
    file: Path,
    problems: Sequence[KnownProblem],
    declared: DeclaredSteps | None = None,
    may_be_wrong: bool = False,
) -> tuple[KeptAnswer, ...]:
    """Return the answers of a file about these problems; `declared` says which steps there are.

    Where an answer `may_be_wrong` it may contradict other answers, and only those.

    Raises:
        ContractError: Something is wrong, an answer is about another problem, or it contradicts what is known of its
            problem or an answer before it; the fault names file and line.
    """
    surely = [without_answers(each) for each in problems] if may_be_wrong else problems
    try:
        text = read_text(file, MAXIMUM_YAML_BYTES)
        content = parse_yaml(text)
    except DomainFolderError as error:
        raise _fault(error.file, error.fault, error.remedy, error.line) from None
    except YamlTextError as error:
        raise _fault(file, error.fault, error.remedy, error.line) from None
    if not isinstance(content, dict) or not isinstance(content.get("answers"), list):
        raise _fault(file, "a list `answers` expected", _REMEDY, 1)
    found: list[KeptAnswer] = []
    for place, each in enumerate(content["answers"]):
        line = yaml_line(text, ("answers", place))
        try:
            answer = _read(each, problems)
            if declared is not None:
                declared.check(answer.steps, declared.problem(problems[answer.problem].text))
        except ValueError as error:
            raise _fault(file, f"answer {place + 1}: {error}", _REMEDY, line) from None
        others = surely if may_be_wrong else with_answers(problems, found)
        conflict = conflict_of(others[answer.problem], answer)
        if conflict is not None:
            message = f"answer {place + 1} contradicts what is known of problem {answer.problem + 1}: {conflict}"
            raise _fault(file, message, "leave this answer out, or correct what it contradicts", line)
        found.append(answer)
    return tuple(found)


def write_answers(file: Path, answers: Sequence[KeptAnswer], problems: Sequence[KnownProblem]) -> None:
    """Write answers to a file, in the place of what is there. Raises OSError."""
    rows = [
        {
            "problem": each.problem + 1,
            "sha256": _digest(problems[each.problem]),
            "steps": steps_text(each.steps),
            "taken": _UNKNOWN if each.taken is None else each.taken,
            **({_WITHDRAWN: True} if each.is_withdrawn else {}),
        }
        for each in answers
    ]
    text = _HEAD + yaml.safe_dump({"answers": rows}, sort_keys=False, width=10_000)
    # At once or not at all: answers are a person's work.
    draft = file.with_name(f".{file.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def with_answers(problems: Sequence[KnownProblem], answers: Sequence[KeptAnswer]) -> tuple[KnownProblem, ...]:
    """Return the problems with what answers tell of them; those that were taken back tell nothing."""
    found = list(problems)
    for each in answers:
        known = found[each.problem]
        allowed, refused = known.allowed, known.refused
        if each.is_withdrawn:
            continue
        if each.taken is None:
            unknown = tuple(dict.fromkeys((*known.unknown, each.steps)))
            found[each.problem] = known.model_copy(update={"unknown": unknown})
            continue
        if each.taken:
            allowed = (*allowed, each.steps[: each.taken])
        if each.taken < len(each.steps):
            refused = (*refused, each.steps[: each.taken + 1])
        allowed, refused = tuple(dict.fromkeys(allowed)), tuple(dict.fromkeys(refused))
        found[each.problem] = known.model_copy(update={"allowed": allowed, "refused": refused})
    return tuple(found)


def without_answers(problem: KnownProblem) -> KnownProblem:
    """Return a problem with what is surely known of it: plans and landmarks."""
    return problem.model_copy(update={"allowed": (), "refused": (), "unknown": (), "withdrawn": ()})


def _read(content: Any, problems: Sequence[KnownProblem]) -> KeptAnswer:
    if not isinstance(content, dict) or set(content) - {_WITHDRAWN} != _KEYS:
        raise ValueError(f"{', '.join(sorted(_KEYS))}, and nothing else, expected")
    number, taken = content["problem"], content["taken"]
    withdrawn = content.get(_WITHDRAWN, False)
    if not isinstance(withdrawn, bool):
        raise ValueError(f"{_WITHDRAWN}: true or false expected, found {withdrawn!r}")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(problems):
        raise ValueError(f"problem: one of 1 to {len(problems)} expected, found {number!r}")
    if str(content["sha256"]) != _digest(problems[number - 1]):
        raise ValueError(f"it is about another problem than the one that is number {number} now")
    if not isinstance(content["steps"], str):
        raise ValueError("steps: a line of steps expected")
    steps = read_steps(content["steps"])
    if taken == _UNKNOWN:
        return KeptAnswer(number - 1, steps, None, withdrawn)
    if not isinstance(taken, int) or isinstance(taken, bool) or not 0 <= taken <= len(steps):
        raise ValueError(f"taken: a number from 0 to {len(steps)} expected, found {taken!r}")
    return KeptAnswer(number - 1, steps, taken, withdrawn)


def _digest(problem: KnownProblem) -> str:
    return hashlib.sha256(problem.text.encode()).hexdigest()[:12]


def _fault(file: Path, message: str, remedy: str | None, line: int | None) -> ContractError:
    fault = Fault(code=FaultCode.SYNTAX_ERROR, message=message, remedy=remedy, file=str(file), line=line)
    return ContractError(fault)
