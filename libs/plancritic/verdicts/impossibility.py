"""Why a specification is impossible: the smallest part of it that is so already.

By deletion: leave out one group after the other and keep it out where the rest is still proved impossible. First
the statements (all constraints that carry the same statements are one group), then single constraints without a
statement. What is left is minimal: without any one group the rest is no longer *proved* impossible.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from plancritic.contracts.planning import Impossible
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Outcome

Planning = Callable[[Sequence[TracedConstraint]], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True)
class Clash:
    """An impossible part of a specification, its constraints in their order.

    It is `minimal` where every group was tried: without any one of them the rest is not proved impossible, be it
    that there is a plan or that its search found neither plan nor proof.
    """

    constraints: tuple[TracedConstraint, ...]
    minimal: bool


async def minimal_clash(
    specification: Sequence[TracedConstraint], plan: Planning, seconds: float | None = 10.0
) -> Clash:
    """A minimal impossible part of an impossible specification.

    `plan` answers for a part of the specification; only `Impossible` counts, so a search that runs out of time
    keeps its group in. Past `seconds` of wall time no further deletion is tried: the answer is then still
    impossible, if not known to be minimal; None tries them all, as deterministic mode must. Empty where the problem
    is impossible without any of them.
    """
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    if isinstance(await plan(()), Impossible):
        return Clash((), minimal=True)
    minimal = True
    kept = list(range(len(specification)))
    for group in _groups(specification):
        rest = [index for index in kept if index not in group]
        if not rest:
            continue  # that was the first search
        if time.monotonic() > deadline:
            minimal = False
            break
        if isinstance(await plan([specification[index] for index in rest]), Impossible):
            kept = rest
    return Clash(tuple(specification[index] for index in kept), minimal)


def _groups(specification: Sequence[TracedConstraint]) -> list[frozenset[int]]:
    """Indices that stand or fall together: by statement in order of appearance, then those without one singly."""
    by_statements: dict[tuple[str, ...], set[int]] = {}
    for index, traced in enumerate(specification):
        if traced.statements:
            by_statements.setdefault(tuple(sorted(traced.statements)), set()).add(index)
    alone = [frozenset({index}) for index, traced in enumerate(specification) if not traced.statements]
    return [*map(frozenset, by_statements.values()), *alone]
