"""Multinomial logistic regression with a ridge penalty, fitted by L-BFGS, and its calibration."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from plancritic.coordinator.sessions.acts import ACTS, Act
from plancritic.coordinator.turns.model import ActModel, Matrix, matrix

_STEPS, _RIDGE = 120, 0.3
Vector = NDArray[np.float64]
_LEAST_COUNT = 2
_TEMPERATURES = tuple(round(0.5 + 0.05 * step, 2) for step in range(51))


def fitted(
    words: Sequence[frozenset[str]],
    shapes: Matrix,
    vectors: Matrix,
    acts: Sequence[Act],
    weights: Sequence[float],
    encoder: str,
    ridge: float = _RIDGE,
) -> ActModel:
    """Return the model that makes the acts likeliest; `weights` say how much each row counts."""
    counts = Counter(word for found in words for word in found)
    vocabulary = tuple(sorted(word for word, count in counts.items() if count >= _LEAST_COUNT))
    rows = matrix(words, shapes, vectors, vocabulary)
    truth = np.array([[float(act == each) for each in ACTS] for act in acts], dtype=np.float32)
    share = np.array(weights, dtype=np.float32)[:, None]
    columns = rows.shape[1]

    def loss(flat: Vector) -> tuple[float, Vector]:
        whole = flat.reshape(columns + 1, len(ACTS)).astype(np.float32)
        theta, bias = whole[:-1], whole[-1]
        logits = rows @ theta + bias
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        error = (np.exp(logs) - truth) * share
        slope = np.concatenate([rows.T @ error + ridge * theta, error.sum(axis=0, keepdims=True)])
        total = -float((logs * truth * share).sum()) + ridge * float((theta**2).sum()) / 2
        return total, slope.ravel().astype(np.float64)

    # Loss and slope are convex: from any beginning the same weights.
    found = minimize(
        loss, np.zeros((columns + 1) * len(ACTS)), jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}
    )
    theta, bias = found.x.reshape(columns + 1, len(ACTS))[:-1], found.x[-len(ACTS) :]
    digest = hashlib.sha256(theta.astype(np.float16).tobytes()).hexdigest()[:12]
    return ActModel(
        digest, encoder, ACTS, vocabulary, theta.astype(np.float32), bias.astype(np.float32), temperature=1.0
    )


def calibrated(model: ActModel, temperature: float) -> ActModel:
    """Return the model with this temperature."""
    return replace(model, temperature=temperature)


def best_temperature(logs: Sequence[tuple[Matrix, int]]) -> float:
    """Return the temperature under which held-out turns are likeliest; each is its logits and its act's place."""

    def loss(temperature: float) -> float:
        total = 0.0
        for logits, place in logs:
            scaled = logits / temperature
            total += float(np.log(np.exp(scaled - scaled.max()).sum()) + scaled.max() - scaled[place])
        return total

    return min(_TEMPERATURES, key=loss)
