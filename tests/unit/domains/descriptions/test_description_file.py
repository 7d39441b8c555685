"""`description.yaml`: what is read, and faults with file, line and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.descriptions import CASES, DOMAINS

from plancritic.contracts.errors import ContractError, Fault
from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.laboratory.schema.corpus.corpus import DOMAINS_FOLDER
from plancritic.pddl.language import parse_domain

CORPUS = sorted(DOMAINS_FOLDER.glob("*.yaml"))
TEXT = """domain: hall
types:
  room: a room
predicates:
  (in ?r - room): the robot is in room r
actions:
  go:
    detailed: Drive to another room.
    parameters: ?from ?to - room
"""
PROBLEM = "(define (problem p) (:domain hall) (:objects a b - room) (:init (in a)) (:goal (in b)))"


def write(folder: Path, text: str, problem: str | None = None) -> Path:
    file = folder / "description.yaml"
    file.write_text(text)
    if problem is not None:
        (folder / "problem.pddl").write_text(problem)
    return file


def fault(file: Path) -> Fault:
    with pytest.raises(ContractError) as caught:
        read_description(file)
    assert caught.value.fault.remedy
    return caught.value.fault


@pytest.mark.parametrize("name", DOMAINS)
def test_a_test_domain_declares_what_its_reference_declares(name: str) -> None:
    reference = parse_domain((CASES / name / "domain.pddl").read_text(encoding="utf-8"))
    description = read_description(CASES / name / "description.yaml")
    skeleton = skeleton_of(description)
    assert dict(skeleton.predicates) == dict(reference.predicates)
    assert dict(skeleton.types) == dict(reference.types)
    assert list(description.actions) == list(reference.actions)
    assert description.problem == (CASES / name / "problem.pddl").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_every_description_of_the_corpus_is_read_without_its_schemas(file: Path) -> None:
    description = read_description(file)
    assert description.domain == file.stem
    assert description.problem is None
    assert all(each.detailed and each.layman for each in description.actions.values())
    assert "precondition" not in description.model_dump_json()


def test_the_corpus_is_there() -> None:
    assert len(CORPUS) >= 25


def test_the_problem_stands_beside_in_the_file_or_under_another_name(tmp_path: Path) -> None:
    assert read_description(write(tmp_path, TEXT)).problem is None
    inline = f"{TEXT}problem: |\n  {PROBLEM}\n"
    assert read_description(write(tmp_path, inline)).problem == f"{PROBLEM}\n"
    (tmp_path / "other.pddl").write_text(f"{PROBLEM}; other")
    assert read_description(write(tmp_path, f"{TEXT}problem: other.pddl\n")).problem == f"{PROBLEM}; other"
    assert read_description(write(tmp_path, TEXT, PROBLEM)).problem == PROBLEM


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("domain: hall\n", "", 1, "domain is missing"),
        ("domain: hall", "domain: the hall", 1, "no PDDL name"),
        ("  room: a room", "  room: a room\n  room: again", 4, "stands twice"),
        ("  room: a room", "  ro om: a room", 3, "declares no type"),
        ("  (in ?r - room)", "  (in ?r - rom)", 5, "unknown type 'rom'"),
        ("  (in ?r - room)", "  in ?r - room", 5, "declares no predicate"),
        ("(in ?r - room): the robot is in room r", "(in ?r - room): [1]", 5, "string"),
        ("    detailed: Drive to another room.\n", "", 7, "not described"),
        ("detailed: Drive to another room.", "detaild: x", 7, "unknown key 'detaild'"),
        ("?from ?to - room", "?from ?to - rom", 9, "parameters of 'go'"),
        ("domain: hall", "domain: hall\nauthor: me", 2, "unknown key 'author'"),
        ("domain: hall", "domain: hall\n  x: : y", 2, "not YAML"),
        ("  go:\n", "  - go\n", None, "YAML"),
        (TEXT, "- a list", 1, "no description"),
        (TEXT, "", 1, "no description"),
        (TEXT, TEXT + "problem: 7\n", 10, "PDDL or the name of a file"),
        (TEXT, TEXT + "problem: ../problem.pddl\n", 10, "not the name of a file in this folder"),
        (TEXT, TEXT + "problem: (define (problem p) (:domain hall) (:goal (im a)))\n", 10, "the problem"),
    ],
)
def test_a_fault_names_file_line_and_remedy(tmp_path: Path, old: str, new: str, line: int | None, words: str) -> None:
    assert TEXT.count(old) == 1
    file = write(tmp_path, TEXT.replace(old, new))
    found = fault(file)
    assert words in found.message
    assert found.file == str(file)
    assert line is None or found.line == line


def test_a_fault_of_the_problem_names_its_file_and_line(tmp_path: Path) -> None:
    found = fault(write(tmp_path, TEXT, PROBLEM.replace("(:goal (in b))", "\n(:goal (on b))")))
    assert (found.file, found.line) == (str(tmp_path / "problem.pddl"), 2)
    assert "'on'" in found.message


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    assert fault(tmp_path / "description.yaml").message == "the file is missing"
    missing = fault(write(tmp_path, f"{TEXT}problem: other.pddl\n"))
    assert missing.file == str(tmp_path / "other.pddl")
