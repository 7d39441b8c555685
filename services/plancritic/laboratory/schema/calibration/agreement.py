"""Makes the calibration of agreement: how far right candidates are behind in seeded libraries."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from plancritic.laboratory.schema.calibration.seeded_writers import LIBRARIES, right_candidates
from plancritic.laboratory.schema.corpus import Corpus
from plancritic.schema_library.filtering.agreement_calibration import AgreementCalibration


def calibrate_agreement(corpus: Corpus, libraries: int = LIBRARIES) -> AgreementCalibration:
    """Return the calibration on the corpus's calibrating part."""
    found = right_candidates(corpus.part("calibrate"), libraries)
    behind = Counter(each.behind for each in found)
    return AgreementCalibration(
        corpus=corpus.sha256, domains=corpus.split["calibrate"], behind=dict(sorted(behind.items()))
    )


def write_agreement_calibration(path: Path, made: AgreementCalibration) -> None:
    """Write a calibration."""
    path.write_text(json.dumps(made.model_dump(mode="json"), indent=1) + "\n")
