"""`plancritic evaluate sweep` over services of its own: a weaker translator beside the one that there is."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.program import PROGRAM, program_environment
from tests.support.scorer_model import plain_graph, write_model

from plancritic.embedding import load_encoder
from plancritic.laboratory.feedback.system import ScorerModel
from plancritic.paths import cache_folder

SUITE = Path(__file__).parents[1] / "cases" / "feedback" / "rephrasings-dev.jsonl"


def sweep(folder: Path, model: Path) -> subprocess.CompletedProcess[str]:
    options = ("--first", "2", "--generations", "0", "--misread", "0,1", "--rows", "rows", "--html", "sweep.html")
    command = [PROGRAM, "evaluate", "sweep", "--suite", SUITE, "--domain", "waterway", "--scorer", model, *options]
    return subprocess.run(  # noqa: TID251 - the whole program, under a limit
        [*command, "--json"],
        cwd=folder,
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_translator_that_misreads_everything_has_nothing_right_by_itself_and_no_row_is_made_twice(
    tmp_path: Path,
) -> None:
    encoder = load_encoder(cache_folder())
    graph = plain_graph(encoder.dimensions)
    model = write_model(tmp_path / "model", graph, encoder=encoder.name, dimensions=encoder.dimensions)
    ended = sweep(tmp_path, model)
    assert ended.returncode == 0, ended.stderr
    table = json.loads(ended.stdout)
    assert [row["label"] for row in table["rows"]] == [f"misread {share}" for share in (0, 1)]
    assert [row["translate_only"]["count"] for row in table["rows"]] == [2, 0]
    assert "</html>" in (tmp_path / "sweep.html").read_text(encoding="utf-8")
    sha256 = ScorerModel.read(model).sha256
    for row, readers in zip(table["rows"], ("offline", "offline, 100% misread on purpose"), strict=True):
        lines = (tmp_path / "rows" / row["rows_file"]).read_text(encoding="utf-8").splitlines()
        made = [json.loads(line) for line in lines]
        assert [each["translator"] for each in made] == [readers] * 2
        assert all(sha256[:12] in each["scorer"] for each in made), "the model that was named judged"

    again = sweep(tmp_path, model)
    assert "starting" not in again.stderr, "nothing was left to run"
    assert json.loads(again.stdout) == table
