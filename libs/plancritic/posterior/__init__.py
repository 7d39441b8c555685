"""The posterior over what a statement may mean: features of candidate readings on plans, a softmax over behaviours."""

from plancritic.posterior.features import CandidateEvidence, Features, features_of
from plancritic.posterior.model import (
    LEAST_ACTED_ON,
    Behaviour,
    LinearForm,
    PosteriorModel,
    StatementPosterior,
    model_name,
    posterior,
    shipped_model,
)

__all__ = [
    "LEAST_ACTED_ON",
    "Behaviour",
    "CandidateEvidence",
    "Features",
    "LinearForm",
    "PosteriorModel",
    "StatementPosterior",
    "features_of",
    "model_name",
    "posterior",
    "shipped_model",
]
