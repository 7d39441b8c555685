"""What is set for a run reaches every engine: no field of the limits is left behind on the way."""

from __future__ import annotations

from typing import Any

import pytest

from plancritic.contracts.planning import SolveLimits
from plancritic.contracts.settings import SearchSettings
from plancritic.coordinator.workers.limits import limits_of

#: By the field of the limits: settings that change it.
SETTINGS: dict[str, dict[str, Any]] = {"seconds": {"solve_seconds": 3.5}, "deterministic": {"seed": 0}}
#: Fields that no setting of a run changes, and why.
LEFT_OUT = {
    "memory_mb": "how much memory there is depends on where planners run, not on what a person wants",
    "anytime": "a run looks for better plans by jobs of their own, within `improve_seconds`",
}


def test_every_field_of_the_limits_comes_from_the_settings_or_is_left_out_for_a_reason() -> None:
    assert SETTINGS.keys() | LEFT_OUT.keys() == SolveLimits.model_fields.keys()
    assert not SETTINGS.keys() & LEFT_OUT.keys()


@pytest.mark.parametrize("field", sorted(SETTINGS))
def test_what_is_set_arrives_in_its_field_and_in_no_other(field: str) -> None:
    usual = limits_of(SearchSettings()).model_dump()
    chosen = limits_of(SearchSettings(**SETTINGS[field])).model_dump()
    assert {name for name in usual if usual[name] != chosen[name]} == {field}
