"""Every promise of the bus names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

from plancritic.bus import BusSettings
from plancritic.dead_letters.settings import DeadLetterSettings

CHECKOUT = Path(__file__).resolve().parents[2]
PROMISES = (CHECKOUT / "libs/plancritic/bus/PROMISES.md").read_text(encoding="utf-8")
ROWS = [line for line in PROMISES.splitlines() if line.startswith("| ") and not line.startswith("| promise")]


def test_every_promise_names_a_test_that_exists() -> None:
    assert len(ROWS) > 20
    for row in ROWS:
        (named,) = re.findall(r"`(tests/[^`]+)::(\w+)`", row)
        path, test = named
        source = (CHECKOUT / path).read_text(encoding="utf-8")
        assert re.search(rf"^(?:async )?def {test}\(", source, re.MULTILINE), f"{path} has no {test}"


def test_the_numbers_of_the_promises_are_those_of_the_settings() -> None:
    bus, letters = BusSettings.model_fields, DeadLetterSettings.model_fields
    known = {name.upper(): field.default for name, field in bus.items()}
    known |= {f"DEAD_LETTERS_{name.upper()}": field.default for name, field in letters.items()}
    checked = 0
    for row in ROWS:
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        for setting in re.findall(r"`([A-Z_]+)`", cells[2]):
            assert f"{known[setting]:g}" in re.findall(r"[\d.]+", cells[1]), row
            checked += 1
    assert checked >= 8
