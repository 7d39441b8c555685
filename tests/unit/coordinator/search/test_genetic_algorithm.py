"""The search on an evaluator that knows the answers: a stand-in for the workers, which other tests use for real."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

import pytest

from plancritic.contracts.feedback import SearchSettings
from plancritic.contracts.planning import NoPlanFound, PlanProved
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.coordinator.evaluation.fitness import Evaluation, Fitness
from plancritic.coordinator.presets import PRESETS, Preset
from plancritic.coordinator.problem.specification import Individual, meaning
from plancritic.coordinator.search.genetic_algorithm import Generation, Search
from plancritic.coordinator.search.operator_selection import rates_for
from plancritic.coordinator.search.operators import Mutation
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_domain, parse_problem

PROOF = Proof(ruling="accepted")


@pytest.fixture(scope="module")
def mutation() -> Mutation:
    bundle = load_domain("waterway")
    return Mutation(parse_problem(bundle.problems["1"], parse_domain(bundle.domain_pddl)), horizon=20.0)


class Oracle:
    """Calls an individual the fitter the more of the wanted constraints it has; answers late in a random order."""

    def __init__(
        self, wanted: frozenset[str], delays: Sequence[float] = (0.0,), undecided: tuple[int, ...] = ()
    ) -> None:
        self.wanted = wanted
        self.undecided = undecided
        self.delays = delays
        self.seen: dict[frozenset[str], None] = {}

    def known(self, individual: Individual) -> bool:
        return individual.key in self.seen

    async def evaluate(self, individuals: Sequence[Individual]) -> list[Evaluation]:
        return list(await asyncio.gather(*(self._one(index, each) for index, each in enumerate(individuals))))

    async def _one(self, index: int, individual: Individual) -> Evaluation:
        await asyncio.sleep(self.delays[index % len(self.delays)])
        self.seen[individual.key] = None
        share = len(self.wanted & individual.key) / len(self.wanted)
        if not individual.specification:
            return Evaluation(individual, NoPlanFound(engine="oracle", reason="nothing asked"))
        verdict = PlanProved(engine="oracle", plan="0.000: (go) [1.000]", proof=PROOF)
        fitness = Fitness(0, share, 0.0, -len(individual.lineage), share)
        return Evaluation(
            individual, verdict, verdict.plan, PROOF, evidence=(share,), undecided=self.undecided, fitness=fitness
        )


def individual(*constraints: str) -> Individual:
    return Individual(
        tuple(TracedConstraint(constraint=each, statements=("s1",)) for each in constraints), ("reading",), True
    )


def search(
    mutation: Mutation, oracle: Oracle, preset: str, changed: Preset | None = None, seed: int = 7, **settings: int
) -> tuple[Search, list]:
    generations: list[Generation] = []

    async def report(generation: Generation) -> None:
        generations.append(generation)

    readings = [individual("(always (at sct_ast_0 wpt_ini))"), individual("(sometime (at sct_ast_0 wpt_end))")]
    chosen = SearchSettings(seed=seed, preset=preset, **settings)
    used = changed or PRESETS[preset]
    return Search(readings, chosen, used, mutation, oracle, seed, report, more, rates_for(used, None)), generations


def more(places: Collection[int]) -> list[Individual]:
    """One further reading for each statement that is not decided."""
    return [individual(f"(always (at sct_ast_0 wpt_{place}))") for place in places]


WANTED = frozenset({"(always (at sct_ast_0 wpt_ini))"})
UNREACHABLE = frozenset({"(always (nowhere))"})


async def test_our_search_ends_at_once_when_the_best_reading_is_adherent(mutation):
    run, generations = search(mutation, Oracle(WANTED), "ours")
    await run.run()
    assert run.ended == "adherent"
    assert [len(each.population) for each in generations] == [1]
    assert run.best is not None and run.best.individual.readings


async def test_our_search_tries_the_other_readings_before_any_mutation(mutation):
    run, generations = search(mutation, Oracle(frozenset({"(sometime (at sct_ast_0 wpt_end))"})), "ours")
    await run.run()
    assert run.ended == "adherent"
    assert [len(each.population) for each in generations] == [1, 2]
    assert run.best is not None and run.best.individual.readings


async def test_what_nobody_is_sure_of_gets_its_other_readings_before_the_rest(mutation):
    run, generations = search(mutation, Oracle(UNREACHABLE, undecided=(3, 5)), "ours", generations=0)
    await run.run()
    carried = [each.individual.specification[0].constraint for each in generations[-1].population]
    assert carried == [
        "(always (at sct_ast_0 wpt_ini))",
        "(always (at sct_ast_0 wpt_3))",
        "(always (at sct_ast_0 wpt_5))",
        "(sometime (at sct_ast_0 wpt_end))",
    ]


async def test_where_the_best_is_enough_another_likely_reading_is_tried_all_the_same_and_the_rest_is_not_bred(mutation):
    run, generations = search(mutation, Oracle(WANTED, undecided=(3,)), "ours")
    await run.run()
    carried = [each.individual.specification[0].constraint for each in generations[-1].population]
    assert carried[1] == "(always (at sct_ast_0 wpt_3))"
    assert (run.ended, generations[-1].number) == ("adherent", 0)


async def test_the_least_generations_are_bred_although_a_plan_adheres(mutation):
    run, generations = search(mutation, Oracle(WANTED), "ours", least_generations=2, population=6)
    await run.run()
    assert run.ended == "adherent"
    assert [each.number for each in generations] == [0, 1, 2]
    assert run.best is not None and run.best.individual.readings


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_every_preset_ends_after_the_generations_it_was_given(mutation, preset):
    run, generations = search(mutation, Oracle(UNREACHABLE), preset, generations=2, population=6)
    await run.run()
    assert run.ended == "generations"
    assert {each.number for each in generations} == {0, 1, 2}


async def test_the_unmutated_reading_stays_in_every_population_of_ours(mutation):
    run, generations = search(mutation, Oracle(UNREACHABLE), "ours", generations=3, population=6)
    await run.run()
    for generation in generations:
        assert WANTED in {each.individual.key for each in generation.population}


async def test_the_same_seed_gives_the_same_search_in_whatever_order_answers_come(mutation):
    histories = []
    for delays in ((0.0,), (0.003, 0.0, 0.001), (0.0, 0.002)):
        run, generations = search(mutation, Oracle(UNREACHABLE, delays), "ours", generations=2, population=6)
        await run.run()
        histories.append([[each.individual for each in generation.population] for generation in generations])
    assert histories[0] == histories[1] == histories[2]


async def test_another_seed_gives_another_search(mutation):
    populations = []
    for seed in (1, 2):
        run, generations = search(mutation, Oracle(UNREACHABLE), "ours", seed=seed, generations=1, population=6)
        await run.run()
        populations.append({each.individual.key for each in generations[-1].population})
    assert populations[0] != populations[1]


async def test_no_population_of_ours_holds_two_specifications_of_one_meaning(mutation):
    run, generations = search(mutation, Oracle(UNREACHABLE), "ours", generations=3, population=12)
    await run.run()
    for generation in generations[2:]:
        meanings = [meaning(each.individual.key) for each in generation.population]
        assert len(meanings) == len(set(meanings)) == 12


async def test_each_generation_tells_how_unlike_its_specifications_are(mutation):
    run, generations = search(mutation, Oracle(UNREACHABLE), "ours", generations=2, population=8)
    await run.run()
    assert generations[0].diversity is None
    assert all(0.0 < (each.diversity or 0.0) <= 1.0 for each in generations[1:])


class PrizesDuplicates(Oracle):
    """Calls a specification the fitter the more constraints it has, so that duplicating and adding improve."""

    async def _one(self, index: int, individual: Individual) -> Evaluation:
        found = await super()._one(index, individual)
        size = float(len(individual.specification))
        return replace(found, fitness=Fitness(0, size, 0.0, 0, 0.0))


async def test_operators_whose_children_are_fitter_than_their_parents_are_drawn_more_often(mutation):
    # One mutation a child, so that only the operators that make a specification grow improve on anything.
    single = replace(PRESETS["ours"], mutations=(1, 1))
    run, generations = search(mutation, PrizesDuplicates(UNREACHABLE), "ours", single, generations=3, population=20)
    await run.run()
    first, last = generations[0].rates, generations[-1].rates
    assert last["duplicate"] + last["add"] > first["duplicate"] + first["add"]
    assert last["modify"] < first["modify"]


@pytest.mark.parametrize("preset", ["paper", "code"])
async def test_the_chances_of_the_published_presets_stay_as_they_are(mutation, preset):
    run, generations = search(mutation, PrizesDuplicates(UNREACHABLE), preset, generations=2, population=10)
    await run.run()
    assert {tuple(each.rates.items()) for each in generations} == {PRESETS[preset].operators}
