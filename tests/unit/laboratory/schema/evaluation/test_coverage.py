"""Coverage by the combined score: of both events, and of libraries that are harder than the calibrating ones."""

from __future__ import annotations

from tests.support.scorer_model import HashEncoder

from plancritic.laboratory.schema.calibration.combined import calibrate_combined
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.evaluation.coverage import combined_coverage_rows

UNITS = ("action", "domain")


def test_both_events_are_covered_under_both_thresholds_and_harder_libraries_are_told_apart() -> None:
    encoder, corpus = HashEncoder(16), load_corpus()
    found = combined_coverage_rows(encoder, calibrate_combined(encoder, corpus, 1), corpus, 20, 1, libraries=1)
    rows = [each for each in found if each.libraries is None and each.following is None]
    assert {(each.described_in, each.calibrated_for, each.event) for each in rows} == {
        (register, unit, event) for register in ("detailed", "layman") for unit in UNITS for event in UNITS
    }
    for each in found:
        assert each.exact_low <= each.held / each.of <= each.exact_high
    for register in ("detailed", "layman"):
        means = {(each.calibrated_for, each.event): each.mean for each in rows if each.described_in == register}
        # A threshold for actions does not promise whole domains.
        assert means["action", "domain"] < means["domain", "domain"] < means["domain", "action"]
        (harder,) = (
            each.mean
            for each in found
            if (each.libraries, each.event, each.described_in) == ("half misled", "domain", register)
        )
        assert harder < means["domain", "domain"]
