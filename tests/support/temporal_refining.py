"""What refinements of domains with time and numbers are tested with: descriptions, faults, recorded plans."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.messages import RefinementRequested
from plancritic.pddl.execution import execute
from plancritic.pddl.language import Plan, Step, declaration, load_problem, parse_domain

_DOMAINS = Path(__file__).parents[2] / "domains"
#: Descriptions with time and numbers, and answers to them.
CASES = Path(__file__).parents[1] / "cases" / "temporal"


@lru_cache
def domain_text(name: str) -> str:
    """Return the PDDL of a shipped domain."""
    return (_DOMAINS / name / "domain.pddl").read_text(encoding="utf-8")


@lru_cache
def problem_text(name: str, number: int = 1) -> str:
    """Return the PDDL of a problem of a shipped domain."""
    return (_DOMAINS / name / "problems" / f"{number}.pddl").read_text(encoding="utf-8")


@lru_cache
def recorded_plans(name: str, number: int = 1, most: int = 6) -> tuple[str, ...]:
    """Return recorded plans with times that solve a problem, the shortest first."""
    problem = load_problem(_DOMAINS / name / "domain.pddl", _DOMAINS / name / "problems" / f"{number}.pddl")
    with gzip.open(_DOMAINS / name / "recorded" / "plans.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    found: list[Plan] = []
    for row in rows:
        if row["inst"] != f"instance-{number}":
            continue
        steps = ((start, words.split(), duration) for start, words, duration in row["steps"])
        plan = Plan(tuple(Step(start, name, tuple(objects), duration) for start, (name, *objects), duration in steps))
        trajectory = execute(problem, plan)
        if trajectory.fault is None and trajectory.goal_met:
            found.append(plan)
    return tuple(str(each) for each in sorted(found, key=lambda plan: (len(plan.steps), str(plan)))[:most])


def description_of(name: str) -> DomainDescription:
    """Return a description that declares what a shipped domain has, its actions' parameters prescribed."""
    domain = parse_domain(domain_text(name))
    parents = {each: (parent, *domain.further_parents.get(each, ())) for each, parent in domain.types.items()}
    return DomainDescription(
        domain=name,
        types={f"{each} - {above[0]}" if above[0] != "object" else each: "" for each, above in parents.items()},
        predicates={declaration(each, parameters): "" for each, parameters in domain.predicates.items()},
        functions={declaration(each, parameters): "" for each, parameters in domain.functions.items()},
        actions={
            each: ActionDescription(
                detailed=each.replace("_", " "), parameters=" ".join(map(str, action.parameters)), duration="as it is"
            )
            for each, action in domain.actions.items()
        },
    )


def faulty(name: str, *edits: tuple[str, str, str]) -> str:
    """Return a shipped domain with faults: in an action, the first writing of a text is another."""
    text = domain_text(name)
    for action, before, after in edits:
        head, found, tail = text.partition(f"(:durative-action {action}\n")
        assert found and before in tail, (action, before)
        text = head + found + tail.replace(before, after, 1)
    return text


def requested(name: str, start: str, *problems: KnownProblem, **changes: Any) -> RefinementRequested:
    """Return a request to refine a start of a shipped domain; by default its first problem's plans are known."""
    usual = {
        "envelope": Envelope.start(),
        "description": description_of(name),
        "domain": start,
        "problems": problems or (known(name),),
    }
    return RefinementRequested(**(usual | changes))


def known(name: str, number: int = 1, most: int = 6, **changes: Any) -> KnownProblem:
    """Return a problem of a shipped domain with recorded plans."""
    usual = {"text": problem_text(name, number), "timed_plans": recorded_plans(name, number, most)}
    return KnownProblem(**(usual | changes))
