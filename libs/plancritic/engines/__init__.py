"""Planners behind one interface: killable child processes, a manifest of capabilities, typed outcomes."""

from plancritic.engines.capabilities.manifest import Manifest, missing_feature, required_features
from plancritic.engines.interface import Engine, PlanningRequest
from plancritic.engines.outcome import Failure, Outcome, PlanFound
from plancritic.engines.registry import ENGINES, EngineEntry, available_engines, create_engine, engines_with
from plancritic.engines.settings import EngineSettings

__all__ = [
    "ENGINES",
    "Engine",
    "EngineEntry",
    "EngineSettings",
    "Failure",
    "Manifest",
    "Outcome",
    "PlanFound",
    "PlanningRequest",
    "available_engines",
    "create_engine",
    "engines_with",
    "missing_feature",
    "required_features",
]
