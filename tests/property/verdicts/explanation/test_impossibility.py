"""Clashes and relaxations on random specifications: impossible, minimal, and what is offered instead works."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.contracts.planning import Impossible, SolveLimits, TimedOut
from plancritic.contracts.specification import TracedConstraint
from plancritic.engines import Outcome, PlanFound
from plancritic.pddl.language import Constraint, parse_constraint
from plancritic.verdicts import Verdicts, minimal_clash
from plancritic.verdicts.known_plans import satisfied_by

#: Steps of the longest plan that exhaustive search looks for.
DEPTH = 3
LIMIT = 0.5
SIZE = 8


parts = st.frozensets(st.integers(0, SIZE - 1), min_size=1, max_size=4)


@settings(max_examples=examples(200), deadline=None)
@given(
    clashes=st.lists(parts, min_size=1, max_size=3),
    undecided=st.sets(st.frozensets(st.integers(0, SIZE - 1)), max_size=20),
    statements=st.lists(st.lists(st.sampled_from("abcd"), max_size=2, unique=True), min_size=SIZE, max_size=SIZE),
)
def test_whatever_searches_leave_undecided_the_clash_is_proved_and_minimal(
    clashes: list[frozenset[int]], undecided: set[frozenset[int]], statements: list[list[str]]
) -> None:
    everything = [
        TracedConstraint(constraint=f"(within {index} (p))", statements=tuple(statements[index]))
        for index in range(SIZE)
    ]
    place = {traced.constraint: index for index, traced in enumerate(everything)}

    def proved(part: frozenset[int]) -> bool:
        return part not in undecided and any(clash <= part for clash in clashes)

    async def plan(part: Sequence[TracedConstraint]) -> Outcome:
        indices = frozenset(place[traced.constraint] for traced in part)
        if proved(indices):
            return Impossible(engine="stand-in", reason="given")
        if any(clash <= indices for clash in clashes):
            return TimedOut(engine="stand-in", limit_seconds=1.0)
        return PlanFound("", "stand-in", 0.0)

    clash = asyncio.run(minimal_clash(everything, plan, seconds=None))
    found = frozenset(place[traced.constraint] for traced in clash.constraints)
    assert clash.minimal
    assert any(each <= found for each in clashes), "it is impossible"
    for index in found:
        assert not proved(found - {index}), "each of its constraints is needed"
    units = [frozenset(statements[index]) or frozenset({str(index)}) for index in range(SIZE)]
    for unit in frozenset[str]().union(*(units[index] for index in found)):
        rest = frozenset(index for index in found if units[index] - {unit})
        assert rest == found or not proved(rest), "each of its statements is needed"


@settings(
    max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)
@given(tiny_problems(), tiny_specifications(most=4))
def test_no_clash_has_a_plan_and_what_would_do_does(
    loop: asyncio.Runner, verdicts: Verdicts, tiny: TinyProblem, constraints: tuple[Constraint, ...]
) -> None:
    specification = tuple(
        TracedConstraint(constraint=str(constraint), statements=(f"s{index}",))
        for index, constraint in enumerate(constraints)
    )
    verdict = loop.run(
        verdicts.verdict(
            tiny.domain_text,
            tiny.problem_text,
            specification,
            SolveLimits(seconds=LIMIT),
            explain_clash=True,
            relax=True,
        )
    )
    assume(isinstance(verdict, Impossible))
    assert isinstance(verdict, Impossible)
    clash = [parse_constraint(member.constraint) for member in verdict.clash]
    assert plan_of(tiny, clash) is None, f"{tiny}\n{verdict.clash}"
    for relaxation in verdict.relaxations:
        changes = {change.constraint.constraint: change.replacement for change in relaxation.changes}
        changed = [changes.get(traced.constraint, traced.constraint) for traced in specification]
        asked = [parse_constraint(text) for text in changed if text is not None]
        assert len(satisfied_by(tiny.problem, relaxation.plan, asked)) == len(asked), f"{tiny}\n{relaxation}"


def plan_of(tiny: TinyProblem, constraints: Sequence[Constraint]) -> object:
    try:
        return satisfiable(tiny.problem, constraints, DEPTH, most_nodes=3_000)
    except SearchTooLargeError:
        assume(False)
        raise
