"""The commands that make a corpus, and what they refuse."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.root import run_program
from plancritic.laboratory.reading.corpus.utterances import read_corpus

CORPUS = Path(__file__).parents[4] / "cases" / "corpus"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the plans of one problem of a domain of the corpus: no planner runs."""
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "small" / "domains" / "farm"
    shutil.copytree(CORPUS / "domains" / "farm", home)
    for path in (home / "problems").glob("*.pddl"):
        if path.stem != "1":
            path.unlink()
    steps = (CORPUS / "plans" / "farm-1.plan").read_text().splitlines(keepends=True)
    (tmp_path / "sheets").mkdir()
    plans = ["".join(steps[:count]) for count in range(len(steps), 0, -1)]
    (tmp_path / "sheets" / "farm-1.plans.json").write_text(json.dumps(plans))
    return tmp_path


def corpus_command(name: str, *options: str) -> int:
    return run_program(["data", name, *options, "--corpus", "small"])


def test_three_commands_make_a_corpus(work: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert corpus_command("sheets", "--domain", "farm", "--meanings", "3", "--free", "--out", "sheets") == ExitCode.DONE
    assert "Cards" in (work / "sheets" / "farm-1.sheet.md").read_text()
    assert "Cards" not in (work / "sheets" / "farm-1.free.md").read_text()
    rows = [json.loads(line) for line in (work / "sheets" / "farm-1.meanings.jsonl").read_text().splitlines()]
    (work / "texts" / "fay").mkdir(parents=True)
    texts = "".join(f"### {row['id']}\n- {row['id']} one\n- {row['id']} two\n" for row in rows)
    (work / "texts" / "fay" / "farm-1.md").write_text(texts)
    given = ("--sheets", "sheets", "--texts", "texts")
    assert corpus_command("labelling", *given, "--out", "to-label") == ExitCode.DONE
    assert sorted(path.name for path in (work / "to-label").iterdir()) == ["farm-1-1.md", "farm-1-2.md"]

    meanings = {row["id"]: " ".join(row["constraints"]) for row in rows}
    (work / "labels").mkdir()
    for path in (work / "to-label").iterdir():
        asked = path.read_text().partition("Utterances:\n")[2].splitlines()
        said = [line.split(" ") for line in asked]
        (work / "labels" / path.name).write_text("".join(f"{number} {meanings[card]}\n" for number, card, _ in said))
    capfd.readouterr()
    assert corpus_command("corpus", *given, "--labels", "labels", "--out", "made", "--json") == ExitCode.DONE

    (row,) = json.loads(capfd.readouterr().out)
    assert (row["domain"], row["writer"], row["wishes"], row["wishes_agreed"]) == ("farm", "fay", 6, 6)
    made = read_corpus(work / "made")
    assert {each.text: each.card for each in made} == {f"{card} {n}": card for card in meanings for n in ("one", "two")}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["sheets", "--domain", "nowhere", "--out", "new"], "unknown domain 'nowhere'"),
        (["labelling", "--sheets", "nowhere", "--texts", "t", "--out", "new"], "holds no meanings"),
        (["corpus", "--sheets", "nowhere", "--texts", "t", "--labels", "l", "--out", "new"], "holds no meanings"),
    ],
)
def test_bad_input_ends_in_one_message(
    work: Path, command: list[str], said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert corpus_command(*command) == ExitCode.BAD_INPUT
    shown = capfd.readouterr().err
    assert said in shown and "remedy:" in shown and "Traceback" not in shown
