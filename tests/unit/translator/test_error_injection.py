"""A weakened translator misreads a share of what it is told, the same statements each time, and says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import check_constraint
from plancritic.translator.error_injection import weakened
from plancritic.wording import Lexicon

SUITE = Path(__file__).parents[2] / "cases" / "feedback" / "archetypes-dev.jsonl"
ROWS = [row for row in map(json.loads, SUITE.read_text(encoding="utf-8").splitlines()) if row["problem"] == "1"]


@pytest.fixture(scope="module", params=["waterway", "satellite"])
def told(request: pytest.FixtureRequest) -> tuple[Lexicon, list[Statement], list[StatementReadings]]:
    """Statements with their ground truth as the best reading, and another one beside it."""
    words = Lexicon(load_domain(request.param), "1")
    rows = [row for row in ROWS if row["domain"] == request.param]
    statements = [Statement(id=f"s{place}", text=row["statement"]) for place, row in enumerate(rows)]
    readings = [
        StatementReadings(
            statement=statement.id,
            readings=tuple(
                Reading(mid_level_goal="as meant", constraints=tuple(row["ground_truth"]), score=score)
                for score in (0.9, 0.5)
            ),
        )
        for statement, row in zip(statements, rows, strict=True)
    ]
    return words, statements, readings


Told = tuple[Lexicon, list[Statement], list[StatementReadings]]


def misread(told: Told, share: float, seed: int = 1) -> set[int]:
    words, statements, readings = told
    changed = weakened(statements, readings, words, share, seed)
    return {place for place, (old, new) in enumerate(zip(readings, changed, strict=True)) if old != new}


def test_nobody_is_misread_without_a_share_and_everybody_with_the_whole(told: Told) -> None:
    assert misread(told, 0.0) == set()
    assert misread(told, 1.0) == set(range(len(told[1])))


def test_a_larger_share_misreads_the_same_statements_and_more(told: Told) -> None:
    few, many = misread(told, 0.3), misread(told, 0.7)
    assert few < many
    assert misread(told, 0.3) == few
    assert misread(told, 0.3, seed=2) != few


def test_what_is_misread_is_one_other_well_formed_reading_as_sure_of_itself_as_before(told: Told) -> None:
    words, statements, readings = told
    for old, new in zip(readings, weakened(statements, readings, words, 1.0, 1), strict=True):
        (wrong,) = new.readings
        assert set(wrong.constraints) != set(old.readings[0].constraints)
        assert wrong.score == old.readings[0].score
        assert wrong.mid_level_goal != "as meant"
        for constraint in wrong.constraints:
            assert not check_constraint(parse_constraint(constraint), words.problem)


def test_what_was_not_understood_stays_so(told: Told) -> None:
    words, statements, _ = told
    nothing = [StatementReadings(statement=statement.id, reason="too odd") for statement in statements]
    assert list(weakened(statements, nothing, words, 1.0, 1)) == nothing
