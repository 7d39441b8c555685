"""The translator's best reading has exactly the constraints of the line."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions, shown_plan
from tests.unit.translator.steps import read


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text, the plan that is shown with it, and its best reading; what the line leaves out is not checked."""

    domain: str
    problem: str = "1"
    plan: str | None = None
    constraints: list[str]
    strength: str | None = "not checked"
    goal_begins: str = ""
    least_score: float = 0.0
    only_reading: bool = False
    no_guess: bool = False


@pytest.mark.parametrize("case", regressions("translator-reads.jsonl", Case))
async def test_the_translator_reads_the_constraints(case: Case) -> None:
    found = await read(case.text, shown_plan(case.plan), case.domain, case.problem)
    assert found.readings, case.why
    best = found.readings[0]
    assert sorted(best.constraints) == sorted(case.constraints), case.why
    assert case.strength in ("not checked", best.strength), case.why
    assert best.mid_level_goal.startswith(case.goal_begins), case.why
    assert best.score >= case.least_score, case.why
    assert not (case.only_reading and len(found.readings) > 1), case.why
    assert not (case.no_guess and found.guesses), case.why
