"""Mutated specifications: the ground truths of the archetypes after one to three mutations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.problem.specification import Individual
from plancritic.coordinator.search.operators import Mutation
from plancritic.domains.folder import load_folder
from plancritic.pddl.language import Problem, parse_domain, parse_problem

Specification = tuple[TracedConstraint, ...]

#: Domain, problem, and about the makespan of its base plan: the times that mutation invents.
PROBLEMS = (("waterway", "1", 10.0), ("waterway", "2", 25.0), ("satellite", "1", 40.0))


@dataclass(frozen=True)
class Sample:
    """Specifications of one problem."""

    name: str
    domain: str
    problem: str
    parsed: Problem
    specifications: tuple[Specification, ...]


def mutated(domain: str, problem: str, horizon: float, count: int, seed: int) -> Sample:
    """Ground truths in turn, each mutated one to three times by the operators of the preset `paper`."""
    bundle = load_folder(domain)
    parsed = parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))
    mutation, random = Mutation(parsed, horizon), Random(seed)
    preset = replace(PRESETS["paper"], mutations=(1, 3))
    found = []
    truths = [truth for _, truth in ground_truths(domain, problem)]
    for number in range(count):
        individual = Individual(truths[number % len(truths)], ())
        found.append(mutation.mutate(individual, preset, random).specification)
    return Sample(f"{domain} {problem}", bundle.domain_pddl, bundle.problem(problem), parsed, tuple(found))


def samples(count: int, seed: int) -> tuple[Sample, ...]:
    """One sample a problem."""
    return tuple(mutated(*problem, count=count, seed=seed) for problem in PROBLEMS)


def ground_truths(domain: str, problem: str) -> tuple[tuple[str, Specification], ...]:
    """Name and ground truth of each archetype that the problem has."""
    return tuple(
        (each.name, tuple(TracedConstraint(constraint=text, statements=("s",)) for text in each.ground_truth[problem]))
        for each in load_folder(domain).archetypes
        if problem in each.ground_truth
    )


def texts(specification: Specification) -> list[str]:
    """The constraints alone."""
    return [traced.constraint for traced in specification]
