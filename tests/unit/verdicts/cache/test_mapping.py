"""A verdict in other words says the same, or nothing."""

from __future__ import annotations

import pytest
from tests.support.builders import constraint

from plancritic.contracts.planning import (
    ConstraintChange,
    Impossible,
    PlanProved,
    PreferenceOutcome,
    Rejected,
    Relaxation,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Finding, JudgeReport, Proof
from plancritic.verdicts.cache.mapping import NoCounterpart, mapped

ALWAYS_P, NEVER_P, SOMETIME_R = "(always (p a))", "(always (not (p a)))", "(sometime (r a))"


def impossible(*clash: TracedConstraint, relaxations: tuple[Relaxation, ...] = ()) -> Impossible:
    return Impossible(engine="e", reason="r", clash=clash, clash_minimal=True, relaxations=relaxations)


def test_a_member_that_several_constraints_come_to_keeps_all_their_statements() -> None:
    theirs = (constraint(ALWAYS_P, "s1"), constraint(NEVER_P, "s2"))
    mine = (constraint(ALWAYS_P, "a"), constraint(NEVER_P, "b"), constraint("(always (not (not (p a))))", "c"))
    found = mapped(impossible(*theirs), theirs, mine)
    assert isinstance(found, Impossible)
    assert found.clash == (constraint(ALWAYS_P, "a", "c"), constraint(NEVER_P, "b"))


def test_constraints_written_as_one_come_back_as_one() -> None:
    theirs = (constraint(ALWAYS_P, "s1"), constraint("(always (q a))", "s1"), constraint(NEVER_P, "s2"))
    mine = (constraint("(always (and (q a) (p a)))", "x"), constraint(NEVER_P, "y"))
    found = mapped(impossible(*theirs), theirs, mine)
    assert isinstance(found, Impossible)
    assert found.clash == mine
    with pytest.raises(NoCounterpart):
        mapped(impossible(theirs[0], theirs[2]), theirs, mine)


def test_other_statements_have_no_counterpart_where_something_is_explained() -> None:
    theirs = (constraint(ALWAYS_P, "s1"), constraint(NEVER_P, "s2"))
    mine = (constraint(ALWAYS_P, "s1"), constraint(NEVER_P, "s1"))
    with pytest.raises(NoCounterpart):
        mapped(impossible(*theirs), theirs, mine)
    assert mapped(impossible(), theirs, mine) == impossible()


def later(traced: TracedConstraint, replacement: str | None, *statements: str, kind: str = "later_bound") -> Relaxation:
    change = ConstraintChange(constraint=traced, replacement=replacement)
    return Relaxation.model_validate({"kind": kind, "changes": (change,), "statements": statements, "plan": "p"})


def test_a_relaxation_changes_the_askers_constraints() -> None:
    theirs = (constraint("(within 5 (p a))", "s1"), constraint(NEVER_P, "s2"))
    mine = (constraint(NEVER_P, "x"), constraint("(within 5 (not (not (p a))))", "y"))
    verdict = impossible(relaxations=(later(theirs[0], "(within 9 (p a))", "s1"),))
    found = mapped(verdict, theirs, mine)
    assert isinstance(found, Impossible)
    assert found.relaxations == (later(mine[1], "(within 9 (p a))", "y"),)


def test_a_relaxation_that_would_not_do_here_has_no_counterpart() -> None:
    theirs = (constraint("(within 5 (p a))", "s1"),)
    mine = (constraint("(within 5 (p a))", "s1"), constraint("(within 8 (p a))", "s1"))
    verdict = impossible(relaxations=(later(theirs[0], "(within 9 (p a))", "s1"),))
    with pytest.raises(NoCounterpart):
        mapped(verdict, theirs, mine)


def test_a_statement_is_dropped_whole_or_not_at_all() -> None:
    theirs = (constraint(ALWAYS_P, "s1"), constraint(NEVER_P, "s2"))
    mine = (constraint(NEVER_P, "b"), constraint(ALWAYS_P, "a"))
    dropped = later(theirs[0], None, "s1", kind="drop_statement")
    found = mapped(impossible(relaxations=(dropped,)), theirs, mine)
    assert isinstance(found, Impossible)
    assert found.relaxations == (later(mine[1], None, "a", kind="drop_statement"),)


def test_preferences_come_back_one_by_one() -> None:
    def wish(text: str, *statements: str) -> TracedConstraint:
        return TracedConstraint(constraint=text, statements=statements, strength="should")

    theirs = (wish(ALWAYS_P, "s1"), wish(SOMETIME_R, "s2"))
    mine = (wish("(sometime (not (not (r a))))", "x"), wish(ALWAYS_P, "y"))
    outcomes = (
        PreferenceOutcome(constraint=theirs[0], kept=True),
        PreferenceOutcome(constraint=theirs[1], kept=False, price_time=2.0, reason="too long"),
    )
    verdict = PlanProved(engine="e", plan="p", proof=Proof(ruling="accepted"), preferences=outcomes)
    found = mapped(verdict, theirs, mine)
    assert isinstance(found, PlanProved)
    assert [(one.constraint, one.kept) for one in found.preferences] == [(mine[1], True), (mine[0], False)]


def test_outcomes_of_the_problems_own_preferences_stay_as_they_are() -> None:
    own = TracedConstraint(constraint="(sometime (q b))", strength="nice")
    outcomes = (PreferenceOutcome(constraint=own, kept=False, reason="proved impossible in this problem"),)
    verdict = PlanProved(engine="e", plan="p", proof=Proof(ruling="accepted"), preferences=outcomes)
    found = mapped(verdict, (constraint(ALWAYS_P, "s1"),), (constraint(ALWAYS_P, "x"),))
    assert isinstance(found, PlanProved)
    assert found.preferences == outcomes


def test_findings_name_the_askers_constraints() -> None:
    theirs, mine = (
        (constraint("(within 5 (p a))"), constraint(SOMETIME_R)),
        (
            constraint("(sometime (not (not (r a))))"),
            constraint("(within 5 (p a))"),
            constraint("(within 8 (p a))"),
        ),
    )
    findings = (
        Finding(about="goal", satisfied=True),
        *(Finding(about="constraint", satisfied=True, constraint=one.constraint) for one in theirs),
    )
    report = JudgeReport(judge="executor", ruling="accepted", findings=findings)
    verdict = PlanProved(engine="e", plan="p", proof=Proof(ruling="accepted", reports=(report,)))
    found = mapped(verdict, theirs, mine)
    assert isinstance(found, PlanProved)
    assert [one.constraint for one in found.proof.reports[0].findings] == [
        None,
        "(within 5 (p a))",
        mine[0].constraint,
    ]


def test_a_verdict_that_depends_on_the_writing_stays_with_it() -> None:
    theirs = (constraint(ALWAYS_P, "s1"), constraint(SOMETIME_R, "s1"))
    rejected = Rejected(engine="e", plan="p", proof=Proof(ruling="rejected"))
    renamed = (constraint(ALWAYS_P, "a"), constraint(SOMETIME_R, "b"))
    assert mapped(rejected, theirs, renamed) == rejected
    with pytest.raises(NoCounterpart):
        mapped(rejected, theirs, theirs[::-1])
