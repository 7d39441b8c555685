"""The table of an evaluation."""

import pytest
from tests.unit.refiner.evaluation.test_rows import row

from plancritic.refiner.evaluation.table import cell_of, make_table, table_lines


def test_a_cell_has_mean_and_standard_error_and_counts_the_perfect() -> None:
    found = [row("VS", number, hde=hde, perfect=hde == 1, questions=number, candidates=2 * number, seconds=2.0)
             for number, hde in enumerate((0.25, 0.5, 1.0, 0.25), 1)]  # fmt: skip
    cell = cell_of(found)
    assert (cell.runs, cell.hde, cell.perfect, cell.questions, cell.seconds) == (4, 0.5, 1, 2.5, 2.0)
    assert cell.candidates == 5
    # The deviation of the sample, sqrt((2 * 0.0625 + 0.25) / 3), over sqrt(4).
    assert cell.error == pytest.approx((0.375 / 3) ** 0.5 / 2)
    assert cell_of(found[:1]).error == 0


def test_the_table_has_a_row_a_pipeline_and_a_column_a_domain_and_tells_what_failed() -> None:
    rows = [
        row("N", 1, hde=0.5, hde_seconds=0.5),
        row("N", 2, hde=0.0, hde_seconds=1.5, given_up=2),
        row("LVS", 1, hde=1.0, perfect=True, seconds=3.0, cpu_seconds=2.0, shortfall=7, candidates=9),
        row("LVS", 2, failure="ValueError: it broke"),
    ]
    table = make_table(rows, ["hiking", "blocks"], ["N", "LVS"])
    lines = table_lines(table)
    assert "| pipeline | hiking | blocks | mean | questions | candidates | seconds |" in lines
    assert "| N | 25.0 ± 25.0 (0/2) | - | 25.0 ± 25.0 (0/2) | 0.0 | 0.0 | 0.0 |" in lines
    assert "| LVS | 100.0 ± 0.0 (1/1) | - | 100.0 ± 0.0 (1/1) | 0.0 | 9.0 | 3.0 |" in lines
    assert "One HDE evaluation took 1.00 s on average, 1.50 s at most." in lines
    assert "All refinements took 3 s, 2 CPU seconds." in lines
    assert "failed: LVS on start 2 (1 faults, seed 10002) of hiking: ValueError: it broke" in lines
    assert (table.shortfall, table.given_up) == (7, 2)
