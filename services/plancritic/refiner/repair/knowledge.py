"""What is known of the true domain as cases that a model meets or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.collecting import FeedbackProblem
from plancritic.refiner.repair.schemas import Frame, Model
from plancritic.refiner.repair.simulation import Simulator

#: `works`: the plan reaches the goal; `allowed`: all steps can be taken; `refused`: the last step cannot be taken;
#: `wrong`: a step cannot be taken or the goal is not reached.
CaseKind = Literal["works", "allowed", "refused", "wrong"]


@dataclass(frozen=True, slots=True)
class Case:
    """Something known of steps in a problem; steps are by the places of their actions."""

    kind: CaseKind
    problem: int
    steps: tuple[tuple[int, tuple[str, ...]], ...]


class Knowledge:
    """The cases of a task, and models held against them."""

    def __init__(self, frame: Frame, problems: Sequence[FeedbackProblem]) -> None:
        """Read what is known of the problems.

        Steps that the frame does not have make no case: no edit of a precondition or an effect could meet it.

        Raises: as `Simulator`.
        """
        self.frame = frame
        self.problems = tuple(problems)
        self.simulators = [Simulator(frame, each.text) for each in problems]
        self.cases: list[Case] = []
        for number, problem in enumerate(problems):
            for plan in problem.plans:
                self.add("works", number, plan)
            for steps in problem.allowed:
                self.add("allowed", number, steps)
            for steps in problem.refused:
                self.add("allowed", number, steps[:-1])
                self.add("refused", number, steps)

    def add(self, kind: CaseKind, problem: int, steps: Sequence[Step]) -> None:
        """Add a case, unless it is known or has no meaning in the frame."""
        placed = self.simulators[problem].places(steps)
        case = None if placed is None else Case(kind, problem, placed)
        if case is not None and case not in self.cases and (placed or kind != "allowed"):
            self.cases.append(case)

    def meets(self, model: Model, case: Case) -> bool:
        """Whether a case is as the model says."""
        simulator = self.simulators[case.problem]
        states = simulator.states(model, case.steps)
        taken = len(states) > len(case.steps)
        match case.kind:
            case "works":
                return taken and simulator.is_goal(states[-1])
            case "allowed":
                return taken
            case "refused":
                return not taken
            case "wrong":
                return not (taken and simulator.is_goal(states[-1]))

    def unmet(self, model: Model) -> list[Case]:
        """Return the cases that the model does not meet, in their order."""
        return [case for case in self.cases if not self.meets(model, case)]

    def occurrences(self, model: Model, action: int) -> Iterator[tuple[Simulator, int, tuple[str, ...]]]:
        """Return where steps of an action are known to be possible: simulator, state before it, objects."""
        for case in self.cases:
            if case.kind not in ("works", "allowed"):
                continue
            simulator = self.simulators[case.problem]
            for state, (place, objects) in zip(simulator.states(model, case.steps), case.steps, strict=False):
                if place == action:
                    yield simulator, state, objects
