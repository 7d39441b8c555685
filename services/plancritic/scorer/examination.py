"""Puts a served model before a data set: the probabilities that it gives, as in a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from plancritic.domains import DomainBundle
from plancritic.scorer.dataset import Dataset, Example
from plancritic.wording import Lexicon


class Scorer(Protocol):
    """What is examined: `AdherenceModel`, or what stands for it."""

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        """Adherence in [0, 1], shape (plans, texts)."""


def probabilities(
    model: Scorer, bundle: DomainBundle, dataset: Dataset, examples: Sequence[Example]
) -> NDArray[np.float32]:
    """The model's probability for each of the data set's examples, shape (examples,)."""
    bundle = dataset.bundle(bundle)
    lexicons: dict[str, Lexicon] = {}
    by_plan: dict[int, list[int]] = {}
    for place, example in enumerate(examples):
        by_plan.setdefault(example.plan, []).append(place)
    found = np.empty(len(examples), dtype=np.float32)
    for plan, places in by_plan.items():
        shown = dataset.plans[plan]
        if shown.problem not in lexicons:
            lexicons[shown.problem] = Lexicon(bundle, shown.problem)
        texts = list(dict.fromkeys(examples[place].text for place in places))
        (row,) = model.score(lexicons[shown.problem], [shown.text], texts)
        answers = dict(zip(texts, row, strict=True))
        for place in places:
            found[place] = answers[examples[place].text]
    return found


def problems(dataset: Dataset, examples: Sequence[Example]) -> list[str]:
    """The problem of each example; of a sample of a problem, that problem."""
    base = {sampled.id: sampled.base for sampled in dataset.problems}
    own = [dataset.plans[example.plan].problem for example in examples]
    return [base.get(problem, problem) for problem in own]
