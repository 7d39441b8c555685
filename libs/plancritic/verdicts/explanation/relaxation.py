"""The smallest changes that make an impossible specification possible, each shown by a proved plan.

Of a clash one member has to give way: a bound comes later, or a statement goes. Where several clashes have to be
resolved at once, the statements dropped are a smallest hitting set of the clashes (Reiter, A theory of diagnosis from
first principles, Artificial Intelligence 32, 1987), clashes being looked for as they are needed; and bounds are moved
together: all as far as they go, then each back as near to what was asked for as the others let it. A bound is searched
for among the numbers that a person would say, by halving, from what a plan without the bound attains.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from plancritic.contracts.planning import ConstraintChange, Impossible, PlanProved, Relaxation, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import Constraint, Problem, parse_constraint
from plancritic.verdicts.explanation.budget import Budget, OutOfBudgetError, Proving
from plancritic.verdicts.explanation.impossibility import Disprove, minimal_clash
from plancritic.verdicts.explanation.loosening import Loosening, loosenings
from plancritic.verdicts.known_plans import executed
from plancritic.verdicts.preferences.choice import least_hitting

#: A specification by index: an index that is missing is dropped, one with a constraint stands with that instead.
_Changed = Mapping[int, Constraint | None]

#: More statements than this nobody drops at once.
_MOST_DROPPED = 5
#: As good as never to be dropped.
_MANY = 1_000
#: How many clashes are looked at for bounds to move together.
_MOST_CLASHES = 3


async def relax(
    specification: Sequence[TracedConstraint],
    clash: Sequence[TracedConstraint],
    plan: Proving,
    *,
    problem: Problem,
    seconds: float | None = 2.0,
    searches: int = 60,
    disprove: Disprove | None = None,
) -> tuple[Relaxation, ...]:
    """Changes that make a specification possible, the smallest first; none where none was found in time.

    Args:
        specification: What is proved impossible, its constraints well-formed.
        clash: A part of it that is impossible already, minimal if it is known (`minimal_clash`).
        plan: Only `PlanProved` counts.
        problem: To see what a plan keeps of a bound.
        seconds: Wall time; past it what is found by then is the answer. None in deterministic mode.
        searches: How often `plan` is asked at most, whatever the clock says.
        disprove: Asked for further clashes before `plan`.
    """
    search = _Search(tuple(specification), Budget(plan, seconds, searches), problem, disprove)
    members = [index for index, traced in enumerate(specification) if traced in clash]
    found: list[_Found] = []
    with suppress(OutOfBudgetError):
        await _collect(search, members, found)
    found.sort(key=lambda each: each.size)
    return tuple(each.relaxation for each in found)


async def _collect(search: _Search, members: Sequence[int], found: list[_Found]) -> None:
    for units in search.options(members):
        dropped = await search.dropped(units)
        if dropped is not None:
            found.append(dropped)
    single = not found
    for index in members:
        found += await search.loosened((index,))
    bounds_only = [each for each in found if each.relaxation.kind == "later_bound"]
    if not bounds_only:
        found += await search.loosened(await search.bounded_members(members))
    if single:
        await search.hitting_sets(members, found)


@dataclass(frozen=True, slots=True)
class _Found:
    """A relaxation and how large a change it is: statements touched, bounds before deletions, how far they move."""

    relaxation: Relaxation
    size: tuple[float, ...]


class _Search:
    def __init__(
        self,
        specification: tuple[TracedConstraint, ...],
        plan: Budget,
        problem: Problem,
        disprove: Disprove | None,
    ) -> None:
        self._specification = specification
        self._constraints = tuple(parse_constraint(traced.constraint) for traced in specification)
        #: Who wants a constraint: its statements, or itself alone.
        self._wanted = tuple(
            frozenset(traced.statements or (f"#{index}",)) for index, traced in enumerate(specification)
        )
        self._plan = plan
        self._problem = problem
        self._disprove = disprove

    def options(self, members: Iterable[int]) -> list[frozenset[str]]:
        """Return what may be dropped to be rid of a clash: all who want one of its constraints."""
        return list(dict.fromkeys(self._wanted[index] for index in members))

    async def dropped(self, units: frozenset[str]) -> _Found | None:
        """Return the specification without what these alone want, if that is possible."""
        verdict = await self._verdict(self._without(units))
        if not isinstance(verdict, PlanProved):
            return None
        gone = [index for index, wanted in enumerate(self._wanted) if wanted <= units]
        statements = tuple(sorted(unit for unit in units if not unit.startswith("#")))
        relaxation = Relaxation(
            kind="drop_statement" if statements else "drop_constraint",
            changes=tuple(ConstraintChange(constraint=self._specification[index]) for index in gone),
            statements=statements,
            plan=verdict.plan,
        )
        return _Found(relaxation, (len(units), 1, len(gone), gone[0]))

    async def hitting_sets(self, members: Sequence[int], found: list[_Found]) -> None:
        """The fewest statements without which the specification is possible, and others in the place of each of them.

        What is known of clashes says which are the fewest; if that is not enough, there is one more clash to know of.
        """
        options = self.options(range(len(self._specification)))
        clashes = [frozenset(options.index(option) for option in self.options(members))]
        fewest = await self._hitting_set(options, clashes, frozenset(), found)
        for spared in sorted(fewest):
            await self._hitting_set(options, clashes, frozenset((spared,)), found)

    async def _hitting_set(
        self,
        options: Sequence[frozenset[str]],
        clashes: list[frozenset[int]],
        spared: frozenset[int],
        found: list[_Found],
    ) -> frozenset[int]:
        """The fewest that hit all clashes, found out by search and noted; empty where there are too many of them."""
        weights = [_MANY if index in spared else len(option) for index, option in enumerate(options)]
        while True:
            chosen = least_hitting(clashes, weights)
            if sum(weights[index] for index in chosen) > _MOST_DROPPED:
                return frozenset()
            units = frozenset[str]().union(*(options[index] for index in chosen))
            dropped = await self.dropped(units)
            if dropped is not None:
                if all(each.relaxation.changes != dropped.relaxation.changes for each in found):
                    found.append(dropped)
                return chosen
            if isinstance(await self._verdict(self._without(units)), Impossible):
                clash = await self._clash(units)
                clashes.append(frozenset(options.index(option) for option in self.options(clash)))
            else:  # not known to be impossible, but no plan shows that it is enough: something else as well
                clashes.append(frozenset(range(len(options))) - chosen)
            if not clashes[-1]:
                return frozenset()

    async def bounded_members(self, members: Sequence[int]) -> tuple[int, ...]:
        """Constraints with bounds in this clash and in those that are left once its bounds are moved away."""
        bounded: dict[int, None] = {}
        for _ in range(_MOST_CLASHES):
            bounded.update(dict.fromkeys(index for index in members if loosenings(self._constraints[index])))
            changed = {index: loosenings(self._constraints[index])[0].extreme for index in bounded}
            if not bounded or not isinstance(await self._verdict(changed), Impossible):
                break
            members = await self._clash(frozenset(), changed)
        return tuple(sorted(bounded)) if len(bounded) > 1 else ()

    async def loosened(self, indices: tuple[int, ...]) -> list[_Found]:
        """Return the specification with the bounds of these constraints moved no further than they must be."""
        choices: list[tuple[tuple[int, Loosening], ...]] = []
        if len(indices) == 1:
            if not isinstance(await self._verdict({indices[0]: None}), PlanProved):
                return []  # not even without it
            choices = [((indices[0], each),) for each in loosenings(self._constraints[indices[0]])]
        elif indices:
            choices = [tuple((index, loosenings(self._constraints[index])[0]) for index in indices)]
        found = [await self._moved(choice) for choice in choices]
        return [each for each in found if each is not None]

    async def _moved(self, choice: tuple[tuple[int, Loosening], ...]) -> _Found | None:
        verdict = await self._verdict({index: each.extreme for index, each in choice})
        if not isinstance(verdict, PlanProved):
            return None
        values: dict[int, float] = {}
        for index, each in choice:
            attained = self._attained(each, verdict.plan)
            if attained is None:
                return None
            values[index] = each.original if attained == each.original else each.said(attained)
        best = _Bounds(dict(choice), values, verdict.plan)
        verdict = await self._verdict(best.changed())
        if not isinstance(verdict, PlanProved):
            return None
        best.plan = verdict.plan
        with suppress(OutOfBudgetError):  # what there is by then is proved, if perhaps not the smallest
            for index, _ in choice:
                await self._tighten(best, index)
        return self._found_bounds(best)

    async def _tighten(self, best: _Bounds, index: int) -> None:
        """Moves one bound back as far as a proved plan allows, by halving what is left."""
        loosening = best.loosenings[index]
        tight = loosening.original
        if best.values[index] == tight:
            return
        while candidates := loosening.between(tight, best.values[index]):
            middle = candidates[(len(candidates) - 1) // 2]
            verdict = await self._verdict(best.changed({index: middle}))
            if isinstance(verdict, PlanProved):
                best.values[index], best.plan = middle, verdict.plan
            else:
                tight = middle

    def _found_bounds(self, best: _Bounds) -> _Found | None:
        moved = {index: value for index, value in best.values.items() if value != best.loosenings[index].original}
        if not moved:
            return None
        statements = frozenset().union(*(self._wanted[index] for index in moved))
        relaxation = Relaxation(
            kind="later_bound",
            changes=tuple(
                ConstraintChange(
                    constraint=self._specification[index], replacement=str(best.loosenings[index].at(value))
                )
                for index, value in moved.items()
            ),
            statements=tuple(sorted(each for each in statements if not each.startswith("#"))),
            plan=best.plan,
        )
        furthest = max(best.loosenings[index].amount(value) for index, value in moved.items())
        return _Found(relaxation, (len(moved), 0, furthest, min(moved)))

    def _attained(self, loosening: Loosening, plan: str) -> float | None:
        trajectory = executed(self._problem, plan)
        return None if trajectory is None else loosening.attained(trajectory)

    def _without(self, units: frozenset[str]) -> _Changed:
        return {index: None for index, wanted in enumerate(self._wanted) if wanted <= units}

    def _part(self, changed: _Changed) -> tuple[TracedConstraint, ...]:
        return tuple(
            traced if index not in changed else traced.model_copy(update={"constraint": str(changed[index])})
            for index, traced in enumerate(self._specification)
            if index not in changed or changed[index] is not None
        )

    async def _clash(self, units: frozenset[str], changed: _Changed | None = None) -> tuple[int, ...]:
        """Indices of a clash of what is left, as the specification has them."""
        changed = changed or self._without(units)
        part = self._part(changed)
        places = [index for index in range(len(self._specification)) if changed.get(index, ...) is not None]
        clash = await minimal_clash(
            part, self._plan, self._plan.seconds, disprove=self._disprove, problem=self._problem
        )
        return tuple(place for place, traced in zip(places, part, strict=True) if traced in clash.constraints)

    async def _verdict(self, changed: _Changed) -> Verdict:
        return await self._plan(self._part(changed))


@dataclass
class _Bounds:
    """Bounds moved so far, with a proved plan under them."""

    loosenings: dict[int, Loosening]
    values: dict[int, float]
    plan: str

    def changed(self, others: Mapping[int, float] | None = None) -> dict[int, Constraint | None]:
        """Return the constraints with these values, some of them others."""
        values = {**self.values, **(others or {})}
        return {index: each.at(values[index]) for index, each in self.loosenings.items()}
