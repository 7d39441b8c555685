"""Suites are read with the place of every mistake."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from plancritic.contracts.errors import ContractError, Fault
from plancritic.domains.folder import load_folder
from plancritic.laboratory.feedback.suites import read_suites

CASES = Path(__file__).parents[3] / "cases" / "feedback"
LINE: dict[str, Any] = {
    "domain": "waterway",
    "archetype": "debris_ends_at_b",
    "statement": "Finish at B.",
    "ground_truth": ["(at end (at deb_ast_0 wpt_b_0))"],
}


def written(folder: Path, *lines: dict[str, Any] | str) -> Path:
    suite = folder / "suite.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    suite.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return suite


def fault_of(suite: Path) -> Fault:
    with pytest.raises(ContractError) as caught:
        read_suites([suite], "waterway")
    return caught.value.fault


@pytest.mark.parametrize(
    ("name", "domain"),
    [
        *product(
            [
                "rephrasings-dev",
                "multi-dev",
                "archetypes-dev",
                "frozen",
                "steps-own",
                "multi-own",
                "not-understood-own",
            ],
            ["waterway", "satellite"],
        ),
        ("steps-dev", "waterway"),
    ],
)
def test_every_line_of_the_development_suites_is_an_element_of_its_domain(name: str, domain: str) -> None:
    path = CASES / f"{name}.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    own = [line for line in lines if line["domain"] == domain]
    elements = read_suites([path], domain)
    assert [element.given for element in elements] == own
    assert len({element.id for element in elements}) == len(own)
    assert {element.suite for element in elements} == {name}
    shown = [element.shown_plan for element in elements]
    assert shown == [line.get("plan") for line in own]


def test_the_ground_truth_of_each_archetype_is_that_of_the_domain_folder() -> None:
    for domain in ("waterway", "satellite"):
        truths = {archetype.name: archetype.ground_truth for archetype in load_folder(domain).archetypes}
        for element in read_suites([CASES / "archetypes-dev.jsonl"], domain):
            assert element.constraints == truths[element.archetype][element.problem]


def test_several_statements_have_a_list_each_or_one_for_all(tmp_path: Path) -> None:
    each = LINE | {
        "statements": ["One.", "Two."],
        "ground_truth": [LINE["ground_truth"], ["(at end (at shp_0 shp_dck_0))"]],
    }
    together = LINE | {"statements": ["One.", "Two."]}
    for line in (each, together):
        line.pop("statement", None)
    first, second = read_suites([written(tmp_path, each, together)], "waterway")
    assert [len(group) for group in first.ground_truth] == [1, 1]
    assert first.constraints == ("(at end (at deb_ast_0 wpt_b_0))", "(at end (at shp_0 shp_dck_0))")
    assert second.ground_truth == (("(at end (at deb_ast_0 wpt_b_0))",),)


def test_words_without_a_meaning_have_no_ground_truth(tmp_path: Path) -> None:
    (element,) = read_suites([written(tmp_path, LINE | {"ground_truth": "not_understood"})], "waterway")
    assert element.ground_truth == ()
    assert element.constraints == ()


def test_two_lines_that_are_alike_are_two_elements(tmp_path: Path) -> None:
    first, second = read_suites([written(tmp_path, LINE, LINE)], "waterway")
    assert first.id != second.id
    assert read_suites([written(tmp_path, LINE)], "waterway")[0].id == first.id


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{not json", "not JSON"),
        ("[]", "not a JSON object"),
        (LINE | {"ground_truth": []}, "ground_truth"),
        (LINE | {"ground_truth": ["(at end (at deb_ast_0 wpt_z))"]}, "wpt_z"),
        (LINE | {"ground_truth": ["(at end (at deb_ast_0"]}, "ground_truth"),
        (LINE | {"statements": ["Both."]}, "either"),
        (LINE | {"problem": "99"}, "99"),
        (LINE | {"plan": "0.0 move"}, "plan"),
        (LINE | {"statement": " "}, "statement"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_with_file_and_line(
    tmp_path: Path, line: dict[str, Any] | str, words: str
) -> None:
    suite = written(tmp_path, LINE, "", line)
    fault = fault_of(suite)
    assert fault.file == str(suite)
    assert fault.line == 3
    assert words in fault.message
    assert fault.remedy


def test_more_lists_than_statements_are_refused(tmp_path: Path) -> None:
    line = {"domain": "waterway", "statements": ["One."], "ground_truth": [LINE["ground_truth"]] * 2}
    assert "2 lists in ground_truth for 1 statements" in fault_of(written(tmp_path, line)).message


def test_a_suite_without_the_domain_says_which_it_has(tmp_path: Path) -> None:
    fault = fault_of(written(tmp_path, LINE | {"domain": "satellite"}, LINE | {"domain": "satellite"}))
    assert "satellite (2)" in fault.message


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "none.jsonl").file == str(tmp_path / "none.jsonl")
