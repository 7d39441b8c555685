"""Plans of one problem for the scorer to judge: from several engines and seeds, varied, and walked at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.adherence.dataset import Split
from plancritic.contracts.planning import SolveLimits
from plancritic.domains import DomainBundle
from plancritic.engines import ENGINES, EngineSettings, PlanningRequest, required_features
from plancritic.engines.capabilities.manifest import CONSTRAINT_FEATURES
from plancritic.engines.interface import Engine
from plancritic.engines.outcome import PlanFound
from plancritic.engines.planners.lpg import LpgEngine
from plancritic.laboratory.adherence.training.data.variations import vary, wander
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.grounding import GroundName
from plancritic.pddl.language import Constraint, Plan, Problem, parse_plan, with_constraints, with_goal

#: Kairos' named searches that plan with durative actions and find plans that differ.
_KAIROS = (None, "novelty", "ehc", "goals", "ff", "lama-novelty", "eager-lama", "m3")
#: Those of them that mostly find a plan under constraints too, or give up soon.
_KAIROS_WITH_CONSTRAINTS = (None, "novelty", "ehc", "goals", "ff")
_LPG_SEEDS = (1, 2, 3, 4, 5)
#: LPG always takes a quarter of a second or so; a limit near that would come down on either side of it.
_LPG_SECONDS = 3.0
#: Engines whose threads race, so that no two runs would make the same data.
_RACING = {"aries": "its plans differ from run to run"}
#: One in so many families of plans is for validation.
_VALIDATION_FAMILIES = 5
#: Longest random walk, in steps.
_LONGEST_WALK = 24
#: Of the variations less than this part as long as their plan one in so many is kept: short ones are easy to come by.
_SHORT, _SHORT_KEPT = 0.6, 0.25
#: Attempts for each variation that is wanted.
_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class MadePlan:
    """An executable plan with what the executor made of it. `family` numbers the plan it was varied from."""

    text: str
    trajectory: Trajectory
    family: int
    origin: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to plan for: constraints on top of the problem's goal, or another goal."""

    constraints: tuple[Constraint, ...] = ()
    goal: str | None = None


class Planners:
    """The engines that can plan for a domain, each in the configurations or with the seeds that find other plans.

    `missing` names those that could but are left out, with the reason or with what to do about it.
    """

    def __init__(self, bundle: DomainBundle, seconds: float) -> None:
        """`seconds` of CPU time is the limit of one search; one that needs more is passed over."""
        self._limits = SolveLimits(seconds=seconds, deterministic=True)
        self._domain = bundle.domain_pddl
        self.missing: dict[str, str] = {}
        #: Origin, engine, configuration; those for constraints first understand them.
        self._for_constraints: list[tuple[str, Engine, str | None]] = []
        self._for_goals: list[tuple[str, Engine, str | None]] = []
        settings = EngineSettings()
        needed = required_features(bundle.domain_pddl, bundle.problem(min(bundle.problems)))
        for name, entry in ENGINES.items():
            if entry.manifest.missing(needed):
                continue
            reason = _RACING.get(name) or entry.absence(settings)
            if reason is not None:
                self.missing[name] = reason
                continue
            if name == "lpg":
                seeded = ((f"lpg seed {seed}", LpgEngine(entry.manifest, seed=seed), None) for seed in _LPG_SEEDS)
                self._for_goals.extend(seeded)
                continue
            engine = entry.create(settings)
            configurations = _KAIROS if name == "kairos" else (None,)
            found = [(f"{name} {each}" if each else name, engine, each) for each in configurations]
            self._for_goals += found
            if entry.manifest.features >= CONSTRAINT_FEATURES:
                quick = _KAIROS_WITH_CONSTRAINTS if name == "kairos" else configurations
                self._for_constraints += [each for each in found if each[2] in quick]

    def turns(self, wanted: Wanted) -> int:
        """How many different planners can be asked for it."""
        return len(self._for_constraints if wanted.constraints else self._for_goals)

    async def plan(self, problem: str, wanted: Wanted, turn: int) -> tuple[str, str] | None:
        """Plan text and origin by the planner whose turn it is; None where it finds none within the limit."""
        text = problem if wanted.goal is None else with_goal(problem, wanted.goal)
        text = with_constraints(text, wanted.constraints)
        able = self._for_constraints if wanted.constraints else self._for_goals
        origin, engine, configuration = able[turn % len(able)]
        limits = self._limits
        if isinstance(engine, LpgEngine):
            limits = limits.model_copy(update={"seconds": max(limits.seconds, _LPG_SECONDS)})
        outcome = await engine.solve(PlanningRequest(self._domain, text, limits, configuration=configuration))
        return (outcome.plan, origin) if isinstance(outcome, PlanFound) else None

    async def close(self) -> None:
        """End the engines' processes."""
        engines = {id(engine): engine for _, engine, _ in (*self._for_constraints, *self._for_goals)}
        await asyncio.gather(*(engine.close() for engine in engines.values()))


class PlanPool:
    """Plans of one problem, each with steps or times of its own; the same generator state, the same plans."""

    def __init__(
        self, problem: Problem, text: str, planners: Planners, generator: random.Random, is_test: bool = False
    ) -> None:
        """`text` is the problem's PDDL; of a test problem all plans are for testing."""
        self._problem = problem
        self._text = text
        self._planners = planners
        self._random = generator
        self._is_test = is_test
        self._known: set[str] = set()
        #: Plans with the same steps are one family, whenever the steps are taken.
        self._families: dict[tuple[str, ...], int] = {}
        self._found = 0
        self.plans: list[MadePlan] = []

    def split(self, family: int) -> Split:
        """Where the examples on a family of plans belong."""
        if self._is_test:
            return "test"
        return "validation" if family % _VALIDATION_FAMILIES == 2 else "train"

    async def plan(self, wanted: Sequence[Wanted], every_planner: bool = False) -> None:
        """Plan for each, by one planner after the other or each by all of them; what is new is kept, in order."""
        jobs = []
        for turn, one in enumerate(wanted):
            turns = range(self._planners.turns(one)) if every_planner else (turn,)
            jobs += [(one, each) for each in turns]
        places = asyncio.Semaphore(2)

        async def solve(one: Wanted, turn: int) -> tuple[str, str] | None:
            async with places:
                return await self._planners.plan(self._text, one, turn)

        for found in await asyncio.gather(*(solve(one, turn) for one, turn in jobs)):
            if found is not None:
                plan = parse_plan(found[0])
                self._keep(plan, execute(self._problem, plan), found[1])

    def vary(self, count: int) -> None:
        """Add up to `count` variations, each with steps from plans of its own split only."""
        found = [(plan.trajectory.plan, plan.family) for plan in self.plans]
        donors: dict[Split, list[Plan]] = {}
        for plan, family in found:
            donors.setdefault(self.split(family), []).append(plan)
        wanted = len(self.plans) + count
        for _ in range(_ATTEMPTS * count if found else 0):
            if len(self.plans) >= wanted:
                break
            plan, family = self._random.choice(found)
            trajectory = vary(self._problem, plan, donors[self.split(family)], self._random)
            if trajectory is None:
                continue
            is_short = len(trajectory.plan.steps) < _SHORT * len(plan.steps)
            if not is_short or self._random.random() < _SHORT_KEPT:
                self._keep(trajectory.plan, trajectory, "variation", family)

    def wander(self, actions: Sequence[GroundName], count: int) -> None:
        """Add up to `count` random walks by these ground actions."""
        for _ in range(count):
            steps = self._random.randint(3, _LONGEST_WALK)
            trajectory = wander(self._problem, actions, steps, self._random)
            if trajectory is not None:
                self._keep(trajectory.plan, trajectory, "random walk")

    def _keep(self, plan: Plan, trajectory: Trajectory, origin: str, family: int | None = None) -> None:
        text = str(plan)
        if trajectory.faults or text in self._known:
            return
        steps = tuple(step.ground for step in plan.steps)
        if family is None:
            family = self._families.get(steps, self._found)
            self._found = max(self._found, family + 1)
        elif self._families.get(steps, family) != family:
            # It came out as a plan of another family, which may be on the other side of the split.
            return
        self._families[steps] = family
        self._known.add(text)
        self.plans.append(MadePlan(text, trajectory, family, origin))
