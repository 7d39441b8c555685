"""The table of an evaluation."""

import pytest
from tests.unit.laboratory.refinement.evaluation.test_rows import row

from plancritic.laboratory.refinement.evaluation.table import cell_of, make_table, table_lines


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
        row("N", 1, hde=0.5, hde_seconds=0.5, wrongly_allowed=9, wrongly_changed=1, strictly_bounded=True),
        row("N", 2, hde=0.0, hde_seconds=1.5, given_up=2, wrongly_refused=4),
        row(
            "LVS",
            1,
            hde=1.0,
            perfect=True,
            strictly_right=True,
            seconds=3.0,
            cpu_seconds=2.0,
            shortfall=7,
            candidates=9,
        ),
        row("LVS", 2, failure="ValueError: it broke"),
    ]
    table = make_table(rows, ["hiking", "blocks"], ["N", "LVS"])
    lines = table_lines(table)
    strict = "strictly right | wrongly allowed | wrongly refused | other state"
    assert f"| pipeline | hiking | blocks | mean | {strict} | questions | candidates | seconds |" in lines
    none = "25.0 ± 25.0 (0, 0 of 2)"
    assert f"| N | {none} | - | {none} | 0/2 (1 bounded) | 4.5 | 2.0 | 0.5 | 0.0 | 0.0 | 0.0 |" in lines
    right = "100.0 ± 0.0 (1, 1 of 1)"
    assert f"| LVS | {right} | - | {right} | 1/1 | 0.0 | 0.0 | 0.0 | 0.0 | 9.0 | 3.0 |" in lines
    assert "One HDE evaluation took 1.00 s on average, 1.50 s at most." in lines
    assert "All refinements took 3 s, 2 CPU seconds." in lines
    assert "failed: LVS on start 2 (1 faults, seed 10002) of hiking: ValueError: it broke" in lines
    assert (table.shortfall, table.given_up) == (7, 2)


def test_runs_that_were_cut_off_or_misled_are_told() -> None:
    rows = [
        row("own-14-wrong", 1, hde=1.0, strictly_right=True, wrong_answers=1, is_cut_off=True),
        row("own-14-wrong", 2, hde=0.5, wrong_answers=1),
        row("own-14-wrong", 3, hde=1.0, strictly_right=True),
    ]
    lines = table_lines(make_table(rows, ["hiking"], ["own-14-wrong"]))
    assert "Refinements that their limit ended: 1." in lines
    assert "own-14-wrong: an answer was wrong in 2 runs, of which 1 end strictly right." in lines


def test_kinds_of_starts_have_rows_and_groups_of_domains_have_means_of_their_own() -> None:
    rows = [row("N", 1, hde=0.5), row("N", 2, no_start="hiking: 1 starts show")]
    bare = rows[0].start.model_copy(update={"kind": "no-preconditions"})
    rows.append(row("N", 1, hde=0.25).model_copy(update={"start": bare}))
    rows.append(rows[-1].model_copy(update={"domain": "harbour", "hde": 0.75}))
    groups = {"known": ["hiking", "blocks"], "unseen": ["harbour"]}
    table = make_table(rows, ["hiking", "harbour"], ["N"], ["edits", "no-preconditions"], groups)
    lines = table_lines(table)
    assert any(
        each.startswith("| starts | pipeline | hiking | harbour | mean of known | mean of unseen |") for each in lines
    )
    quarter, half, most = (f"{each} ± 0.0 (0, 0 of 1)" for each in ("25.0", "50.0", "75.0"))
    assert any(each.startswith(f"| edits | N | {half} | - | {half} | - | 0/1") for each in lines)
    assert any(
        each.startswith(f"| no-preconditions | N | {quarter} | {most} | {quarter} | {most} | 0/2") for each in lines
    )
    assert "no start: hiking: 1 starts show" in lines and table.failures == ()
