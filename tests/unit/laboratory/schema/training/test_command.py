from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.small_sentence_model import write_small_model

from plancritic.command_line.exit_codes import CommandFault, ExitCode

pytestmark = pytest.mark.train


def run(out: Path, **given: Any) -> None:
    """Call the command as typer does: with the defaults of its options."""
    from plancritic.laboratory.schema.training.command import encoder

    defaults = {name: each.default for name, each in inspect.signature(encoder).parameters.items()}
    encoder(**{**defaults, "out": out, **given})


def test_a_model_on_disk_is_tuned_and_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = write_small_model(tmp_path / "small")
    run(tmp_path / "out", base=base, epochs=1, rank=2, variants=1, threads=1, seed=3, as_json=True)
    captured = capsys.readouterr()
    card = json.loads(captured.out)
    assert (card["base"], card["seed"], card["epochs"], card["ended"]) == ("small", 3, 1, "epochs")
    assert "epoch   1 of 1: loss" in captured.err
    assert (tmp_path / "out" / "encoder" / "model.onnx").is_file()


def test_a_folder_that_is_no_model_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(CommandFault, match=r"config\.json") as ended:
        run(tmp_path / "out", base=tmp_path)
    assert ended.value.exit_code is ExitCode.BAD_INPUT


def test_a_place_that_cannot_be_written_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandFault, match="cannot be written"):
        run(tmp_path / "file", base=write_small_model(tmp_path / "small"))
