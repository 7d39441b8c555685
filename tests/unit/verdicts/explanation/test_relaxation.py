"""What would make an impossible specification possible, each change shown by a proved plan."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from plancritic.contracts.planning import Impossible, PlanProved, Relaxation, SolveLimits, TimedOut, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.language import parse_constraint, parse_domain, parse_problem
from plancritic.verdicts import Verdicts, minimal_clash, standard
from plancritic.verdicts.explanation.relaxation import relax
from plancritic.verdicts.known_plans import satisfied_by

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
MODEL = parse_problem(PROBLEM, parse_domain(DOMAIN))


class Courier:
    """Verdicts on the courier problem, counted."""

    def __init__(self, verdicts: Verdicts) -> None:
        self._verdicts = verdicts
        self.asked = 0

    async def __call__(self, part: Sequence[TracedConstraint]) -> Verdict:
        self.asked += 1
        return await self._verdicts.verdict(DOMAIN, PROBLEM, part, SolveLimits(seconds=2))


@pytest.fixture
async def courier() -> AsyncIterator[Courier]:
    verdicts = Verdicts(standard(), (KairosJudge(), ExecutorJudge()))
    yield Courier(verdicts)
    await verdicts.close()


def traced(*texts: str) -> tuple[TracedConstraint, ...]:
    return tuple(TracedConstraint(constraint=text, statements=(f"s{index}",)) for index, text in enumerate(texts, 1))


async def relaxations(courier: Courier, *texts: str) -> tuple[Relaxation, ...]:
    specification = traced(*texts)
    assert isinstance(await courier(specification), Impossible)
    clash = await minimal_clash(specification, courier)
    found = await relax(specification, clash.constraints, courier, problem=MODEL, seconds=20)
    for one in found:
        changes = {change.constraint.constraint: change.replacement for change in one.changes}
        left = [changes.get(text, text) for text in texts]
        asked = [parse_constraint(text) for text in left if text is not None]
        assert len(satisfied_by(MODEL, one.plan, asked)) == len(asked), "the plan shows it"
    return found


async def test_a_bound_is_moved_to_the_next_number_a_person_would_say(courier: Courier) -> None:
    found = await relaxations(courier, "(within 5 (lies letter office))", "(sometime (at bob market))")
    assert [one.kind for one in found] == ["later_bound", "drop_statement"]
    # The letter cannot be there before 6.003.
    assert [change.replacement for change in found[0].changes] == ["(within 6.5 (lies letter office))"]
    assert found[1].statements == ("s1",)


@pytest.mark.slow
async def test_a_window_ends_earlier_or_begins_later(courier: Courier) -> None:
    found = await relaxations(courier, "(hold-during 0 4 (lies letter home))", "(within 8 (lies letter office))")
    replaced = {change.replacement for one in found if one.kind == "later_bound" for change in one.changes}
    assert any(text is not None and text.startswith("(hold-during 0 ") for text in replaced), replaced


@pytest.mark.slow
async def test_an_answer_may_come_later(courier: Courier) -> None:
    specification = traced("(always-within 2 (not (lies letter home)) (lies letter office))")
    found = await relax(specification, specification, courier, problem=MODEL, seconds=20)
    assert found[0].kind == "later_bound"
    # From taking it to putting it down 6.003 go by.
    assert found[0].changes[0].replacement == "(always-within 6.5 (not (lies letter home)) (lies letter office))"


async def test_what_has_no_bound_is_dropped(courier: Courier) -> None:
    found = await relaxations(courier, "(always (at ann home))", "(always (at bob office))")
    assert [(one.kind, one.statements) for one in found] == [("drop_statement", ("s1",)), ("drop_statement", ("s2",))]


async def test_where_one_statement_is_not_enough_the_fewest_are_dropped(courier: Courier) -> None:
    found = await relaxations(
        courier,
        "(always (not (carries ann letter)))",
        "(always (not (carries bob letter)))",
        "(always (not (at ann market)))",
        "(sometime (at ann market))",
    )
    dropped = {frozenset(one.statements) for one in found}
    assert dropped
    assert all(len(each) == 2 for each in dropped)
    assert all(each & {"s1", "s2"} and each & {"s3", "s4"} for each in dropped)


async def test_two_bounds_of_two_clashes_are_moved_together(courier: Courier) -> None:
    found = await relaxations(courier, "(within 5 (lies letter office))", "(within 0.5 (carries ann letter))")
    assert found[0].kind == "later_bound"
    assert [change.replacement for change in found[0].changes] == [
        "(within 6.5 (lies letter office))",
        "(within 1 (carries ann letter))",
    ]


async def test_only_proved_plans_count() -> None:
    async def plan(part: Sequence[TracedConstraint]) -> Verdict:
        return TimedOut(engine="stand-in", limit_seconds=1.0)

    specification = traced("(within 5 (lies letter office))")
    assert await relax(specification, specification, plan, problem=MODEL) == ()


async def test_the_number_of_searches_and_the_clock_are_kept() -> None:
    asked = 0

    async def plan(part: Sequence[TracedConstraint]) -> Verdict:
        nonlocal asked
        asked += 1
        if asked > 1:
            await asyncio.sleep(0.2)
        return PlanProved(engine="stand-in", plan=LETTER, proof=Proof(ruling="accepted"))

    specification = traced("(within 5 (lies letter office))", "(within 4 (lies letter office))")
    found = await relax(specification, specification, plan, problem=MODEL, seconds=None, searches=1)
    assert (asked, len(found)) == (1, 1)
    started = time.monotonic()
    assert await relax(specification, specification, plan, problem=MODEL, seconds=0.3)
    assert time.monotonic() - started < 2.0
