"""VAL, Kairos' validator and the executor share no code: on random and on published constraints they agree.

`make bench` asks about thousands of generated pairs and all published ones (its step `judges agree`).
"""

from __future__ import annotations

from random import Random

import pytest
from tests.support.agreement import agreement, generated_pairs, published_sample

from plancritic.pddl.language import ConstraintType, parse_constraint


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 102))
async def test_judges_agree_on_generated_pairs(seed: int) -> None:
    pairs = generated_pairs(240, Random(seed))
    found = await agreement(pairs)
    assert found.disputes == [], found.describe()
    assert {parse_constraint(pair.constraint).type for pair in pairs} == set(ConstraintType)
    assert len({pair.domain for pair in pairs}) > 1
    assert found.rulings["accepted"] > 60 and found.rulings["rejected"] > 60
    assert found.rulings["unjudged"] == 0
    assert found.abstained.keys() <= {"kairos"}


async def test_judges_agree_on_published_pairs() -> None:
    pairs = published_sample()
    found = await agreement(pairs)
    assert found.disputes == [], found.describe()
    assert found.pairs > 250
    # Malformed constraints, which nobody judges, are in the sample too.
    assert found.rulings["accepted"] > 80 and found.rulings["rejected"] > 80
