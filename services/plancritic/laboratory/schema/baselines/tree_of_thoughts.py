"""A plan by a language model alone: tree of thoughts over the description, without any domain model.

The model proposes next steps for each of the plans kept, judges what comes of them, and the best ones are kept:
breadth 3 and depth 1.5 times the reference plan's length ([DK] 5). Whether the plan is valid is for others to prove.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import one_line, skeleton_of, texts_in
from plancritic.llm import LanguageModel, LanguageModelMalformed, Message, TokenBudget, filled_prompt
from plancritic.pddl.language import Group, PddlSyntaxError, Problem, parse_problem, read

BREADTH = 3
#: Depth of the tree by the length of the reference plan.
DEPTH_FACTOR = 1.5
#: Questions under way at once.
_AT_ONCE = 4
_DONE = "(done)"

_Shape = TypeVar("_Shape", bound=BaseModel)

Judgement = Literal["sure", "likely", "impossible"]
_WORTH: Mapping[Judgement, int] = {"sure": 2, "likely": 1, "impossible": 0}


class Proposals(BaseModel):
    """Next steps, the best one first."""

    model_config = ConfigDict(extra="ignore")

    steps: list[str]


class Value(BaseModel):
    """What is thought of the beginning of a plan; the reasoning comes first, so that it is made first."""

    model_config = ConfigDict(extra="ignore")

    reasoning: str
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class DirectPlan:
    """What the model came to.

    `finished` is whether it holds the goal for reached; `malformed` counts proposals that were no step of the problem,
    and answers that could not be read; `questions` counts what was asked.
    """

    steps: tuple[str, ...]
    finished: bool
    questions: int
    malformed: int
    tokens: int


def depth_of(reference_length: int) -> int:
    """Return how deep the tree may grow for a reference plan of so many steps."""
    return math.ceil(DEPTH_FACTOR * reference_length)


async def plan_by_thoughts(
    model: LanguageModel,
    description: DomainDescription,
    register: Register,
    signatures: Mapping[str, str],
    reference_length: int,
    budget: TokenBudget,
    breadth: int = BREADTH,
) -> DirectPlan:
    """Return the plan that a model comes to, the best one kept where it finishes none.

    Args:
        model: The model to ask.
        description: The domain in words, with its problem.
        register: Which of its descriptions the model sees.
        signatures: The parameters of each action as PDDL, so that the plan can be judged in the reference domain.
        reference_length: Steps of the reference plan.
        budget: Pays for all questions.
        breadth: Plans kept, and steps proposed for each.

    Raises:
        ContractError: The description has no problem, or lacks a signature or a description in this register.
        LanguageModelError: The model cannot be reached, refuses, or is too dear.
    """
    search = _Search(model, _Task.of(description, register, signatures), budget, breadth)
    kept: list[tuple[str, ...]] = [()]
    for _ in range(depth_of(reference_length)):
        proposed = await asyncio.gather(*map(search.next_steps, kept))
        grown = [(*plan, step) for plan, steps in zip(kept, proposed, strict=True) for step in steps]
        if not grown:
            break
        values = await asyncio.gather(*map(search.value, grown))
        ranked = sorted(zip(values, grown, strict=True), key=lambda each: -each[0])
        possible = [(value, plan) for value, plan in ranked if value > 0]
        if not possible:
            break
        best_value = possible[0][0]
        finished = [plan for value, plan in possible if value == best_value and plan[-1] == _DONE]
        if finished:
            return search.outcome(finished[0][:-1], True)
        # A plan that has ended is no beginning of another one.
        kept = [plan for _, plan in possible if plan[-1] != _DONE][:breadth]
    return search.outcome(kept[0], False)


@dataclass(frozen=True, slots=True)
class _Task:
    """The words for the prompts, and what a step may name."""

    text: str
    places: Mapping[str, int]
    problem: Problem

    @classmethod
    def of(cls, description: DomainDescription, register: Register, signatures: Mapping[str, str]) -> _Task:
        if description.problem is None:
            raise _fault("the description has no problem to plan for", "add problem.pddl beside it")
        texts = texts_in(description, register)
        missing = next((name for name in texts if name not in signatures), None)
        if missing is not None:
            raise _fault(f"no signature is given for the action {missing!r}", "give the parameters of every action")
        try:
            problem = parse_problem(description.problem, skeleton_of(description))
        except PddlSyntaxError as error:
            raise _fault(f"the problem cannot be read: {error.message}", error.remedy) from None
        predicates = (f"- `{name}`: {one_line(text)}" for name, text in description.predicates.items())
        actions = (f"- `{name}` ({one_line(signatures[name])}): {text}" for name, text in texts.items())
        parts = (
            f"# The domain\nName: {description.domain}\n{one_line(description.overview)}",
            "Predicates:\n" + "\n".join(predicates),
            "Actions with their parameters:\n" + "\n".join(actions),
            f"# The problem in PDDL\n{description.problem.strip()}",
        )
        places = {name.lower(): signatures[name].count("?") for name in texts}
        return cls("\n\n".join(parts), places, problem)

    def step(self, text: str) -> str | None:
        """A proposed step as a plan writes it; None where it is none of the problem."""
        try:
            nodes = read(text.strip().strip("`"), "step")
        except PddlSyntaxError:
            return None
        if len(nodes) != 1 or not isinstance(nodes[0], Group):
            return None
        words = [str(each).lower() for each in nodes[0].children]
        written = f"({' '.join(words)})"
        if written == _DONE:
            return _DONE
        known = bool(words) and len(words) - 1 == self.places.get(words[0])
        return written if known and all(each in self.problem.objects for each in words[1:]) else None


class _Search:
    def __init__(self, model: LanguageModel, task: _Task, budget: TokenBudget, breadth: int) -> None:
        self._model, self._task, self._budget, self._breadth = model, task, budget, breadth
        self._free = asyncio.Semaphore(_AT_ONCE)
        self._questions = self._malformed = self._tokens = 0

    def outcome(self, steps: tuple[str, ...], finished: bool) -> DirectPlan:
        return DirectPlan(steps, finished, self._questions, self._malformed, self._tokens)

    async def next_steps(self, plan: tuple[str, ...]) -> tuple[str, ...]:
        """So many different steps as the tree is broad, at most."""
        text = filled_prompt(
            "plancritic.laboratory.schema.baselines",
            "next_steps",
            task=self._task.text,
            plan=_listed(plan),
            breadth=str(self._breadth),
        )
        answer = await self._ask(text, Proposals)
        if answer is None:
            return ()
        steps = [self._task.step(each) for each in answer.steps]
        self._malformed += steps.count(None)
        return tuple(dict.fromkeys(each for each in steps if each is not None))[: self._breadth]

    async def value(self, plan: tuple[str, ...]) -> int:
        """What the model thinks of the beginning of a plan, as a number; an unreadable answer recommends nothing."""
        answer = await self._ask(
            filled_prompt("plancritic.laboratory.schema.baselines", "value", task=self._task.text, plan=_listed(plan)),
            Value,
        )
        return 0 if answer is None else _WORTH[answer.judgement]

    async def _ask(self, text: str, shape: type[_Shape]) -> _Shape | None:
        async with self._free:
            self._questions += 1
            try:
                found = await self._model.complete((Message("user", text),), shape, self._budget)
            except LanguageModelMalformed:
                self._malformed += 1
                return None
            self._tokens += found.tokens
            return found.answers[0]


def _listed(plan: tuple[str, ...]) -> str:
    return "\n".join(plan) or "Nothing is done yet."


def _fault(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
