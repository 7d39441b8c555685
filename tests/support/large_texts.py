"""PDDL that is small as text and large once its quantifiers are written out; services watched while they read it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from plancritic.domains import DomainBundle, load_domain


def quantified(variables: int, predicate: str = "(at sct_ast_0 {})", quantifier: str = "forall") -> str:
    """A condition of waterway over so many variables; problem 1 has six locations."""
    names = [f"?x{number}" for number in range(variables)]
    return f"({quantifier} ({' '.join(names)} - location) (or {' '.join(predicate.format(each) for each in names)}))"


#: Eight variables of six objects: 6,718,465 conditions in 200 characters.
HOSTILE = f"(always {quantified(8)})"
#: Large, but within the bounds: 46,657 parts.
LARGE = f"(sometime {quantified(5, '(not (at sct_ast_0 {}))')})"


def waterway_with(where: str, condition: str = quantified(8)) -> tuple[str, str]:
    """Domain and problem 1 with a condition in the `goal`, a `constraint`, a `precondition` or an `effect`."""
    bundle = load_domain("waterway")
    domain, problem = bundle.domain_pddl, bundle.problem("1")
    match where:
        case "goal":
            problem = problem.replace("(:goal (at shp_0 shp_dck_0))", f"(:goal (and (at shp_0 shp_dck_0) {condition}))")
        case "constraint":
            problem = problem.replace("(:goal", f"(:constraints (always {condition}))\n(:goal")
        case "precondition":
            domain = domain.replace(":condition (and", f":condition (and (at start {condition})", 1)
        case "effect":
            effect = condition[: condition.index(" (or")] + " (at end (at sct_ast_0 ?x0)))"
            domain = domain.replace(":effect (and", f":effect (and {effect}", 1)
    assert (domain, problem) != (bundle.domain_pddl, bundle.problem("1")), "the text to replace is no longer there"
    return domain, problem


def bundle_with(where: str) -> DomainBundle:
    """The waterway domain with a hostile condition, as it may be published."""
    domain, problem = waterway_with(where)
    bundle = load_domain("waterway")
    return bundle.model_copy(update={"domain_pddl": domain, "problems": {"1": problem}})


@dataclass
class Watched:
    """The longest time in which the event loop did nothing else, in CPU seconds of this process.

    Other processes on a busy machine do not count; a thread that never lets the loop run does.
    """

    longest: float = 0.0


@asynccontextmanager
async def watched_loop() -> AsyncIterator[Watched]:
    """Watch the running loop: what blocks it keeps a service from answering `/health`."""
    found = Watched()

    async def watch() -> None:
        while True:
            before = time.process_time()
            await asyncio.sleep(0.02)
            found.longest = max(found.longest, time.process_time() - before)

    watching = asyncio.create_task(watch())
    try:
        yield found
    finally:
        watching.cancel()
