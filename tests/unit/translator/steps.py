"""Statements about the steps of one shown plan, and what the translator reads in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.pddl.language import parse_constraint
from plancritic.translator.translation import Translator

CASES = Path(__file__).parents[2] / "cases" / "feedback"
ROWS = [json.loads(line) for line in (CASES / "steps-dev.jsonl").read_text().splitlines()]
PLAN = ROWS[0]["plan"]
TRANSLATOR = Translator()


def canonical(constraints: Any) -> frozenset[str]:
    return frozenset(str(parse_constraint(str(c).lower())) for c in constraints)


async def read(text: str, plan: str | None, domain: str = "waterway", problem: str = "1") -> StatementReadings:
    _, found = await TRANSLATOR.translate(load_domain(domain), problem, [Statement(id="s1", text=text)], plan)
    return found[0]
