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
    assert [other for other in SUBJECTS if matches(NAMING.subscribe(other), subject)] == [row]
    assert matches(NAMING.all_of(row.kind), subject)
    assert matches(NAMING.subscribe(row, "s1"), subject)
    if row.kind is not Kind.ASK:
        assert not matches(NAMING.subscribe(row, "s2"), subject)


def test_a_result_needs_the_id_of_its_job() -> None:
    assert published(subjects.SOLVED) == "space.v1.tenant.result.planner.solved.s1.j1"
    with pytest.raises(ValueError, match="needs the id of its job"):
        NAMING.publish(subjects.SOLVED, envelope())


def test_each_version_of_a_row_has_subjects_of_its_own_in_the_same_stream() -> None:
    first, second = published(subjects.PLAN_REVISED_V1), published(subjects.PLAN_REVISED)
    assert (first, second) == ("space.v1.tenant.event.plan.revised.s1", "space.v2.tenant.event.plan.revised.s1")
    assert matches(NAMING.all_of(Kind.EVENT), first) and matches(NAMING.all_of(Kind.EVENT), second)
    assert subjects.PLAN_REVISED in subjects.NEWEST and subjects.PLAN_REVISED_V1 not in subjects.NEWEST
