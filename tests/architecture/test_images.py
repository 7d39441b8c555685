"""The file system of an image, made by the Dockerfile's own steps in a scratch folder."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SCRIPT = CHECKOUT / "deploy/images/build_here.py"
SERVICES = CHECKOUT / "services/plancritic"


def script() -> ModuleType:
    specification = importlib.util.spec_from_file_location("build_here", SCRIPT)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_steps_are_those_of_the_build_stage_with_the_service_filled_in() -> None:
    steps = script().steps("planner")
    copied = [text for name, text in steps if name == "COPY"]
    assert "services/plancritic/planner services/plancritic/planner" in copied
    assert not any("${" in text for text in copied)
    ran = [text for name, text in steps if name == "RUN"]
    assert len(ran) == 2 and "--require-hashes" in ran[0]


@pytest.mark.parametrize("service", sorted(path.parent.name for path in SERVICES.glob("*/__main__.py")))
def test_no_image_gets_the_laboratory(service: str) -> None:
    copied = [Path(source) for name, text in script().steps(service) if name == "COPY" for source in text.split()[:-1]]
    assert Path("services/plancritic", service) in copied
    laboratory = Path("services/plancritic/laboratory")
    assert not [each for each in copied if laboratory.is_relative_to(each) or each.is_relative_to(laboratory)]
    assert "plancritic.laboratory" in script().FORBIDDEN


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_what_the_dockerfile_installs_is_all_that_a_service_imports() -> None:
    told = subprocess.check_output([sys.executable, str(SCRIPT), "dead_letters"], text=True, stderr=subprocess.STDOUT)
    assert told.startswith("dead_letters: ") and "modules imported" in told


def test_an_unknown_service_is_refused_with_the_names_of_those_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["build_here.py", "nobody"])
    with pytest.raises(SystemExit, match="2"):
        script().main()
    assert "gateway" in capsys.readouterr().err
