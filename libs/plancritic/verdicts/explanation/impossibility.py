"""Why a specification is impossible: the smallest part of it that is so already.

Deletion from what is proved impossible: leave something out and keep it out where the rest is still proved impossible.
Its answer is proved at every moment, whenever the clock ends it and whatever searches leave undecided; QuickXplain
(Junker, QUICKXPLAIN: Preferred explanations and relaxations for over-constrained problems, AAAI 2004) would put its
answer together from halves that were never proved as one. Three things make it fast: whole chunks are tried first and
halved (its idea of dividing), every proof that names the constraints it needed cuts to those at once (clause-set
refinement: Nadel, Boosting minimal unsatisfiable core extraction, FMCAD 2010), and what some known plan satisfies is
possible without a search.

Statements come first, then single constraints within those that are left. What is left is minimal: without any one of
its statements the rest is no longer *proved* impossible.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from plancritic.contracts.planning import Impossible, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Outcome, PlanFound
from plancritic.pddl.language import Constraint, PddlSyntaxError, Problem, parse_constraint
from plancritic.verdicts.known_plans import satisfied_by

Element = TypeVar("Element", bound=Hashable)


class Disproof(Protocol):
    """A proof that constraints clash: its reason in a sentence, and the indices of those that it needed."""

    @property
    def reason(self) -> str:
        """A plain sentence."""

    @property
    def constraints(self) -> tuple[int, ...]:
        """Indices into what was asked about; empty where the problem is impossible without any."""


#: Answers for a part of the specification.
Planning = Callable[[Sequence[TracedConstraint]], Awaitable[Outcome | Verdict]]
#: A cheap proof of impossibility; None where it finds none.
Disprove = Callable[[Sequence[Constraint]], Awaitable[Disproof | None]]


@dataclass(frozen=True, slots=True)
class Clash:
    """An impossible part of a specification, its constraints in their order.

    It is `minimal` where every statement, and then every constraint, was tried: without any one of them the rest is not
    proved impossible, be it that there is a plan or that its search found neither plan nor proof. `reason` says why it
    is impossible where the disproof can.
    """

    constraints: tuple[TracedConstraint, ...]
    minimal: bool
    reason: str = ""


async def minimal_clash(
    specification: Sequence[TracedConstraint],
    plan: Planning,
    seconds: float | None = 10.0,
    *,
    disprove: Disprove | None = None,
    problem: Problem | None = None,
) -> Clash:
    """Return a minimal impossible part of an impossible specification.

    Args:
        specification: What is proved impossible. A statement wants every constraint that carries its id; a constraint
            of several statements stays as long as one of them does, one without a statement stands for itself.
        plan: Only `Impossible` counts, so a search that runs out of time keeps in what it left out.
        seconds: Wall time; past it the answer is what is proved by then, not known to be minimal, and a search under
            way is cancelled. None tries everything, as deterministic mode must.
        disprove: Asked before `plan`.
        problem: With it a plan found for one part is known to be a plan of every part that it satisfies.

    Returns:
        The clash; empty where the problem is impossible without any of them.
    """
    deletion = _Deletion(specification, plan, seconds, disprove, problem)
    everything = frozenset(range(len(specification)))
    deletion.note(everything)
    await deletion.disprove(everything)
    if await deletion.whole_problem_is_impossible():
        return Clash((), minimal=True)
    wanted = [_wanting(index, traced) for index, traced in enumerate(specification)]
    clash, before, minimal = everything, None, True
    try:
        # A search that was undecided may be decided with less: then once more, until nothing changes.
        while clash != before:
            before = clash
            elements = tuple(dict.fromkeys(one for index in sorted(clash) for one in wanted[index]))
            kept = await deletion.minimal(elements, partial(_constraints_of, wanted, clash))
            clash = _constraints_of(wanted, clash, kept)
            clash = await deletion.minimal(tuple(sorted(clash)), frozenset)
    except _OutOfTimeError:
        clash, minimal = deletion.smallest, False
    members = tuple(specification[index] for index in sorted(clash))
    return Clash(members, minimal, await deletion.reason(clash))


class _OutOfTimeError(Exception):
    """The clock ended the deletion."""


class _Deletion:
    """What is known of the parts of a specification, by the indices of their constraints."""

    def __init__(
        self,
        specification: Sequence[TracedConstraint],
        plan: Planning,
        seconds: float | None,
        disprove: Disprove | None,
        problem: Problem | None,
    ) -> None:
        self._specification = specification
        self._plan = plan
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds
        self._constraints = _read(specification)
        self._disprove = disprove
        self._problem = problem
        self._proved: list[frozenset[int]] = []
        self._possible: list[frozenset[int]] = []
        self._not_disproved: list[frozenset[int]] = []
        self._undecided: set[frozenset[int]] = set()
        #: The smallest part proved impossible so far.
        self.smallest = frozenset(range(len(specification)))

    def note(self, part: frozenset[int]) -> None:
        """A part is proved impossible."""
        self._proved.append(part)
        if len(part) < len(self.smallest):
            self.smallest = part

    async def disprove(self, part: frozenset[int]) -> bool:
        """Return whether a disproof shows that a part is impossible; what it needs of it is noted."""
        found = await self._disproof(part)
        if found is not None:
            indices = sorted(part)
            self.note(frozenset(indices[index] for index in found.constraints))
        return found is not None

    async def reason(self, part: frozenset[int]) -> str:
        """Return why a part is impossible, where the disproof says so."""
        found = await self._disproof(part)
        return "" if found is None else found.reason

    async def whole_problem_is_impossible(self) -> bool:
        """Return whether nothing of the specification is needed: found out by a search where no disproof says so."""
        if not self.smallest and self._specification:
            return True
        return await self._search(frozenset())

    async def minimal(
        self, elements: tuple[Element, ...], constraints_of: Callable[[frozenset[Element]], frozenset[int]]
    ) -> frozenset[Element]:
        """Return the elements that are left after deletion: those whose constraints are needed.

        Raises:
            _OutOfTimeError: The clock ended it; `smallest` is proved all the same.
        """
        kept = self._needed(frozenset(elements), constraints_of)
        before: frozenset[Element] | None = None
        while kept != before:
            before = kept
            kept = await self._once(kept, elements, constraints_of)
        return kept

    async def _once(
        self,
        kept: frozenset[Element],
        elements: tuple[Element, ...],
        constraints_of: Callable[[frozenset[Element]], frozenset[int]],
    ) -> frozenset[Element]:
        """One round of deletion."""
        # What a known plan violates is suspected, and the rest goes first, all of it at once.
        suspects = [each for each in elements if not self._is_possible(constraints_of(frozenset((each,))))]
        others = [each for each in elements if each not in suspects]
        pending = [suspects, others]
        while pending:
            chunk = [each for each in pending.pop() if each in kept]
            rest = kept.difference(chunk)
            part = constraints_of(rest)
            if not chunk or part == constraints_of(kept):
                kept = rest
            elif part and await self._is_impossible(part):
                kept = self._needed(rest, constraints_of)
            elif len(chunk) > 1:
                half = len(chunk) // 2
                pending += [chunk[half:], chunk[:half]]
        return kept

    def _needed(
        self, kept: frozenset[Element], constraints_of: Callable[[frozenset[Element]], frozenset[int]]
    ) -> frozenset[Element]:
        """Those of the elements that the smallest proof within them speaks of."""
        part = constraints_of(kept)
        core = min((each for each in self._proved if each <= part), key=len, default=part)
        return frozenset(each for each in kept if not core.isdisjoint(constraints_of(frozenset((each,)))))

    def _is_possible(self, part: frozenset[int]) -> bool:
        return any(part <= each for each in self._possible)

    async def _is_impossible(self, part: frozenset[int]) -> bool:
        if any(each <= part for each in self._proved):
            return True
        if self._is_possible(part) or part in self._undecided:
            return False
        if time.monotonic() > self._deadline:
            raise _OutOfTimeError
        return await self.disprove(part) or await self._search(part)

    async def _disproof(self, part: frozenset[int]) -> Disproof | None:
        if self._disprove is None or self._constraints is None:
            return None
        # What it cannot disprove it cannot disprove with less either, and finding that out is what costs.
        if any(part <= each for each in self._not_disproved):
            return None
        found = await self._disprove([self._constraints[index] for index in sorted(part)])
        if found is None:
            self._not_disproved.append(part)
        return found

    async def _search(self, part: frozenset[int]) -> bool:
        remaining = None if math.isinf(self._deadline) else max(0.0, self._deadline - time.monotonic())
        try:
            async with asyncio.timeout(remaining):
                found = await self._plan([self._specification[index] for index in sorted(part)])
        except TimeoutError:
            if not part:
                return False  # the other searches find the clock spent
            raise _OutOfTimeError from None
        if isinstance(found, Impossible):
            self.note(part)
            return True
        if isinstance(found, PlanFound) or found.verdict == "plan":
            self._possible.append(part | self._satisfied(found.plan))
        else:
            self._undecided.add(part)
        return False

    def _satisfied(self, plan: str) -> frozenset[int]:
        if self._problem is None or self._constraints is None:
            return frozenset()
        return frozenset(satisfied_by(self._problem, plan, self._constraints))


def _constraints_of(wanted: Sequence[tuple[str, ...]], part: frozenset[int], kept: Collection[str]) -> frozenset[int]:
    """Those of a part that some of these want."""
    return frozenset(index for index in part if any(one in kept for one in wanted[index]))


def _wanting(index: int, traced: TracedConstraint) -> tuple[str, ...]:
    """Who wants a constraint: its statements, or itself alone."""
    return traced.statements or (f"#{index}",)


def _read(specification: Iterable[TracedConstraint]) -> tuple[Constraint, ...] | None:
    try:
        return tuple(parse_constraint(traced.constraint) for traced in specification)
    except PddlSyntaxError:
        return None  # the searches say what is wrong with it
