"""What a model writes from a domain's name alone, beside the reference."""

from __future__ import annotations

import pytest
from tests.support.descriptions import CASES
from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.schema.baselines.leakage import compared, probe
from plancritic.llm import LanguageModelSettings, TokenBudget
from plancritic.pddl.language import parse_domain

TEXT = (CASES / "libraryworld" / "domain.pddl").read_text(encoding="utf-8")
REFERENCE = parse_domain(TEXT)


def test_the_reference_itself_is_wholly_known() -> None:
    found = compared(f"```pddl\n{TEXT}\n```", REFERENCE, "m")
    assert (found.action_names, found.predicate_names) == (1.0, 1.0)
    # The order of conjuncts is another than in canonical text.
    assert found.mean_similarity > 0.8


def test_another_domain_is_less_like_the_reference() -> None:
    own = compared(TEXT, REFERENCE, "m")
    other = compared((CASES / "minecraft" / "domain.pddl").read_text(encoding="utf-8"), REFERENCE, "m")
    assert (other.action_names, other.predicate_names) == (0.0, 0.0)
    assert all(other.similarity[name] < own.similarity[name] for name in REFERENCE.actions)


def test_the_names_of_variables_and_actions_do_not_count() -> None:
    renamed = TEXT.replace("?x", "?thing").replace("(:action ", "(:action my-")
    own, other = compared(TEXT, REFERENCE, "m"), compared(renamed, REFERENCE, "m")
    assert other.similarity == own.similarity
    assert other.action_names == 0.0


def test_no_domain_at_all_is_like_nothing() -> None:
    found = compared("I do not know it.", REFERENCE, "m")
    assert (found.action_names, found.predicate_names, found.mean_similarity) == (0.0, 0.0, 0.0)


async def test_the_model_is_given_the_name_alone() -> None:
    async with recorded_llm_server(lambda _: (200, completion(f"```pddl\n{TEXT}\n```"))) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="recorded")
        found = await probe(settings, REFERENCE, TokenBudget(10_000))
    assert (found.model, found.action_names) == ("recorded", 1.0)
    (request,) = server.requests
    (message,) = request["messages"]
    assert "`libraryworld`" in message["content"]
    assert not any(name in message["content"] for name in (*REFERENCE.predicates, *REFERENCE.actions))


async def test_without_a_language_model_the_fault_says_so() -> None:
    with pytest.raises(ContractError, match="no language model is configured") as caught:
        await probe(LanguageModelSettings(base_url=None, api_key=None, model=None), REFERENCE, TokenBudget(1))
    assert "leave the leakage probe out" in (caught.value.fault.remedy or "")
