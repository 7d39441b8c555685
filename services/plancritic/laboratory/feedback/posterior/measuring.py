"""A posterior fitted and measured: what is printed of it, and the file that ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import yaml

from plancritic.laboratory.feedback.posterior.examples import Example
from plancritic.laboratory.feedback.posterior.fitting import (
    Prediction,
    Thresholds,
    fit,
    left_out,
    second_opinion,
    thresholds,
    upper_bound,
)
from plancritic.posterior import PosteriorModel

_WRITTEN = "# Written by `plancritic train posterior`; do not edit."


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


def measured(
    examples: Sequence[Example], with_scorer: bool, bound: float, miss: float, with_reader: bool = False
) -> MeasuredModel:
    """Fit a model, choose its thresholds on domains left out, and measure it there.

    Without a scorer and a reader none is clear.
    """
    predictions = left_out(examples, with_scorer)
    chosen = thresholds(predictions, bound, miss)
    if not with_scorer and not with_reader:
        # Nothing but the translator speaks for a reading then, and it was made with most of these statements in sight.
        chosen = replace(chosen, clear=1.0, clear_count=0, clear_wrong=0)
    weights, none = fit(examples, with_scorer)
    model = PosteriorModel(
        weights=weights,
        none=none,
        second=second_opinion(examples, with_scorer),
        clear=chosen.clear,
        behaviour_quantile=chosen.behaviour_quantile,
        none_quantile=chosen.none_quantile,
    )
    return MeasuredModel(model, tuple(predictions), chosen)


def model_text(
    models: Mapping[str, MeasuredModel], rows: Sequence[str], bound: float, miss: float, kept: str = ""
) -> str:
    """Return the file of the models, with where the numbers come from.

    `kept` is the file as it was: models that are not among `models` stay as they are there.
    """
    body = yaml.safe_load(kept) or {}
    comments = dict(_comments(kept))
    for name, each in models.items():
        facts = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in each.as_json()["measured"].items())
        comments[name] = (
            f"{facts}. Rows: {', '.join(rows)}. Thresholds chosen on domains left out: bound {bound:g}, miss {miss:g}"
        )
        body[name] = each.model.model_dump(mode="json")
    lines = [_WRITTEN, *(f"# {name}: {comments[name]}" for name in body if name in comments)]
    return "\n".join((*lines, yaml.safe_dump(body, sort_keys=False)))


def _comments(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names of models, each with what a file says of it."""
    for line in text.splitlines():
        name, colon, facts = line.removeprefix("# ").partition(": ")
        if line.startswith("# ") and colon and " " not in name:
            yield name, facts
