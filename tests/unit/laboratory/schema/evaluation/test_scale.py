from dataclasses import replace

import pytest

from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.planners.kstar import KStarEngine
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain, read_domains
from plancritic.laboratory.schema.evaluation.outcomes import outcomes_of
from plancritic.laboratory.schema.evaluation.scale import ScaleSettings, confirmed, decision_on, sampled, scale_row
from plancritic.schema_library.combination.decision import Solved, Unsolvable


async def test_a_small_scale_is_decided_and_confirmed(dungeon: EvaluationDomain) -> None:
    row = await scale_row(dungeon, "detailed", ScaleSettings(combinations=300, sample=5, processes=1), seed=1)
    assert row.combinations >= 300
    assert row.undecided == 0
    assert (row.sample, row.agreed, row.disagreements) == (5, 5, ())


async def test_a_wrong_decision_is_found_out(dungeon: EvaluationDomain) -> None:
    library = dungeon.library("detailed", await dungeon.answers("detailed"))
    found = outcomes_of(dungeon.problem, library.candidates)
    assert found.solvable == found.combinations
    (chosen,) = sampled(found, 1, seed=1)
    right = decision_on(found.decisions, chosen)
    assert isinstance(right, Solved)
    engine = KStarEngine(manifest("kstar"))
    try:
        for wrong, ours in (
            (Unsolvable(right.box), "unsolvable"),
            (replace(right, plan=right.plan[:-1]), f"solvable in {len(right.plan) - 1} steps"),
        ):
            changed = replace(found, decisions=tuple(wrong if each is right else each for each in found.decisions))
            (disagreement,) = await confirmed(dungeon, changed, [chosen], engine)
            assert disagreement.ours == ours
            assert disagreement.theirs == f"solvable in {len(right.plan)} steps"
    finally:
        await engine.close()


async def test_a_sample_has_different_combinations_each_in_one_decision(libraryworld: EvaluationDomain) -> None:
    library = libraryworld.library("layman", await libraryworld.answers("layman"))
    found = outcomes_of(libraryworld.problem, library.candidates)
    chosen = sampled(found, 100, seed=1)
    assert len(set(chosen)) == len(chosen) == found.combinations
    assert sum(isinstance(decision_on(found.decisions, each), Solved) for each in chosen) == found.solvable
    doubled = (*found.decisions, found.decisions[0])
    with pytest.raises(ValueError, match="2 decisions"):
        [decision_on(doubled, each) for each in chosen]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["libraryworld", "dungeon", "minecraft"])
async def test_a_tenth_of_the_scale_is_decided_and_a_sample_confirmed(dungeon: EvaluationDomain, name: str) -> None:
    (domain,) = read_domains(dungeon.folder.parent, (name,))
    row = await scale_row(domain, "detailed", ScaleSettings(combinations=10_000, sample=50), seed=2)
    assert row.combinations >= 10_000
    assert row.undecided == 0
    assert row.agreed == row.sample == 50
