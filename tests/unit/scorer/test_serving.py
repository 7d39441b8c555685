import math
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto
from tests.support.scorer_model import DIMENSIONS, HashEncoder, plain_adherence, plain_graph, write_model

from plancritic.adherence.facts import PLACES
from plancritic.adherence.inputs import ProblemReader
from plancritic.adherence.mentions import KINDS, TIMES
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains.folder import load_folder
from plancritic.scorer import serving
from plancritic.scorer.serving import CARD_FILE, GRAPH_FILE, AdherenceModel
from plancritic.wording import Lexicon

LIFTED = "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]\n"
MOVED = LIFTED + "0.101: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]\n"
PLANS = [LIFTED, MOVED, "", LIFTED]
TEXTS = ["never move", "scout first, and only then the others", "never move"]


@pytest.fixture(scope="module")
def waterway() -> Lexicon:
    return Lexicon(load_folder("waterway"), "1")


def test_every_plan_is_executed_and_judged_on_every_text(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon
) -> None:
    scores = AdherenceModel(model_folder, encoder).score(waterway, PLANS, TEXTS)

    expected = [[plain_adherence(waterway.problem, plan, text, encoder) for text in TEXTS] for plan in PLANS]
    assert scores.shape == (4, 3)
    np.testing.assert_allclose(scores, expected, atol=1e-4)


def test_more_pairs_than_one_batch_holds_are_judged_alike(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon
) -> None:
    model = AdherenceModel(model_folder, encoder)
    plans = [f"{number}.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]" for number in range(40)]
    plans[7] = MOVED
    texts = [f"text {'x ' * (number % 7)}{number}" for number in range(20)]

    scores = model.score(waterway, plans, texts)

    alone = [[model.score(waterway, [plan], [text])[0, 0] for text in texts[::5]] for plan in plans[1::6]]
    np.testing.assert_array_equal(scores[1::6, ::5], np.array(alone))


def test_each_text_is_embedded_once_a_call_and_the_problems_words_once(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon
) -> None:
    model = AdherenceModel(model_folder, encoder)

    model.score(waterway, PLANS, TEXTS)
    words, *statements = encoder.asked
    model.score(waterway, PLANS, ["tow"])

    assert "the scout" in " ".join(words)
    assert statements == [sorted(set(TEXTS), key=len)]
    assert encoder.asked[2:] == [["tow"]]


def test_a_problem_that_is_made_ready_does_not_hold_up_the_others(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, other = AdherenceModel(model_folder, encoder), Lexicon(load_folder("waterway"), "2")
    model.score(waterway, [LIFTED], TEXTS)
    begun, go_on, made = threading.Event(), threading.Event(), []

    class Held(ProblemReader):
        def __init__(self, *of: Any) -> None:
            made.append(of)
            begun.set()
            assert go_on.wait(20)
            super().__init__(*of)

    monkeypatch.setattr(serving, "ProblemReader", Held)
    with ThreadPoolExecutor(3) as pool:
        held = [pool.submit(model.score, other, [""], TEXTS) for _ in range(2)]
        try:
            assert begun.wait(10)
            assert pool.submit(model.score, waterway, [LIFTED], TEXTS).result(timeout=10).shape == (1, 3)
            assert not any(job.done() for job in held)
        finally:
            go_on.set()
        np.testing.assert_array_equal(*(job.result(timeout=10) for job in held))
    assert len(made) == 1


def test_a_problem_that_could_not_be_made_ready_is_tried_again(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = AdherenceModel(model_folder, encoder)
    with monkeypatch.context() as patch:
        patch.setattr(encoder, "encode", lambda _: (_ for _ in ()).throw(OSError("no memory left")))
        with pytest.raises(OSError, match="no memory"):
            model.score(waterway, [LIFTED], TEXTS)

    assert model.score(waterway, [LIFTED], TEXTS).shape == (1, 3)


def test_the_order_of_plans_and_texts_changes_nothing(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon
) -> None:
    model = AdherenceModel(model_folder, encoder)

    forward = model.score(waterway, PLANS, TEXTS)
    backward = model.score(waterway, PLANS[::-1], TEXTS[::-1])

    np.testing.assert_array_equal(forward, backward[::-1, ::-1])


def test_nothing_to_judge_gives_nothing(model_folder: Path, encoder: HashEncoder, waterway: Lexicon) -> None:
    model = AdherenceModel(model_folder, encoder)

    assert model.score(waterway, [], TEXTS).shape == (0, 3)
    assert model.score(waterway, PLANS, []).shape == (4, 0)


def test_a_plan_that_cannot_be_executed_is_refused_with_its_number(
    model_folder: Path, encoder: HashEncoder, waterway: Lexicon
) -> None:
    with pytest.raises(ContractError, match="plan 2 cannot be executed") as refused:
        AdherenceModel(model_folder, encoder).score(waterway, [LIFTED, MOVED.removeprefix(LIFTED)], TEXTS)

    assert refused.value.fault.code is FaultCode.INVALID_PLAN


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

    _assert_unusable(model_folder, encoder, "not a model card")


def test_a_model_of_an_older_format_is_unusable(tmp_path: Path, encoder: HashEncoder) -> None:
    _assert_unusable(write_model(tmp_path, plain_graph(DIMENSIONS), format=1), encoder, "format is 1")


def test_a_model_for_vectors_of_another_length_is_unusable(model_folder: Path) -> None:
    _assert_unusable(model_folder, HashEncoder(DIMENSIONS + 1), "9")


@pytest.mark.parametrize(
    ("name", "kind", "shape"),
    [
        ("tokens", TensorProto.FLOAT, ["texts", "length", DIMENSIONS * 2]),
        ("mentions", TensorProto.FLOAT, ["texts", "things", "length", KINDS + 1]),
        ("counted", TensorProto.FLOAT, ["texts", "length", TIMES + 1]),
        ("bounds", TensorProto.FLOAT, ["texts", TIMES + 1]),
        ("arguments", TensorProto.INT64, ["rows", PLACES + 1]),
        ("standing", TensorProto.FLOAT, ["rows"]),
        ("present", TensorProto.FLOAT, [17]),
        ("plan", TensorProto.INT32, ["pairs"]),
        ("changes", TensorProto.FLOAT, ["rows"]),
    ],
)
def test_a_graph_that_takes_other_inputs_than_it_is_given_is_unusable(
    tmp_path: Path, encoder: HashEncoder, name: str, kind: int, shape: list[str | int]
) -> None:
    folder = write_model(tmp_path, plain_graph(DIMENSIONS, takes={name: (kind, shape)}))

    _assert_unusable(folder, encoder, f"it takes {name}")


def test_a_graph_without_adherence_is_unusable(tmp_path: Path, encoder: HashEncoder) -> None:
    _assert_unusable(write_model(tmp_path, plain_graph(DIMENSIONS, output="logits")), encoder, "gives logits")


@pytest.mark.parametrize("half", [math.nan, math.inf, 9.0, -9.0])
def test_a_graph_whose_adherence_is_no_probability_is_unusable(
    tmp_path: Path, encoder: HashEncoder, half: float
) -> None:
    _assert_unusable(write_model(tmp_path, plain_graph(DIMENSIONS, half=half)), encoder, "outside of 0 to 1")


def _assert_unusable(folder: Path, encoder: HashEncoder, reason: str) -> None:
    with pytest.raises(ContractError, match=reason) as refused:
        AdherenceModel(folder, encoder)
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert refused.value.fault.remedy
