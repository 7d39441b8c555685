from __future__ import annotations

import pytest

from plancritic.bus import BusSettings, Service
from plancritic.contracts import subjects


async def nothing(*_: object) -> None:
    raise AssertionError("never called")


def test_a_service_takes_only_its_own_rows() -> None:
    service = Service("planner", BusSettings())
    with pytest.raises(ValueError, match=r"does not list 'planner' as a consumer of 'job\.scorer\.score'"):
        service.work(subjects.SCORE)(nothing)
    with pytest.raises(ValueError, match="does not list"):
        service.ask(subjects.REPORT_RUN)


def test_a_row_has_one_handler() -> None:
    service = Service("planner", BusSettings())
    service.work(subjects.SOLVE)(nothing)
    with pytest.raises(ValueError, match="already has a handler"):
        service.work(subjects.SOLVE)(nothing)


def test_before_its_start_a_service_has_no_client() -> None:
    with pytest.raises(RuntimeError, match="has not started"):
        _ = Service("planner", BusSettings()).client
