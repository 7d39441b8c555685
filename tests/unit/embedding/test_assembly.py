import json
import shutil
from pathlib import Path

import pytest

from plancritic.embedding import EncoderSourceError
from plancritic.embedding.__main__ import main
from plancritic.embedding.assembly import CARD_FILE, GRAPH_FILE, SOURCE_SHA256, TOKENIZER_FILE, assemble, source_folder


def test_a_second_assembly_finds_the_first_and_leaves_it(cache: Path) -> None:
    before = (cache / "encoder" / GRAPH_FILE).stat().st_mtime_ns

    folder, made = assemble(cache)

    assert (folder, made) == (cache / "encoder", False)
    assert (folder / GRAPH_FILE).stat().st_mtime_ns == before


def test_the_card_records_the_hash_of_the_weights(cache: Path) -> None:
    card = json.loads((cache / "encoder" / CARD_FILE).read_text())

    assert card["source_sha256"] == SOURCE_SHA256
    assert card["dimensions"] == 384


@pytest.mark.parametrize("damaged", [CARD_FILE, GRAPH_FILE, TOKENIZER_FILE])
def test_a_damaged_assembly_is_made_anew(cache: Path, tmp_path: Path, damaged: str) -> None:
    folder = shutil.copytree(cache / "encoder", tmp_path / "encoder")
    path = folder / damaged
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])

    _, made = assemble(tmp_path)

    assert made
    assert path.read_bytes() == whole
    assert sorted(p.name for p in folder.iterdir()) == sorted([CARD_FILE, GRAPH_FILE, TOKENIZER_FILE])


def test_an_assembly_of_an_older_version_is_replaced(cache: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(cache / "encoder", tmp_path / "encoder")
    card = json.loads((folder / CARD_FILE).read_text())
    (folder / CARD_FILE).write_text(json.dumps(card | {"assembly": card["assembly"] - 1}))

    assert main(["--cache", str(tmp_path)]) == 0

    assert json.loads((folder / CARD_FILE).read_text()) == card


def test_weights_other_than_the_published_ones_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "model"
    source.mkdir()
    (source / "model.safetensors").write_bytes(b"not the weights")
    shutil.copy(source_folder() / TOKENIZER_FILE, source)

    with pytest.raises(EncoderSourceError, match="not the published one"):
        assemble(tmp_path / "cache", source)


def test_without_the_wheel_the_program_names_the_remedy(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)

    status = main(["--cache", str(tmp_path)])

    assert status == 2
    assert "make setup" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
