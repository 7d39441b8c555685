from pathlib import Path

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.schema.calibration.similarity import calibrate, write_calibration
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.schema_library.filtering.calibration import read_calibration


def test_a_calibration_is_of_the_calibrating_part_and_is_read_as_written(tmp_path: Path) -> None:
    corpus = load_corpus()
    made = calibrate(HashEncoder(), corpus)
    assert made.encoder == "hash"
    assert made.domains == corpus.split["calibrate"]
    actions = sum(len(domain.description.actions) for domain in corpus.part("calibrate"))
    assert [len(found) for found in made.similarities.values()] == [actions, actions]
    path = tmp_path / "calibration.json"
    write_calibration(path, made)
    assert read_calibration(path) == made


@pytest.mark.parametrize("content", [None, "{}", "no JSON"])
def test_a_missing_or_broken_calibration_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "calibration.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(ContractError) as refused:
        read_calibration(path)
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert refused.value.fault.remedy and "plancritic train calibration" in refused.value.fault.remedy
