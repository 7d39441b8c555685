import json
from pathlib import Path

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic import embedding
from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.laboratory.schema.calibration.similarity import calibrate, write_calibration
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.measurement.command import encoder
from plancritic.schema_library.filtering import tuned_encoder as module

TEST_DOMAINS = Path(__file__).parents[4] / "cases" / "schema_library"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose encoder needs no weights."""
    found = HashEncoder(16)
    monkeypatch.setattr(embedding, "load_encoder", lambda *_: found)
    monkeypatch.setattr(module, "tuned_encoder", lambda *_: found)
    write_calibration(tmp_path / module.CALIBRATION_FILE, calibrate(found, load_corpus()))
    return tmp_path


def test_the_report_is_printed_as_json_with_further_domains(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import typer

    with pytest.raises(typer.Exit) as ended:
        encoder(model=model, domain=[TEST_DOMAINS / "dungeon"], splits=20, seed=0, as_json=True)
    assert ended.value.exit_code == ExitCode.DONE
    report = json.loads(capsys.readouterr().out)
    assert {row["domains"] for row in report["accuracy"]} == {"measuring set", "dungeon"}
    assert report["corpus"] == load_corpus().sha256


def test_a_folder_without_description_is_bad_input(model: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandFault, match=r"description\.yaml") as ended:
        encoder(model=model, domain=[tmp_path], splits=20, seed=0, as_json=False)
    assert ended.value.exit_code is ExitCode.BAD_INPUT


def test_a_missing_calibration_names_the_remedy(model: Path) -> None:
    (model / module.CALIBRATION_FILE).unlink()
    with pytest.raises(CommandFault, match="calibration") as ended:
        encoder(model=model, domain=None, splits=20, seed=0, as_json=False)
    assert ended.value.fault.remedy
