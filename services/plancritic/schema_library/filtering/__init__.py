"""The semantic filter: similarity of description and schema, and the conformal threshold."""

from plancritic.schema_library.filtering.calibration import Calibration, calibrate, read_calibration
from plancritic.schema_library.filtering.semantic_filter import (
    EPSILON,
    Candidates,
    Filtered,
    Floored,
    ScoredCandidate,
    filtered,
    with_floor,
)

__all__ = [
    "EPSILON",
    "Calibration",
    "Candidates",
    "Filtered",
    "Floored",
    "ScoredCandidate",
    "calibrate",
    "filtered",
    "read_calibration",
    "with_floor",
]
