"""No verdict claims a proof where a number has no value, and none is an exception."""

from __future__ import annotations

import threading

import pytest
from tests.support.tanks import tanks_domain, tanks_problem

from plancritic.contracts.planning import Impossible, NoPlanFound, SolveLimits, SyntaxFault
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Manifest, Outcome, PlanningRequest
from plancritic.engines.planners.kairos import MANIFEST
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.verdicts import Verdicts

JUDGES = (KairosJudge(), ExecutorJudge())


class Refusing:
    """An engine that takes every problem for impossible."""

    name = "refusing"
    version = "1"
    manifest: Manifest = MANIFEST

    async def solve(self, request: PlanningRequest) -> Outcome:
        return Impossible(engine=self.name, reason="it says so")

    async def close(self) -> None:
        pass


async def verdict(
    *constraints: str, goal: str = "(full t1)", domain: str | None = None, more: str = "", seconds: float = 2
) -> object:
    specification = tuple(TracedConstraint(constraint=text) for text in constraints)
    return await Verdicts(Refusing(), JUDGES).verdict(
        domain or tanks_domain(),
        tanks_problem(goal=goal, more=more),
        specification,
        SolveLimits(seconds=seconds),
        explain_clash=True,
    )


@pytest.mark.parametrize(
    ("constraints", "goal"),
    [
        (("(sometime (> (/ 1 (level)) 0))",), "(full t1)"),
        (("(at end (> (/ 1 (- (size) (level))) 0))",), "(full t1)"),
        (("(sometime (full t2))", "(within 5 (> (/ 1 (level)) 0))"), "(full t1)"),
        ((), "(and (full t1) (> (/ 1 (idle)) 0))"),
    ],
)
async def test_an_engine_s_word_is_no_proof_where_a_value_may_be_missing(
    constraints: tuple[str, ...], goal: str
) -> None:
    found = await verdict(*constraints, goal=goal)
    assert isinstance(found, NoPlanFound)
    assert "divides by" in found.reason


async def test_an_engine_s_word_counts_where_all_values_are_there() -> None:
    assert isinstance(await verdict("(sometime (> (/ 1 (size)) 0))"), Impossible)


@pytest.mark.parametrize(
    "text", ["(always (>= (/ 1 (level)) 0))", "(sometime (> (/ 1 (idle)) 0))", "(within 1e306 (full t1))"]
)
async def test_a_constraint_that_cannot_have_a_value_is_a_fault_at_its_line(text: str) -> None:
    found = await verdict("(sometime (full t1))", text)
    assert isinstance(found, SyntaxFault)
    assert (found.file, found.line) == ("specification", 2)
    assert "divides by zero" in found.message or "out of range" in found.message


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"condition": "(at start (or (empty ?t) (> (/ 1 (level)) 0)))"}, "divides by (level)"),
        ({"condition": "(over all (or (> (/ 1 (idle)) 0) (empty t2)))"}, "divides by zero"),
        ({"condition": "(at end (or (>= (weight ?t) 1) (empty t2)))"}, "(weight t2) has no value"),
        ({"duration": "(+ 1 (/ 1 (level)))"}, "divides by (level)"),
        ({"effect": "(at end (increase (pace) (/ 1 (level))))"}, "divides by (level)"),
        ({"effect": "(at end (scale-down (pace) (level)))"}, "divides by (level)"),
        ({"effect": "(at end (increase (weight ?t) 1))"}, "(weight t2) has no value"),
        (
            {"effect": "(forall (?o - tank) (when (at end (> (weight ?o) 1)) (at end (open))))"},
            "(weight t2) has no value",
        ),
    ],
)
async def test_an_engine_s_word_is_no_proof_where_an_action_may_lack_a_value(
    changes: dict[str, str], reason: str
) -> None:
    domain = tanks_domain(**changes).replace("(pace))", "(pace) (weight ?t - tank))", 1)
    found = await verdict(domain=domain, more="(= (weight t1) 1)")
    assert isinstance(found, NoPlanFound)
    assert reason in found.reason


@pytest.mark.parametrize(
    "changes",
    [
        {"duration": "(/ (level) (pace))"},
        {"duration": "(/ 4 (- (size) (pace)))"},
        {"condition": "(at start (heavy ?t)) (at start (> (weight ?t) 0))"},
        {"effect": "(at end (scale-down (level) (weight t1)))"},
    ],
)
async def test_an_engine_s_word_counts_where_all_numbers_that_actions_read_are_there(changes: dict[str, str]) -> None:
    domain = tanks_domain(**changes).replace("(pace))", "(pace) (weight ?t - tank))", 1)
    domain = domain.replace("(open))", "(open) (heavy ?t - tank))", 1)
    assert isinstance(await verdict(domain=domain, more="(= (weight t1) 1) (heavy t1)"), Impossible)


async def test_the_look_for_missing_values_leaves_the_loop_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []

    def looked(*_: object) -> None:
        threads.append(threading.current_thread() is threading.main_thread())

    monkeypatch.setattr("plancritic.verdicts.verdict.undefined_value", looked)
    assert isinstance(await verdict(), Impossible)
    assert threads
    assert not any(threads)


async def test_a_proof_that_nobody_had_time_to_doubt_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = threading.Event()

    def slow(*_: object) -> None:
        given_up.wait(3)

    monkeypatch.setattr("plancritic.verdicts.verdict.undefined_value", slow)
    found = await verdict(seconds=0.5)
    given_up.set()
    assert isinstance(found, NoPlanFound)
    assert "no time left" in found.reason
