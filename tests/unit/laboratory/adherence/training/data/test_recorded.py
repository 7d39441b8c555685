"""The recorded pairs as they lie in the repository, and labels judged again."""

import asyncio
import gzip
from pathlib import Path

import pytest

from plancritic.adherence.dataset import Dataset
from plancritic.contracts.errors import ContractError
from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.laboratory.adherence.training.data.recorded import (
    RecordedPlan,
    RecordedStatement,
    Recording,
    published_labels,
    read_recording,
    recorded_folder,
)
from plancritic.laboratory.adherence.training.data.recorded_data import make_recorded_data

#: Several seconds together: in test-all.
pytestmark = pytest.mark.slow


def quiet(_: str) -> None:
    pass


@pytest.fixture(scope="module")
def satellite() -> DomainFolder:
    return load_folder("satellite")


@pytest.fixture(scope="module")
def recording() -> Recording:
    return read_recording(recorded_folder("satellite"))


@pytest.fixture(scope="module")
def data(satellite: DomainFolder, recording: Recording) -> Dataset:
    """Every ninth statement: all three problems, a second or so."""
    some = Recording(recording.plans, recording.statements[::9])
    return asyncio.run(make_recorded_data(satellite, some, 0, "plancritic data recorded", quiet))


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
def test_the_licence_lies_beside_the_recorded_pairs(domain: str) -> None:
    assert "Copyright (c) 2024 Owen Burns" in (recorded_folder(domain) / "LICENSE").read_text()


@pytest.mark.parametrize(("domain", "statements", "plans"), [("waterway", 3346, 51), ("satellite", 9263, 253)])
def test_every_recorded_statement_is_read(domain: str, statements: int, plans: int) -> None:
    found = read_recording(recorded_folder(domain))

    assert (len(found.statements), len(found.plans)) == (statements, plans)
    assert {statement.plan for statement in found.statements} == found.plans.keys()


async def test_labels_judged_again_are_those_of_the_independent_check(data: Dataset) -> None:
    assert data.card.reference_agreement == 1.0
    assert data.card.disputed == 0
    assert data.card.left_out["constraint is malformed"] > 50
    assert all(example.source == "recorded" and len(example.constraints) == 1 for example in data.examples)


async def test_no_text_and_no_plan_family_is_on_two_sides(data: Dataset) -> None:
    splits = {"train", "validation", "test"}
    texts = {split: {e.text for e in data.examples if e.split == split} for split in splits}
    families = {split: {data.plans[e.plan].family for e in data.examples if e.split == split} for split in splits}

    for sides in (texts, families):
        assert all(sides.values())
        assert sum(map(len, sides.values())) == len(set().union(*sides.values()))
    assert {data.plans[e.plan].problem for e in data.examples if e.split == "test"} == {"3"}


async def test_where_the_last_problem_holds_little_plan_families_of_others_are_tested_too() -> None:
    recording = read_recording(recorded_folder("waterway"))
    some = Recording(recording.plans, recording.statements[::3])

    data = await make_recorded_data(load_folder("waterway"), some, 0, "", quiet)

    assert {data.plans[e.plan].problem for e in data.examples if e.split == "test"} == {"1", "3"}


async def test_published_labels_stand_beside_though_they_contradict_themselves(
    data: Dataset, recording: Recording
) -> None:
    published = published_labels(Recording(recording.plans, recording.statements[::9]), data)

    wrong = [example for example, obeyed in published if example.adheres is not obeyed]
    assert len(published) > len(data.examples) == len({(e.plan, e.text) for e, _ in published})
    assert 0.3 < len(wrong) / len(published) < 0.5


def recorded_pair(text: str, constraint: str, reference: bool) -> RecordedStatement:
    return RecordedStatement("", "p", text, constraint, obeyed=True, reference=reference)


async def test_a_text_written_for_two_constraints_with_different_answers_is_left_out(satellite: DomainFolder) -> None:
    plan = RecordedPlan("1", "0.000: (turn_to satellite0 groundstation2 phenomenon6) [5.000]\n", "f")
    turned, never = "(sometime (pointing satellite0 groundstation2))", "(sometime (calibrated instrument0))"
    statements = (
        recorded_pair("See to it.", turned, True),
        recorded_pair("See to it.", never, False),
        recorded_pair("Turn.", turned, True),
        recorded_pair("Turn.", turned, True),
        recorded_pair("Look.", "(sometime (looking satellite0))", True),
    )

    data = await make_recorded_data(satellite, Recording({"p": plan}, statements), 0, "", quiet)

    assert [(e.text, e.adheres, e.sort) for e in data.examples] == [("Turn.", True, "sometime")]
    assert data.card.left_out == {
        "constraint is malformed": 1,
        "other constraint, same words, other answer": 2,
        "recorded before": 1,
    }


async def test_a_plan_that_our_model_refuses_is_counted(satellite: DomainFolder) -> None:
    plan = RecordedPlan("1", "0.000: (switch_off instrument0 satellite0) [1.000]\n", "f")
    statement = recorded_pair("Turn.", "(sometime (pointing satellite0 groundstation2))", True)

    with pytest.raises(ValueError, match="no recorded pair is left"):
        await make_recorded_data(satellite, Recording({"p": plan}, (statement,)), 0, "", quiet)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "plans.jsonl.gz").write_bytes(gzip.compress(b'{"id": "p", "inst": "instance-1", "steps": []}\n'))
    (tmp_path / "statements.jsonl.gz").write_bytes(gzip.compress(b'{"id": "s", "plan": "q"}\n'))

    with pytest.raises(ContractError, match=r"statements.*line 1: there is no plan 'q'"):
        read_recording(tmp_path)


def test_a_domain_without_recorded_pairs_says_so(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="it has no recorded pairs"):
        read_recording(tmp_path)
