"""Compiled problems against the executor, exhaustive search and Kairos' own constraints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import kairos
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.property.pddl.strategies import constraints, literals_of
from tests.support.examples import examples
from tests.support.exhaustive import SearchTooLargeError, satisfiable
from tests.support.tiny_problems import TinyProblem, tiny_problems, tiny_specifications

from plancritic.domains import load_domain
from plancritic.pddl.compilation import Compiled, compile_constraints, step_counter
from plancritic.pddl.compilation.step_counter import compile_sequences
from plancritic.pddl.compilation.temporal import compile_temporal
from plancritic.pddl.execution import execute, judge_constraint, judge_goal
from plancritic.pddl.language import (
    ARITY,
    Constraint,
    ConstraintType,
    Plan,
    Problem,
    UnsupportedFeatureError,
    negate,
    parse_domain,
    parse_plan,
    parse_problem,
    with_constraints,
)

SECONDS = 0.2
DEPTH = 3
#: No window of a tiny specification opens or closes later.
DEPTH_OF_SEQUENCES = 6
#: Left native where only these are compiled.
UNTIMED = tuple(kind for kind in ConstraintType if not ARITY[kind][0])
WINDOWS = (
    ConstraintType.WITHIN,
    ConstraintType.ALWAYS_WITHIN,
    ConstraintType.HOLD_DURING,
    ConstraintType.HOLD_AFTER,
)


def kairos_plan(domain: str, problem: str) -> tuple[str, str]:
    """Kairos' status and plan."""
    parsed = kairos.parse_problem(problem, kairos.parse_domain(domain))
    result = kairos.Planner().solve(parsed, timeout=SECONDS, anytime=False, threads=1, engine="m2")
    return result.status.name, result.plan.to_string(kairos.PlanFormat.IPC) if result.plan else ""


def complaints(problem: Problem, specification: tuple[Constraint, ...], plan: Plan) -> list[str]:
    """What is wrong with a plan."""
    trajectory = execute(problem, plan)
    found = [str(fault) for fault in trajectory.faults]
    findings = [judge_goal(trajectory), *(judge_constraint(trajectory, each) for each in specification)]
    return found + [finding.explanation for finding in findings if not finding.satisfied]


@settings(max_examples=examples(120), deadline=None)
@given(tiny_problems("temporal"), tiny_specifications(), st.sampled_from((None, WINDOWS)))
def test_compiled_and_exhaustive_search_agree(
    tiny: TinyProblem, specification: tuple[Constraint, ...], only: tuple[ConstraintType, ...] | None
) -> None:
    try:
        compiled = compile_constraints(tiny.problem, specification, only)
    except UnsupportedFeatureError:
        assume(False)
        raise
    case = f"{tiny}\n{' '.join(map(str, specification))}\n{compiled.domain}\n{compiled.problem}"
    status, text = kairos_plan(compiled.domain, compiled.problem)
    if status == "SOLVED":
        plan = parse_plan(compiled.plan(text))
        # Constraints left to Kairos may be judged by it in another way.
        judged = specification if only is None else tuple(each for each in specification if each.type in only)
        assert not complaints(tiny.problem, judged, plan), f"{case}\n{text}\n{plan}"
    elif status == "UNSOLVABLE" and compiled.exact and only is None:
        try:
            plan_of_few = satisfiable(tiny.problem, specification, DEPTH, most_nodes=3_000)
        except SearchTooLargeError:
            return
        assert plan_of_few is None, f"{case}\n{plan_of_few}"
    else:
        assert status in {"UNSOLVABLE", "TIMEOUT", "NO_PLAN_FOUND", "INTERNAL_ERROR", "UNSUPPORTED"}, case


@settings(max_examples=examples(80), deadline=None)
@given(tiny_problems("classical"), tiny_specifications(types=UNTIMED))
def test_the_temporal_encoding_of_classical_problems_and_exhaustive_search_agree(
    tiny: TinyProblem, specification: tuple[Constraint, ...]
) -> None:
    check_on_sequences(tiny, specification, compile_temporal)


@settings(max_examples=examples(150), deadline=None)
@given(tiny_problems("classical"), tiny_specifications())
def test_our_own_encoding_of_classical_problems_and_exhaustive_search_agree(
    tiny: TinyProblem, specification: tuple[Constraint, ...]
) -> None:
    check_on_sequences(tiny, specification, compile_sequences)


@settings(max_examples=examples(150), deadline=None)
@given(
    tiny_problems("classical"),
    tiny_specifications(most=2, types=WINDOWS),
    st.sampled_from((0, 2, step_counter.MOST_IN_UNARY)),
)
def test_windows_over_sequences_and_exhaustive_search_agree(
    tiny: TinyProblem, specification: tuple[Constraint, ...], most_in_unary: int
) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(step_counter, "MOST_IN_UNARY", most_in_unary)
        check_on_sequences(tiny, specification, compile_sequences)


@settings(max_examples=examples(60), deadline=None)
@given(tiny_problems("classical"), tiny_specifications(), st.sampled_from((None, WINDOWS)))
def test_classical_problems_are_compiled_whatever_the_types(
    tiny: TinyProblem, specification: tuple[Constraint, ...], only: tuple[ConstraintType, ...] | None
) -> None:
    check_on_sequences(
        tiny, specification, lambda problem, all_of_them, _: compile_constraints(problem, all_of_them, only)
    )


def check_on_sequences(
    tiny: TinyProblem,
    specification: tuple[Constraint, ...],
    compiler: Callable[[Problem, tuple[Constraint, ...], tuple[Constraint, ...]], Compiled],
) -> None:
    """Plans of the compiled problem are plans, and where it has none exhaustive search finds none."""
    try:
        compiled = compiler(tiny.problem, specification, ())
    except UnsupportedFeatureError:
        assume(False)
        raise
    case = f"{tiny}\n{' '.join(map(str, specification))}\n{compiled.domain}\n{compiled.problem}"
    status, text = kairos_plan(compiled.domain, compiled.problem)
    if status == "SOLVED":
        plan = parse_plan(compiled.plan(text))
        assert not complaints(tiny.problem, specification, plan), f"{case}\n{text}\n{plan}"
        assert accepted_by_kairos(tiny.problem, specification, plan), f"{case}\n{text}\n{plan}"
    elif status == "UNSOLVABLE" and compiled.exact:
        try:
            plan_of_few = satisfiable(tiny.problem, specification, DEPTH_OF_SEQUENCES, most_nodes=3_000)
        except SearchTooLargeError:
            return
        assert plan_of_few is None, f"{case}\n{plan_of_few}"
    else:
        assert status in {"UNSOLVABLE", "TIMEOUT", "NO_PLAN_FOUND"}, case


@cache
def shipped(domain: str) -> Problem:
    bundle = load_domain(domain)
    return parse_problem(bundle.problem("1"), parse_domain(bundle.domain_pddl))


@cache
def published_plan(domain: str) -> Plan:
    """A plan of the domain's first problem without constraints."""
    status, text = kairos_plan(shipped(domain).domain.text, shipped(domain).text)
    assert status == "SOLVED"
    return parse_plan(text)


@st.composite
def specifications(draw: st.DrawFn, domain: str) -> tuple[Constraint, ...]:
    """One to three constraints; half of the atoms are ones that a plan changes."""
    problem = shipped(domain)
    states = execute(problem, published_plan(domain)).states
    changed = sorted({atom for state in states for event in state.events for atom in event.added}, key=str)
    literals = st.sampled_from([*changed, *map(negate, changed)]) | literals_of(problem)
    times = st.integers(0, 120).map(lambda tenths: tenths / 10)
    return tuple(draw(st.lists(constraints(literals, times), min_size=1, max_size=3)))


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_compiled_and_native_agree_wherever_both_decide(domain: str, data: st.DataObject) -> None:
    problem = shipped(domain)
    specification = data.draw(specifications(domain))
    try:
        compiled = compile_constraints(problem, specification)
    except UnsupportedFeatureError:
        assume(False)
        raise
    parse_problem(compiled.problem, parse_domain(compiled.domain))
    case = " ".join(map(str, specification))
    status, text = kairos_plan(compiled.domain, compiled.problem)
    native_status, native_text = kairos_plan(problem.domain.text, with_constraints(problem.text, specification))
    if status == "SOLVED":
        plan = parse_plan(compiled.plan(text))
        assert not complaints(problem, specification, plan), f"{case}\n{plan}"
        assert accepted_by_kairos(problem, specification, plan), f"{case}\n{plan}"
        if native_status == "UNSOLVABLE":
            # Kairos judges windows without the state in force when they open.
            assert any(each.type in WINDOWS for each in specification), case
    elif status == "UNSOLVABLE" and compiled.exact and native_status == "SOLVED":
        assert complaints(problem, specification, parse_plan(native_text)), f"{case}\n{native_text}"


def accepted_by_kairos(problem: Problem, specification: tuple[Constraint, ...], plan: Plan) -> bool:
    """Kairos' validator, on the types that it judges as we do."""
    judged = [
        each for each in specification if each.type not in (ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)
    ]
    parsed = kairos.parse_problem(with_constraints(problem.text, judged), kairos.parse_domain(problem.domain.text))
    return bool(kairos.validate(parsed, kairos.parse_plan(str(plan))).status == kairos.ValidationStatus.VALID)


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_a_specification_that_a_known_plan_satisfies_is_not_called_impossible(domain: str, data: st.DataObject) -> None:
    problem, plan = shipped(domain), published_plan(domain)
    trajectory = execute(problem, plan)
    drawn = data.draw(specifications(domain))
    specification = tuple(each for each in drawn if judge_constraint(trajectory, each).satisfied)
    assume(specification)
    try:
        compiled = compile_constraints(problem, specification)
    except UnsupportedFeatureError:
        assume(False)
        raise
    status, _ = kairos_plan(compiled.domain, compiled.problem)
    assert status != "UNSOLVABLE" or not compiled.exact, " ".join(map(str, specification))
