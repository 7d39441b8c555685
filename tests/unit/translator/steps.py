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

#: In the plan of the rows: 3 scouts A, 5 is the debris boat and the salvage boat leaving the start, 6 scouts the end
#: point, 7 clears the way from A to the end point.
SCOUTED_A = "(is_underwater_debris_visible wpt_a_0)"
SCOUTED = "(is_underwater_debris_visible wpt_end)"
CLEARED = "(is_location_not_blocked wpt_a_0 wpt_end)"
SIX_BEFORE_FIVE = {
    f"(sometime-before (not (at shp_sal_ast_0 wpt_ini)) {SCOUTED})",
    f"(sometime-before (not (at deb_ast_0 wpt_ini)) {SCOUTED})",
}
SEVEN_LEFT_OUT = {"(at end (at n_deb_a_0_end wpt_a_0))"}
THREE_LEFT_OUT = {f"(always (not {SCOUTED_A}))"}


def canonical(constraints: Any) -> frozenset[str]:
    return frozenset(str(parse_constraint(str(c).lower())) for c in constraints)


async def read(text: str, plan: str | None, domain: str = "waterway", problem: str = "1") -> StatementReadings:
    _, found = await TRANSLATOR.translate(load_domain(domain), problem, [Statement(id="s1", text=text)], plan)
    return found[0]
