"""A posterior fitted and measured: what is printed of it, and the file that ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import yaml

from plancritic.evaluation.posterior.examples import Example
from plancritic.evaluation.posterior.fitting import Prediction, Thresholds, fit, left_out, thresholds, upper_bound
from plancritic.posterior import PosteriorModel


@dataclass(frozen=True)
class MeasuredModel:
    """A model fitted to all domains, with thresholds and measurements of models that had each domain left out."""

    model: PosteriorModel
    predictions: tuple[Prediction, ...]
    chosen: Thresholds

    def as_json(self) -> dict[str, Any]:
        """Return the model and what was measured of it."""
        return {"model": self.model.model_dump(mode="json"), "measured": self._measured()}

    def _measured(self) -> dict[str, Any]:
        meant = [each for each in self.predictions if any(each.example.right)]
        nothing = [each for each in self.predictions if not any(each.example.right)]
        return {
            "statements": len(self.predictions),
            "right_candidate_among_them": len(meant),
            "best_reading_right": sum(each.right for each in meant),
            "none_right": f"{sum(each.none for each in nothing)} of {len(nothing)}",
            "readings_above_clear": self.chosen.clear_count,
            "of_these_wrong": self.chosen.clear_wrong,
            "bound_on_their_share": round(upper_bound(self.chosen.clear_wrong, max(self.chosen.clear_count, 1)), 4),
        }


def measured(examples: Sequence[Example], with_scorer: bool, bound: float, miss: float) -> MeasuredModel:
    """Fit a model, choose its thresholds on domains left out, and measure it there; none is clear without a scorer."""
    predictions = left_out(examples, with_scorer)
    chosen = thresholds(predictions, bound, miss)
    if not with_scorer:
        # Nothing but the translator speaks for a reading then, and it was made with most of these statements in sight.
        chosen = replace(chosen, clear=1.0, clear_count=0, clear_wrong=0)
    weights, none = fit(examples, with_scorer)
    model = PosteriorModel(
        weights=weights,
        none=none,
        clear=chosen.clear,
        behaviour_quantile=chosen.behaviour_quantile,
        none_quantile=chosen.none_quantile,
    )
    return MeasuredModel(model, tuple(predictions), chosen)


def model_text(models: Mapping[str, MeasuredModel], rows: Sequence[str], bound: float, miss: float) -> str:
    """Return the file of the models, with where the numbers come from."""
    comment = (
        "# Written by `plancritic train posterior`; do not edit.\n"
        f"# Rows: {', '.join(rows)}. Thresholds chosen on domains left out: bound {bound:g}, miss {miss:g}.\n"
    )
    for name, each in models.items():
        facts = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in each.as_json()["measured"].items())
        comment += f"# {name}: {facts}\n"
    body = {name: each.model.model_dump(mode="json") for name, each in models.items()}
    return comment + yaml.safe_dump(body, sort_keys=False)
