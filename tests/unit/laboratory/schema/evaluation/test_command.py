import json
from pathlib import Path

import pytest
import typer
from tests.support.scorer_model import HashEncoder

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.modelling.messages import FilterScore
from plancritic.laboratory.schema.calibration.combined import calibrate_combined, write_combined_calibration
from plancritic.laboratory.schema.calibration.similarity import calibrate, write_calibration
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.evaluation.command import _PARTS, schema
from plancritic.laboratory.schema.evaluation.report import Part
from plancritic.schema_library.filtering import tuned_encoder as module
from plancritic.schema_library.filtering.combined_calibration import COMBINED_CALIBRATION_FILE

CASES = Path(__file__).parents[4] / "cases" / "schema_library"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose encoder needs no weights."""
    found = HashEncoder(16)
    monkeypatch.setattr(module, "tuned_encoder", lambda *_: found)
    write_calibration(tmp_path / module.CALIBRATION_FILE, calibrate(found, load_corpus()))
    return tmp_path


def run(
    model: Path,
    parts: list[str],
    as_json: bool = True,
    folder: Path = CASES,
    sample: int = 2,
    score: FilterScore = "similarity",
    writers: int = 2,
) -> int:
    with pytest.raises(typer.Exit) as ended:
        schema(
            folder=folder,
            domain=["dungeon"],
            part=parts,
            seed=1,
            combinations=64,
            sample=sample,
            libraries=1,
            writers=writers,
            splits=20,
            processes=1,
            model=model,
            score=score,
            as_json=as_json,
        )
    return ended.value.exit_code


def test_the_table_of_the_recordings_has_a_row_for_each_library_and_selection(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(model, ["recordings"]) == ExitCode.DONE
    report = json.loads(capsys.readouterr().out)
    rows = {
        (row["described_in"], row["instances"], row["selection"]): (row["combinations"], row["solvable"])
        for row in report["recordings"]
    }
    assert len(rows) == len(report["recordings"]) == 2 * 2 * 4
    assert rows["layman", 7, "all"] == (18, 18)
    assert rows["layman", 10, "all"] == (36, 36)
    assert report["scale"] == report["faults"] == report["references"] == []


def test_every_part_has_a_table_for_people(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(model, ["reference", "scale", "coverage"], as_json=False, sample=1)
    printed = capsys.readouterr().out
    assert code == (ExitCode.OTHER_VERDICT if "**no**" in printed else ExitCode.DONE)
    for title in ("in the reference domain", "confirmed by K*", "Coverage of held-out", "Promised and measured"):
        assert title in printed
    assert "| dungeon | detailed | 10 |" in printed


def test_a_missed_bar_ends_with_exit_code_1(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # An encoder of hashes cannot cut the combinations below a twentieth.
    assert run(model, ["faults"]) == ExitCode.OTHER_VERDICT
    report = json.loads(capsys.readouterr().out)
    assert any(not bar["met"] for bar in report["bars"])


def test_by_agreement_of_the_writers_the_bars_of_seeded_faults_and_of_coverage_are_met(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Whatever the encoder says of the words: it does not drop anything here. Of few faults follow 18 combinations, of
    # which less than a twentieth is none.
    run(model, ["faults", "coverage"], score="agreement", writers=7)
    report = json.loads(capsys.readouterr().out)
    assert report["score"] == "agreement"
    bars = [bar for bar in report["bars"] if "rate of 0.2" not in bar["promised"]]
    assert len(bars) == 2 * 2 * 2 + 2
    assert all(bar["met"] for bar in bars)
    rows = {(row["described_in"], row["rate"]): row["left"] for row in report["faults"]}
    assert all(rows["detailed", rate] == rows["layman", rate] for rate in (0.2, 0.4, 0.6))
    by_unit = {
        (row["calibrated_for"], row["event"]): row["mean"] for row in report["coverage"] if row["following"] is None
    }
    assert len(by_unit) == 4
    # A threshold for actions does not promise whole domains.
    assert by_unit["action", "domain"] < by_unit["domain", "domain"] < by_unit["domain", "action"]
    following = {row["following"]: row["mean"] for row in report["coverage"] if row["following"] is not None}
    assert sorted(following) == [0.0, 0.3, 0.5, 0.7]
    # A mistake that most writers share is what agreement cannot see: it is told, not hidden in the mean.
    everywhere, alone, misled = by_unit["action", "action"], following[0.0], following[0.7]
    assert misled < everywhere < alone
    assert everywhere >= 0.8


def test_by_default_agreement_and_similarity_count_in_one_score(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = calibrate_combined(module.tuned_encoder(model), load_corpus(), 1)
    write_combined_calibration(model / COMBINED_CALIBRATION_FILE, made)
    run(model, ["recordings"], score="combined")
    report = json.loads(capsys.readouterr().out)
    assert report["score"] == "combined"
    thresholds = {row["threshold"] for row in report["recordings"] if row["selection"] == "filtered"}
    assert thresholds <= {made.threshold(register, 0.2) for register in ("detailed", "layman")}


def test_an_unknown_part_is_bad_input(model: Path) -> None:
    with pytest.raises(CommandFault, match="'plans'") as ended:
        run(model, ["plans"])
    assert ended.value.exit_code is ExitCode.BAD_INPUT


def test_a_folder_without_domains_is_bad_input(model: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandFault, match="no domain") as ended:
        run(model, ["recordings"], folder=tmp_path)
    assert ended.value.exit_code is ExitCode.BAD_INPUT


def test_the_help_names_every_part() -> None:
    assert tuple(Part) == _PARTS
