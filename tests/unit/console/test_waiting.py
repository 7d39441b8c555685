"""Services of which nothing is heard."""

from __future__ import annotations

from typing import cast

from plancritic.client import PlancriticClient
from plancritic.console.waiting import silent_services
from plancritic.contracts.documents.examples import ANSWERS
from plancritic.contracts.service import ServiceDescription


class Services:
    """Answers for these services."""

    def __init__(self, **ready: bool) -> None:
        self._ready = ready

    async def services(self, wait: float) -> tuple[ServiceDescription, ...]:
        assert wait > 0
        example = ServiceDescription.model_validate(ANSWERS["ask.service.describe"])
        return tuple(
            example.model_copy(update={"service": name, "ready": ready}) for name, ready in self._ready.items()
        )


async def silent(services: Services, *needed: str) -> tuple[str, ...]:
    return await silent_services(cast("PlancriticClient", services), needed)


async def test_services_that_do_not_answer_are_named_in_their_order() -> None:
    assert await silent(Services(validator=True), "schema_library", "validator", "refiner") == (
        "schema_library",
        "refiner",
    )


async def test_a_copy_that_is_not_ready_does_no_work_yet() -> None:
    assert await silent(Services(refiner=False), "refiner") == ("refiner",)


async def test_nothing_is_missed_where_all_answer() -> None:
    assert await silent(Services(refiner=True, validator=True), "refiner") == ()
