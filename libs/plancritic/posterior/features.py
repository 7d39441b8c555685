"""What speaks for a candidate reading: the translator's word, and the learned scorer's on plans that meet it or not.

A candidate is tested by what follows from it (LEVER, Ni et al. 2023: rerank by execution results): if it is what the
person meant, the scorer, which judges the person's words alone, should be for the plans that satisfy it and against
those that violate it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from plancritic.contracts.translation import Reading

#: A feature's name and value; what is missing is 0.
Features: TypeAlias = Mapping[str, float]

#: No probability of the scorer is taken for surer than this: its logarithm counts.
LEAST_PROBABILITY, MOST_PROBABILITY = 0.02, 0.98


#: Smaller likelihoods count as this one, which is `_ORDERS` orders of magnitude below one.
LEAST_LIKELIHOOD = 1e-4
_ORDERS = 4.0


@dataclass(frozen=True)
class CandidateEvidence:
    """A candidate reading and what it comes to on the bank of plans.

    `satisfied` says for each plan of the bank whether it satisfies the candidate. `impossible` says that no plan does,
    proved, `unplanned` that none was found. `shown` is the place of the plan shown to the person.
    """

    reading: Reading
    satisfied: tuple[bool, ...]
    shown: int
    impossible: bool = False
    unplanned: bool = False


def features_of(
    evidence: CandidateEvidence, probabilities: Sequence[float] | None, with_reader: bool = False
) -> dict[str, float]:
    """Return the features of a candidate; `probabilities` are the scorer's, one a plan of the bank, or None without it.

    `for`: the mean of log p over plans that satisfy the candidate; `against`: that of log(1 - p) over those that
    violate it; both 0 where there is no such plan, which a flag says (`impossible`, `unplanned`, `always_met`).
    `proposed` and `judged` are the likelihoods by the reader's networks, the greater and the lesser, each by orders of
    magnitude as well; with a reader, `unjudged` says that its networks have no word on the reading.
    """
    reading = evidence.reading
    found = {
        "doubt": float(reading.kind == "doubt"),
        # A learned reading is a guess of another maker, until the weights are fitted to rows with such readings.
        "guess": float(reading.kind in ("guess", "learned")),
        "learned": float(reading.kind == "learned"),
        "score": reading.score,
        "similarity": reading.similarity or 0.0,
        "met_by_plan_shown": float(evidence.satisfied[evidence.shown]),
        "impossible": float(evidence.impossible),
        "unplanned": float(evidence.unplanned),
        "always_met": float(all(evidence.satisfied)),
        "further_constraints": float(len(reading.constraints) - 1),
    }
    for name, share in (("proposed", reading.proposed), ("judged", reading.judged)):
        if share is not None:
            found[name] = share
            found[f"{name}_order"] = order_of(share)
    if with_reader and reading.judged is None:
        found["unjudged"] = 1.0
    if probabilities is not None:
        clipped = [min(max(each, LEAST_PROBABILITY), MOST_PROBABILITY) for each in probabilities]
        pairs = list(zip(evidence.satisfied, clipped, strict=True))
        found["for"] = _mean([math.log(p) for met, p in pairs if met])
        found["against"] = _mean([math.log(1.0 - p) for met, p in pairs if not met])
    return {name: round(value, 6) for name, value in found.items() if value}


def order_of(likelihood: float) -> float:
    """Return a likelihood by orders of magnitude, from 0 for the least to 1: one of which nothing is said has none."""
    return max(0.0, 1.0 + math.log10(max(likelihood, LEAST_LIKELIHOOD)) / _ORDERS)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
