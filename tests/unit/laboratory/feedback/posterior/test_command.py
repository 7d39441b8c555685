"""`plancritic train posterior`: rows in, weights and measurements out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
import yaml
from tests.unit.laboratory.feedback.recorded import row_of

from plancritic.command_line.root import run_program
from plancritic.contracts.feedback import CandidateMeaning, StatementMeanings
from plancritic.laboratory.feedback.posterior.examples import examples_in
from plancritic.laboratory.feedback.rows import Row, RowFile, UnderstoodStatement
from plancritic.posterior import PosteriorModel

CONSTRAINT = "(at end (at deb_ast_0 wpt_b_0))"


def labelled(
    domain: str, score: float, right: bool, labels: int = 1, with_scorer: bool = True, with_reader: bool = False
) -> Row:
    """An evaluated element of one statement with one candidate."""
    features = {"score": round(score, 3)} | ({"for": -0.5} if with_scorer else {})
    candidate = CandidateMeaning(
        sentence="It ends at B.", constraints=(CONSTRAINT,), kind="reading", probability=score, features=features
    )
    meanings = StatementMeanings(
        candidates=(candidate,),
        none=1.0 - score,
        none_features={"always": 1.0} | ({"learned": 1.0} if with_reader else {}),
        with_scorer=with_scorer,
    )
    said = UnderstoodStatement(statement="End at B.", meanings=meanings, candidates_right=(right,) * labels)
    row = row_of("debris_ends_at_b")
    given = {**row.element.given, "domain": domain}
    element = row.element.model_copy(update={"domain": domain, "given": given})
    return row.model_copy(update={"element": element, "understood": (said,)})


def file_of(path: Path, domain: str, count: int = 60) -> str:
    """Rows of a domain, of which those are right that the translator is surer of."""
    random = Random(domain)
    scores = [random.random() for _ in range(count)]
    RowFile(path).replace(labelled(domain, each, right=each > 0.4) for each in scores)
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    return [file_of(tmp_path / f"{domain}.jsonl", domain) for domain in ("waterway", "satellite")]


def test_the_measurement_is_printed_as_json_and_the_weights_are_written_as_they_are_read(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "weights.yaml"
    assert run_program(["train", "posterior", *files, "--out", str(out), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert set(shown) == {"with_scorer", "without_scorer"}
    assert shown["with_scorer"]["measured"]["statements"] == 120
    assert shown["with_scorer"]["model"]["weights"]["score"] > 0
    assert "for" not in shown["without_scorer"]["model"]["weights"]
    text = out.read_text(encoding="utf-8")
    assert text.startswith("# Written by `plancritic train posterior`; do not edit.\n# with_scorer: statements 120")
    assert "Rows: waterway.jsonl, satellite.jsonl." in text
    for name, model in yaml.safe_load(text).items():
        assert PosteriorModel.model_validate(model) == PosteriorModel.model_validate(shown[name]["model"])


def test_rows_with_a_reader_make_models_of_their_own_and_the_others_stay(files: list[str], tmp_path: Path) -> None:
    out = tmp_path / "weights.yaml"
    assert run_program(["train", "posterior", *files, "--out", str(out)]) == 0
    before = yaml.safe_load(out.read_text(encoding="utf-8"))
    read = []
    for domain in ("waterway", "haulage"):
        path = tmp_path / f"{domain}-read.jsonl"
        RowFile(path).replace(
            labelled(domain, place / 40, right=place > 10, with_scorer=False, with_reader=True) for place in range(40)
        )
        read.append(str(path))
    assert run_program(["train", "posterior", *read, "--out", str(out)]) == 0
    after = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"without_scorer_with_reader"}
    text = out.read_text(encoding="utf-8")
    assert "# with_scorer: statements 120" in text
    assert "# without_scorer_with_reader: statements 80" in text


def test_for_people_there_is_a_table(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["train", "posterior", *files]) == 0
    shown = capsys.readouterr().out
    assert "right candidate among them" in shown
    assert "behaviour quantile" in shown


def test_the_same_rows_give_the_same_file(files: list[str], tmp_path: Path) -> None:
    written = []
    for name in ("one.yaml", "other.yaml"):
        assert run_program(["train", "posterior", *files, "--out", str(tmp_path / name)]) == 0
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]


def test_a_looser_bound_makes_more_readings_clear(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    counts = []
    for bound in ("0.02", "0.3"):
        assert run_program(["train", "posterior", *files, "--bound", bound, "--json"]) == 0
        counts.append(json.loads(capsys.readouterr().out)["with_scorer"]["measured"]["readings_above_clear"])
    assert counts[0] < counts[1]


def test_without_a_scorer_nothing_is_clear_however_often_the_translator_is_right(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(["train", "posterior", *files, "--bound", "0.3", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["with_scorer"]["model"]["clear"] < 1.0
    assert shown["without_scorer"]["model"]["clear"] == 1.0
    assert shown["without_scorer"]["measured"]["readings_above_clear"] == 0


def test_a_file_that_is_not_there_or_holds_no_rows_is_bad_input(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(["train", "posterior", *files, str(tmp_path / "missing.jsonl")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n", encoding="utf-8")
    assert run_program(["train", "posterior", *files, str(broken)]) == 2
    assert "not a row" in capsys.readouterr().err


def test_rows_of_one_domain_or_without_labels_are_bad_input(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_program(["train", "posterior", files[0]]) == 2
    assert "fewer than two domains" in capsys.readouterr().err
    unlabelled = tmp_path / "unlabelled.jsonl"
    RowFile(unlabelled).replace([labelled("satellite", 0.5, right=True, labels=0)])
    assert run_program(["train", "posterior", files[0], str(unlabelled)]) == 2


@pytest.mark.parametrize("wrong", [("--bound", "0"), ("--bound", "0.9"), ("--miss", "1")])
def test_a_bound_or_a_miss_that_is_no_such_share_is_bad_input(files: list[str], wrong: tuple[str, str]) -> None:
    assert run_program(["train", "posterior", *files, *wrong]) == 2


def test_a_statement_is_an_example_where_each_of_its_candidates_is_labelled() -> None:
    rows = [
        labelled("waterway", 0.9, right=True),
        labelled("waterway", 0.2, right=False, with_scorer=False),
        labelled("waterway", 0.2, right=False, labels=0),
        labelled("waterway", 0.2, right=False, labels=2),
        row_of("debris_ends_at_b"),
    ]
    found = examples_in(rows)
    assert [(each.right, each.with_scorer) for each in found] == [((True,), True), ((False,), False)]
    assert found[0].candidates == ({"score": 0.9, "for": -0.5},)
