"""The published PlanCritic domains, problems and plans that tests judge on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from plancritic.pddl.language import Plan, Problem, load_problem, parse_plan

CASES = Path(__file__).parent.parent / "cases" / "plancritic"


def problem_paths(domain: str, instance: str) -> tuple[Path, Path]:
    return CASES / domain / "domain.pddl", CASES / domain / f"{instance}.pddl"


@cache
def published_problem(domain: str, instance: str) -> Problem:
    return load_problem(*problem_paths(domain, instance))


@cache
def published_plans() -> dict[str, tuple[Problem, Plan]]:
    rows = map(json.loads, (CASES / "pddl" / "plans.jsonl").read_text().splitlines())
    return {row["id"]: (published_problem(row["dom"], row["inst"]), parse_plan(row["plan"])) for row in rows}
