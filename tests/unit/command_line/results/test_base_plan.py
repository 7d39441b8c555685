from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from tests.unit.command_line.results.test_result import make_result

from plancritic.command_line.results.base_plan import base_plan_verdicts, before_and_after
from plancritic.contracts.feedback import StatementOutcome
from plancritic.contracts.translation import Statement

CASES = Path(__file__).resolve().parents[3] / "cases/courier"


def outcome(id: str, *constraints: str) -> StatementOutcome:
    said = Statement(id=id, text=f"Statement {id} is a wish of somebody for the plan to be.")
    verdict = "adhered" if constraints else "not_understood"
    return StatementOutcome(statement=said, verdict=verdict, constraints=constraints, adherence=0.5)


async def test_the_base_plan_adheres_to_a_statement_if_it_satisfies_all_its_constraints() -> None:
    domain, problem, plan = ((CASES / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
    met, broken = "(sometime (at ann market))", "(always (not (at ann market)))"
    statements = (outcome("s1", met), outcome("s2", met, broken), outcome("s3"))
    result = make_result().model_copy(update={"base_plan": plan, "statements": statements})
    verdicts = await base_plan_verdicts(result, domain, problem)
    assert verdicts == {"s1": "adhered", "s2": "violated"}
    written = io.StringIO()
    Console(file=written, width=80).print(before_and_after(result, verdicts))
    lines = [line for line in written.getvalue().splitlines() if "violated" in line]
    assert len(lines) == 1 and "s2" in lines[0] and lines[0].index("violated") < lines[0].index("adhered")
