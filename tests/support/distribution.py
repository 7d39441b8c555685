"""How tests are dealt out to the workers of pytest-xdist: the longest first, and together what shares a system.

By itself `--dist loadfile` begins with the files of many tests, which are quick ones, and ends with a file of one test
that takes minutes, for which all other workers wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

import pytest
from xdist.scheduler import LoadFileScheduling

#: Folders whose files share one system of services, which takes half a minute of processor time to start.
_SHARE_A_SYSTEM = ("tests/contract/gateway", "tests/contract/mcp")
#: Rooms whose tests wait for processes and brokers, the longest first; the others compute.
_LONG_FIRST = ("fault", "end_to_end", "golden", "contract", "property")


class LongestFirst(LoadFileScheduling):
    """`loadfile` in the order of the collection, with one unit of work for each folder that shares a system."""

    def __init__(self, config: pytest.Config, log: object) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return _unit(nodeid)


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Sort tests so that units of work that take long come first, as their limits, marks and rooms tell."""
    units: dict[str, list[pytest.Item]] = {}
    for item in items:
        units.setdefault(_unit(item.nodeid), []).append(item)
    return [item for unit in sorted(units.values(), key=_order) for item in unit]


def _order(unit: list[pytest.Item]) -> tuple[float, int, int, int]:
    limit = max(_limit(item) for item in unit)
    room = PurePosixPath(unit[0].nodeid).parts[1]
    rank = _LONG_FIRST.index(room) if room in _LONG_FIRST else len(_LONG_FIRST)
    slow = sum(item.get_closest_marker("slow") is not None for item in unit)
    return -limit, rank, -slow, -len(unit)


def _limit(item: pytest.Item) -> float:
    """Return the time limit of a test where it has one of its own: those that take long do."""
    mark = item.get_closest_marker("timeout")
    return float(mark.args[0]) if mark is not None and mark.args else 0.0


def _unit(nodeid: str) -> str:
    file = nodeid.split("::", 1)[0]
    return next((folder for folder in _SHARE_A_SYSTEM if file.startswith(f"{folder}/")), file)
