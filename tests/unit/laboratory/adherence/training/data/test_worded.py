"""Requests in recorded words: as they lie in the repository, and asked of plans."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from plancritic.adherence.dataset import Dataset, read_dataset
from plancritic.contracts.errors import ContractError
from plancritic.domains import known_domains
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.data.worded import Wordings, make_worded_data, read_wordings
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow

TEST_DATA = Path("models") / "scorer" / "test.jsonl.gz"


def quiet(_: str) -> None:
    pass


@pytest.fixture(scope="module")
def data() -> Dataset:
    """The test split that ships: problem 4 and what is sampled from it."""
    from plancritic.domains import domains_root

    return read_dataset(domains_root() / "satellite" / TEST_DATA)


def made(wordings: list[Wordings], data: Dataset) -> Dataset:
    return asyncio.run(make_worded_data(load_folder("satellite"), wordings, data, 0, "plancritic data worded", quiet))


def few() -> list[Wordings]:
    return [each for each in read_wordings("satellite") if each.problem == "4"][:6]


@pytest.mark.parametrize("domain", known_domains())
def test_every_request_fits_its_problem_and_is_said_in_several_ways(domain: str) -> None:
    bundle = load_folder(domain)
    lexicons = {problem: Lexicon(bundle, problem) for problem in bundle.problems}

    for request in read_wordings(domain):
        assert len(set(request.texts)) == len(request.texts) > 1
        for text in request.constraints:
            assert check_constraint(parse_constraint(text), lexicons[request.problem].problem) == ()


def test_a_text_that_is_kept_for_testing_is_asked_of_no_other_problem(data: Dataset) -> None:
    (request,) = few()[:1]
    elsewhere = request.model_copy(update={"problem": "1"})

    assert made([request, elsewhere], data).examples == made([request], data).examples


def test_each_text_is_asked_of_as_many_plans_that_adhere_as_not(data: Dataset) -> None:
    found = made(few(), data)

    texts = {text for request in few() for text in request.texts}
    assert {example.text for example in found.examples} <= texts
    assert {example.split for example in found.examples} == {"test"}
    balance: dict[tuple[str, str], int] = {}
    for example in found.examples:
        key = (found.plans[example.plan].problem, example.text)
        balance[key] = balance.get(key, 0) + (1 if example.adheres else -1)
    # What the judges dispute is left out on one side.
    assert sum(map(abs, balance.values())) <= found.card.disputed < len(found.examples) / 10
    assert found.card.by_split == {"test": len(found.examples)}


def test_the_same_seed_asks_the_same(data: Dataset) -> None:
    assert made(few(), data).examples == made(few(), data).examples


def test_a_text_that_the_data_have_already_is_left_out(data: Dataset) -> None:
    known = few()[0].texts[0]
    with_it = replace(data, examples=(*data.examples, replace(data.examples[0], text=known)))

    assert known in {example.text for example in made(few(), data).examples}
    assert known not in {example.text for example in made(few(), with_it).examples}


def test_nothing_to_ask_is_said(data: Dataset) -> None:
    with pytest.raises(ValueError, match="no plan"):
        made([], data)


def test_a_domain_without_wordings_is_refused_with_the_place() -> None:
    with pytest.raises(ContractError, match="no recorded wordings") as refused:
        read_wordings("atlantis")
    assert refused.value.fault.remedy
