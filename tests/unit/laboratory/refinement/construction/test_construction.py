"""A domain built action by action, its completions replayed at the HTTP edge or scripted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.support.recorded_llm_server import Answer, RecordedServer, completion, recorded_llm_server, replaying
from tests.support.refinement import RECORDING, completions, hiking

from plancritic.contracts.errors import FaultCode
from plancritic.domains.descriptions import DescriptionError
from plancritic.laboratory.refinement.construction import Constructed, NotConstructed, construct
from plancritic.llm import LanguageModel, LanguageModelSettings, Recording, TokenBudget
from plancritic.pddl.language import parse_domain
from plancritic.refiner.feedback.name_contract import checked_domain

WALK, CLIMB = completions("construction")[1:]
#: The first answer lacks a parenthesis.
UNCLOSED = completions("construction")[0]
WADING = """```pddl
(:predicates (wet ?h - hiker) (flat ?p - place))
(:action walk
  :parameters (?h - hiker ?from ?to - place)
  :precondition (and (at ?h ?from) (adjacent ?from ?to) (flat ?to) (not (wet ?h)))
  :effect (and (at ?h ?to) (not (at ?h ?from))))
```"""


@asynccontextmanager
async def model_of(answer: Answer) -> AsyncIterator[tuple[LanguageModel, RecordedServer]]:
    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded", attempts=1)
        async with LanguageModel(settings) as model:
            yield model, server


async def constructed(*answers: str, tokens: int | None = None) -> tuple[Constructed | NotConstructed, RecordedServer]:
    left = iter(answers)

    def answer(_body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return 200, completion(next(left))

    async with model_of(answer) as (model, server):
        return await construct(hiking(), "detailed", model, TokenBudget(tokens)), server


async def test_a_recorded_domain_whose_first_action_has_a_slip_mended_at_the_second_try() -> None:
    async with model_of(replaying(Recording.load(RECORDING))) as (model, server):
        found = await construct(hiking(), "detailed", model, TokenBudget(None))
    assert isinstance(found, Constructed)
    assert found.tries == {"walk": 2, "climb": 1}
    assert found.tokens == 300
    domain = checked_domain(found.domain, hiking(), ())
    assert list(domain.actions) == ["walk", "climb"]
    complaint = server.requests[1]["messages"][-1]["content"]
    assert "line 4" in complaint and ":effect" in complaint


async def test_the_history_tells_a_later_action_what_an_earlier_one_declared() -> None:
    found, server = await constructed(WADING, CLIMB)
    assert isinstance(found, Constructed)
    assert "`(wet ?h - hiker)`: added" in server.requests[1]["messages"][0]["content"]
    assert "wet" not in server.requests[0]["messages"][0]["content"]
    assert len(parse_domain(found.domain).predicates) == len(hiking().predicates) + 1


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("I cannot.", "no (:action"),
        (f"{WALK}\n{CLIMB}", "there are 2"),
        (CLIMB, "write 'walk'"),
        (WALK.replace("(flat ?to)", "(level ?to)"), "level"),
        (WALK.replace("?h - hiker ?from ?to - place", "?h - hiker ?to - place ?from - hiker"), "hiker"),
        (WALK.replace("(:action", "(:types boat)\n(:action"), "further types"),
        (WALK.replace("(:action", "(:types hiker)\n(:predicates (deep ?p - sea))\n(:action"), "further predicates"),
        (WALK.replace("(:action", "(:predicates deep)\n(:action"), "further predicates"),
        (WALK.replace("(:action", "(:functions (depth))\n(:action"), "unexpected here"),
        (WALK.replace("(dry ?from)", "(or (dry ?from))"), "no conjunction"),
    ],
)
async def test_what_cannot_be_used_is_told_and_asked_for_again(answer: str, complaint: str) -> None:
    found, server = await constructed(answer, WALK, CLIMB)
    assert isinstance(found, Constructed)
    assert found.tries == {"walk": 2, "climb": 1}
    shown = server.requests[1]["messages"]
    assert [each["role"] for each in shown] == ["user", "assistant", "user"]
    assert complaint in shown[-1]["content"]


async def test_parameters_in_another_order_are_told() -> None:
    swapped = WALK.replace("?h - hiker ?from ?to - place", "?from ?to - place ?h - hiker")
    _, server = await constructed(swapped, WALK, CLIMB)
    assert "number 1 has type place, not hiker" in server.requests[1]["messages"][-1]["content"]


async def test_after_five_tries_the_action_has_failed() -> None:
    found, server = await constructed(WALK, *[UNCLOSED.replace("walk", "climb")] * 6)
    assert isinstance(found, NotConstructed)
    assert (found.action, found.tries) == ("climb", {"walk": 1, "climb": 5})
    assert len(server.requests) == 6
    assert found.fault.code == FaultCode.LANGUAGE_MODEL_FAILED
    assert "'climb' in 5 answers" in found.fault.message


async def test_a_spent_budget_is_a_fault_that_names_its_limit() -> None:
    found, server = await constructed(tokens=2_000)
    assert isinstance(found, NotConstructed)
    assert (found.action, found.tries) == ("walk", {})
    assert "budget" in found.fault.message
    assert server.requests == []


async def test_an_action_without_words_in_the_register_is_refused_before_anybody_is_asked() -> None:
    actions = {**hiking().actions, "climb": hiking().actions["climb"].model_copy(update={"layman": None})}
    with pytest.raises(DescriptionError, match="layman"):
        async with model_of(lambda _body: (500, {})) as (model, server):
            await construct(hiking().model_copy(update={"actions": actions}), "layman", model, TokenBudget(None))
    assert server.requests == []
