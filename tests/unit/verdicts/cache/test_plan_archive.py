"""Plans that are known serve again where they meet what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.memory_store import MemoryStore

from plancritic.pddl.language import Problem, parse_constraint, parse_domain, parse_problem, with_constraints
from plancritic.verdicts.cache.plan_archive import PlanArchive
from plancritic.verdicts.cache.verdict_cache import problem_hash

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, TEXT, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
HASH = problem_hash(DOMAIN, TEXT)


@pytest.fixture
def problem() -> Problem:
    return parse_problem(TEXT, parse_domain(DOMAIN))


def later(plan: str, by: int) -> str:
    """The same plan, each step so much later."""
    lines = []
    for line in plan.splitlines():
        start, colon, rest = line.partition(":")
        lines.append(f"{float(start) + by:.3f}{colon}{rest}" if colon and not line.lstrip().startswith(";") else line)
    return "\n".join(lines) + "\n"


def test_a_known_plan_that_meets_the_constraints_is_found(problem: Problem) -> None:
    archive = PlanArchive()
    assert archive.plan_for(problem, ()) is None
    assert archive.add(HASH, LETTER)
    assert not archive.add(HASH, LETTER)
    assert archive.plan_for(problem, ()) == LETTER
    assert archive.plan_for(problem, [parse_constraint("(sometime (at ann office))")]) == LETTER
    assert archive.plan_for(problem, [parse_constraint("(always (at ann home))")]) is None


def test_a_constraint_without_a_meaning_is_met_by_no_plan(problem: Problem) -> None:
    archive = PlanArchive()
    archive.add(HASH, LETTER)
    assert archive.plan_for(problem, [parse_constraint("(hold-during 5 3 (at ann office))")]) is None


def test_of_several_the_one_that_ends_first_is_found(problem: Problem) -> None:
    archive = PlanArchive()
    for plan in (later(LETTER, 5), LETTER, later(LETTER, 9)):
        archive.add(HASH, plan)
    assert archive.plan_for(problem, ()) == LETTER


def test_many_new_plans_are_looked_at_some_at_a_time(problem: Problem) -> None:
    archive = PlanArchive()
    archive.add(HASH, LETTER)
    for number in range(1, 40):
        archive.add(HASH, later(LETTER, number))
    assert archive.plan_for(problem, ()) == later(LETTER, 24), "the shortest of the latest sixteen"
    for _ in range(3):
        found = archive.plan_for(problem, ())
    assert found == LETTER


@pytest.mark.parametrize("plan", ["0.000: (deliver nothing) [1.000]\n", "no plan at all", ""])
def test_what_is_no_plan_of_the_problem_is_forgotten(plan: str, problem: Problem) -> None:
    archive = PlanArchive()
    archive.add(HASH, plan)
    assert archive.plan_for(problem, ()) is None
    assert archive.texts(HASH) == ()


def test_the_problems_own_constraints_have_to_be_met() -> None:
    text = with_constraints(TEXT, ["(always (at ann home))"])
    archive = PlanArchive()
    archive.add(problem_hash(DOMAIN, text), LETTER)
    assert archive.plan_for(parse_problem(text, parse_domain(DOMAIN)), ()) is None


def test_plans_of_one_problem_are_none_of_another(problem: Problem) -> None:
    archive = PlanArchive()
    archive.add("another", LETTER)
    assert archive.plan_for(problem, ()) is None


def test_what_is_full_forgets_the_plan_of_no_use_for_the_longest_time(problem: Problem) -> None:
    archive = PlanArchive(plans=2)
    archive.add(HASH, LETTER)
    archive.add(HASH, later(LETTER, 5))
    assert archive.plan_for(problem, ()) == LETTER
    archive.add(HASH, later(LETTER, 9))
    assert archive.texts(HASH) == (LETTER, later(LETTER, 9))


def test_of_many_problems_those_last_asked_for_are_kept() -> None:
    archive = PlanArchive(problems=2)
    for number in range(3):
        archive.add(str(number), LETTER)
    assert [bool(archive.texts(str(number))) for number in range(3)] == [False, True, True]


async def test_copies_share_their_plans_and_lose_none() -> None:
    store = MemoryStore()
    one, other = PlanArchive(), PlanArchive()
    one.add(HASH, LETTER)
    other.add(HASH, later(LETTER, 5))
    await one.keep(store, "t", HASH)
    await other.keep(store, "t", HASH)
    third = PlanArchive()
    await third.fetch(store, "t", HASH)
    assert set(third.texts(HASH)) == {LETTER, later(LETTER, 5)}
    assert (await store.get("u." + HASH)) is None


async def test_the_shared_plans_are_bounded_and_those_used_last_stay() -> None:
    store = MemoryStore()
    archive = PlanArchive(plans=3)
    for number in range(5):
        archive.add(HASH, later(LETTER, number))
        await archive.keep(store, "t", HASH)
    fresh = PlanArchive()
    await fresh.fetch(store, "t", HASH)
    assert fresh.texts(HASH) == tuple(later(LETTER, number) for number in (2, 3, 4))


async def test_an_entry_of_another_form_is_as_good_as_none() -> None:
    store = MemoryStore()
    await store.put("t." + HASH, b"{broken")
    archive = PlanArchive()
    await archive.fetch(store, "t", HASH)
    assert archive.texts(HASH) == ()
    archive.add(HASH, LETTER)
    await archive.keep(store, "t", HASH)
    fresh = PlanArchive()
    await fresh.fetch(store, "t", HASH)
    assert fresh.texts(HASH) == (LETTER,)
