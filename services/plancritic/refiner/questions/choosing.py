"""Which question tells most: where likely domains are divided, after few steps, and where an odd answer is checked.

What a question tells is the information that its answer gives about which domain is the true one, where an answer is
wrong at a known rate (expected information: D. MacKay, Information-based objective functions for active data selection,
Neural Computation 4 (1992), section 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plancritic.refiner.questions.behaviour import ALLOWED, REFUSED, Sayings
from plancritic.refiner.questions.situations import Situations

#: So much of the weight agrees on the steps before the one in question.
AGREED = 0.8
#: A question is worth asking where domains of this much of the weight say something else than the others.
DIVIDED = 0.002
#: What a step before the one in question costs, in bits: one that is known to be possible, and one that may not be, so
#: that the answer could be about that one.
KNOWN_STEP, STEP = 0.01, 0.08
#: What a step costs that has an object twice: nobody thinks of such steps, and few domains are about them.
TWICE = 0.5
#: An answer is checked by a question that tells so many bits about whether it is wrong.
CHECKS = 0.05

#: An answer that is wrong with this probability is checked, though it was not unexpected when it was given.
DOUBTFUL = 0.1

Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Told:
    """A step that could be asked about (by its place), what asking tells in bits less its effort, and what it checks.

    `checks` is the place of the answer that was unexpected and that this question tells most about.
    """

    askable: int
    worth: float
    checks: int | None


def told_by(
    situations: Situations,
    sayings: Sayings,
    weights: Weights,
    contradicted: NDArray[np.bool_],
    unexpected: Sequence[int],
    error_rate: float,
) -> list[Told]:
    """Return the steps that are worth asking about, the most telling first.

    `sayings` has a row for each domain, `weights` what it weighs; `contradicted` says of each domain and each answer
    whether they contradict each other, `unexpected` which answers were not expected when they were given.
    """
    total = float(weights.sum())
    allowed, refused = weights @ (sayings == ALLOWED), weights @ (sayings == REFUSED)
    reached = allowed + refused
    share = np.divide(allowed, reached, out=np.ones_like(allowed), where=reached > 0)
    wanted = (reached > AGREED * total) & (np.minimum(share, 1 - share) > DIVIDED)
    bits = _information(share, error_rate) * reached / total
    best_check = np.zeros_like(bits)
    checked = np.full(len(bits), -1)
    for answer in range(contradicted.shape[1]):
        against = weights * contradicted[:, answer]
        wrong = float(against.sum()) / total
        if not (DIVIDED if answer in unexpected else DOUBTFUL) < wrong < 1 - DIVIDED:
            continue
        found = _shared(sayings, weights, against, error_rate)
        better = found > best_check
        best_check[better], checked[better] = found[better], answer
    found_told = []
    for place in np.flatnonzero(wanted):
        known, unknown = situations.effort(situations.askable[place].situation)
        objects = situations.askable[place].step[1]
        effort = KNOWN_STEP * known + STEP * unknown + (TWICE if len(set(objects)) < len(objects) else 0.0)
        worth = float(bits[place] + best_check[place]) - effort
        checks = int(checked[place]) if best_check[place] > CHECKS else None
        found_told.append(Told(int(place), worth, checks))
    return sorted(found_told, key=lambda each: (-each.worth, each.askable))


def _information(share: Weights, error_rate: float) -> Weights:
    """Return how many bits a yes or no tells about what is so, if it is yes with these probabilities."""
    heard = share * (1 - error_rate) + (1 - share) * error_rate
    found: Weights = _entropy(heard) - _entropy(np.full(1, error_rate))
    return found


def _shared(sayings: Sayings, weights: Weights, against: Weights, error_rate: float) -> Weights:
    """Return how many bits a yes or no tells about whether an answer is wrong; `against` are those who say so."""
    total = float(weights.sum())
    every, some = _heard(sayings, weights, error_rate), _heard(sayings, against, error_rate)
    others = _heard(sayings, weights - against, error_rate)
    part = float(against.sum()) / total
    found: Weights = _entropy(every) - part * _entropy(some) - (1 - part) * _entropy(others)
    return found


def _heard(sayings: Sayings, weights: Weights, error_rate: float) -> Weights:
    allowed, refused = weights @ (sayings == ALLOWED), weights @ (sayings == REFUSED)
    reached = allowed + refused
    share = np.divide(allowed, reached, out=np.full_like(allowed, 0.5), where=reached > 0)
    heard: Weights = share * (1 - error_rate) + (1 - share) * error_rate
    return heard


def _entropy(probability: Weights) -> Weights:
    """Return the entropy of a yes or no, in bits."""
    both = np.stack((probability, 1 - probability))
    logs = np.log2(both, out=np.zeros_like(both), where=both > 0)
    found: Weights = -(both * logs).sum(axis=0)
    return found
