"""The threshold of the filter by agreement, and what it keeps of real answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.scorer_model import HashEncoder

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains.descriptions import read_description
from plancritic.laboratory.schema.calibration.agreement import calibrate_agreement
from plancritic.laboratory.schema.calibration.similarity import calibrate
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.filtering import Filtered, filtered, with_floor
from plancritic.schema_library.filtering.agreement_calibration import (
    AGREEMENT_CALIBRATION,
    AgreementCalibration,
    read_agreement_calibration,
)

SHIPPED = read_agreement_calibration()
ENCODER = HashEncoder(16)
SIMILARITY = calibrate(ENCODER, load_corpus())


def by_agreement(domain: str, writers: int, epsilon: float = 0.2) -> Filtered:
    description = read_description(CASES / domain / "description.yaml")
    answers = dict(list(recordings(domain, "detailed").items())[:writers])
    library = library_of(description, "detailed", answers)
    return filtered(description, "detailed", library, ENCODER, SIMILARITY, epsilon, SHIPPED)


def test_what_ships_was_made_of_the_calibrating_domains() -> None:
    corpus = load_corpus()
    assert SHIPPED.corpus == corpus.sha256
    assert SHIPPED.domains == corpus.split["calibrate"]
    assert calibrate_agreement(corpus) == SHIPPED


def test_a_smaller_epsilon_allows_more_writers() -> None:
    most = [SHIPPED.threshold("detailed", epsilon) for epsilon in (0.5, 0.2, 0.1, 0.05, 0.0)]
    assert most == [0, 1, 2, 4, None]


def test_both_readings_of_the_wrong_sentence_stay() -> None:
    found = by_agreement("wrong-sentence", 3)
    assert [(each.candidate.votes, each.kept) for each in found.candidates["take-from-table"]] == [(2, True), (1, True)]
    assert not any(found.dropped.values())


def test_a_slip_of_one_of_ten_writers_is_dropped_and_shown() -> None:
    found = by_agreement("libraryworld", 10)
    assert (found.score, found.threshold) == ("agreement", 1)
    shelved = found.candidates["place-on-shelf"]
    assert [(each.candidate.votes, each.scores.behind, each.kept) for each in shelved] == [(9, 0, True), (1, 8, False)]


def test_the_floor_brings_back_those_that_are_least_behind() -> None:
    found = by_agreement("minecraft", 10)
    seen: list[int] = []

    def solvable(kept: object) -> bool:
        assert isinstance(kept, dict)
        seen.append(sum(map(len, kept.values())))
        return len(kept["craft-planks"]) == 3

    floored = with_floor(found, SHIPPED, solvable)
    assert floored.filtered.score == "agreement"
    assert floored.filtered.epsilon < 0.2
    assert seen == sorted(set(seen))


def test_the_threshold_of_one_score_is_not_that_of_the_other() -> None:
    found = by_agreement("libraryworld", 10)
    other = found.at(0.0, SIMILARITY)
    assert (other.score, other.threshold) == ("similarity", None)
    assert not any(other.dropped.values())


def test_few_right_candidates_keep_all() -> None:
    small = AgreementCalibration(corpus="c", domains=("d",), behind={0: 2, 3: 1})
    assert small.threshold("layman", 0.2) is None
    assert small.threshold("layman", 0.25) == 3


@pytest.mark.parametrize("content", [None, "{}", "no json"])
def test_a_missing_or_broken_calibration_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / AGREEMENT_CALIBRATION.name
    if content is not None:
        path.write_text(content)
    with pytest.raises(ContractError) as refused:
        read_agreement_calibration(path)
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert "--score agreement" in (refused.value.fault.remedy or "")
