"""Why a step of a plan is there, as plain sentences, from the plan's causal links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.english.lists import enumerated
from plancritic.pddl.execution import (
    CausalLink,
    ConstraintNeed,
    Consumer,
    GoalNeed,
    StepNeed,
    Trajectory,
    chain_of,
    is_restored,
)
from plancritic.pddl.language import Plan
from plancritic.wording.conditions import state_clause
from plancritic.wording.lexicon import Lexicon
from plancritic.wording.steps import step_sentence


@dataclass(frozen=True)
class Reason:
    """Somebody needs what a step makes true: a later step, the goal or a constraint."""

    consumer: Consumer
    links: tuple[CausalLink, ...]
    sentence: str


@dataclass(frozen=True)
class Purpose:
    """What a step leads to in the end: the chain of links to the goal or to a constraint."""

    chain: tuple[CausalLink, ...]
    sentence: str


@dataclass(frozen=True)
class StepReasons:
    """Why one step (an index in `plan.steps`) is there; without reasons nothing needs it."""

    step: int
    number: int
    reasons: tuple[Reason, ...]
    purposes: tuple[Purpose, ...]
    sentences: tuple[str, ...]


def step_reasons(
    trajectory: Trajectory, links: Sequence[CausalLink], step: int, lexicon: Lexicon, sources: Sequence[str] = ()
) -> StepReasons:
    """Return why a step of a plan is there.

    Args:
        trajectory: The plan, executed.
        links: All its causal links.
        step: An index in `trajectory.plan.steps`.
        lexicon: The words of the plan's problem.
        sources: For each constraint of the links, what it comes from: 'your statement "Avoid A."'.
    """
    # A step that puts back what it took itself is not there for that: without it the fact would be true anyway.
    real = [link for link in links if not is_restored(trajectory, link)]
    names = _Names(trajectory.plan, lexicon, sources)
    grouped: dict[Consumer | int, list[CausalLink]] = {}
    for link in real:
        if link.producer == step:
            # One step may need a fact at its start and over all: that is one reason.
            key = link.consumer.step if isinstance(link.consumer, StepNeed) else link.consumer
            grouped.setdefault(key, []).append(link)
    reasons = tuple(_reason(names, found, lexicon) for found in grouped.values())
    wanted = (None, *range(len(sources)))
    chains = [chain for constraint in wanted if (chain := chain_of(real, step, constraint))]
    purposes = tuple(Purpose(chain, names.purpose(chain)) for chain in chains)
    return StepReasons(step, names.number(step), reasons, purposes, _sentences(names, step, reasons, purposes))


def _reason(names: _Names, links: Sequence[CausalLink], lexicon: Lexicon) -> Reason:
    consumer = links[0].consumer
    clauses = list(dict.fromkeys(state_clause(link.condition, lexicon) for link in links))
    return Reason(consumer, tuple(links), f"{names.consumer(consumer)} needs this: {enumerated(clauses)}.")


def _sentences(names: _Names, step: int, reasons: Sequence[Reason], purposes: Sequence[Purpose]) -> tuple[str, ...]:
    who = names.step(step, capital=True)
    if not reasons:
        return (f"Nothing needs what {names.step(step)} does: no later step, not the goal, and no statement.",)
    opening = [f"{who} is there because {reasons[0].sentence}"]
    opening += [f"{each.sentence[0].upper()}{each.sentence[1:]}" for each in reasons[1:]]
    ends = list(dict.fromkeys(purpose.sentence for purpose in purposes if len(purpose.chain) > 1))
    if not purposes:
        ends = ["But nothing that it leads to is needed by the goal or by a statement."]
    return (*opening, *ends)


class _Names:
    """How steps, the goal and constraints are called."""

    def __init__(self, plan: Plan, lexicon: Lexicon, sources: Sequence[str]) -> None:
        self._numbered = plan.numbered()
        self._lexicon = lexicon
        self._sources = sources

    def number(self, step: int) -> int:
        return self._numbered[step][0]

    def step(self, step: int, capital: bool = False) -> str:
        number, found = self._numbered[step]
        sentence = step_sentence(found, self._lexicon).rstrip(".")
        return f"{'Step' if capital else 'step'} {number} ({sentence[0].lower()}{sentence[1:]})"

    def _brief(self, step: int) -> str:
        """Return a step's number; with what it does where steps that start together share the number."""
        number = self.number(step)
        shared = sum(each == number for each, _ in self._numbered) > 1
        return self.step(step).removeprefix("step ") if shared else str(number)

    def consumer(self, consumer: Consumer) -> str:
        match consumer:
            case StepNeed(step):
                return self.step(step)
            case GoalNeed():
                return "the goal"
            case ConstraintNeed(constraint):
                return self._sources[constraint]

    def purpose(self, chain: Sequence[CausalLink]) -> str:
        """Return what a chain leads to: "By way of steps 3 and 7 it serves the goal: the ship is at the dock."."""
        between = [self._brief(link.producer) for link in chain[1:]]
        numbers = list(dict.fromkeys(between))
        way = (
            f"by way of step{'s' if len(numbers) > 1 else ''} {enumerated(numbers)} it serves "
            if numbers
            else "it serves "
        )
        clause = state_clause(chain[-1].condition, self._lexicon)
        text = f"{way}{self.consumer(chain[-1].consumer)}: {clause}."
        return f"{text[0].upper()}{text[1:]}"
