"""Whether the judges agree on thousands of plan x constraint pairs, generated and published."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from tests.bench.sizes import Measured, Sizes
from tests.support.agreement import Agreement, Pair, agreement, generated_pairs, published_pairs

#: The published pairs do not travel with the repository.
PUBLISHED = Path(__file__).parents[3] / "shared" / "data" / "plancritic"


async def judges_agree(sizes: Sizes) -> Measured:
    """Generated pairs over both domains and all ten types, then every usable published one."""
    measured = await _measured("generated", generated_pairs(sizes.pairs, Random(sizes.seed)))
    if not PUBLISHED.is_dir():
        return measured | {"published": "not here"}
    return measured | await _measured("published", published_pairs(PUBLISHED))


async def _measured(kind: str, pairs: list[Pair]) -> Measured:
    started = time.monotonic()
    found: Agreement = await agreement(pairs)
    return {
        f"{kind}: pairs": found.pairs,
        f"{kind}: rulings": dict(found.rulings),
        f"{kind}: abstained": dict(found.abstained),
        f"{kind}: disputes": [
            {
                "constraint": pair.constraint,
                "plan": pair.plan,
                "rulings": {one.judge: one.ruling for one in proof.reports},
            }
            for pair, proof in found.disputes
        ],
        f"{kind}: seconds": round(time.monotonic() - started, 1),
    }
