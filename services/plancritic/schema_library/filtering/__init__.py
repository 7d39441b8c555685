"""The filter: similarity of description and schema, agreement of writers, both in one, and the conformal threshold."""

from plancritic.schema_library.filtering.agreement_calibration import (
    AgreementCalibration,
    read_agreement_calibration,
)
from plancritic.schema_library.filtering.calibration import Calibration, read_calibration
from plancritic.schema_library.filtering.combined_calibration import (
    CombinedCalibration,
    read_combined_calibration,
)
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
    "CombinedCalibration",
    "Filtered",
    "Floored",
    "Scale",
    "ScoredCandidate",
    "filtered",
    "read_agreement_calibration",
    "read_calibration",
    "read_combined_calibration",
    "with_floor",
]
