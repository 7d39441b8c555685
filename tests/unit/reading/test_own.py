"""Which reader serves a domain."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from plancritic.domains import DomainBundle, domains_root, load_domain
from plancritic.embedding import CachedEncoder
from plancritic.reading.model import Reader, TextReading
from plancritic.reading.own import OWN_READER, OwnReaders, Readers
from plancritic.wording import Lexicon

SHARED = domains_root() / "shared" / "models" / "reader"


@pytest.fixture(scope="module")
def shared(real_encoder: CachedEncoder) -> Reader:
    return Reader(SHARED, real_encoder)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of domains in which haulage has a reader of its own."""
    shutil.copytree(SHARED, tmp_path / "haulage" / OWN_READER)
    return tmp_path


def _lexicon(domain: str) -> Lexicon:
    return Lexicon(load_domain(domain), "1")


def test_a_domain_with_a_reader_of_its_own_gets_it_and_every_other_domain_the_shared_one(
    own: Path, shared: Reader, real_encoder: CachedEncoder
) -> None:
    detail: dict[str, str] = {}
    readers = Readers(shared, OwnReaders(own, real_encoder), detail)
    found = readers.of(_lexicon("haulage"))
    assert found is not None
    assert found is not shared
    assert readers.of(_lexicon("waterway")) is shared
    assert list(detail) == ["reader of haulage"]
    assert detail["reader of haulage"].startswith("its own")


def test_an_own_reader_is_loaded_once(own: Path, shared: Reader, real_encoder: CachedEncoder) -> None:
    readers = Readers(shared, OwnReaders(own, real_encoder))
    first = readers.of(_lexicon("haulage"))
    shutil.rmtree(own / "haulage" / OWN_READER)
    assert readers.of(_lexicon("haulage")) is first


def test_a_draft_that_the_own_reader_cannot_read_does_not_take_it_from_the_domain(
    own: Path, shared: Reader, real_encoder: CachedEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = load_domain("haulage")
    fields = bundle.model_dump()
    draft = Lexicon(
        DomainBundle.model_validate({**fields, "problems": {**fields["problems"], "9": bundle.problems["1"]}}), "9"
    )
    read = Reader.read

    def breaks_on_the_draft(self: Reader, lexicon: Lexicon, text: str) -> TextReading:
        if lexicon is draft:
            raise RuntimeError("a draft without a word")
        return read(self, lexicon, text)

    monkeypatch.setattr(Reader, "read", breaks_on_the_draft)
    detail: dict[str, str] = {}
    readers = Readers(shared, OwnReaders(own, real_encoder), detail)
    first = readers.of(_lexicon("haulage"))
    assert first is not shared
    assert readers.of(draft) is shared
    assert readers.of(_lexicon("haulage")) is first
    assert detail["reader of haulage"].startswith("its own, trained")


def test_without_own_readers_the_shared_one_reads_every_domain(shared: Reader) -> None:
    assert Readers(shared).of(_lexicon("haulage")) is shared
    assert Readers(None).of(_lexicon("haulage")) is None


def test_an_own_reader_is_used_where_none_is_shared(own: Path, real_encoder: CachedEncoder) -> None:
    readers = Readers(None, OwnReaders(own, real_encoder))
    assert readers.of(_lexicon("haulage")) is not None
    assert readers.of(_lexicon("waterway")) is None


def _no_card(folder: Path) -> None:
    (folder / "reader.json").unlink()


def _half_a_graph(folder: Path) -> None:
    graph = folder / "second.writing.onnx"
    graph.write_bytes(graph.read_bytes()[:100_000])


def _graph_of_another_kind(folder: Path) -> None:
    """It can be loaded; only reading with it fails."""
    shutil.copy(folder / "first.reading.onnx", folder / "first.writing.onnx")


def _card_of_another_encoder(folder: Path) -> None:
    card = folder / "reader.json"
    card.write_text(card.read_text().replace("all-MiniLM-L6-v2", "another"))


@pytest.mark.parametrize("damage", [_no_card, _half_a_graph, _graph_of_another_kind, _card_of_another_encoder])
def test_the_shared_reader_is_used_where_the_own_one_is_damaged(
    damage: object, own: Path, shared: Reader, real_encoder: CachedEncoder
) -> None:
    assert callable(damage)
    damage(own / "haulage" / OWN_READER)
    detail: dict[str, str] = {}
    readers = Readers(shared, OwnReaders(own, real_encoder), detail)
    with capture_logs() as logs:
        assert readers.of(_lexicon("haulage")) is shared
        assert readers.of(_lexicon("haulage")) is shared
    (warning,) = [each for each in logs if each["log_level"] == "warning"]
    assert warning["domain"] == "haulage"
    assert "plancritic train own-reader" in warning["remedy"]
    assert "its own cannot be used, the shared reader is used" in detail["reader of haulage"]
