"""Domains that are small as text and large as atoms are refused."""

from __future__ import annotations

import time
from itertools import permutations

import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.pddl.language import parse_domain
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.schema_size import SchemaTooLargeError, placed_atoms
from plancritic.refiner.feedback.task import FeedbackProblem, RefinementTask
from plancritic.refiner.repair.schemas import frame_of
from plancritic.refiner.runs.knowledge import readable_task

PROBLEM = "(define (problem p) (:domain d) (:init) (:goal (and)))"


def domain(arity: int, parameters: int) -> str:
    places = " ".join(f"?p{number}" for number in range(arity))
    names = " ".join(f"?a{number}" for number in range(parameters))
    return f"(define (domain d) (:predicates (p {places})) (:action a :parameters ({names}) :effect (and)))"


def description(arity: int) -> DomainDescription:
    predicates = {f"(p {' '.join(f'?p{number}' for number in range(arity))})": "they are so"}
    return DomainDescription(domain="d", predicates=predicates, actions={"a": ActionDescription(detailed="does it")})


@pytest.mark.parametrize(("arity", "parameters"), [(6, 12), (9, 9), (40, 80)])
def test_too_many_atoms_are_refused_at_once(arity: int, parameters: int) -> None:
    text = domain(arity, parameters)
    started = time.perf_counter()
    with pytest.raises(SchemaTooLargeError, match="parameters of 'a' make more than 20000 atoms"):
        frame_of(parse_domain(text))
    with pytest.raises(ContractError) as refused:
        readable_task(description(arity), text, ())
    assert refused.value.fault.code is FaultCode.EXPANSION_TOO_LARGE
    assert time.perf_counter() - started < 2


async def test_such_a_candidate_cannot_be_judged() -> None:
    plan_sets = PlanSets(1)
    source = LocalFeedback(RefinementTask(description(6), (FeedbackProblem(PROBLEM),)), plan_sets)
    assert "20000 atoms" in ((await source.judge(domain(6, 12), frozenset({"plan"}))).fault or "")
    assert (await source.judge(domain(6, 6), frozenset({"plan"}))).fault is None
    await plan_sets.close()


@pytest.mark.parametrize(("arity", "parameters"), [(0, 2), (2, 5), (7, 7), (3, 2), (40, 39)])
def test_fewer_atoms_are_written_out_in_their_order(arity: int, parameters: int) -> None:
    (atoms,) = frame_of(parse_domain(domain(arity, parameters))).atoms
    assert atoms == tuple(("p", *each) for each in permutations(range(parameters), arity))


def test_parameters_stand_only_where_their_types_fit() -> None:
    parsed = parse_domain(
        "(define (domain d) (:types cat dog - pet) (:predicates (chases ?a - dog ?b - pet))"
        " (:action a :parameters (?c - cat ?d ?e - dog ?p - pet) :effect (and)))"
    )
    found = list(placed_atoms(parsed, parsed.actions["a"].parameters))
    assert found == [("chases", one, other) for one, other in ((1, 0), (1, 2), (1, 3), (2, 0), (2, 1), (2, 3))]
