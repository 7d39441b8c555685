"""Training a reader: from a small corpus to a folder that reads, and on from where it was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.domains import domains_root, load_domain
from plancritic.embedding import CachedEncoder
from plancritic.laboratory.reading.corpus.utterances import Utterance, part_of
from plancritic.pddl.language import parse_constraint
from plancritic.reading.model import CARD_FILE, Reader, read_card
from plancritic.wording import Lexicon

pytestmark = [pytest.mark.train, pytest.mark.timeout(600)]

_SAID = {
    "Parcel 1 never lies at the mill.": "(always (not (lies parcel1 mill)))",
    "Van 1 is at the depot when all is done.": "(at end (at van1 depot))",
    "Parcel 2 reaches the school within 30 minutes.": "(within 30 (lies parcel2 school))",
    "First parcel 2 at the school, only then parcel 1 at the mill.": (
        "(sometime-before (lies parcel1 mill) (lies parcel2 school))"
    ),
    "Driver 1 visits the market at some time.": "(sometime (at driver1 market))",
    "Driver 2 never drives van 1.": "(always (not (drives driver2 van1)))",
}


def _corpus() -> tuple[Utterance, ...]:
    """Six wishes by two writers, and two remarks; every part that training needs."""
    found = []
    for writer in ("one", "two"):
        for number in range(10):
            for row, (text, wish) in enumerate(_SAID.items()):
                card = f"haulage-1-{number:03d}-{row}"
                found.append(_utterance(card, writer, text, "wish", (wish,)))
        found.append(_utterance("haulage-1-nothing", writer, "Thank you, that is fine.", "nothing", ()))
    assert {part_of(each) for each in found} == {"train", "validation"}
    return tuple(found)


def _utterance(card: str, writer: str, text: str, kind: str, meaning: tuple[str, ...]) -> Utterance:
    return Utterance.model_validate(
        {
            "card": card,
            "domain": "haulage",
            "problem": "1",
            "writer": writer,
            "text": text,
            "kind": kind,
            "meaning": meaning,
            "label_kind": kind,
            "labels": (meaning,) if meaning else (),
            "agreed": True,
        }
    )


@pytest.fixture(scope="module")
def encoder() -> CachedEncoder:
    return CachedEncoder(HashEncoder())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, encoder: CachedEncoder) -> Path:
    from plancritic.laboratory.reading.training.learning import ReaderLook, ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader

    out = tmp_path_factory.mktemp("reader")
    looks: list[str] = []
    losses: list[float] = []

    def show(name: str, look: ReaderLook) -> None:
        looks.append(name)
        losses.append(look.validation)

    settings = ReaderSettings(epochs=8, threads=1)
    train_reader(ReaderCorpus(_corpus(), (domains_root(),)), encoder, settings, out, "test", show)
    assert losses[7] < 0.7 * losses[0]
    assert losses[15] < 0.7 * losses[8]
    assert looks == ["first"] * 8 + ["second"] * 8
    assert not [*out.glob(".*")]
    return out


def test_what_was_trained_is_likelier_than_what_others_meant(folder: Path, encoder: CachedEncoder) -> None:
    reader, lexicon = Reader(folder, encoder, 1), Lexicon(load_domain("haulage"), "1")
    wishes = {text: [parse_constraint(wish)] for text, wish in _SAID.items()}
    right = 0
    for text in _SAID:
        said = reader.read(lexicon, text)
        likely = dict(zip(wishes, said.likelihoods([*wishes.values()]), strict=True))
        assert all(0.0 <= each.judged <= each.proposed <= 1.0 for each in likely.values() if each is not None)
        shares = {key: each.proposed if each is not None else 0.0 for key, each in likely.items()}
        right += max(shares, key=lambda key: shares[key]) == text
        found = said.readings(4)
        assert 0 < len(found) <= 4
        assert [each.probability for each in found] == sorted((each.probability for each in found), reverse=True)
    assert right >= 5
    assert reader.card.writers == ("one", "two")


def test_the_graphs_say_what_the_network_says(tmp_path: Path, encoder: CachedEncoder) -> None:
    import torch

    from plancritic.laboratory.reading.corpus.texts import corpus_texts
    from plancritic.laboratory.reading.training.examples import PreparedTexts, Problems
    from plancritic.laboratory.reading.training.export import export_reader
    from plancritic.laboratory.reading.training.learning import reading_loss
    from plancritic.laboratory.reading.training.network import ReaderNetwork

    torch.manual_seed(3)
    network = ReaderNetwork(encoder.dimensions)
    network.eval()
    (tmp_path / "reader.json").write_text(
        f'{{"encoder": "{encoder.name}", "dimensions": {encoder.dimensions}, "layers": 3, "width": 192}}'
    )
    reading, writing = export_reader(network)
    assert b'File "' not in reading + writing, "the exporter notes where our source lies"
    for name in ("first", "second"):
        (tmp_path / f"{name}.reading.onnx").write_bytes(reading)
        (tmp_path / f"{name}.writing.onnx").write_bytes(writing)
    reader, problems = Reader(tmp_path, encoder, 1), Problems(encoder, (domains_root(),))
    for asked in corpus_texts(_corpus()[:6], "train"):
        prepared = PreparedTexts([asked], problems)
        (make,) = prepared.batches(1)
        with torch.inference_mode():
            expected = float(torch.exp(-reading_loss(network, make())))
        said = reader.read(problems.input("haulage", "1").lexicon, asked.text)
        # One way of writing, as the network was asked; a reader adds up all ways.
        (likely,) = said.likelihoods([asked.constraints])
        assert likely is not None
        assert likely.proposed == pytest.approx(likely.judged)
        assert likely.proposed >= expected * (1.0 - 1e-3)


def test_copies_about_other_things_stand_in_the_state_of_those_things(encoder: CachedEncoder) -> None:
    from plancritic.laboratory.reading.corpus.texts import TextAsked
    from plancritic.laboratory.reading.training.examples import PreparedTexts, Problems
    from plancritic.reading.grammar import SIGNS
    from plancritic.reading.relations import Relation

    wish = parse_constraint("(always (lies parcel1 depot))")
    asked = TextAsked("haulage", "1", "Parcel 1 stays at the depot.", (wish,))
    (copies,) = PreparedTexts([asked], Problems(encoder, (domains_root(),)), copies=12, seed=2).texts
    places = set()
    for each in copies:
        parcel, place = (symbol - SIGNS for symbol in each.written.symbols[2:4])
        length = len(each.text.tokens)
        assert each.text.relations[length + parcel, length + place] == Relation.AT_FIRST
        places.add(place)
    assert len(places) > 1


def test_a_training_that_was_stopped_goes_on_to_the_same_network(tmp_path: Path, encoder: CachedEncoder) -> None:
    import torch

    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
    from plancritic.laboratory.adherence.training.errors import BadCheckpoint
    from plancritic.laboratory.reading.training.learning import ReaderLook, ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_network

    corpus, settings = ReaderCorpus(_corpus(), (domains_root(),)), ReaderSettings(epochs=3, threads=1)

    class Stopped(Exception):
        pass

    def stop(look: ReaderLook) -> None:
        if look.epoch == 3:
            raise Stopped

    whole = train_network(corpus, encoder, settings, 0, lambda _: None)
    with pytest.raises(Stopped):
        train_network(corpus, encoder, settings, 0, stop, Checkpoint(tmp_path / "checkpoint.pt", "test"))
    seen: list[int] = []
    resuming = Checkpoint(tmp_path / "checkpoint.pt", "test", resume=True)
    resumed = train_network(corpus, encoder, settings, 0, lambda look: seen.append(look.epoch), resuming)
    assert seen == [3]
    with pytest.raises(BadCheckpoint, match="its settings is"):
        train_network(corpus, encoder, replace(settings, epochs=4), 0, lambda _: None, resuming)
    for name, value in whole.state_dict().items():
        assert torch.allclose(value, resumed.state_dict()[name], atol=1e-6), name


def test_networks_that_are_trained_apart_are_a_reader_once_both_are_there(
    tmp_path: Path, encoder: CachedEncoder
) -> None:
    from plancritic.laboratory.reading.training.learning import ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader

    corpus, settings = ReaderCorpus(_corpus(), (domains_root(),)), ReaderSettings(epochs=1, threads=1)
    assert train_reader(corpus, encoder, settings, tmp_path, "test", lambda *_: None, ("second",)) is None
    assert not (tmp_path / "reader.json").exists()
    assert train_reader(corpus, encoder, settings, tmp_path, "test", lambda *_: None, ("first",)) is not None
    assert Reader(tmp_path, encoder, 1).card.writers == ("one", "two")
    assert not [*tmp_path.glob(".*")]


def test_both_networks_learn_from_all_writers(encoder: CachedEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    from plancritic.laboratory.reading.training import training
    from plancritic.laboratory.reading.training.examples import PreparedTexts
    from plancritic.laboratory.reading.training.learning import ReaderSettings

    seen: list[int] = []

    def learn(_: object, texts: PreparedTexts, *__: object) -> None:
        seen.append(len(texts))

    monkeypatch.setattr(training, "learn_reader", learn)
    monkeypatch.setattr(training, "worded_texts", list)
    monkeypatch.setattr(training, "_CANONICAL", 0)
    monkeypatch.setattr(training, "_JOINED", 0.0)
    corpus = training.ReaderCorpus(_corpus(), (domains_root(),))
    for number in (0, 1):
        training.train_network(corpus, encoder, ReaderSettings(epochs=1, threads=1), number, lambda _: None)
    trained = [each for each in _corpus() if part_of(each) == "train"]
    assert len({each.writer for each in trained}) == 2
    assert seen == [len(trained), len(trained)]


def test_networks_of_a_reader_are_trained_further(folder: Path, tmp_path: Path, encoder: CachedEncoder) -> None:
    from plancritic.laboratory.reading.training.learning import ReaderLook, ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader

    new = [each.model_copy(update={"writer": "a newcomer"}) for each in _corpus() if each.writer == "one"]
    corpus = ReaderCorpus((*_corpus(), *new), (domains_root(),), start=folder)
    losses: list[float] = []

    def show(_: str, look: ReaderLook) -> None:
        losses.append(look.validation)

    settings = ReaderSettings(epochs=1, threads=1, learning_rate=1e-5)
    card = train_reader(corpus, encoder, settings, tmp_path / "further", "test", show)
    assert card is not None
    assert card.writers == ("a newcomer", "one", "two")
    train_reader(replace(corpus, start=None), encoder, settings, tmp_path / "new", "test", show)
    assert max(losses[:2]) < 0.5 * min(losses[2:])


def test_a_reader_of_another_encoder_is_no_start(folder: Path, tmp_path: Path, encoder: CachedEncoder) -> None:
    from plancritic.laboratory.reading.training.learning import ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader

    card = read_card(folder)
    (tmp_path / CARD_FILE).write_text(card.model_copy(update={"encoder": "another"}).model_dump_json())
    corpus = ReaderCorpus(_corpus(), (domains_root(),), start=tmp_path)
    with pytest.raises(ValueError, match="not of the encoder"):
        train_reader(corpus, encoder, ReaderSettings(epochs=1), tmp_path / "out", "test", lambda *_: None)


def test_a_reader_is_no_start_of_a_training_that_would_replace_it(folder: Path, encoder: CachedEncoder) -> None:
    from plancritic.laboratory.reading.training.learning import ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader

    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    corpus = ReaderCorpus(_corpus(), (domains_root(),), start=folder / ".." / folder.name)
    with pytest.raises(ValueError, match="would replace"):
        train_reader(corpus, encoder, ReaderSettings(epochs=1), folder, "test", lambda *_: None)
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before


def test_a_corpus_without_a_training_part_is_refused(tmp_path: Path, encoder: CachedEncoder) -> None:
    from plancritic.laboratory.reading.training.learning import ReaderSettings
    from plancritic.laboratory.reading.training.training import ReaderCorpus, train_reader

    with pytest.raises(ValueError, match="no utterance to train on"):
        train_reader(ReaderCorpus((), ()), encoder, ReaderSettings(epochs=1), tmp_path, "test", lambda *_: None)
