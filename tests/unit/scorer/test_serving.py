from pathlib import Path

import numpy as np
import pytest
from tests.support.scorer_model import DIMENSIONS, HashEncoder, mean_similarity_graph, write_model

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.scorer.card import NO_STEPS
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE, AdherenceModel

PLANS = [("move",), ("move", "scout", "tow"), ("scout",) * 5, ("move",)]
TEXTS = ["never move", "scout first", "never move"]


def test_every_plan_is_judged_on_every_text(model_folder: Path, encoder: HashEncoder) -> None:
    scores = AdherenceModel(model_folder, encoder).score(PLANS, TEXTS)

    expected = [[encoder.encode(p).mean(0) @ encoder.encode([t])[0] / 2 + 0.5 for t in TEXTS] for p in PLANS]
    assert scores.shape == (4, 3)
    np.testing.assert_allclose(scores, expected, atol=1e-5)


def test_more_pairs_than_one_batch_holds_are_judged_alike(model_folder: Path, encoder: HashEncoder) -> None:
    model = AdherenceModel(model_folder, encoder)
    plans = [(*(f"step {n}" for n in range(i % 7 + 1)), f"last {i}") for i in range(40)]
    texts = [f"text {i}" for i in range(20)]

    scores = model.score(plans, texts)

    alone = np.array([[model.score([plan], [text])[0, 0] for text in texts[::5]] for plan in plans[::5]])
    np.testing.assert_array_equal(scores[::5, ::5], alone)


def test_each_step_and_text_is_embedded_once(model_folder: Path, encoder: HashEncoder) -> None:
    AdherenceModel(model_folder, encoder).score(PLANS, TEXTS)

    assert sorted(text for call in encoder.asked for text in call) == [
        "move",
        "never move",
        "scout",
        "scout first",
        "tow",
    ]


def test_the_order_of_the_plans_changes_nothing(model_folder: Path, encoder: HashEncoder) -> None:
    model = AdherenceModel(model_folder, encoder)

    forward, backward = model.score(PLANS, TEXTS), model.score(PLANS[::-1], TEXTS)

    np.testing.assert_array_equal(forward, backward[::-1])


def test_a_plan_without_steps_is_judged_as_doing_nothing(model_folder: Path, encoder: HashEncoder) -> None:
    model = AdherenceModel(model_folder, encoder)

    np.testing.assert_array_equal(model.score([()], TEXTS), model.score([(NO_STEPS,)], TEXTS))


def test_nothing_to_judge_gives_nothing(model_folder: Path, encoder: HashEncoder) -> None:
    model = AdherenceModel(model_folder, encoder)

    assert model.score([], TEXTS).shape == (0, 3)
    assert model.score(PLANS, []).shape == (4, 0)


def test_a_missing_model_says_how_to_get_one(tmp_path: Path, encoder: HashEncoder) -> None:
    with pytest.raises(ContractError) as refused:
        AdherenceModel(tmp_path / "nowhere", encoder)

    assert refused.value.fault.code is FaultCode.MODEL_MISSING
    assert "plancritic train scorer" in str(refused.value.fault.remedy)


@pytest.mark.parametrize("size", [0, 100])
def test_a_truncated_graph_is_unusable(model_folder: Path, encoder: HashEncoder, size: int) -> None:
    path = model_folder / GRAPH_FILE
    path.write_bytes(path.read_bytes()[:size])

    _assert_unusable(model_folder, encoder, f"has {size} bytes")


def test_a_graph_of_another_model_is_unusable(model_folder: Path, encoder: HashEncoder) -> None:
    path = model_folder / GRAPH_FILE
    path.write_bytes(path.read_bytes()[::-1])

    _assert_unusable(model_folder, encoder, "SHA-256")


def test_a_graph_that_is_none_is_unusable(tmp_path: Path, encoder: HashEncoder) -> None:
    _assert_unusable(write_model(tmp_path, b"not a graph"), encoder, "cannot be loaded")


def test_a_lost_graph_is_unusable(model_folder: Path, encoder: HashEncoder) -> None:
    (model_folder / GRAPH_FILE).unlink()

    _assert_unusable(model_folder, encoder, "is not there")


def test_a_card_that_is_none_is_unusable(model_folder: Path, encoder: HashEncoder) -> None:
    (model_folder / CARD_FILE).write_text('{"name": "half a ca')

    _assert_unusable(model_folder, encoder, "no model card")


def test_a_model_for_vectors_of_another_length_is_unusable(model_folder: Path) -> None:
    _assert_unusable(model_folder, HashEncoder(DIMENSIONS + 1), "9")


def test_a_graph_that_takes_other_inputs_than_its_card_says_is_unusable(tmp_path: Path, encoder: HashEncoder) -> None:
    folder = write_model(tmp_path, mean_similarity_graph(DIMENSIONS * 2))

    _assert_unusable(folder, encoder, "numbers")


def _assert_unusable(folder: Path, encoder: HashEncoder, reason: str) -> None:
    with pytest.raises(ContractError, match=reason) as refused:
        AdherenceModel(folder, encoder)
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert refused.value.fault.remedy
