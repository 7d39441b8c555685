"""Why a specification is impossible: shrunk to what is needed, proved at every moment, within the clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from plancritic.contracts.planning import Impossible, SolveLimits, TimedOut
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains.folder import load_folder
from plancritic.engines import Outcome, PlanFound
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.language import Constraint, parse_domain, parse_problem
from plancritic.verdicts import Verdicts, standard
from plancritic.verdicts.explanation.impossibility import Clash, minimal_clash

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
#: Ten that have nothing to do with each other.
CONSTRAINTS = tuple(f"(within {bound} (at bob office))" for bound in range(1, 11))


@dataclass(frozen=True)
class Found:
    reason: str
    constraints: tuple[int, ...]


class Planner:
    """A stand-in whose clashes are given: what holds one of them is impossible, everything else has a plan."""

    def __init__(self, *clashes: set[str], plan: str = "", undecided: Sequence[set[str]] = ()) -> None:
        self.clashes = clashes
        self.plan = plan
        self.undecided = undecided
        self.asked: list[frozenset[str]] = []

    async def __call__(self, part: Sequence[TracedConstraint]) -> Outcome:
        texts = frozenset(traced.constraint for traced in part)
        self.asked.append(texts)
        if any(each == texts for each in self.undecided):
            return TimedOut(engine="stand-in", limit_seconds=1.0)
        if any(each <= texts for each in self.clashes):
            return Impossible(engine="stand-in", reason="given")
        return PlanFound(self.plan, "stand-in", 0.0)


def traced(*texts: str, statement: str | None = None) -> tuple[TracedConstraint, ...]:
    """Each text a statement of its own, or all of them of one."""
    return tuple(
        TracedConstraint(constraint=text, statements=(statement or f"s{index}",)) for index, text in enumerate(texts)
    )


def texts(clash: Clash) -> set[str]:
    return {member.constraint for member in clash.constraints}


async def test_ten_statements_take_few_searches() -> None:
    wanted = {CONSTRAINTS[2], CONSTRAINTS[7]}
    planner = Planner(wanted)
    clash = await minimal_clash(traced(*CONSTRAINTS), planner)
    assert (texts(clash), clash.minimal) == (wanted, True)
    assert len(planner.asked) <= 12
    assert len(planner.asked) == len(set(planner.asked))


async def test_a_proof_that_names_what_it_needed_cuts_to_that() -> None:
    wanted = {CONSTRAINTS[2], CONSTRAINTS[7]}
    planner = Planner(wanted)

    async def disprove(constraints: Sequence[Constraint]) -> Found | None:
        places = {str(constraint): index for index, constraint in enumerate(constraints)}
        core = tuple(places[text] for text in sorted(wanted) if text in places)
        return Found("both at once", core) if len(core) == 2 else None

    clash = await minimal_clash(traced(*CONSTRAINTS), planner, disprove=disprove)
    assert clash == Clash(tuple(t for t in traced(*CONSTRAINTS) if t.constraint in wanted), True, "both at once")
    assert len(planner.asked) <= 3


async def test_what_a_known_plan_satisfies_is_not_searched_for() -> None:
    late = "(within 1 (lies letter office))"
    kept = tuple(f"(within {bound} (at ann market))" for bound in range(4, 12))
    planner = Planner({late}, plan=LETTER)
    problem = parse_problem(PROBLEM, parse_domain(DOMAIN))
    clash = await minimal_clash(traced(*kept, late), planner, problem=problem)
    assert (texts(clash), clash.minimal) == ({late}, True)
    assert len(planner.asked) == 2  # nothing at all, and the one that the plan breaks


async def test_a_constraint_of_two_statements_stays_as_long_as_one_of_them_does() -> None:
    shared = TracedConstraint(constraint=CONSTRAINTS[0], statements=("a", "b"))
    own = TracedConstraint(constraint=CONSTRAINTS[1], statements=("a",))
    other = TracedConstraint(constraint=CONSTRAINTS[2], statements=("b",))
    clash = await minimal_clash((shared, own, other), Planner({CONSTRAINTS[0], CONSTRAINTS[2]}))
    assert clash == Clash((shared, other), minimal=True)


async def test_within_a_statement_only_the_constraints_that_clash_are_left() -> None:
    clash = await minimal_clash(traced(*CONSTRAINTS[:4], statement="s"), Planner({CONSTRAINTS[3]}))
    assert texts(clash) == {CONSTRAINTS[3]}


async def test_a_search_without_a_proof_keeps_in_what_it_left_out() -> None:
    specification = traced(*CONSTRAINTS[:2])
    undecided = [{CONSTRAINTS[0]}, {CONSTRAINTS[1]}]
    clash = await minimal_clash(specification, Planner({CONSTRAINTS[0]}, undecided=undecided))
    assert clash == Clash(specification, minimal=True)


async def test_it_answers_within_its_clock_with_what_is_proved_by_then() -> None:
    class Hanging(Planner):
        async def __call__(self, part: Sequence[TracedConstraint]) -> Outcome:
            if part and len(self.asked) > 1:
                await asyncio.sleep(60)
            return await super().__call__(part)

    specification = traced(*CONSTRAINTS)
    started = time.monotonic()
    clash = await minimal_clash(specification, Hanging({CONSTRAINTS[9]}), seconds=0.3)
    assert time.monotonic() - started < 2.0
    assert not clash.minimal
    assert CONSTRAINTS[9] in texts(clash)


async def test_a_problem_that_is_impossible_by_itself_has_an_empty_clash() -> None:
    assert await minimal_clash(traced(*CONSTRAINTS), Planner(set())) == Clash((), minimal=True)

    async def without_any(constraints: Sequence[Constraint]) -> Found:
        return Found("never", ())

    alone = await minimal_clash(traced(*CONSTRAINTS), Planner(), disprove=without_any)
    assert alone == Clash((), minimal=True)


async def test_a_clash_on_waterway_is_impossible_and_without_any_one_member_it_is_not() -> None:
    bundle = load_folder("waterway")
    domain, problem = bundle.domain_pddl, bundle.problem("1")
    archetypes = [each.ground_truth["1"] for each in bundle.archetypes if "1" in each.ground_truth][:8]
    impossible = ["(always (not (at sct_ast_0 wpt_a_0)))", "(always (not (at sct_ast_0 wpt_b_0)))"]
    groups = [*archetypes, [impossible[0]], [impossible[1], "(sometime (at sct_ast_0 wpt_end))"]]
    specification = tuple(
        TracedConstraint(constraint=text, statements=(f"s{index}",))
        for index, texts in enumerate(groups)
        for text in texts
    )
    verdicts = Verdicts(standard(), (KairosJudge(), ExecutorJudge()))
    try:
        limits = SolveLimits(seconds=5)
        started = time.monotonic()
        found = await verdicts.verdict(domain, problem, specification, limits, explain_clash=True, relax=True)
        assert time.monotonic() - started < 3 * limits.seconds + 5, (
            "the search, the clash and what would do: a clock each"
        )
        assert isinstance(found, Impossible)
        assert found.clash_minimal
        assert found.clash
        assert isinstance(await verdicts.verdict(domain, problem, found.clash, limits), Impossible)
        for member in found.clash:
            rest = [other for other in found.clash if other != member]
            assert not isinstance(await verdicts.verdict(domain, problem, rest, limits), Impossible)
    finally:
        await verdicts.close()
