"""Plans: timed ground actions, read from and written as PDDL plan text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from plancritic.pddl.language.errors import PddlSyntaxError
from plancritic.pddl.language.finite import LARGEST, MOST_STEPS, REMEDY, out_of_range

#: Times closer than this are the same: printed plans have three decimals, the least gap is 0.001.
SAME_TIME = 0.0005

_STEP = re.compile(
    r"\s*(?:(?P<start>[^\s:()]+)\s*:)?\s*\((?P<words>[^()]*)\)\s*(?:\[\s*(?P<duration>[^\s\[\]]+)\s*\])?\s*\Z"
)

_TIME = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One ground action; `duration` is None for an action that takes no time. Times in the domain's unit."""

    start: float
    action: str
    arguments: tuple[str, ...] = ()
    duration: float | None = None

    @property
    def ground(self) -> str:
        """The action as PDDL writes it: `(move a b)`."""
        return f"({' '.join((self.action, *self.arguments))})"

    @property
    def end(self) -> float:
        """When the action is over."""
        return self.start + (self.duration or 0.0)

    def __str__(self) -> str:
        duration = "" if self.duration is None else f" [{_time(self.duration)}]"
        return f"{_time(self.start)}: {self.ground}{duration}"


@dataclass(frozen=True)
class Plan:
    """Steps sorted by their start (steps of one time stay in the order of the text)."""

    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(sorted(self.steps, key=lambda step: step.start)))

    @cached_property
    def makespan(self) -> float:
        """When the last step is over; 0 for the empty plan."""
        return max((step.end for step in self.steps), default=0.0)

    def numbered(self) -> tuple[tuple[int, Step], ...]:
        """Return each step with its number as a person counts: from one, steps that start together share a number."""
        numbered: list[tuple[int, Step]] = []
        number, latest = 0, float("-inf")
        for step in self.steps:
            if step.start - latest >= SAME_TIME:
                number, latest = number + 1, step.start
            numbered.append((number, step))
        return tuple(numbered)

    def __str__(self) -> str:
        return "".join(f"{step}\n" for step in self.steps)


def parse_plan(text: str, filename: str = "plan") -> Plan:
    """Read a plan: one step a line, `0.000: (move a b) [1.000]`, or `(move a b)` in a sequential plan.

    `;` starts a comment. Steps without a time take place at 1, 2, 3, ... in the order of the text, as VAL and Kairos
    count them. No time is later than `LARGEST`, and no plan has more than `MOST_STEPS` steps.

    Raises:
        PddlSyntaxError: A line is no step, a time is negative, too large or no number, only some steps have one, or
            there are too many steps.
    """
    steps: list[Step] = []
    timed: bool | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition(";")[0]
        if not content.strip():
            continue
        column = len(content) - len(content.lstrip()) + 1
        if len(steps) == MOST_STEPS:
            message = f"the plan has more than {MOST_STEPS} steps"
            remedy = "take a shorter plan; longer ones are not judged"
            raise PddlSyntaxError(message, filename, number, column, "plan.too_long", remedy)
        match = _STEP.match(content)
        words = match["words"].lower().split() if match else []
        if match is None or not words:
            message = f"expected a step such as '0.000: (move a b) [1.000]', found {content.strip()!r}"
            raise PddlSyntaxError(message, filename, number, column, "plan.step")
        if timed is None:
            timed = match["start"] is not None
        elif timed != (match["start"] is not None):
            message = "either all steps have a time or none"
            raise PddlSyntaxError(message, filename, number, column, "plan.mixed")
        start = _read_time(match, "start", filename, number) if timed else float(len(steps) + 1)
        duration = _read_time(match, "duration", filename, number) if match["duration"] else None
        steps.append(Step(start, words[0], tuple(words[1:]), duration))
    return Plan(tuple(steps))


def _read_time(match: re.Match[str], name: str, filename: str, line: int) -> float:
    text, column = match[name], match.start(name) + 1
    if not _TIME.fullmatch(text):
        raise PddlSyntaxError(f"expected a time, found {text!r}", filename, line, column, "plan.time")
    value = float(text)
    if value < 0:
        raise PddlSyntaxError(f"{name} {text} is negative", filename, line, column, "plan.time")
    if value > LARGEST:
        raise PddlSyntaxError(f"{name}: {out_of_range(text)}", filename, line, column, "plan.time", REMEDY)
    return value


def _time(value: float) -> str:
    """Three decimals, or as many as the value needs."""
    text = f"{value:.3f}"
    return text if float(text) == value else f"{value:.9f}".rstrip("0")
