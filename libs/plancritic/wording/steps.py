"""Plan steps as plain sentences, numbered as a person counts them."""

from __future__ import annotations

from plancritic.contracts.feedback import PlanStep
from plancritic.pddl.language import Plan, Step, parse_plan
from plancritic.wording.lexicon import Lexicon


def step_sentence(step: Step, lexicon: Lexicon) -> str:
    """One step in words: "The debris boat moves from the start to waypoint A."."""
    text = lexicon.sentence_of_action(step.action, step.arguments)
    return f"{text[0].upper()}{text[1:]}."


def plan_steps(plan: Plan | str, lexicon: Lexicon) -> tuple[PlanStep, ...]:
    """Return a plan's steps for people: steps that start together share a number.

    Raises PddlSyntaxError where the plan is given as text that is none.
    """
    parsed = parse_plan(plan) if isinstance(plan, str) else plan
    return tuple(
        PlanStep(
            number=number,
            start=step.start,
            duration=step.duration or 0.0,
            action=step.ground,
            sentence=step_sentence(step, lexicon),
        )
        for number, step in parsed.numbered()
    )
