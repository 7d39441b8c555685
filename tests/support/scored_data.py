"""Small data sets over real problems of the satellite domain, and a scorer that answers by a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from tests.support.scorer_model import data_card, model_card

from plancritic.adherence.dataset import Dataset, Example, SampledProblem, ShownPlan
from plancritic.adherence.model_card import ModelCard
from plancritic.wording import Lexicon

TURN = "{start:.3f}: (turn_to satellite0 {place} phenomenon6) [5.000]\n"
PLACES = ("groundstation1", "groundstation2", "phenomenon4", "star0", "star5")


class RuleScorer:
    """Adherence by a rule over the plan's text and the statement."""

    def __init__(self, rule: Callable[[str, str], float], **card: object) -> None:
        self.card: ModelCard = model_card(b"rule", domain="satellite", **{"unsure": (0.3, 0.7), **card})
        self._rule = rule

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        assert lexicon.problem.is_a("satellite0", "satellite")
        return np.array([[self._rule(plan, text) for text in texts] for plan in plans], dtype=np.float32)


def turns(*, problems: Sequence[SampledProblem] = (), **changes: object) -> Dataset:
    """One turn a plan of problem 1, and whether it is to each place: the plans and places are as many as each other."""
    plans = tuple(ShownPlan("1", TURN.format(start=0.0, place=place), place, "test") for place in PLACES)
    examples = tuple(
        replace(
            Example(
                plan=number,
                text=f"Turn to {asked}.",
                adheres=place == asked,
                sort="sometime",
                constraints=(f"(sometime (pointing satellite0 {asked}))",),
                mid_level_goal=f"The satellite points at {asked} at some time.",
                in_words=f"At some time the satellite points at {asked}.",
                split="test",
            ),
            **changes,  # type: ignore[arg-type]
        )
        for number, place in enumerate(PLACES)
        for asked in PLACES
    )
    return Dataset(data_card("satellite"), tuple(problems), plans, examples)
