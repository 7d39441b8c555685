"""The version that the planner advertises: who asks finds verdicts by it."""

from __future__ import annotations

from typing import Any

import pytest

from plancritic.planner.app import build_app
from plancritic.planner.settings import PlannerSettings

#: Another value of each setting.
OTHERS: dict[str, Any] = {
    "concurrency": 3,
    "engine": "kairos",
    "race": True,
    "verdict_cache": False,
    "plan_archive": False,
}
#: Settings on which no verdict that is kept depends, each with the reason.
WITHOUT_EFFECT = {
    "concurrency": "it bounds how many jobs run at once, not what one of them finds",
    "race": "nothing races in deterministic mode, and outside it any proved plan may be kept",
    "verdict_cache": "it says whether verdicts are written, not which",
    "plan_archive": "no plan of the archive is kept as a verdict in deterministic mode, and outside it any may be",
}


@pytest.mark.parametrize("name", PlannerSettings.model_fields)
def test_a_setting_changes_the_advertised_version_unless_no_kept_verdict_depends_on_it(name: str) -> None:
    usual = build_app(PlannerSettings()).detail["planning"]
    other = build_app(PlannerSettings(**{name: OTHERS[name]})).detail["planning"]
    assert (other != usual) == (name not in WITHOUT_EFFECT)
