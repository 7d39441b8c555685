"""The manifests of all engines, read from `manifests.json`: what a conformance run found (`make conformance`).

`proved` features were tried and the judges accepted the plans; `refuted` ones were tried in vain; `declared` ones
could not be tried: the engine was not there, or there is no case for them. `wrong` are those of which the judges
refused a plan, proved by another case or not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from plancritic.engines.capabilities.manifest import Manifest

FILE = "manifests.json"


@lru_cache(maxsize=1)
def records() -> dict[str, dict[str, Any]]:
    """Return the file: for each engine its `version` and the features `proved`, `refuted` and `declared`."""
    loaded: dict[str, dict[str, Any]] = json.loads(
        files("plancritic.engines.capabilities").joinpath(FILE).read_text("utf-8")
    )
    return loaded


def manifest(engine: str, configurations: tuple[str, ...] = ()) -> Manifest:
    """Return an engine's features: proved, or declared where they could not be tried."""
    record = records()[engine]
    features = frozenset(record["proved"]) | frozenset(record["declared"])
    return Manifest(features, configurations, frozenset(record.get("wrong", ())))
