"""The shared reader as a model: it judges plans of a domain that has none of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder
from plancritic.reading.shipped import shipped_reader
from plancritic.scorer.reader_model import ReaderModel, reader_model
from plancritic.wording import Lexicon

AT_THE_MARKET = """\
0.000: (board driver1 van1 depot) [1.000]
1.001: (drive driver1 van1 depot market) [10.000]
"""
AT_THE_DEPOT = "0.000: (board driver1 van1 depot) [1.000]\n"
PLANS = (AT_THE_MARKET, AT_THE_DEPOT)
TO_THE_MARKET, NEVER_THERE = "Van 1 has to end up at the market.", "Keep van 1 away from the market."
TEXTS = (TO_THE_MARKET, NEVER_THERE)


@pytest.fixture(scope="module")
def model(real_encoder: CachedEncoder) -> ReaderModel:
    folder = shipped_reader()
    assert folder is not None
    return ReaderModel(folder, real_encoder)


@pytest.fixture(scope="module")
def haulage() -> Lexicon:
    return Lexicon(load_domain("haulage"), "1")


def test_plans_that_do_what_a_text_asks_are_likelier(model: ReaderModel, haulage: Lexicon) -> None:
    (market, avoided) = model.score(haulage, PLANS, TEXTS).T
    assert market[0] > 0.5 > market[1]
    assert avoided[1] > 0.5 > avoided[0]


def test_a_text_of_which_nothing_is_known_is_no_call_for_a_plan(
    model: ReaderModel, haulage: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "_readings", lambda lexicon, text: [])
    (score,) = model.score(haulage, (AT_THE_DEPOT,), ("Mumble.",)).ravel()
    assert score == 0.5
    assert score < model.threshold


@pytest.mark.parametrize(
    "text",
    [
        "Van 1 has to end up at the market in -12 hours.",
        "Van 1 has to be at the market within 1e9 hours.",
        "Van 1 \u043d\u0435 at the market.",
    ],
)
def test_a_text_that_is_not_read_whole_is_not_judged(model: ReaderModel, haulage: Lexicon, text: str) -> None:
    assert model.score(haulage, PLANS, (text,)).ravel().tolist() == [0.5, 0.5]


def test_the_same_plan_and_text_get_the_same_score_beside_any_others(model: ReaderModel, haulage: Lexicon) -> None:
    whole = model.score(haulage, PLANS, TEXTS)
    turned = model.score(haulage, PLANS[::-1] + PLANS, TEXTS[::-1])
    np.testing.assert_array_equal(turned, np.vstack([whole[::-1], whole])[:, ::-1])
    assert model.score(haulage, (), TEXTS).shape == (0, 2)


def test_a_plan_that_cannot_be_executed_is_refused_with_its_number(model: ReaderModel, haulage: Lexicon) -> None:
    broken = "0.000: (drive driver1 van1 depot market) [10.000]\n"
    with pytest.raises(ContractError) as refused:
        model.score(haulage, (AT_THE_DEPOT, broken), TEXTS)
    assert refused.value.fault.code is FaultCode.INVALID_PLAN
    assert "plan 2" in refused.value.fault.message


def test_what_ships_serves_unless_none_is_wanted_or_the_encoder_is_another(real_encoder: CachedEncoder) -> None:
    shipped = reader_model("shipped", real_encoder, 1, 10)
    assert shipped is not None
    assert (shipped.judged_by, shipped.version[:12] in shipped.label) == ("reader", True)
    assert reader_model("none", real_encoder, 1, 10) is None
    assert reader_model("shipped", CachedEncoder(HashEncoder()), 1, 10) is None


def test_a_folder_that_is_named_has_to_hold_a_reader(real_encoder: CachedEncoder, tmp_path: Path) -> None:
    with pytest.raises(ContractError) as refused:
        reader_model(tmp_path, real_encoder, 1, 10)
    assert refused.value.fault.code is FaultCode.MODEL_MISSING
