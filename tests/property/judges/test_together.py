"""Several requests about one plan proved together get what each of them gets by itself."""

from __future__ import annotations

import asyncio
from itertools import groupby
from random import Random

import pytest
from tests.support.agreement import generated_pairs

from plancritic.contracts.validation import Finding, Proof
from plancritic.judges import JudgeRequest, prove, prove_together
from plancritic.verdicts import standard_judges

_ASKED_AT_ONCE = 6


def told(proof: Proof) -> tuple[str, list[tuple[str, str, tuple[Finding, ...]]]]:
    """What judges say, without the words of VAL's report."""
    return proof.ruling, [(report.judge, report.ruling, report.findings) for report in proof.reports]


@pytest.mark.parametrize(("seed", "count"), [(0, 24), pytest.param(1, 120, marks=pytest.mark.slow)])
async def test_together_every_request_gets_what_it_gets_alone(seed: int, count: int) -> None:
    chance, judges = Random(seed), standard_judges()
    pairs = sorted(generated_pairs(count, chance))
    rulings: list[str] = []
    for (domain, problem, plan), group in groupby(pairs, key=lambda pair: (pair.domain, pair.problem, pair.plan)):
        constraints = [pair.constraint for pair in group]
        whole = JudgeRequest(domain, problem, plan, tuple(chance.sample(constraints, min(2, len(constraints)))))
        asked = [whole, *map(whole.question, chance.sample(constraints, min(_ASKED_AT_ONCE, len(constraints))))]
        together = await prove_together(judges, asked)
        alone = await asyncio.gather(*(prove(judges, each) for each in asked))
        assert list(map(told, together)) == list(map(told, alone))
        rulings += [proof.ruling for proof in together]
    assert {"accepted", "rejected"} <= set(rulings)
