"""The courier problem as requests, and stand-in executables that misbehave."""

from collections.abc import Callable
from pathlib import Path

import pytest

from plancritic.contracts.planning import SolveLimits
from plancritic.engines import PlanningRequest

CASES = Path(__file__).parents[2] / "cases"


@pytest.fixture
def courier() -> Callable[..., PlanningRequest]:
    """Makes a request for the courier problem with constraints."""
    domain = (CASES / "courier" / "domain.pddl").read_text()
    problem = (CASES / "courier" / "problem.pddl").read_text()

    def request(constraints: str = "", seconds: float = 5.0, **limits: object) -> PlanningRequest:
        text = problem
        if constraints:
            text = text.replace("(:goal", f"(:constraints (and {constraints}))\n  (:goal")
        return PlanningRequest(domain, text, SolveLimits(seconds=seconds, **limits))  # type: ignore[arg-type]

    return request


@pytest.fixture
def huge() -> PlanningRequest:
    """A problem that takes far longer to ground than any test waits."""
    objects = " ".join(f"o{number}" for number in range(30))
    facts = " ".join(f"(p o{number})" for number in range(30))
    domain = """(define (domain huge) (:requirements :strips) (:predicates (p ?a) (q ?a ?b ?c ?d ?e ?f))
      (:action make :parameters (?a ?b ?c ?d ?e ?f) :precondition (and (p ?a) (p ?b) (p ?c) (p ?d) (p ?e) (p ?f))
       :effect (q ?a ?b ?c ?d ?e ?f)))"""
    problem = f"""(define (problem huge) (:domain huge) (:objects {objects}) (:init {facts})
      (:goal (and (q o0 o1 o2 o3 o4 o5) (q o5 o4 o3 o2 o1 o0))))"""
    return PlanningRequest(domain, problem, SolveLimits(seconds=0.3))
