"""Combinations as jobs."""

from __future__ import annotations

import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.messages import CombinationTask
from plancritic.schema_library.combination.product import combinations, volume, whole
from plancritic.schema_library.combination.task import decided_boxes, parts_of, shared_steps

SKELETON = "(define (domain d) (:requirements :strips) (:predicates (p) (q)))"
PROBLEM = "(define (problem one) (:domain d) (:init) (:goal (q)))"


def task(*schemas: str, problem: str = PROBLEM) -> CombinationTask:
    return CombinationTask(skeleton=SKELETON, problem=problem, candidates={"make": schemas})


@pytest.mark.parametrize(("part_size", "most", "expected"), [(100, 8, 1), (5, 8, 6), (1, 3, 3), (1, 100, 24)])
def test_parts_are_disjoint_and_make_up_the_product(part_size: int, most: int, expected: int) -> None:
    parts = parts_of((2, 3, 4), part_size, most)
    assert len(parts) == expected
    found = [each for part in parts for each in combinations(part)]
    assert len(found) == len(set(found)) == volume(whole((2, 3, 4)))


def test_decisions_name_plans_by_number() -> None:
    shared = shared_steps(
        task("(:action make :parameters () :effect (q))", "(:action make :parameters () :precondition (p) :effect (q))")
    )
    found = decided_boxes(shared, whole(shared.sizes), 1_000)
    assert found.plans == ("(make)",)
    assert [each.box for each in found.solved] == [((0,),)]
    assert found.unsolvable == (((1,),),)
    assert not found.undecided


def test_what_is_left_once_nobody_waits_any_more_is_undecided() -> None:
    shared = shared_steps(task("(:action make :parameters () :effect (q))"))
    found = decided_boxes(shared, whole(shared.sizes), 1_000, is_stopped=lambda: True)
    assert (found.solved, found.undecided) == ((), (((0,),),))


@pytest.mark.parametrize(
    ("schema", "problem", "code"),
    [
        ("(:action make :parameters () :effect (r))", PROBLEM, FaultCode.UNKNOWN_NAME),
        ("(:action make :parameters () :effect (when (p) (q)))", PROBLEM, FaultCode.INVALID_MESSAGE),
        (
            "(:action make :parameters () :effect (q))",
            PROBLEM.replace("(q)", "(or (p) (q))"),
            FaultCode.INVALID_MESSAGE,
        ),
    ],
)
def test_what_cannot_be_decided_is_a_typed_fault(schema: str, problem: str, code: FaultCode) -> None:
    with pytest.raises(ContractError) as refused:
        shared_steps(task(schema, problem=problem))
    assert refused.value.fault.code is code
