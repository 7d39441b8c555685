"""What is known of the true domain: cases that a model meets or not, and answers, any of which may be wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.feedback.task import FeedbackProblem
from plancritic.refiner.repair.probes import Steps
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
    steps: Steps


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody said of some steps that all can be taken, or else that the last cannot, after all before it."""

    problem: int
    steps: Steps
    possible: bool

    @property
    def taken(self) -> int:
        """How many of the steps can be taken, if the answer is right."""
        return len(self.steps) if self.possible else len(self.steps) - 1


class Knowledge:
    """The cases of a task and the answers to questions, and models held against them.

    A model has to meet all cases. An answer is wrong at a rate: a model that contradicts it is less likely by
    `answer_weight`, the logarithm of the odds that an answer is right. At the rate 0 answers are cases.
    """

    def __init__(self, frame: Frame, problems: Sequence[FeedbackProblem], error_rate: float = 0.0) -> None:
        """Read what is known of the problems; what they allow and refuse are answers.

        Steps that the frame does not have make no case: no edit of a precondition or an effect could meet it.

        Raises:
            ValueError: the rate is not below one half.
            PddlSyntaxError, NotStripsError: as `Simulator`.
        """
        if not 0 <= error_rate < 0.5:
            raise ValueError(f"an answer is wrong less often than every other time, not at the rate {error_rate}")
        self.frame = frame
        self.problems = tuple(problems)
        self.simulators = [Simulator(frame, each.text) for each in problems]
        self.error_rate = error_rate
        self.cases: list[Case] = []
        self.answers: list[Answer] = []
        #: By model, the answers that it contradicts, of so many that were looked at.
        self._contradicted: dict[Model, tuple[int, tuple[int, ...]]] = {}
        for number, problem in enumerate(problems):
            for plan in problem.plans:
                self.add("works", number, plan)
            for steps in problem.refused:
                self.learn(number, steps, possible=False)
            for steps in problem.allowed:
                # What can be taken before a step that cannot is no answer of its own.
                if not any(each[: len(steps)] == steps and len(each) > len(steps) for each in problem.refused):
                    self.learn(number, steps, possible=True)

    @property
    def answer_weight(self) -> float:
        """By how much one contradicted answer makes a model less likely (natural logarithm); 0 without answers."""
        return math.log((1 - self.error_rate) / self.error_rate) if self.error_rate else 0.0

    def learn(self, problem: int, steps: Sequence[Step], *, possible: bool) -> None:
        """Add an answer: all steps can be taken, or the last cannot."""
        if not self.error_rate:
            if not possible:
                self.add("allowed", problem, steps[:-1])
            self.add("allowed" if possible else "refused", problem, steps)
            return
        placed = self.simulators[problem].places(steps)
        if placed:
            answer = Answer(problem, placed, possible)
            if answer not in self.answers:
                self.answers.append(answer)

    def says(self, model: Model, answer: Answer) -> bool:
        """Whether a model says what an answer says."""
        states = self.simulators[answer.problem].states(model, answer.steps)
        return len(states) - 1 == answer.taken

    def contradicted(self, model: Model) -> tuple[int, ...]:
        """Return the places of the answers that a model contradicts."""
        looked_at, found = self._contradicted.get(model, (0, ()))
        if looked_at < len(self.answers):
            more = range(looked_at, len(self.answers))
            found += tuple(each for each in more if not self.says(model, self.answers[each]))
            self._contradicted[model] = len(self.answers), found
        return found

    def open_cases(self, model: Model, given_up: Iterable[int] = ()) -> list[Case]:
        """Return the cases that a model does not meet, then those that answers make which it contradicts.

        Answers that were given up make none.
        """
        found = self.unmet(model)
        left = set(given_up)
        for place in self.contradicted(model):
            if place not in left:
                found.append(self._case_of(model, self.answers[place]))
        return found

    def _case_of(self, model: Model, answer: Answer) -> Case:
        states = self.simulators[answer.problem].states(model, answer.steps)
        if answer.possible:
            return Case("allowed", answer.problem, answer.steps)
        if len(states) < len(answer.steps):
            return Case("allowed", answer.problem, answer.steps[:-1])
        return Case("refused", answer.problem, answer.steps)

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

    def meets_all(self, model: Model) -> bool:
        """Whether the model meets all cases."""
        return all(self.meets(model, case) for case in self.cases)

    def occurrences(self, model: Model, action: int) -> Iterator[tuple[Simulator, int, tuple[str, ...]]]:
        """Return where steps of an action are known to be possible: simulator, state before it, objects."""
        for case in self.cases:
            if case.kind not in ("works", "allowed"):
                continue
            simulator = self.simulators[case.problem]
            for state, (place, objects) in zip(simulator.states(model, case.steps), case.steps, strict=False):
                if place == action:
                    yield simulator, state, objects
