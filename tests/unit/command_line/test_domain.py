from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from plancritic.command_line.root import run_program

CHECKOUT = Path(__file__).resolve().parents[3]


def test_the_domains_of_the_checkout_are_listed_with_their_problems(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_program(["domain", "list", "--root", str(CHECKOUT / "domains"), "--json"]) == 0
    domains = {row["domain"]: row for row in json.loads(capsys.readouterr().out)["domains"]}
    assert domains["waterway"]["problems"] == ["1", "2", "3", "4"]
    assert len(domains["satellite"]["sha256"]) == 64


def test_a_folder_that_is_wrong_is_listed_with_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copytree(CHECKOUT / "domains/waterway", tmp_path / "waterway")
    (tmp_path / "waterway/context.yaml").write_text("{", encoding="utf-8")
    assert run_program(["domain", "list", "--root", str(tmp_path), "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)["domains"]
    assert "context.yaml" in row["fault"]
    assert row["remedy"]
