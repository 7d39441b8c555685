"""None of the translator's readings has the constraints that the line rules out."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.support.regressions import Regression, regressions, shown_plan
from tests.unit.translator.steps import canonical, read


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text, lists of constraints none of which may be a reading, and what no constraint of a reading may contain."""

    one_of = ("never", "never_contains")

    domain: str
    plan: str | None = None
    never: list[list[str]] = field(default_factory=list)
    never_contains: str | None = None


@pytest.mark.parametrize("case", regressions("translator-never-reads.jsonl", Case))
async def test_no_reading_of_the_translator_is_ruled_out(case: Case) -> None:
    found = await read(case.text, shown_plan(case.plan), case.domain)
    ruled_out = [canonical(constraints) for constraints in case.never]
    assert all(canonical(reading.constraints) not in ruled_out for reading in found.readings), case.why
    if case.never_contains is not None:
        said = " ".join(constraint for reading in found.readings for constraint in reading.constraints)
        assert case.never_contains not in said, case.why
