import math

import pytest

from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.laboratory.schema.evaluation.variation import VariationError, edits_of, multiplied


async def test_variations_multiply_the_candidates_and_none_stands_twice(dungeon: EvaluationDomain) -> None:
    library = dungeon.library("detailed", await dungeon.answers("detailed"))
    found = multiplied(dungeon.skeleton, library.candidates, 5_000, seed=3)
    assert 5_000 <= math.prod(map(len, found.values())) < 10_000
    for action, several in found.items():
        assert several[: len(library.candidates[action])] == library.candidates[action]
        assert len({each.text for each in several}) == len(several)
        signatures = [each.schema.parameters for each in library.candidates[action]]
        assert all(each.schema.parameters in signatures for each in several)


async def test_variations_are_those_of_the_seed(dungeon: EvaluationDomain) -> None:
    library = dungeon.library("detailed", await dungeon.answers("detailed"))
    first, again, other = (multiplied(dungeon.skeleton, library.candidates, 500, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_edits_are_well_typed_and_add_no_opposite_of_what_is_there(dungeon: EvaluationDomain) -> None:
    edits = edits_of(dungeon.skeleton, dungeon.reference.actions["pick-sword"])
    assert sorted(edits) == [
        f"{verb} {part}" for verb in ("add", "negate", "remove") for part in ("condition", "effect")
    ]
    assert len(edits["remove condition"]) == len(edits["negate condition"]) == 3
    added = [str(each.conditions_at_start) for each in edits["add condition"]]
    assert any("(not (trap-in ?r))" in each for each in added)
    assert not any("(not (hand-empty))" in each or "(trap-in ?s)" in each for each in added)


def test_an_action_without_candidates_cannot_be_multiplied(dungeon: EvaluationDomain) -> None:
    with pytest.raises(VariationError):
        multiplied(dungeon.skeleton, {"move": ()}, 2, seed=1)
