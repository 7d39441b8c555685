"""What all generators share: seeded randomness, and a problem as PDDL text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from plancritic.contracts.errors import ContractError, Fault, FaultCode

#: Larger problems serve nobody here: K* needs minutes for them.
LARGEST_SIZE = 20
#: No shorter plan may solve a problem: it would show too little of the domain.
FEWEST_STEPS = 3


def seeded(domain: str, size: int, seed: int) -> Random:
    """Return the randomness of one problem: the same for the same domain, size and seed, on every machine.

    Raises:
        ContractError: The size is not between 1 and `LARGEST_SIZE`.
    """
    if not 1 <= size <= LARGEST_SIZE:
        message = f"no {domain} problem has size {size}"
        remedy = f"ask for a size from 1 to {LARGEST_SIZE}"
        raise ContractError(Fault(code=FaultCode.UNKNOWN_PROBLEM, message=message, remedy=remedy))
    return Random(f"{domain} {size} {seed}")


def problem_text(
    domain: str,
    size: int,
    seed: int,
    objects: Mapping[str, Sequence[str]],
    facts: Iterable[str],
    goals: Iterable[str],
) -> str:
    """Return a problem as PDDL; `objects` maps a type to names, facts and goals are atoms without parentheses."""
    declared = "".join(f"\n    {' '.join(names)} - {kind}" for kind, names in objects.items())
    initial = "".join(f"\n    ({fact})" for fact in facts)
    wanted = "".join(f"\n    ({goal})" for goal in goals)
    return (
        f"(define (problem {domain}-{size}-{seed})\n"
        f"  (:domain {domain})\n"
        f"  (:objects{declared})\n"
        f"  (:init{initial})\n"
        f"  (:goal (and{wanted})))\n"
    )
