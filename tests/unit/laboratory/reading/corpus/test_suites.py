"""Suites of feedback drawn from a corpus."""

from __future__ import annotations

import json
from pathlib import Path

from plancritic.command_line.root import run_program
from plancritic.laboratory.feedback.suites import read_suites
from plancritic.laboratory.reading.corpus.suites import suite_rows
from plancritic.laboratory.reading.corpus.utterances import Utterance

CORPUS = Path(__file__).resolve().parents[5] / "tests/cases/corpus"
WISH = Utterance(
    card="haulage-1-000",
    domain="haulage",
    problem="1",
    writer="hugo",
    text="past the mill, some time",
    kind="wish",
    meaning=("(sometime (at van1 mill))",),
    label_kind="wish",
    agreed=True,
)


def test_agreed_utterances_of_a_part_become_lines() -> None:
    others = [
        WISH.model_copy(update={"agreed": False, "text": "in dispute"}),
        WISH.model_copy(update={"writer": "cora", "text": "of another part"}),
        WISH.model_copy(update={"domain": "satellite", "text": "of another domain"}),
        WISH.model_copy(update={"kind": "nothing", "meaning": (), "text": "Thanks!"}),
    ]
    rows = suite_rows([WISH, *others], "writer", ["haulage"], 10, seed=1)
    assert {row["statement"]: row["ground_truth"] for row in rows} == {
        WISH.text: ["(sometime (at van1 mill))"],
        "Thanks!": "not_understood",
    }
    assert len(suite_rows([WISH, *others], "writer", (), 1, seed=1)) == 2


def test_the_same_seed_gives_the_same_suite_and_an_evaluation_takes_it(tmp_path: Path) -> None:
    suites = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for suite in suites:
        command = ["data", "suite", "--corpus", str(CORPUS), "--domain", "haulage", "--most", "30", "--out", str(suite)]
        assert run_program(command) == 0
    assert suites[0].read_bytes() == suites[1].read_bytes()
    elements = read_suites([suites[0]], "haulage")
    assert len(elements) == 30
    assert {json.loads(line)["writer"] for line in suites[0].read_text(encoding="utf-8").splitlines()} == {"hugo"}


def test_a_domain_that_the_corpus_lacks_is_bad_input(tmp_path: Path) -> None:
    command = ["data", "suite", "--corpus", str(CORPUS), "--domain", "nowhere", "--out", str(tmp_path / "none.jsonl")]
    assert run_program(command) == 2
    assert not (tmp_path / "none.jsonl").exists()
