"""What a result's base plan makes of the statements: shown beside what the revised plan makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from plancritic.contracts.feedback import PlanRevised

BaseVerdict = Literal["adhered", "violated"]

_STYLES = {"adhered": "bold green", "violated": "bold red"}


async def base_plan_verdicts(result: PlanRevised, domain: str, problem: str) -> dict[str, BaseVerdict]:
    """Return whether the base plan adheres to each statement read as constraints, by the statement's id.

    `domain` and `problem` are PDDL texts. The trajectory executor judges, in this process: it needs no services.

    Raises:
        PddlSyntaxError: domain or problem cannot be read.
    """
    # Imported here: only a demo needs the judges.
    from plancritic.judges import ExecutorJudge
    from plancritic.verdicts import prove_plan

    questions = [constraint for outcome in result.statements for constraint in outcome.constraints]
    proved = await prove_plan((ExecutorJudge(),), domain, problem, result.base_plan, (), questions)
    met = {answer.constraint: answer.proof.ruling == "accepted" for answer in proved.answers}
    return {
        outcome.statement.id: "adhered" if all(met[constraint] for constraint in outcome.constraints) else "violated"
        for outcome in result.statements
        if outcome.constraints
    }


def before_and_after(result: PlanRevised, base: Mapping[str, BaseVerdict]) -> RenderableType:
    """Return a table of each statement under the base plan and under the revised one."""
    table = Table(title="Before and after", title_justify="left")
    table.add_column("statement", overflow="fold")
    for plan in ("base plan", "revised plan"):
        table.add_column(plan, no_wrap=True)
    for outcome in result.statements:
        before = base.get(outcome.statement.id)
        table.add_row(
            Text(f"{outcome.statement.id}: {outcome.statement.text}"),
            Text(before or "", _STYLES.get(before or "", "")),
            Text(outcome.verdict.replace("_", " "), _STYLES.get(outcome.verdict, "bold yellow")),
        )
    return table
