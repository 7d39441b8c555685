"""The genetic algorithm over specifications ([EA] algorithm 1), on whatever evaluates individuals."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, Protocol

from plancritic.contracts.feedback import SearchSettings
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.presets import Preset
from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.operator_selection import Offspring, Rates
from plancritic.coordinator.search.operators import Mutation, crossover
from plancritic.coordinator.search.population import diversity, without_repetition
from plancritic.coordinator.search.state import Merit, SearchState

#: For each place of a population, how often something new is bred for it before it is left empty.
_TRIES = 4

Ended = Literal["adherent", "generations", "deadline", "nothing_to_search"]


class Evaluates(Protocol):
    """What the search needs of an evaluator."""

    def known(self, individual: Individual) -> bool:
        """Return whether it costs nothing to evaluate this one."""

    async def evaluate(self, individuals: Sequence[Individual]) -> list[Evaluation]:
        """Return the evaluations, in the order of the individuals."""


@dataclass(frozen=True)
class Generation:
    """What one generation came to; `verdicts` counts its new individuals by verdict.

    `rates` are the chances of operators and modifications as they stand after it (`Rates.reported`).
    """

    number: int
    of: int
    population: tuple[Evaluation, ...]
    verdicts: dict[str, int]
    from_cache: int
    rates: dict[str, float] = field(default_factory=dict)

    @property
    def diversity(self) -> float | None:
        """How unlike each other its specifications are (`population.diversity`)."""
        return diversity([each.individual for each in self.population])

    @property
    def best(self) -> Evaluation:
        """The fittest."""
        return max(self.population, key=lambda each: each.fitness)


Report = Callable[[Generation], Awaitable[None]]
Keep = Callable[[SearchState], Awaitable[None]]


async def keep_nothing(_state: SearchState) -> None:
    """Keep no state: for a search that nobody continues."""


class Search:
    """One run of the genetic algorithm.

    `readings` are the unmutated individuals, best first; `more` gives further ones for statements (by place) that
    neither the scorer nor their reading is sure of. `rates` are the chances of the operators, which learn from each
    generation if they are adaptive; without them they are the preset's. The random source of each generation depends
    on the seed and its number alone, so that results do not depend on the order in which answers come.
    """

    def __init__(
        self,
        readings: Sequence[Individual],
        settings: SearchSettings,
        preset: Preset,
        mutation: Mutation,
        evaluator: Evaluates,
        seed: int,
        report: Report,
        more: Callable[[Collection[int]], Sequence[Individual]] = lambda _places: (),
        rates: Rates | None = None,
        enough: Callable[[Evaluation], bool] = lambda each: each.adherent,
        worth_breeding: Callable[[Sequence[Evaluation]], bool] = lambda _population: True,
    ) -> None:
        self._enough = enough
        self._worth_breeding = worth_breeding
        self._readings = list(readings)
        self._more = more
        self._settings = settings
        self._preset = preset
        self._mutation = mutation
        self._evaluator = evaluator
        self._seed = seed
        self._report = report
        self._rates = rates
        #: Parents of what was bred for the next evaluation, by the child's key.
        self._parents: dict[frozenset[str], tuple[frozenset[str], ...]] = {}
        #: How fit each specification was found to be, but for how it came about.
        self._merits: dict[frozenset[str], tuple[float, float]] = {}
        #: The fittest evaluation so far, also when the search is cut off in the middle of a generation.
        self.best: Evaluation | None = None
        self.generation = 0
        self.ended: Ended = "generations"

    async def run(self, keep: Keep = keep_nothing, state: SearchState | None = None) -> None:
        """Evolve until every statement is adhered to or the generations are used up; see `best` and `ended`.

        The least generations are bred in any case: among adherent plans the one that ends sooner is fitter.
        After each generation `keep` gets where the search stands; a search that is given such a `state` goes on
        from there, with an evaluator that knows what it knew then.
        """
        if state is None:
            population = await self._start()
            await keep(self._state(population))
        else:
            population = await self._restored(state)
        for number in range(self.generation + 1, self._settings.generations + 1):
            done = self._adherent() or (number == 1 and not self._worth_breeding(population))
            if done and number > self._settings.least_generations:
                break
            population = await self._next(population, number)
            await keep(self._state(population))
        self.ended = "adherent" if self._adherent() else "generations"

    def _state(self, population: Sequence[Evaluation]) -> SearchState:
        return SearchState(
            generation=self.generation,
            population=tuple(each.individual for each in population),
            best=self.best.individual if self.best is not None else None,
            merits=tuple(
                Merit(constraints=tuple(sorted(key)), adherence=adherence, brevity=brevity)
                for key, (adherence, brevity) in self._merits.items()
            ),
            rates=self._rates.state() if self._rates is not None else None,
        )

    async def _restored(self, state: SearchState) -> list[Evaluation]:
        """Take over where a search stood, and return its population."""
        self.generation = state.generation
        self._merits = {frozenset(each.constraints): (each.adherence, each.brevity) for each in state.merits}
        if self._rates is not None and state.rates is not None:
            self._rates.restore(state.rates)
        if state.best is not None:
            (self.best,) = await self._evaluator.evaluate([state.best])
        return await self._evaluator.evaluate(state.population)

    def _adherent(self) -> bool:
        return self.best is not None and self._enough(self.best)

    def _random(self, generation: int) -> Random:
        return Random(f"{self._seed}/{generation}")

    async def _start(self) -> list[Evaluation]:
        """The first population: ours is what the person may have meant, the published one mutations of it.

        In ours the likeliest meaning is tried by itself: if it is adherent nothing else can be fitter. What nobody is
        sure of there gets more candidates.
        """
        if not self._preset.alternatives_first:
            await asyncio.to_thread(self._mutation.prepare)
            return await self._evaluated(self._mutated_readings(self._random(0)), 0)
        population = await self._evaluated(self._readings[:1], 0)
        if self._adherent() and not population[0].undecided:
            return population
        tried = [self._readings[0], *self._more(population[0].undecided), *self._readings[1:]]
        candidates = self._unrepeated(tried)
        return population if len(candidates) == 1 else await self._evaluated(candidates, 0)

    def _mutated_readings(self, random: Random) -> list[Individual]:
        kept = self._readings[:1] if self._preset.keep_readings else []
        return self._filled(kept, random)

    def _filled(self, kept: list[Individual], random: Random) -> list[Individual]:
        """`kept` topped up to the size of the population by mutations of the best reading."""
        individuals = self._unrepeated(kept)
        for _ in range(_TRIES * self._settings.population):
            if len(individuals) >= self._settings.population:
                break
            mutated = self._mutated(self._readings[0], (self._readings[0],), random)
            individuals = self._unrepeated([*individuals, mutated])
        return individuals

    def _unrepeated(self, individuals: Sequence[Individual]) -> list[Individual]:
        """One of each: in ours no two mean the same, in the published presets no two are written the same."""
        return without_repetition(individuals, by_meaning=self._preset.distinct)

    def _mutated(self, individual: Individual, parents: Sequence[Individual], random: Random) -> Individual:
        mutated = self._mutation.mutate(individual, self._preset, random, self._rates)
        self._parents[mutated.key] = tuple(parent.key for parent in parents)
        return mutated

    async def _next(self, population: list[Evaluation], number: int) -> list[Evaluation]:
        await asyncio.to_thread(self._mutation.prepare)
        random = self._random(number)
        size = self._settings.population
        if number == 1 and self._preset.alternatives_first:
            kept = [each.individual for each in population]
            return await self._evaluated(self._filled(kept, random), number)
        ranked = sorted(population, key=lambda each: each.fitness, reverse=True)
        elite = [each.individual for each in ranked[: math.ceil(size * self._preset.elite)]]
        kept = without_repetition([*elite, *(self._readings[:1] if self._preset.keep_readings else ())])
        parents = elite if self._preset.parents == "elite" else [each.individual for each in ranked]
        if self._preset.distinct:
            return await self._evaluated(self._unlike(kept, parents, size, random), number)
        children = self._children(parents, size - len(elite), random)
        evaluated = await self._evaluated(without_repetition([*kept, *children]), number)
        for _ in range(self._preset.refills):
            if sum(each.plan is not None for each in evaluated) >= size // 2:
                break
            children = self._children(parents, size - len(elite), random)
            grown = without_repetition([*(each.individual for each in evaluated), *children])
            evaluated = await self._evaluated(grown, number)
        return evaluated

    def _children(self, parents: Sequence[Individual], count: int, random: Random) -> list[Individual]:
        children: list[Individual] = []
        while len(children) < count:
            children += self._litter(parents, random)
        return children[:count]

    def _unlike(
        self, kept: list[Individual], parents: Sequence[Individual], size: int, random: Random
    ) -> list[Individual]:
        """`kept` and children up to the size, none of the meaning of another; fewer where nothing new is bred."""
        individuals = list(kept)
        for _ in range(_TRIES * size):
            if len(individuals) >= size:
                break
            individuals = self._unrepeated([*individuals, *self._litter(parents, random)])
        return individuals[: max(size, len(kept))]

    def _litter(self, parents: Sequence[Individual], random: Random) -> list[Individual]:
        """The two children of two parents, mutated or not."""
        mother, father = random.choice(parents), random.choice(parents)
        children = []
        for child in crossover(mother, father, random):
            mutated = random.random() < self._preset.mutated_children
            children.append(self._mutated(child, (mother, father), random) if mutated else child)
        return children

    def _learn(self, evaluated: Sequence[Evaluation]) -> None:
        """Tells the rates what became of the children that were evaluated for the first time."""
        children = [each.individual for each in evaluated if each.individual.key not in self._merits]
        self._merits |= {each.individual.key: (each.fitness.adherence, each.fitness.brevity) for each in evaluated}
        parents, self._parents = self._parents, {}
        if self._rates is None:
            return
        known = [
            (child, [self._merits[key] for key in parents[child.key]])
            for child in children
            # In the published presets the first parent, the unmutated reading, may never have been evaluated.
            if child.key in parents and all(key in self._merits for key in parents[child.key])
        ]
        self._rates.learn(Offspring(child.made_by, self._merits[child.key] > max(before)) for child, before in known)

    async def _evaluated(self, individuals: list[Individual], number: int) -> list[Evaluation]:
        known = [self._evaluator.known(each) for each in individuals]
        evaluated = await self._evaluator.evaluate(individuals)
        self.generation = number
        for each in evaluated:
            if each.plan is not None and (self.best is None or each.fitness > self.best.fitness):
                self.best = each
        self._learn(evaluated)
        fresh = (each.word for each, before in zip(evaluated, known, strict=True) if not before)
        await self._report(
            Generation(
                number,
                self._settings.generations,
                tuple(evaluated),
                dict(Counter(fresh)),
                sum(known),
                dict(self._rates.reported) if self._rates is not None else {},
            )
        )
        return evaluated
