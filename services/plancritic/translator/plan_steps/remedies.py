"""What can be said in place of a statement about steps that cannot be read, in words that are read.

Every sentence is tried before it is offered, and no order is offered that the plan's causal links rule out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from plancritic.pddl.execution import StepOrders
from plancritic.pddl.language import Step
from plancritic.translator.candidates.offline import Parser
from plancritic.translator.plan_steps.steps import StepReader
from plancritic.wording import Lexicon

_MOST = 3
#: How far a step's neighbours are looked at for an order to offer.
_REACH = 10
_EARLIER = re.compile(
    r"\b(?:earlier|sooner|faster|quicker|forward|ahead|advance|before|by|up|early|at once|right away|immediately)\b",
    re.IGNORECASE,
)
_STEP = re.compile(r"\bsteps? (?:number |no\.? ?)?\d", re.IGNORECASE)


def names_a_step(statement: str) -> bool:
    """Return whether a statement names a step by its number, whatever plan is shown."""
    return _STEP.search(statement) is not None


def step_reason(statement: str, steps: StepReader | None) -> str:
    """Return why a statement that names a step, and asks for no order or time of it, is not understood."""
    named = steps.named(statement) if steps is not None else ()
    if not named:
        return "it names a step by its number, but no plan with such a step is shown"
    listed = " and ".join(map(str, named))
    return f"it names step {listed}, but not when it must be done or what must come before or after it"


class StepRemedies:
    """Offers sentences about the steps of a plan that are read, for one that is not."""

    def __init__(self, steps: StepReader, parser: Parser, words: Lexicon) -> None:
        self._steps = steps
        self._parser = parser
        self._words = words
        self._orders = StepOrders(words.problem, steps.plan)

    def instead_of(self, statement: str) -> tuple[str, ...]:
        """Return sentences that are read, nearest to what a statement asks for first; none where there are none."""
        found: list[str] = []
        for sentence in self._sentences(statement):
            if sentence not in found and (self._steps.parse(sentence) or self._parser.parse(sentence, 1)):
                found.append(sentence)
            if len(found) == _MOST:
                break
        return tuple(found)

    def _sentences(self, statement: str) -> Iterator[str]:
        named = self._steps.named(statement)[:2]
        sooner = _EARLIER.search(statement) is not None
        if len(named) > 1:
            # Who moves in one stays where he is until both are over.
            until = max(_end(step) for number in named for step in self._steps.actions(number))
            for number in named:
                for step in self._steps.actions(number):
                    yield from self._held(step, until)
            one, other = named
            yield from self._ordered(one, [other], sooner)
            return
        for number in named:
            yield from self._timed(number, sooner)
            yield from self._ordered(number, self._near(number, sooner), sooner)

    def _timed(self, number: int, sooner: bool) -> Iterator[str]:
        actions = self._steps.actions(number)
        end = max(map(_end, actions))
        # A tenth less or more than now: what is asked for, for the person to change.
        unit, time = self._words.context.time, _said_time(end, sooner)
        amount = f"{time:g}"
        if sooner and time > 0:
            yield f"Step {number} must be done within {amount} {unit.singular if time == 1 else unit.plural}."
        elif not sooner:
            yield f"Step {number} must not be done before {unit.singular} {amount}."

    def _ordered(self, number: int, others: list[int], sooner: bool) -> Iterator[str]:
        for other in others:
            first, second = (number, other) if sooner else (other, number)
            if self._orders.may_precede(first, second):
                yield f"Step {number} should come {'before' if sooner else 'after'} step {other}."

    def _near(self, number: int, sooner: bool) -> list[int]:
        way = -1 if sooner else 1
        return [n for n in range(number + way, number + way * (_REACH + 1), way) if self._steps.actions(n)]

    def _held(self, step: Step, until: float) -> Iterator[str]:
        """Who moves in a step, kept until then at the place that the step leaves."""
        unit = self._words.context.time.singular
        for mover, place in self._steps.left_by(step):
            if step.start < until:
                held = f"from {unit} {_tenths(step.start)} to {unit} {_tenths(until)}"
                yield f"{_capital(self._words.name(mover))} must be at {self._words.name(place)} {held}."


def _end(step: Step) -> float:
    return step.start + (step.duration or 0.0)


def _said_time(end: float, sooner: bool) -> float:
    """Return a round time a tenth or more before or after an end: 95 for 83.6, 7 for 8.4."""
    aimed = end * (0.9 if sooner else 1.1)
    if aimed <= 0:
        return 0.0 if sooner else 1.0
    tenth = aimed / 10
    power = 10.0 ** math.floor(math.log10(tenth))
    step = power * (5 if tenth >= 5 * power else 1)
    return round((math.floor if sooner else math.ceil)(aimed / step) * step, 6)


def _tenths(value: float) -> str:
    """Return a time with one decimal, not before it."""
    return f"{math.ceil(round(value * 10, 4)) / 10:.10g}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
