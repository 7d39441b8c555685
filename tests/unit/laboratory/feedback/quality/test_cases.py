"""Specifications whose plans are measured: read, written again, and all of them well-formed."""

from collections import Counter
from pathlib import Path

import pytest

from plancritic.contracts.specification import TracedConstraint
from plancritic.laboratory.feedback.quality.cases import Case, read_cases, write_cases
from plancritic.verdicts.task import Task, Texts, read_task

CHECKOUT = Path(__file__).parents[5]
CASES = CHECKOUT / "tests/cases/quality/specifications.jsonl"


def test_every_specification_fits_its_problem() -> None:
    cases = read_cases(CASES)
    assert len(cases) >= 60
    assert len({case.domain_name for case in cases}) >= 5
    for case in cases:
        texts = Texts((CHECKOUT / case.domain).read_text("utf-8"), (CHECKOUT / case.problem).read_text("utf-8"))
        task = read_task(texts, [TracedConstraint(constraint=each) for each in case.constraints], "test")
        assert isinstance(task, Task), (case.id, task)
        assert case.best_known is not None, case.id


def test_all_problems_of_our_domains_are_there() -> None:
    counted = Counter(case.problem for case in read_cases(CASES))
    ours = [str(path.relative_to(CHECKOUT)) for path in sorted(CHECKOUT.glob("domains/*/problems/*.pddl"))]
    assert all(counted[problem] >= 4 for problem in ours)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    cases = read_cases(CASES)
    write_cases(tmp_path / "again.jsonl", cases)
    assert read_cases(tmp_path / "again.jsonl") == cases


def test_a_line_that_is_no_case_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    case = Case(id="a-1", domain="d.pddl", problem="p.pddl").model_dump_json()
    file.write_text(f"{case}\n[]\n", "utf-8")
    with pytest.raises(ValueError, match="line 2"):
        read_cases(file)
    file.write_text(f"{case}\n{case}\n", "utf-8")
    with pytest.raises(ValueError, match="line 2: the id a-1 is taken"):
        read_cases(file)
