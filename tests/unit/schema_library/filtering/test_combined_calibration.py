"""Agreement and similarity in one score: its weights, its threshold, and what it keeps of real answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.descriptions import CASES, recordings
from tests.support.scorer_model import HashEncoder

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains.descriptions import read_description
from plancritic.laboratory.schema.calibration.combined import (
    calibrate_combined,
    choices_of,
    cross_fitted_gaps,
    library_choices,
    right_gaps,
    write_combined_calibration,
)
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.paths import cache_folder
from plancritic.schema_library.candidates.merging import library_of
from plancritic.schema_library.filtering import Filtered, filtered, read_calibration
from plancritic.schema_library.filtering.combined import fitted
from plancritic.schema_library.filtering.combined_calibration import (
    COMBINED_CALIBRATION_FILE,
    read_combined_calibration,
)
from plancritic.schema_library.filtering.scored import CandidateScores
from plancritic.schema_library.filtering.tuned_encoder import CALIBRATION_FILE, SHIPPED_MODEL, tuned_encoder

SHIPPED = read_combined_calibration(SHIPPED_MODEL / COMBINED_CALIBRATION_FILE)


def kept(domain: str, writers: int) -> Filtered:
    description = read_description(CASES / domain / "description.yaml")
    answers = dict(list(recordings(domain, "detailed").items())[:writers])
    library = library_of(description, "detailed", answers)
    encoder = tuned_encoder(cache_folder(), threads=1)
    calibration = read_calibration(SHIPPED_MODEL / CALIBRATION_FILE)
    return filtered(description, "detailed", library, encoder, calibration, 0.2, SHIPPED)


def test_what_ships_was_made_of_the_calibrating_domains() -> None:
    corpus = load_corpus()
    assert SHIPPED.corpus == corpus.sha256
    assert SHIPPED.domains == corpus.split["calibrate"]
    assert SHIPPED.encoder == read_calibration(SHIPPED_MODEL / CALIBRATION_FILE).encoder
    for gaps in SHIPPED.gaps.values():
        assert tuple(gaps) == SHIPPED.domains
    for weights in SHIPPED.weights.values():
        assert weights.support > 0
        assert weights.similarity > 0


def test_it_is_made_anew_from_the_corpus_the_same_each_time() -> None:
    corpus, encoder = load_corpus(), HashEncoder(16)
    found = calibrate_combined(encoder, corpus, libraries=1)
    assert found == calibrate_combined(encoder, corpus, libraries=1)
    assert {len(each) for gaps in found.gaps.values() for each in gaps.values()} == {12}


def test_gaps_of_a_domain_do_not_know_its_own_choices() -> None:
    encoder, domains = HashEncoder(16), load_corpus().part("calibrate")[:2]
    seeded = library_choices(encoder, domains, "detailed", 1)
    first, second = (each.name for each in domains)
    assert cross_fitted_gaps(seeded)[first] == right_gaps(seeded[first], fitted(choices_of([seeded[second]])))


def test_a_smaller_epsilon_allows_larger_gaps() -> None:
    most = [SHIPPED.threshold("layman", epsilon) for epsilon in (0.5, 0.2, 0.1, 0.0)]
    assert most[-1] is None
    given = [each for each in most if each is not None]
    assert given == sorted(given)


def test_both_readings_of_the_wrong_sentence_stay() -> None:
    assert not any(kept("wrong-sentence", 3).dropped.values())


def test_a_slip_of_one_of_ten_writers_is_dropped() -> None:
    shelved = kept("libraryworld", 10).candidates["place-on-shelf"]
    assert [(each.candidate.votes, each.kept) for each in shelved] == [(9, True), (1, False)]
    assert shelved[0].scores.gap == 0


def test_candidates_without_a_gap_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="not scored"):
        SHIPPED.keeps(CandidateScores(0.5), 1.0)


def test_another_encoder_is_refused() -> None:
    with pytest.raises(ContractError) as caught:
        SHIPPED.check(HashEncoder(16))
    assert caught.value.fault.code is FaultCode.MODEL_UNUSABLE


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / COMBINED_CALIBRATION_FILE
    write_combined_calibration(path, SHIPPED)
    assert read_combined_calibration(path) == SHIPPED


@pytest.mark.parametrize("content", [None, "{}", "no json"])
def test_a_missing_or_broken_calibration_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / COMBINED_CALIBRATION_FILE
    if content is not None:
        path.write_text(content)
    with pytest.raises(ContractError) as caught:
        read_combined_calibration(path)
    assert caught.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert caught.value.fault.remedy is not None
    assert "--score combined" in caught.value.fault.remedy
