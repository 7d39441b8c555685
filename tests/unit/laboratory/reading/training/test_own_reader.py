"""Training a reader further on one's own statements: what it writes, the figures, and what the command refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.root import run_program
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.pddl.language import parse_constraint
from plancritic.reading.model import NETWORKS, Reader, ReaderCard
from plancritic.wording import Lexicon

pytestmark = [pytest.mark.train, pytest.mark.timeout(600)]

_SAID = {
    "Parcel 1 never lies at the mill.": "(always (not (lies parcel1 mill)))",
    "Keep parcel 1 away from the mill.": "(always (not (lies parcel1 mill)))",
    "Van 1 is at the depot when all is done.": "(at end (at van1 depot))",
    "Parcel 2 reaches the school within 30 minutes.": "(within 30 (lies parcel2 school))",
    "First parcel 2 at the school, only then parcel 1 at the mill.": (
        "(sometime-before (lies parcel1 mill) (lies parcel2 school))"
    ),
    "Driver 1 visits the market at some time.": "(sometime (at driver1 market))",
    "Driver 2 never drives van 1.": "(always (not (drives driver2 van1)))",
    "Driver 2 is at the mill in the end.": "(at end (at driver2 mill))",
    "Driver 1 never drives van 1.": "(always (not (drives driver1 van1)))",
    "Parcel 1 is at the school by minute 40.": "(within 40 (lies parcel1 school))",
    "Thank you, that is fine.": "",
}


def _rows() -> list[dict[str, object]]:
    return [
        {"domain": "haulage", "problem": "1", "statement": text, "ground_truth": [wish] if wish else "not_understood"}
        for text, wish in _SAID.items()
    ]


def _texts() -> list[TextAsked]:
    return [TextAsked("haulage", "1", text, (parse_constraint(wish),) if wish else ()) for text, wish in _SAID.items()]


@pytest.fixture(scope="module")
def encoder() -> CachedEncoder:
    return CachedEncoder(HashEncoder())


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, encoder: CachedEncoder) -> Path:
    """A reader that has learnt nothing: both networks have drawn weights."""
    import torch

    from plancritic.laboratory.reading.training.export import export_reader
    from plancritic.laboratory.reading.training.network import ReaderNetwork

    folder = tmp_path_factory.mktemp("shared")
    for number, name in enumerate(NETWORKS):
        torch.manual_seed(number)
        network = ReaderNetwork(encoder.dimensions, width=48, layers=(2, 2))
        with torch.no_grad():
            # As after a training: no two parameters alike.
            for parameter in network.parameters():
                parameter.add_(0.02 * torch.randn_like(parameter))
        network.temperature.fill_(1.4)
        for graph, content in zip(("reading", "writing"), export_reader(network), strict=True):
            (folder / f"{name}.{graph}.onnx").write_bytes(content)
    card = ReaderCard(
        encoder=encoder.name,
        dimensions=encoder.dimensions,
        layers=2,
        width=48,
        writers=("one", "two"),
        domains=("satellite",),
        utterances=100,
    )
    (folder / "reader.json").write_text(card.model_dump_json())
    return folder


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return _written(tmp_path / "suite.jsonl", _rows())


def _written(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in rows))
    return path


def _command(monkeypatch: pytest.MonkeyPatch, encoder: CachedEncoder, *options: object) -> int:
    monkeypatch.setattr("plancritic.laboratory.reading.commands.own_reader.set_up_encoder", lambda: encoder)
    return run_program(["train", "own-reader", "--epochs", "3", "--threads", "1", *map(str, options)])


def _report(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_command_prints_both_figures_and_writes_a_reader_that_has_learnt(
    shared: Path,
    suite: Path,
    encoder: CachedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "own"
    options = ("--suite", suite, "--model", shared, "--out", out, "--learning-rate", "0.003")
    assert _command(monkeypatch, encoder, *options, "--epochs", "40", "--json") == ExitCode.DONE
    report = _report(capfd.readouterr().out)
    assert report["statements"] == len(_SAID)
    assert report["folds"] == 5
    for rows in (report["shared"], report["own"]):
        assert [each["domain"] for each in rows] == ["haulage"]
        assert rows[0]["utterances"] == len(_SAID)
        assert 0.0 <= rows[0]["first"] <= rows[0]["of_eight"] <= rows[0]["of_all"] <= 1.0
    assert report["gains"] is (report["own"][0]["first"] > report["shared"][0]["first"])
    assert min(report["temperatures"]) >= 1.4 - 1e-6
    card = ReaderCard.model_validate_json((out / "reader.json").read_bytes())
    assert (card.own, card.own_domains, card.utterances) == (11, ("haulage",), 111)
    assert card.domains == ("haulage", "satellite")
    assert card.writers == ("one", "two")
    lexicon, wish = Lexicon(load_domain("haulage"), "1"), [parse_constraint("(always (not (lies parcel1 mill)))")]
    likely = [
        Reader(folder, encoder).read(lexicon, "Parcel 1 never lies at the mill.").likelihoods([wish])[0]
        for folder in (shared, out)
    ]
    assert likely[0] is not None
    assert likely[1] is not None
    assert likely[1].judged > 10 * likely[0].judged


def test_figures_of_a_training_that_changes_nothing_are_those_of_the_shared_networks(
    shared: Path,
    suite: Path,
    encoder: CachedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    options = ("--suite", suite, "--model", shared, "--out", tmp_path / "own", "--learning-rate", "0")
    assert _command(monkeypatch, encoder, *options, "--json") == ExitCode.DONE
    report = _report(capfd.readouterr().out)
    for name in ("first", "of_eight", "of_all"):
        assert report["own"][0][name] == report["shared"][0][name]
    assert report["gains"] is False
    assert _command(monkeypatch, encoder, *options) == ExitCode.DONE
    assert "the shared networks read as well" in " ".join(capfd.readouterr().out.split())


def test_the_same_seed_gives_the_same_graphs(shared: Path, encoder: CachedEncoder, tmp_path: Path) -> None:
    from plancritic.domains import domains_root
    from plancritic.laboratory.reading.training.learning import ReaderSettings
    from plancritic.laboratory.reading.training.own_reader import train_own_reader

    settings = ReaderSettings(3, 2, 1e-3, 1)
    reports = [
        train_own_reader(
            _texts(), (domains_root(),), encoder, shared, settings, tmp_path / name, "test", lambda *_: None
        )
        for name in ("one", "two")
    ]
    assert reports[0].temperatures == reports[1].temperatures
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_statements_of_one_meaning_are_held_out_together() -> None:
    from plancritic.laboratory.reading.training.own_reader import folds_of

    folds = folds_of(_texts(), 1)
    assert sorted(each.text for fold in folds for each in fold) == sorted(_SAID)
    assert sorted(map(len, folds)) == [2, 2, 2, 2, 3]
    first, second, *_ = _texts()
    assert first.constraints == second.constraints
    assert any(first in fold and second in fold for fold in folds)
    assert folds_of(_texts(), 1) == folds
    assert folds_of(_texts(), 2) != folds


def test_what_no_reading_can_say_is_left_out_and_told(
    shared: Path,
    encoder: CachedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    unsaid = {**_rows()[3], "statement": "Parcel 2 reaches the school soon."}
    suite = _written(tmp_path / "suite.jsonl", [*_rows(), unsaid])
    assert _command(monkeypatch, encoder, "--suite", suite, "--model", shared, "--out", tmp_path / "own") == 0
    shown = capfd.readouterr().out
    assert "Parcel 2 reaches the school soon." in shown
    assert "left out" in shown


def _too_few(folder: Path) -> None:
    _written(folder / "suite.jsonl", _rows()[:9])


def _one_meaning(folder: Path) -> None:
    _written(folder / "suite.jsonl", [_rows()[0]] * 12)


def _no_suite(folder: Path) -> None:
    (folder / "suite.jsonl").write_text("once upon a time\n")


def _no_text(folder: Path) -> None:
    (folder / "suite.jsonl").write_bytes(b"\xff\xfe\x00")


def _no_file(folder: Path) -> None:
    (folder / "suite.jsonl").unlink()


def _unknown_domain(folder: Path) -> None:
    _written(folder / "suite.jsonl", [{**each, "domain": "atlantis"} for each in _rows()])


def _unknown_problem(folder: Path) -> None:
    _written(folder / "suite.jsonl", [{**each, "problem": "99"} for each in _rows()])


def _unknown_name(folder: Path) -> None:
    _written(folder / "suite.jsonl", [*_rows(), {**_rows()[0], "ground_truth": ["(sometime (at van9 mill))"]}])


def _no_model(folder: Path) -> None:
    shutil.rmtree(folder / "model")


def _damaged_model(folder: Path) -> None:
    (folder / "model" / "second.writing.onnx").write_bytes(b"no graph")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_too_few, "9 statements with a meaning that a reading can say are too few"),
        (_one_meaning, "all statements have the same meaning"),
        (_no_suite, "is not a suite with ground truth: line 1"),
        (_no_text, "it is no text"),
        (_no_file, "suite.jsonl cannot be read"),
        (_unknown_domain, "unknown domain 'atlantis'"),
        (_unknown_problem, "has no problem '99'"),
        (_unknown_name, "does not fit the problem"),
        (_no_model, "there is no reader in"),
        (_damaged_model, "second.writing.onnx cannot be loaded"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_remedy_and_nothing_is_written(
    spoil: Any,
    said: str,
    shared: Path,
    suite: Path,
    encoder: CachedEncoder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(shared, tmp_path / "model")
    spoil(tmp_path)
    options = ("--suite", suite, "--model", tmp_path / "model", "--out", tmp_path / "own", "--json")
    assert _command(monkeypatch, encoder, *options) == ExitCode.BAD_INPUT
    fault = _report(capfd.readouterr().out)["fault"]
    assert said in fault["message"]
    assert fault["remedy"]
    assert not (tmp_path / "own" / "reader.json").exists()


def test_the_reader_that_is_trained_further_is_not_overwritten(
    shared: Path, suite: Path, encoder: CachedEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (shared / "reader.json").read_bytes()
    assert _command(monkeypatch, encoder, "--suite", suite, "--model", shared, "--out", shared) == ExitCode.BAD_INPUT
    assert (shared / "reader.json").read_bytes() == before
