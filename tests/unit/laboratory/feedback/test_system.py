"""What evaluated services are started with, and that the services of a broker that is there cannot be changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.scorer_model import DIMENSIONS, plain_graph, write_model

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.laboratory.feedback.options import judging
from plancritic.laboratory.feedback.system import ScorerModel, Setup, evaluated_system
from plancritic.translator.settings import TranslatorSettings


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "model", plain_graph(DIMENSIONS))


def test_a_model_is_known_by_what_is_in_its_folder(model: Path, tmp_path: Path) -> None:
    same = write_model(tmp_path / "same", plain_graph(DIMENSIONS))
    other = write_model(tmp_path / "other", plain_graph(DIMENSIONS), name="other")
    assert ScorerModel.read(model).sha256 == ScorerModel.read(same).sha256 != ScorerModel.read(other).sha256


def test_a_folder_without_a_model_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ContractError) as caught:
        ScorerModel.read(tmp_path)
    assert (caught.value.fault.code, caught.value.fault.file) == (FaultCode.MODEL_MISSING, str(tmp_path))
    assert "none" in (caught.value.fault.remedy or "")


def test_the_translator_reads_what_it_is_started_with(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in Setup("waterway", misread=0.3, seed=7).environment().items():
        monkeypatch.setenv(name, value)
    settings = TranslatorSettings()
    assert (settings.misread, settings.misread_seed) == (0.3, 7)
    assert Setup("waterway").environment() == Setup("waterway", misread=0.0).environment() == {}


async def test_services_of_a_broker_that_is_there_are_not_changed(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANCRITIC_NATS_URL", "nats://127.0.0.1:1")
    for setup in (Setup("waterway", misread=0.3), Setup("waterway", model=ScorerModel.read(model))):
        with pytest.raises(ContractError) as caught:
            async with evaluated_system(1, print, setup):
                raise AssertionError("nothing was refused")
        assert ExitCode.of(caught.value.fault) is ExitCode.BAD_INPUT
        assert "PLANCRITIC_NATS_URL" in (caught.value.fault.remedy or "")


def test_without_a_scorer_the_check_counts_alone_and_a_model_has_to_count(model: Path) -> None:
    assert judging(None, None) == (None, None)
    assert judging("none", None) == (("check",), None)
    assert judging("none", ("check", "back_translation")) == (("check", "back_translation"), None)
    sources, read = judging(str(model), ("scorer",))
    assert (sources, read) == (("scorer",), ScorerModel.read(model))
    for scorer, evidence in (("none", ("scorer", "check")), (str(model), ("check",))):
        with pytest.raises(CommandFault):
            judging(scorer, evidence)  # type: ignore[arg-type]
