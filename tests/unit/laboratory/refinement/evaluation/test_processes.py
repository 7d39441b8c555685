"""Runs in processes of their own."""

import multiprocessing

import pytest

from plancritic.laboratory.refinement.evaluation.processes import ProcessFailedError, rows_of
from plancritic.laboratory.refinement.evaluation.runs import StartRuns


def test_a_start_that_cannot_be_made_ends_the_evaluation_and_its_processes() -> None:
    with pytest.raises(ProcessFailedError, match="start 1 of nowhere: KeyError"):
        list(rows_of([StartRuns("nowhere", 1, 1, 1, ("N",))] * 2, 2))
    assert multiprocessing.active_children() == []


def test_nothing_to_run_starts_nothing() -> None:
    assert list(rows_of([], 2)) == []
