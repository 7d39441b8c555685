"""Recorded starts: the folder, and the starts that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.refinement import CASES

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.construction import recorded_starts
from plancritic.refiner.feedback.name_contract import checked_domain


def test_three_starts_are_kept_of_each_known_domain_and_all_fit_its_problems() -> None:
    starts = recorded_starts(CASES / "starts")
    known = [name for name, each in benchmark_domains().items() if each.group == "known"]
    assert set(known) <= set(starts) <= set(benchmark_domains())
    for name in known:
        several = starts[name]
        assert [each.name for each in several] == ["detailed", "hasty", "layman"]
        domain = benchmark_domains()[name]
        problems = (*domain.feedback_problems(), *domain.evaluation_problems())
        for each in several:
            checked_domain(each.text, domain.description, problems)


def test_a_folder_without_starts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="no recorded start") as caught:
        recorded_starts(tmp_path)
    assert caught.value.fault.file == str(tmp_path)


def test_starts_without_provenance_are_refused(tmp_path: Path) -> None:
    (tmp_path / "hiking").mkdir()
    (tmp_path / "hiking" / "one.pddl").write_text("(define (domain hiking))")
    with pytest.raises(ContractError, match="where these starts come from"):
        recorded_starts(tmp_path)
    (tmp_path / "README.md").write_text("By hand.")
    (start,) = recorded_starts(tmp_path)["hiking"]
    assert (start.domain, start.name) == ("hiking", "one")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("By hand.")
    (tmp_path / "hiking").mkdir()
    (tmp_path / "hiking" / "one.pddl").write_bytes(b"\xff\xfe")
    with pytest.raises(ContractError, match="UTF-8") as caught:
        recorded_starts(tmp_path)
    assert caught.value.fault.file == str(tmp_path / "hiking" / "one.pddl")
