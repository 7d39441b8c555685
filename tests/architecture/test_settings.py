"""Every environment variable that a class of settings reads is in the one list of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    specification = importlib.util.spec_from_file_location("list_settings", CHECKOUT / "deploy/list_settings.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_list_of_settings_is_up_to_date(script: ModuleType) -> None:
    assert script.LISTED.read_text(encoding="utf-8") == script.page(), "run `make docs`"


def test_every_field_of_every_class_of_settings_is_listed(script: ModuleType) -> None:
    page = script.page()
    for settings in script.settings_classes():
        for name, field in settings.model_fields.items():
            assert f"\n| `{script.variable(settings, name, field)}` |" in page, (settings, name)


def test_every_class_of_settings_is_found(script: ModuleType) -> None:
    classes = {(each.__module__, each.__name__) for each in script.settings_classes()}
    bases = [
        path
        for root in ("libs", "services")
        for path in (CHECKOUT / root).rglob("*.py")
        if "(BaseSettings)" in path.read_text(encoding="utf-8")
    ]
    assert len(classes) == sum(path.read_text(encoding="utf-8").count("(BaseSettings)") for path in bases)
    assert {path.name for path in bases} == {"settings.py"}
