from __future__ import annotations

import pytest
from tests.support.builders import envelope

from plancritic.contracts import subjects
from plancritic.contracts.subjects import SUBJECTS, Kind, Naming

NAMING = Naming("space", "tenant")


def matches(pattern: str, subject: str) -> bool:
    """NATS: `*` is one token, `>` one or more."""
    wanted, given = pattern.split("."), subject.split(".")
    for place, token in enumerate(wanted):
        if token == ">":
            return len(given) > place
        if place >= len(given) or token not in ("*", given[place]):
            return False
    return len(wanted) == len(given)


def published(row: subjects.Subject, session: str = "s1") -> str:
    return NAMING.publish(row, envelope(session), job="j1" if row.kind is Kind.RESULT else None)


@pytest.mark.parametrize("row", SUBJECTS, ids=lambda row: row.name)
def test_what_is_published_is_received_by_its_own_row_and_session_only(row: subjects.Subject) -> None:
    subject = published(row)
    assert [other.name for other in SUBJECTS if matches(NAMING.subscribe(other), subject)] == [row.name]
    assert matches(NAMING.all_of(row.kind), subject)
    assert matches(NAMING.subscribe(row, "s1"), subject)
    if row.kind is not Kind.ASK:
        assert not matches(NAMING.subscribe(row, "s2"), subject)


def test_a_result_needs_the_id_of_its_job() -> None:
    assert published(subjects.SOLVED) == "space.v1.tenant.result.planner.solved.s1.j1"
    with pytest.raises(ValueError, match="needs the id of its job"):
        NAMING.publish(subjects.SOLVED, envelope())
