"""Arithmetic over extreme numbers raises typed errors only, proves nothing, and the judges never contradict there."""

from __future__ import annotations

import asyncio
import math
import sys
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.tanks import PLAN, tanks, tanks_domain, tanks_problem

from plancritic.contracts.validation import Proof
from plancritic.judges import ExecutorJudge, Judge, JudgeRequest, KairosJudge, prove
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import (
    ARITY,
    And,
    Atom,
    Comparison,
    Condition,
    Constraint,
    ConstraintType,
    Expression,
    Not,
    Operation,
    PddlError,
    PddlSyntaxError,
    Plan,
    Step,
    UndefinedValueError,
    holds,
    number_text,
    parse_constraint,
    parse_plan,
    value_of,
)
from plancritic.pddl.reachability import Reachability
from plancritic.pddl.specification import check_constraint, simplify

NAMES = ("level", "size", "idle", "pace")
LARGEST = sys.float_info.max
SMALLEST = sys.float_info.min
ANY = st.sampled_from(
    [0.0, -0.0, 1.0, -1.0, 0.5, 1e9, 1e12, -1e12, 1e15, 1e300, LARGEST, SMALLEST, 5e-324]
) | st.floats(allow_nan=False, allow_infinity=False)
LEGAL = st.sampled_from([0.0, 1.0, -1.0, 0.001, 3.0, 1e9, 1e12, -1e12, 1e-300])
FLUENTS = st.sampled_from(NAMES).map(Atom)
TEXTS = st.sampled_from(
    ["0", "1", "1e12", "1e13", "1e306", "1e400", "-1e400", "1e-400", "9" * 400, "." + "9" * 400, "inf", "nan", "-inf"]
) | st.from_regex(r"-?[0-9]{1,4}(\.[0-9]{1,3})?(e-?[0-9]{1,4})?", fullmatch=True)


def expressions(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Expression]:
    operators = st.sampled_from(["+", "-", "*", "/"])
    return st.recursive(
        numbers | FLUENTS,
        lambda inner: (
            st.builds(Operation, operators, st.tuples(inner, inner))
            | st.builds(Operation, st.just("-"), st.tuples(inner))
        ),
        max_leaves=8,
    )


def comparisons(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Comparison]:
    sides = expressions(numbers)
    return st.builds(Comparison, st.sampled_from(["<", "<=", "=", ">=", ">"]), sides, sides)


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    kind = draw(st.sampled_from(list(ConstraintType)))
    bounds, conditions = ARITY[kind]
    compared = comparisons(LEGAL)
    parts = tuple(draw(compared | compared.map(Not) | st.just(Atom("full", ("t1",)))) for _ in range(conditions))
    times = sorted(draw(st.lists(st.sampled_from([0.0, 1.0, 5.0, 1e9, 1e12]), min_size=2, max_size=2, unique=True)))
    return Constraint(kind, parts, tuple(times[:bounds]))


@given(expressions(ANY), st.lists(ANY, min_size=4, max_size=4))
def test_an_expression_has_a_finite_value_or_a_typed_error(expression: Expression, values: list[float]) -> None:
    try:
        assert math.isfinite(value_of(expression, dict(zip(map(Atom, NAMES), values, strict=True))))
    except UndefinedValueError as error:
        assert error.is_arithmetic


@given(comparisons(ANY), st.lists(ANY, min_size=4, max_size=4))
def test_a_comparison_is_true_or_false_or_a_typed_error(comparison: Comparison, values: list[float]) -> None:
    given_values = dict(zip(map(Atom, NAMES), values, strict=True))
    try:
        truth = holds(comparison, frozenset(), given_values)
    except UndefinedValueError:
        return
    assert holds(Not(comparison), frozenset(), given_values) is not truth


@given(st.floats())
def test_a_number_is_written_so_that_it_is_read_again_or_refused(number: float) -> None:
    try:
        text = number_text(number)
    except UndefinedValueError:
        assert not math.isfinite(number)
        return
    assert float(text) == number
    assert "e" not in text


@given(TEXTS, TEXTS)
def test_texts_with_any_number_are_read_or_refused_with_a_place(one: str, other: str) -> None:
    problem = tanks_problem(level=one, takes=other, more=f"(at {one} (open))", goal=f"(> (/ {one} {other}) {one})")
    for read in (
        lambda: tanks(tanks_domain(duration=f"(/ {one} {other})"), problem),
        lambda: tanks(problem=tanks_problem(level=one, takes=other)),
        lambda: parse_constraint(f"(hold-during {one} {other} (> (* {one} {other}) {one}))"),
        lambda: parse_plan(f"{one}: (fill t1) [{other}]"),
    ):
        try:
            read()
        except PddlSyntaxError as error:
            assert error.line >= 1
            assert error.column >= 1
            assert error.remedy


@settings(deadline=None, max_examples=examples(60))
@given(
    st.tuples(expressions(LEGAL), expressions(LEGAL), comparisons(LEGAL)),
    st.tuples(LEGAL, LEGAL),
    st.lists(constraints(), max_size=2),
    st.sampled_from([0.0, 1.0, 1e9, 1e12]),
)
def test_executor_and_proofs_survive_extreme_numbers(
    inside: tuple[Expression, Expression, Comparison],
    initial: tuple[float, float],
    asked: list[Constraint],
    duration: float,
) -> None:
    takes, amount, needed = (str(each) if not isinstance(each, float) else number_text(each) for each in inside)
    domain = tanks_domain(takes, f"(at start (or (empty ?t) {needed}))", f"(at end (scale-up (size) {amount}))")
    try:
        problem = tanks(domain, tanks_problem(level=number_text(initial[0]), takes=number_text(initial[1])))
    except PddlSyntaxError:
        return
    plan = Plan((Step(0.0, "fill", ("t1",), duration), Step(duration, "fill", ("t2",), duration)))
    trajectory = execute(problem, plan)
    findings = [judge_constraint(trajectory, each) for each in asked if not check_constraint(each, problem)]
    fitting = [each for each in asked if not check_constraint(each, problem)]
    proved = simplify(problem, fitting).contradiction or Reachability(problem).disproof(fitting)
    if proved and not trajectory.faults and trajectory.goal_met:
        assert not all(finding.satisfied for finding in findings), proved


@settings(deadline=None, max_examples=examples(60))
@given(constraints(), st.sampled_from(["0", "1", "-1", "1000000000"]))
def test_executor_and_kairos_never_contradict_each_other(constraint: Constraint, level: str) -> None:
    def judged(asked: Constraint, *judges: Judge) -> Proof:
        parse_constraint(str(asked))
        return asyncio.run(prove(judges, JudgeRequest(tanks_domain(), tanks_problem(level=level), PLAN, (str(asked),))))

    try:
        proof = judged(constraint, KairosJudge(), ExecutorJudge())
        # Kairos takes numbers for equal that differ by a millionth: a dispute there is no contradiction.
        sides = (judged(shifted(constraint, by), ExecutorJudge()).ruling for by in (1e-5, -1e-5))
        assert proof.ruling != "disputed" or len({*sides}) == 2, proof
    except PddlError:
        return


def shifted(constraint: Constraint, by: float) -> Constraint:
    """The constraint with comparisons that hold where they miss by so much, or only where they hold by so much."""

    def moved(condition: Condition) -> Condition:
        if isinstance(condition, Not):
            return Not(moved(condition.condition))
        if not isinstance(condition, Comparison):
            return condition
        less = Comparison("<=", condition.left, Operation("+", (condition.right, by)))
        more = Comparison(">=", condition.left, Operation("-", (condition.right, by)))
        if condition.operator == "=":
            return And((less, more))
        return less if condition.operator in ("<", "<=") else more

    return replace(constraint, conditions=tuple(map(moved, constraint.conditions)))


def test_a_difference_of_a_millionth_is_no_contradiction() -> None:
    tiny = Operation("*", (0.001, Operation("-", (0.001,))))
    constraint = Constraint(ConstraintType.ALWAYS, (Comparison("<=", 0.0, tiny),))
    request = JudgeRequest(tanks_domain(), tanks_problem(level="0"), PLAN, (str(constraint),))
    assert asyncio.run(prove((KairosJudge(),), request)).ruling == "accepted"
    assert asyncio.run(prove((ExecutorJudge(),), request)).ruling == "rejected"
