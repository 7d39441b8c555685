from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.support.small_sentence_model import write_small_model

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.embedding import OnnxEncoder
from plancritic.embedding.assembly import write_encoder
from plancritic.embedding.model_folder import ModelFolder, read_model_folder
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.schema_library.filtering.calibration import read_calibration
from plancritic.schema_library.filtering.tuned_encoder import (
    CALIBRATION_FILE,
    CARD_FILE,
    CHANGES_FILE,
    ENCODER_FOLDER,
    assemble,
    read_card,
    tuned_encoder,
    with_changes,
)

if TYPE_CHECKING:
    from plancritic.laboratory.schema.training.sentence_model import SentenceModel

pytestmark = pytest.mark.train

TEXTS = ["the batch is in the oven", "not hot", "before : the oven is vacant . after : the batch is shaped", "sack"]


def small(folder: Path, kind: str = "bert", pooling: str = "mean_tokens") -> ModelFolder:
    return read_model_folder(write_small_model(folder / "small", kind, pooling))


def in_torch(base: ModelFolder, **given: Any) -> SentenceModel:
    from plancritic.laboratory.schema.training.making import sentence_model
    from plancritic.laboratory.schema.training.tuning import TuningSettings

    return sentence_model(base, TuningSettings(**{"rank": 4, "tuned_layers": 1, "dropout": 0.0, **given}))


@pytest.mark.parametrize(("kind", "pooling"), [("bert", "mean_tokens"), ("roberta", "cls_token")])
@pytest.mark.parametrize("tuned_layers", [1, 2])
def test_the_model_in_torch_equals_the_graph_before_and_after_a_change(
    tmp_path: Path, kind: str, pooling: str, tuned_layers: int
) -> None:
    import torch

    base = small(tmp_path, kind, pooling)
    model = in_torch(base, tuned_layers=tuned_layers)

    def graph(name: str, weights: Any) -> OnnxEncoder:
        write_encoder(tmp_path / name, name, weights, base.architecture, base.tokenizer, base.sha256)
        return OnnxEncoder(tmp_path / name)

    before = model(TEXTS).detach().numpy()
    np.testing.assert_allclose(before, graph("before", base.weights).encode(TEXTS), atol=2e-6)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    after = model(TEXTS).detach().numpy()
    assert np.abs(after - before).max() > 1e-2
    np.testing.assert_allclose(
        after, graph("after", with_changes(base.weights, model.changes())).encode(TEXTS), atol=2e-6
    )


def test_a_group_has_one_right_schema_for_each_anchor() -> None:
    from plancritic.laboratory.schema.training.batches import DomainTexts, batches

    domain = load_corpus().domains["bakery"]
    rng = random.Random(1)
    texts = DomainTexts(domain, (), 0, rng)
    described = set()
    for _ in range(20):
        (batch,) = batches([texts], 2, 5, rng)
        assert len(batch) == len(domain.description.actions)
        for group in batch:
            assert len(set(group.schemas)) == len(group.schemas) <= 6
            assert group.described[:2] == (0, 0)
            assert len(group.anchors) == len(group.described) == 3
            described.add(group.described[2] > 0)
    assert described == {True, False}  # faulty schemas are described by rule, too


def test_a_variant_has_the_same_other_words_in_descriptions_and_schemas() -> None:
    from plancritic.laboratory.schema.training.batches import DomainTexts, Rename

    domain = load_corpus().domains["bakery"]
    words = [f"word{each}" for each in range(40)]
    texts = DomainTexts(domain, words, 1, random.Random(1))
    seen = {group.schemas[0]: group.anchors[0] for _ in range(20) for group in texts.groups(2, random.Random(_))}
    changed = {schema: anchor for schema, anchor in seen.items() if "word" in schema}
    assert len(seen) == 2 * len(changed) == 2 * len(domain.description.actions)
    for schema, anchor in changed.items():
        assert not {"batch", "oven", "sack"} & set(schema.replace(",", " ").split())
        assert {word for word in anchor.replace(",", " ").replace(".", " ").split() if word.startswith("word")}
    rename = Rename({"oven": "barn", "hot": "shut"})
    assert rename("Hot ovens: the oven is hot, a photo is not.") == "shut barns: the barn is shut, a photo is not."


def test_the_loss_falls_to_nothing_where_every_true_pair_is_nearer_by_the_margin() -> None:
    import torch

    from plancritic.laboratory.schema.training.batches import Group
    from plancritic.laboratory.schema.training.tuning import TuningSettings, triplet_loss

    vectors = {"a": (1.0, 0.0), "far": (0.0, 1.0), "near": (1.0, 0.0), "b": (0.0, -1.0), "off": (-1.0, 0.0)}

    def planned(texts: list[str]) -> torch.Tensor:
        return torch.tensor([vectors[text] for text in texts])

    def loss(*groups: Group, **settings: float) -> float:
        return float(triplet_loss(planned, groups, TuningSettings(**settings)))  # type: ignore[arg-type]

    good = Group("d", ("a",), (0,), ("near", "far"))
    other = Group("d", ("b",), (0,), ("b", "off"))
    assert loss(good, other) == 0
    bad = Group("d", ("a",), (0,), ("far", "near"))
    # A negative at the anchor itself and the positive at a right angle: margin + 1.
    assert loss(bad, hard=1.0, semi_hard=0.0, across=0.0) == pytest.approx(1.2)
    # Another action's schema, 90 degrees away as the own one is: the margin. The other anchor's pair is right.
    assert loss(bad, other, hard=0.0, semi_hard=1.0, across=0.0) == pytest.approx((1.2 - 1 + 0) / 2)
    apart = Group("e", ("b",), (0,), ("b", "off"))
    assert loss(bad, apart, hard=0.0, semi_hard=1.0, across=0.0) == 0
    assert loss(bad, apart, hard=0.0, semi_hard=0.0, easy=1.0, across=0.0) == pytest.approx((1.2 - 1 + 0) / 2)


def test_descriptions_by_rule_say_every_literal_in_the_words_of_the_predicates() -> None:
    from plancritic.laboratory.schema.training.wording import worded

    domain = load_corpus().domains["bakery"]
    for seed in range(20):
        text = worded(domain.reference.actions["load-oven"], domain.description, random.Random(seed))
        for meaning in (
            "the batch is shaped into loaves",
            "the oven has baking heat",
            "nothing is in the oven",
            "the batch is in the oven",
        ):
            assert meaning in text, text


def test_tuning_learns_what_its_domains_show_and_depends_on_the_seed_alone(tmp_path: Path) -> None:
    from plancritic.laboratory.schema.training.tuning import Progress, TuningSettings, tune

    base = small(tmp_path)
    domains = load_corpus().part("train")[:3]
    settings = TuningSettings(epochs=40, rank=4, faults=2, validation_domains=1, threads=1, learning_rate=1e-2)
    seen: list[Progress] = []
    tuned = tune(in_torch(base), domains, settings, seen.append)
    again = tune(in_torch(base), domains, settings)
    losses = [each.loss for each in seen]
    assert sum(losses[-5:]) < 0.9 * sum(losses[:5])
    assert [each.epoch for each in seen] == list(range(1, 41)) and tuned.ended == "epochs"
    assert tuned.accuracy == max([tuned.accuracy_before, *(each.accuracy for each in seen)])
    assert not set(tuned.train_domains) & set(tuned.validation_domains)
    assert sorted((*tuned.train_domains, *tuned.validation_domains)) == sorted(each.name for each in domains)
    for name, change in tuned.changes.items():
        np.testing.assert_allclose(change, again.changes[name], atol=1e-5)


def test_ctrl_c_keeps_the_best_epoch_and_the_model_folder_works(tmp_path: Path) -> None:
    from plancritic.laboratory.schema.training.making import make_model
    from plancritic.laboratory.schema.training.tuning import Progress, TuningSettings

    corpus, base, out = load_corpus(), small(tmp_path), tmp_path / "out"

    def stop(seen: Progress) -> None:
        raise KeyboardInterrupt

    settings = TuningSettings(epochs=50, rank=4, faults=1, validation_domains=1, threads=1)
    card = make_model(base, corpus, settings, out, "plancritic train encoder", whole=True, progress=stop)
    assert (card.ended, card.epochs) == ("interrupted", 1)
    assert card == read_card(out)
    assert (card.base, card.base_sha256, card.corpus_sha256) == ("small", base.sha256, corpus.sha256)
    assert not set(card.train_domains) & {*corpus.split["calibrate"], *corpus.split["measure"]}
    encoder = tuned_encoder(tmp_path / "cache", out)
    assert encoder.name == card.name
    read_calibration(out / CALIBRATION_FILE).check(encoder)
    # The encoder that was written whole is the one that base and changes make.
    assemble(out, base, tmp_path / "again")
    np.testing.assert_array_equal(encoder.encode(TEXTS), OnnxEncoder(tmp_path / "again").encode(TEXTS))
    assert {each.name for each in out.iterdir()} == {CARD_FILE, CHANGES_FILE, CALIBRATION_FILE, ENCODER_FOLDER}

    with pytest.raises(ContractError, match="other weights") as refused:
        assemble(out, read_model_folder(write_small_model(tmp_path / "other", seed=1)), tmp_path / "wrong")
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    (out / CHANGES_FILE).write_bytes(b"broken")
    with pytest.raises(ContractError, match="SHA-256"):
        assemble(out, base, tmp_path / "wrong")
