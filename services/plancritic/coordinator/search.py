"""The genetic algorithm over specifications ([EA] algorithm 1), on whatever evaluates individuals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol

from plancritic.contracts.feedback import SearchSettings
from plancritic.coordinator.fitness import Evaluation
from plancritic.coordinator.operators import Mutation, crossover
from plancritic.coordinator.population import Individual, without_repetition
from plancritic.coordinator.presets import Preset

Ended = Literal["adherent", "generations", "deadline", "nothing_to_search"]


class Evaluates(Protocol):
    """What the search needs of an evaluator."""

    def known(self, individual: Individual) -> bool:
        """Whether it costs nothing to evaluate this one."""

    async def evaluate(self, individuals: Sequence[Individual]) -> list[Evaluation]:
        """The evaluations, in the order of the individuals."""


@dataclass(frozen=True)
class Generation:
    """What one generation came to; `verdicts` counts its new individuals by verdict."""

    number: int
    of: int
    population: tuple[Evaluation, ...]
    verdicts: dict[str, int]
    from_cache: int

    @property
    def best(self) -> Evaluation:
        """The fittest."""
        return max(self.population, key=lambda each: each.fitness)


Report = Callable[[Generation], Awaitable[None]]


class Search:
    """One run of the genetic algorithm.

    `readings` are the unmutated individuals, best first; `more` gives further ones for statements (by place) that
    neither the scorer nor their reading is sure of. The random source of each generation depends
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
    ) -> None:
        self._readings = list(readings)
        self._more = more
        self._settings = settings
        self._preset = preset
        self._mutation = mutation
        self._evaluator = evaluator
        self._seed = seed
        self._report = report
        #: The fittest evaluation so far, also when the search is cut off in the middle of a generation.
        self.best: Evaluation | None = None
        self.generation = 0
        self.ended: Ended = "generations"

    async def run(self) -> None:
        """Evolves until every statement is adhered to or the generations are used up; see `best` and `ended`.

        The least generations are bred in any case: among adherent plans the one that ends sooner is fitter.
        """
        population = await self._start()
        for number in range(1, self._settings.generations + 1):
            if self._adherent() and number > self._settings.least_generations:
                break
            population = await self._next(population, number)
        self.ended = "adherent" if self._adherent() else "generations"

    def _adherent(self) -> bool:
        return self.best is not None and self.best.adherent

    def _random(self, generation: int) -> Random:
        return Random(f"{self._seed}/{generation}")

    async def _start(self) -> list[Evaluation]:
        """The first population: ours is what the person may have meant, the published one mutations of it.

        In ours the likeliest meaning is tried by itself: if it is adherent nothing else can be fitter. What nobody is
        sure of there gets more candidates.
        """
        if not self._preset.alternatives_first:
            return await self._evaluated(self._mutated_readings(self._random(0)), 0)
        population = await self._evaluated(self._readings[:1], 0)
        if self._adherent():
            return population
        candidates = without_repetition([self._readings[0], *self._more(population[0].undecided), *self._readings[1:]])
        return population if len(candidates) == 1 else await self._evaluated(candidates, 0)

    def _mutated_readings(self, random: Random) -> list[Individual]:
        kept = self._readings[:1] if self._preset.keep_readings else []
        return self._filled(kept, random)

    def _filled(self, kept: list[Individual], random: Random) -> list[Individual]:
        """`kept` topped up to the size of the population by mutations of the best reading."""
        individuals = without_repetition(kept)
        for _ in range(4 * self._settings.population):
            if len(individuals) >= self._settings.population:
                break
            mutated = self._mutation.mutate(self._readings[0], self._preset, random)
            individuals = without_repetition([*individuals, mutated])
        return individuals

    async def _next(self, population: list[Evaluation], number: int) -> list[Evaluation]:
        random = self._random(number)
        size = self._settings.population
        if number == 1 and self._preset.alternatives_first:
            kept = [each.individual for each in population]
            return await self._evaluated(self._filled(kept, random), number)
        ranked = sorted(population, key=lambda each: each.fitness, reverse=True)
        elite = [each.individual for each in ranked[: math.ceil(size * self._preset.elite)]]
        kept = without_repetition([*elite, *(self._readings[:1] if self._preset.keep_readings else ())])
        parents = elite if self._preset.parents == "elite" else [each.individual for each in ranked]
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
            mother, father = random.choice(parents), random.choice(parents)
            for child in crossover(mother, father, random):
                mutated = random.random() < self._preset.mutated_children
                children.append(self._mutation.mutate(child, self._preset, random) if mutated else child)
        return children[:count]

    async def _evaluated(self, individuals: list[Individual], number: int) -> list[Evaluation]:
        known = [self._evaluator.known(each) for each in individuals]
        evaluated = await self._evaluator.evaluate(individuals)
        self.generation = number
        for each in evaluated:
            if each.plan is not None and (self.best is None or each.fitness > self.best.fitness):
                self.best = each
        fresh = (each.word for each, before in zip(evaluated, known, strict=True) if not before)
        await self._report(
            Generation(number, self._settings.generations, tuple(evaluated), dict(Counter(fresh)), sum(known))
        )
        return evaluated
