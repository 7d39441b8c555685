"""A prompt shows examples of the problem at hand, or such as name only objects that it has."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.recorded_llm_server import completion, recorded_llm_server

from plancritic.contracts.translation import Statement
from plancritic.domains import known_domains, load_domain
from plancritic.llm import LanguageModel, LanguageModelSettings
from plancritic.translator.language_model.worked_examples import NO_EXAMPLES, fitting_examples
from plancritic.translator.translation import Translator
from plancritic.wording import Lexicon

SHIPPED = [(domain, problem) for domain in known_domains() for problem in load_domain(domain).problems]


@pytest.mark.parametrize(("domain", "problem"), SHIPPED)
def test_examples_name_only_objects_of_the_problem_and_there_are_some(domain: str, problem: str) -> None:
    bundle = load_domain(domain)
    lexicon = Lexicon(bundle, problem)
    examples = fitting_examples(lexicon)
    assert examples
    assert {each.statement for each in bundle.context.examples if each.problem == problem} <= {
        each.statement for each in examples
    }
    foreign = {name for other in bundle.problems for name in Lexicon(bundle, other).problem.objects}
    foreign -= set(lexicon.problem.objects)
    words = {word for each in examples for text in each.constraints for word in text.lower().strip("()").split()}
    assert not foreign & {word.strip("()") for word in words}


async def test_both_prompts_leave_out_what_the_problem_does_not_have() -> None:
    def answer(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        first = "goals. A mid" in body["messages"][0]["content"]
        said = {"goals": ["The van ends at the depot."]} if first else {"constraints": ["(at end (at van1 depot))"]}
        return 200, completion(json.dumps(said))

    async with recorded_llm_server(answer) as server:
        settings = LanguageModelSettings(base_url=server.url, api_key=None, model="m", attempts=1)
        async with LanguageModel(settings) as model:
            reader = Translator(model, candidates=1)
            await reader.translate(load_domain("haulage"), "1", [Statement(id="s1", text="Park it.")])
    prompts = [request["messages"][0]["content"] for request in server.requests]
    assert len(prompts) == 2
    for text in prompts:
        assert "van2" not in text
        assert "very van" not in text.partition("Examples:")[2], "problem 1 has one van"
        assert "At the end, the van is at the depot." in text


def test_without_a_fitting_example_the_prompt_says_so(tmp_path: Path) -> None:
    bundle = load_domain("haulage")
    two_vans = tuple(each for each in bundle.context.examples if "van2" in " ".join(each.constraints))
    assert two_vans
    context = bundle.context.model_copy(update={"examples": two_vans})
    assert fitting_examples(Lexicon(bundle.model_copy(update={"context": context}), "1")) == ()
    assert NO_EXAMPLES
