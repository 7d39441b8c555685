"""What an answer contradicts of what else is known of its problem."""

from __future__ import annotations

from collections.abc import Iterable

from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.domains.knowledge.kept_answer import KeptAnswer
from plancritic.domains.knowledge.steps_text import steps_text


def conflict_of(known: KnownProblem, answer: KeptAnswer) -> str | None:
    """Say in words what of a problem is known that an answer contradicts; None where nothing is.

    That somebody does not know contradicts nothing, nor does an answer that was taken back.

    The same as the refiner refuses; here it is found before anything is sent, and where the answer stands is known.
    """
    if answer.taken is None or answer.is_withdrawn:
        return None
    possible = answer.steps[: answer.taken]
    for refused in known.refused:
        if _begins(possible, refused):
            return f"{steps_text(refused)} is refused already"
    if answer.taken == len(answer.steps):
        return None
    refused = answer.steps[: answer.taken + 1]
    # All but the last of steps that are refused can be taken.
    for others, why in (
        (known.plans, "a plan that works begins with"),
        (known.allowed, "it is known already that these steps can be taken:"),
        ((each[:-1] for each in known.refused), "an answer known already begins with"),
    ):
        if _any_begins(others, refused):
            return f"{why} {steps_text(refused)}"
    return None


def _any_begins(several: Iterable[Steps], beginning: Steps) -> bool:
    return any(_begins(each, beginning) for each in several)


def _begins(steps: Steps, beginning: Steps) -> bool:
    return steps[: len(beginning)] == beginning
