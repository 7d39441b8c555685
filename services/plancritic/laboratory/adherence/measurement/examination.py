"""Puts a served model before a data set: the probabilities that it gives, as in a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.dataset import Dataset, Example
from plancritic.domains.folder import DomainFolder
from plancritic.wording import Lexicon


class Scorer(Protocol):
    """What is examined: `AdherenceModel`, or what stands for it."""

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        """Adherence in [0, 1], shape (plans, texts)."""


def probabilities(
    model: Scorer, bundle: DomainFolder, dataset: Dataset, examples: Sequence[Example]
) -> NDArray[np.float32]:
    """The model's probability for each of the data set's examples, shape (examples,)."""
    bundle = dataset.bundle(bundle)
    found = np.empty(len(examples), dtype=np.float32)
    lexicons: dict[str, Lexicon] = {}
    for (problem, plans), texts in _asked_of_the_same(dataset, examples).items():
        if problem not in lexicons:
            lexicons[problem] = Lexicon(bundle, problem)
        scores = model.score(lexicons[problem], [dataset.plans[plan].text for plan in plans], list(texts))
        for column, places in enumerate(texts.values()):
            for place in places:
                found[place] = scores[plans.index(examples[place].plan), column]
    return found


def _asked_of_the_same(
    dataset: Dataset, examples: Sequence[Example]
) -> dict[tuple[str, tuple[int, ...]], dict[str, list[int]]]:
    """The places of the examples by text, the texts by problem and by the plans that they are asked of.

    So every text is read once, and no plan is judged by a text that no example asks of it.
    """
    by_text: dict[tuple[str, str], list[int]] = {}
    for place, example in enumerate(examples):
        by_text.setdefault((dataset.plans[example.plan].problem, example.text), []).append(place)
    together: dict[tuple[str, tuple[int, ...]], dict[str, list[int]]] = {}
    for (problem, text), places in sorted(by_text.items()):
        plans = tuple(sorted({examples[place].plan for place in places}))
        together.setdefault((problem, plans), {})[text] = places
    return together


def problems(dataset: Dataset, examples: Sequence[Example]) -> list[str]:
    """The problem of each example; of a sample of a problem, that problem."""
    base = {sampled.id: sampled.base for sampled in dataset.problems}
    own = [dataset.plans[example.plan].problem for example in examples]
    return [base.get(problem, problem) for problem in own]
