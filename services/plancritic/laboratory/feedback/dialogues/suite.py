"""Dialogue suites: turns with what is in force after each, read with the place of every mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.translation import MAXIMUM_STATEMENTS, StatementText
from plancritic.domains import DomainBundle
from plancritic.laboratory.feedback.suites import fitting_problem, suite_lines, told_by_line
from plancritic.pddl.language import Plan, parse_constraint
from plancritic.pddl.specification import check_constraint

#: Stands for the number of the step, in the plan shown in that turn, in which the action is.
STEP = re.compile(r"\{step:\s*(\([^{}]*\))\s*\}")


class MakespanBound(Contract):
    """The plan ends by then, in units of the domain's time."""

    makespan_at_most: float = Field(gt=0)


class Turn(Contract):
    """What is said in a turn, and what a plan has to satisfy after it: one entry a statement in force."""

    statements: Annotated[list[StatementText], Field(min_length=1, max_length=MAXIMUM_STATEMENTS)]
    in_force: list[list[str] | MakespanBound]
    #: Whether a statement contradicts an earlier one: the newer wins when that is asked.
    clash: bool = False
    #: What the person does in the turn, where the suite says it.
    act: str | None = None

    @property
    def refers_to_steps(self) -> bool:
        """Return whether a statement names a step of the plan shown."""
        return any(STEP.search(each) for each in self.statements)

    @property
    def asks_for_nothing(self) -> bool:
        """Return whether the turn is a question, a remark or an acceptance."""
        return self.act in ("question", "chatter", "accept", "confirm", "deny")

    @property
    def constraints(self) -> tuple[str, ...]:
        """Return all constraints in force, each once."""
        lists = [each for each in self.in_force if isinstance(each, list)]
        return tuple(dict.fromkeys(constraint for each in lists for constraint in each))

    @property
    def latest_end(self) -> float | None:
        """Return when the plan has to end at the latest; None without a bound."""
        return min((each.makespan_at_most for each in self.in_force if isinstance(each, MakespanBound)), default=None)


class Dialogue(Contract):
    """A dialogue as it is written; `given` is the line itself, `id` its place in its suite."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    domain: str
    problem: str = "1"
    turns: Annotated[list[Turn], Field(min_length=1)]
    id: str = ""
    given: dict[str, Any] = Field(default_factory=dict)


class StepMissingError(ValueError):
    """A statement refers to the step of an action that the plan shown does not have."""

    def __init__(self, action: str) -> None:
        self.action = action
        super().__init__(f"the plan shown has no step {action}")


def is_dialogue_suite(path: Path) -> bool:
    """Return whether the first line of a suite is a dialogue.

    Raises:
        ContractError: the file cannot be read, or its first line is no JSON object.
    """
    return any("turns" in given for _, given in [next(suite_lines(path), (0, {}))])


def read_dialogues(paths: Sequence[Path], bundle: DomainBundle) -> tuple[Dialogue, ...]:
    """Return the dialogues about the bundle's domain; lines of other domains are left out.

    Raises:
        ContractError: a line is wrong (file, line and what is wrong in it), or there is no dialogue for the domain.
    """
    found = []
    for path in paths:
        for number, given in suite_lines(path):
            if given.get("domain") != bundle.name:
                continue
            with told_by_line(path, number):
                dialogue = Dialogue.model_validate({**given, "id": f"{path.stem}:{number}", "given": given})
                _check(dialogue, bundle)
            found.append(dialogue)
    if not found:
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"the suite has no dialogue for domain {bundle.name!r}",
                remedy="name another --suite, or the --domain of its lines",
                file=str(paths[0]) if len(paths) == 1 else None,
            )
        )
    return tuple(found)


def with_step_numbers(statement: str, plan: Plan) -> str:
    """Return the statement with the numbers of the steps that it refers to.

    Steps are numbered by distinct start times, from one.

    Raises:
        StepMissingError: the plan has no such action.
    """
    starts = sorted({step.start for step in plan.steps})
    numbers = {_words(step.ground): starts.index(step.start) + 1 for step in reversed(plan.steps)}

    def number(found: re.Match[str]) -> str:
        words = _words(found[1])
        if words not in numbers:
            raise StepMissingError(found[1])
        return str(numbers[words])

    return STEP.sub(number, statement)


def _words(action: str) -> str:
    return " ".join(action.casefold().strip("() ").split())


def _check(dialogue: Dialogue, bundle: DomainBundle) -> None:
    problem = fitting_problem(bundle, dialogue.problem)
    for turn in dialogue.turns:
        for text in turn.constraints:
            complaints = check_constraint(parse_constraint(text, filename="in_force"), problem)
            if complaints:
                raise ValueError(f"in_force {text!r}: {complaints[0]}")
