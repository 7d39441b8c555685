"""The plan's steps counted and timed from its text: a second opinion on bounds on the whole plan.

VAL and Kairos' validator know no `(total-time)`. This judge shares no code with the executor's reading of plans, so
that a slip in one of them shows as a dispute.
"""

from __future__ import annotations

import re
from decimal import Decimal

from plancritic.contracts.validation import Finding, JudgeReport
from plancritic.pddl.language import TOTAL_TIME, PlanBound

NAME = "steps"
_LINE = re.compile(r"^\s*(?:([^\s:()]+)\s*:)?\s*\([^()]*\)\s*(?:\[\s*([^\s\[\]]+)\s*\])?\s*$")
#: Printed times have three decimals, computed ones rounding errors far below this.
_EQUAL = Decimal("0.000001")


def count_steps(plan: str, bounds: tuple[PlanBound, ...]) -> JudgeReport:
    """Return which bounds the text of a plan keeps; a text that is no plan is rejected."""
    ends: list[Decimal] = []
    for line in plan.splitlines():
        content = line.split(";", 1)[0]
        if not content.strip():
            continue
        found = _LINE.match(content)
        try:
            start = Decimal(found[1]) if found and found[1] else Decimal(len(ends) + 1)
            ends.append(start + (Decimal(found[2]) if found and found[2] else 0))
        except ArithmeticError:
            found = None
        if found is None:
            unread = Finding(about="form", satisfied=False, explanation=f"not a step: {content.strip()!r}")
            return JudgeReport(judge=NAME, ruling="rejected", findings=(unread,))
    last = max(ends, default=Decimal(0))
    findings = tuple(_finding(bound, last if bound.measure == TOTAL_TIME else Decimal(len(ends))) for bound in bounds)
    ruling = "accepted" if all(finding.satisfied for finding in findings) else "rejected"
    return JudgeReport(judge=NAME, ruling=ruling, findings=findings)


def _finding(bound: PlanBound, value: Decimal) -> Finding:
    over = value - Decimal(repr(bound.limit))
    equal = abs(over) <= _EQUAL
    kept = {
        "<": over < 0 and not equal,
        "<=": over < 0 or equal,
        ">=": over > 0 or equal,
        ">": over > 0 and not equal,
    }[bound.operator]
    return Finding(
        about="constraint",
        satisfied=kept,
        constraint=str(bound),
        explanation=f"{bound.measure} is {value.normalize():f}",
    )
