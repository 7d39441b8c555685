import io
import tarfile
from pathlib import Path

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.local import pack_model
from plancritic.scorer.archive import unpack_model
from plancritic.scorer.serving import AdherenceModel


def test_an_unpacked_archive_is_the_model_that_was_packed(
    model_folder: Path, tmp_path: Path, encoder: HashEncoder
) -> None:
    unpack_model(pack_model(model_folder), tmp_path / "unpacked")

    assert AdherenceModel(tmp_path / "unpacked", encoder).card.name == "plain"
    assert pack_model(tmp_path / "unpacked") == pack_model(model_folder)


def test_an_archive_made_by_another_tar_with_a_folder_in_it_is_read(model_folder: Path, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.add(model_folder, arcname="scorer")

    unpack_model(buffer.getvalue(), tmp_path / "unpacked")

    assert pack_model(tmp_path / "unpacked") == pack_model(model_folder)


def test_a_member_cannot_be_written_outside_the_folder(model_folder: Path, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in ("model.onnx", "model.json"):
            archive.add(model_folder / name, arcname=f"../../{name}")
        archive.add(model_folder / "model.json", arcname="../evil")

    unpack_model(buffer.getvalue(), tmp_path / "a" / "b")

    assert sorted(p.name for p in (tmp_path / "a" / "b").iterdir()) == ["model.json", "model.onnx"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "model"]


@pytest.mark.parametrize("spoil", [lambda a: b"no tar", lambda a: a[:600], lambda a: a[:512], lambda a: b""])
def test_a_spoilt_archive_is_unusable_and_leaves_nothing(model_folder: Path, tmp_path: Path, spoil: object) -> None:
    archive = spoil(pack_model(model_folder))  # type: ignore[operator]

    with pytest.raises(ContractError) as refused:
        unpack_model(archive, tmp_path / "unpacked")

    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert not (tmp_path / "unpacked").exists()
