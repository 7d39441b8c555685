"""The prompt in use is the one that the recordings answer."""

from __future__ import annotations

import pytest
from tests.support.descriptions import CASES, DOMAINS, REGISTERS, hall

from plancritic.contracts.modelling.descriptions import ActionDescription, Register
from plancritic.domains.descriptions import DescriptionError, read_description
from plancritic.schema_library.candidates import prompt as prompts
from plancritic.schema_library.candidates.prompt import actions_prompt, again_prompt, library_key


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_recordings_answer_the_prompt_in_use(domain: str, register: Register) -> None:
    recorded = (CASES / domain / f"prompt-{register}.md").read_text(encoding="utf-8")
    assert actions_prompt(read_description(CASES / domain / "description.yaml"), register) == recorded


def test_prescribed_parameters_are_said() -> None:
    prompt = actions_prompt(hall("(?r - robot ?a ?b - room)"), "layman")
    assert "- `go` with exactly `:parameters (?r - robot ?a ?b - room)`: Go next door.\n" in prompt
    assert "- `pick-up`: Take a box." in prompt


def test_a_description_is_never_read_as_a_template() -> None:
    action = ActionDescription(detailed="Pay $5 or ${name}.")
    assert "Pay $5 or ${name}." in actions_prompt(hall().model_copy(update={"actions": {"go": action}}), "detailed")


def test_without_types_and_overview_the_prompt_says_what_to_do() -> None:
    prompt = actions_prompt(hall().model_copy(update={"types": {}, "overview": ""}), "layman")
    assert "Name: hall\n\nTypes:\n- none: leave types out\n" in prompt


def test_an_action_without_words_in_the_register_is_a_fault() -> None:
    action = ActionDescription(detailed="It moves.")
    with pytest.raises(DescriptionError, match="'go' is not described in the register 'layman'"):
        actions_prompt(hall().model_copy(update={"actions": {"go": action}}), "layman")


def test_asking_again_names_each_action_with_the_reason() -> None:
    prompt = again_prompt({"go": "unknown predicate 'x'", "pick-up": "not in the answer"})
    assert "- `go`: unknown predicate 'x'\n- `pick-up`: not in the answer\n" in prompt


def test_the_key_is_that_of_description_and_register() -> None:
    key = library_key(hall(), "detailed")
    assert key == library_key(hall().model_copy(update={"problem": "(define (problem p))"}), "detailed")
    assert key != library_key(hall(), "layman")
    assert key != library_key(hall("?r - robot ?a ?b - room"), "detailed")


@pytest.mark.parametrize("asked", ["actions", "again"])
def test_answers_to_another_prompt_have_another_key(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key, now = library_key(hall(), "detailed"), prompts.filled_prompt

    def older(package: str, name: str, /, **values: str) -> str:
        return now(package, name, **values) + (" In verse." if name == asked else "")

    monkeypatch.setattr(prompts, "filled_prompt", older)
    assert library_key(hall(), "detailed") != key
