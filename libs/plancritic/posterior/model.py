"""The posterior: a softmax over behaviours and `none`, its weights fitted by `plancritic train posterior`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from plancritic.contracts.translation import Reading
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.posterior.features import CandidateEvidence, Features, features_of, order_of

#: A reading below this posterior is not acted on: of 59 such likeliest readings (statements of sixteen domains, each by
#: weights fitted to the others) 20 are right, of 136 from here to one half 76.
LEAST_ACTED_ON = 0.35
#: What the grammar says of a candidate, and that it reads nothing: what a second opinion does not hear. It does hear
#: that the grammar lacks a candidate (`learned`): without that fewer readings are clear (translator, RESULTS).
GRAMMAR_FEATURES = frozenset({"doubt", "guess", "score", "similarity"})
GRAMMAR_NONE_FEATURES = frozenset({"unread"})


class LinearForm(BaseModel):
    """Weights of the features of a candidate, and of those of `none`: something else is meant, or nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: dict[str, float]
    none: dict[str, float]

    def score(self, features: Features) -> float:
        """Return the logit of a candidate with these features."""
        return sum(self.weights.get(name, 0.0) * value for name, value in features.items())

    def score_of_none(self, features: Features) -> float:
        """Return the logit of `none` with these features."""
        return sum(self.none.get(name, 0.0) * value for name, value in features.items())

    def shares(self, candidates: Sequence[Features], none: Features) -> list[float]:
        """Return the softmax over the candidates, in their order, and `none`, which comes last."""
        scores = [*map(self.score, candidates), self.score_of_none(none)]
        top = max(scores)
        odds = [math.exp(each - top) for each in scores]
        whole = sum(odds)
        return [each / whole for each in odds]


class PosteriorModel(LinearForm):
    """The weights of all that speaks for a candidate, and the thresholds that were chosen on calibration data.

    `second` is a second opinion: the form fitted without the features of the grammar (`GRAMMAR_FEATURES`),
    over the candidates that the networks read. `clear` is the sureness from which on a reading is clear. A behaviour is
    in the conformal set where 1 - posterior is at most `behaviour_quantile`, `none` where 1 - its posterior is at most
    `none_quantile` (split conformal prediction, calibrated apart).
    """

    second: LinearForm | None = None
    clear: float = Field(ge=0, le=1)
    behaviour_quantile: float = Field(ge=0, le=1)
    none_quantile: float = Field(ge=0, le=1)

    def sureness(self, candidates: Sequence[Features], none: Features) -> list[float]:
        """Return how sure each candidate and, last, `none` is: both opinions pooled.

        They are pooled logarithmically with equal weights (Genest and Zidek 1986): the geometric mean of both, which
        sums to one. Without a second opinion it is the posterior. A candidate that the networks do not read has none.
        """
        first = self.shares(candidates, none)
        if self.second is None:
            return first
        places = [place for place, each in enumerate(candidates) if is_read_by_networks(each)]
        second = [0.0] * len(candidates)
        *found, second_none = self.second.shares([candidates[place] for place in places], none)
        for place, share in zip(places, found, strict=True):
            second[place] = share
        pooled = [math.sqrt(one * other) for one, other in zip(first, (*second, second_none), strict=True)]
        whole = sum(pooled)
        return [each / whole for each in pooled]


def is_read_by_networks(features: Features) -> bool:
    """Return whether the reader's networks hold a candidate for a reading that is not all but impossible."""
    return features.get("proposed", 0.0) > 0.0


class Behaviour(BaseModel):
    """Candidates that all plans of the bank treat alike: one thing that the person may have meant.

    `readings` are its candidates, the likeliest first; `features` are that one's, `satisfied` is one answer a plan.
    `sureness` is its posterior with the second opinion pooled; where nothing is said of it (a checkpoint of an earlier
    version) there was but one opinion.
    """

    model_config = ConfigDict(frozen=True)

    readings: tuple[Reading, ...]
    probability: float
    sureness: float = 0.0
    features: dict[str, float]
    satisfied: tuple[bool, ...]
    impossible: bool = False

    @model_validator(mode="before")
    @classmethod
    def _of_one_opinion(cls, fields: Any) -> Any:
        if isinstance(fields, dict) and "sureness" not in fields and "probability" in fields:
            return {**fields, "sureness": fields["probability"]}
        return fields

    @property
    def best(self) -> Reading:
        """Return the likeliest of its readings."""
        return self.readings[0]


class StatementPosterior(BaseModel):
    """What a statement may mean, likeliest first, and the probability of `none` of it."""

    model_config = ConfigDict(frozen=True)

    behaviours: tuple[Behaviour, ...] = ()
    none: float = 1.0
    none_features: dict[str, float] = {}

    @property
    def with_reader(self) -> bool:
        """Return whether the reader's networks had a word on it."""
        return "learned" in self.none_features

    @property
    def best(self) -> Behaviour | None:
        """Return the likeliest behaviour; None where `none` is likelier than any, or none is likely enough."""
        if not self.behaviours or self.behaviours[0].probability < max(self.none, LEAST_ACTED_ON):
            return None
        return self.behaviours[0]

    def behaviour_of(self, reading: Reading) -> Behaviour | None:
        """Return the behaviour that a reading is of; None for one that was no candidate."""
        alike = (
            each for each in self.behaviours if any(its.constraints == reading.constraints for its in each.readings)
        )
        return next(alike, None)

    def conformal_set(self, model: PosteriorModel) -> tuple[tuple[Behaviour, ...], bool]:
        """Return the behaviours that may have been meant, and whether `none` may be."""
        likely = tuple(each for each in self.behaviours if 1.0 - each.probability <= model.behaviour_quantile)
        return likely, 1.0 - self.none <= model.none_quantile


def none_features(candidates: Sequence[CandidateEvidence], asks_nothing: float | None = None) -> dict[str, float]:
    """Return the features of `none`: whether there is a reading at all, and what the reader's networks say of it.

    `learned` says that they have a word, `unproposed` is the share of what they hold for likely that no candidate says.
    """
    found = {"always": 1.0, "unread": float(not any(each.reading.kind == "reading" for each in candidates))}
    if asks_nothing is not None:
        found["learned"] = 1.0
        found["asks_nothing"] = asks_nothing
        found["asks_nothing_order"] = order_of(asks_nothing)
        judged = sum(each.reading.judged or 0.0 for each in candidates)
        found["unproposed"] = min(1.0, max(0.0, 1.0 - asks_nothing - judged))
    return {name: round(value, 6) for name, value in found.items() if value}


def posterior(
    candidates: Sequence[CandidateEvidence],
    probabilities: Sequence[float] | None,
    model: PosteriorModel,
    asks_nothing: float | None = None,
) -> StatementPosterior:
    """Return the posterior of one statement over its candidates' behaviours and `none`.

    `asks_nothing` is what the reader's networks say of that; None without a reader.

    Candidates that all plans of the bank treat alike are merged before the softmax, with the likeliest one's features;
    of those that no plan satisfies each meaning is a behaviour of its own. Ties go by the canonical key.
    """
    groups: dict[object, list[tuple[float, str, CandidateEvidence, dict[str, float]]]] = {}
    for each in candidates:
        features = features_of(each, probabilities, asks_nothing is not None)
        meaning = canonical_key(map(parse_constraint, each.reading.constraints))
        key: object = each.satisfied if any(each.satisfied) else meaning
        groups.setdefault(key, []).append((-model.score(features), meaning, each, features))
    of_none = none_features(candidates, asks_nothing)
    ranked = sorted((sorted(group, key=lambda each: each[:2]) for group in groups.values()), key=lambda g: g[0][:2])
    best = [group[0][3] for group in ranked]
    *shares, none = model.shares(best, of_none)
    behaviours = tuple(
        Behaviour(
            readings=tuple(each.reading for _, _, each, _ in group),
            probability=share,
            sureness=sureness,
            features=group[0][3],
            satisfied=group[0][2].satisfied,
            impossible=group[0][2].impossible,
        )
        for group, share, sureness in zip(ranked, shares, model.sureness(best, of_none)[:-1], strict=True)
    )
    return StatementPosterior(behaviours=behaviours, none=none, none_features=of_none)


def model_name(with_scorer: bool, with_reader: bool) -> str:
    """Return the name that a model has in the file of those that ship."""
    return f"{'with' if with_scorer else 'without'}_scorer{'_with_reader' if with_reader else ''}"


@cache
def shipped_model(with_scorer: bool, with_reader: bool = False) -> PosteriorModel:
    """Return the model that ships: with the learned scorer's word or without, with the reader's or without."""
    name = model_name(with_scorer, with_reader)
    text = resources.files("plancritic.posterior").joinpath("weights.yaml").read_text(encoding="utf-8")
    return PosteriorModel.model_validate(yaml.safe_load(text)[name])
