"""The filter: similarity of description and schema or agreement of writers, and the conformal threshold."""

from plancritic.schema_library.filtering.agreement_calibration import (
    AgreementCalibration,
    read_agreement_calibration,
)
from plancritic.schema_library.filtering.calibration import Calibration, calibrate, read_calibration
from plancritic.schema_library.filtering.semantic_filter import (
    EPSILON,
    Candidates,
    Filtered,
    Floored,
    Scale,
    ScoredCandidate,
    filtered,
    with_floor,
)

__all__ = [
    "EPSILON",
    "AgreementCalibration",
    "Calibration",
    "Candidates",
    "Filtered",
    "Floored",
    "Scale",
    "ScoredCandidate",
    "calibrate",
    "filtered",
    "read_agreement_calibration",
    "read_calibration",
    "with_floor",
]
