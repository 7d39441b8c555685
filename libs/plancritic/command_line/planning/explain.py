"""`plancritic explain`: a plan step by step in words, or why there is none; no broker needed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, SyntaxCommandFault, run, show_json
from plancritic.command_line.input_files import read_text_file
from plancritic.command_line.options import finite
from plancritic.command_line.planning.plan import exit_code
from plancritic.command_line.planning.planning_request import Planning, PlanningFiles, planning
from plancritic.command_line.planning.progress import waiting
from plancritic.command_line.planning.validate import judge_files
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.planning import (
    Disputed,
    NoPlanFound,
    PlanProved,
    Rejected,
    SolveLimits,
    SyntaxFault,
    TimedOut,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.threads import in_thread


def explain(
    domain: Annotated[Path, typer.Argument(help="PDDL domain file.")],
    problem: Annotated[Path, typer.Argument(help="PDDL problem file.")],
    plan: Annotated[Path | None, typer.Argument(help="Plan file; without it the command looks for a plan.")] = None,
    constraints: Annotated[Path | None, typer.Option(help="File of PDDL3 constraints, one after another.")] = None,
    limit: Annotated[
        float, typer.Option(min=0.01, max=3600, callback=finite, help="Wall seconds for a search.")
    ] = 10.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the explanation as JSON.")] = False,
) -> None:
    """Explain a plan in words: what each step changes, which constraints hold, and how far it misses the others.

    Without PLAN the command looks for one. If none exists, it shows which constraints clash and which changes would
    help. If time runs out, it shows how close plans without the constraints come.

    If the folder of the domain file has a context.yaml, the explanation uses its words.

    Example: plancritic explain domain.pddl problem.pddl my.plan --constraints constraints.pddl

    Exit code 0 for a plan that is accepted, 1 for another verdict, 2 for bad input.
    """
    files = PlanningFiles.read(domain, problem, constraints)
    if plan is None:
        code, explanation = run(_explain_search(files, limit))
    else:
        code, explanation = run(_explain_plan(files, read_text_file(plan, "plan"), str(plan)))
    if as_json:
        show_json(explanation)
    else:
        from plancritic.command_line.planning.explanation_text import show_explanation

        show_explanation(explanation)
    raise typer.Exit(code)


async def _explain_plan(files: PlanningFiles, plan: str, plan_file: str) -> tuple[ExitCode, dict[str, Any]]:
    from plancritic.command_line.planning.domain_words import lexicon_for
    from plancritic.command_line.planning.explanation import plan_explanation

    proof, _ = await judge_files(files, plan, plan_file)
    lexicon = await in_thread(partial(lexicon_for, files.domain_file, files.domain, files.problem))
    if lexicon is None:
        raise _beyond_model(files)
    explanation = await in_thread(lambda: plan_explanation(lexicon, plan, files.specification(), proof))
    return ExitCode.DONE if proof.ruling == "accepted" else ExitCode.OTHER_VERDICT, explanation


async def _explain_search(files: PlanningFiles, limit: float) -> tuple[ExitCode, dict[str, Any]]:
    from plancritic.command_line.planning.domain_words import lexicon_for
    from plancritic.command_line.planning.explanation import near_misses, plan_explanation, verdict_explanation

    limits = SolveLimits(seconds=limit)
    plans: list[str] = []
    async with planning(files, None) as planners, waiting("planning", limit):
        verdict = await planners.verdict(limits)
        if isinstance(verdict, SyntaxFault):
            raise SyntaxCommandFault(verdict)
        if isinstance(verdict, TimedOut | NoPlanFound):
            plans = await _plans_without(planners, files.specification(), limits)
    lexicon = await in_thread(partial(lexicon_for, files.domain_file, files.domain, files.problem))
    if lexicon is None:
        raise _beyond_model(files)

    def explained() -> dict[str, Any]:
        explanation = verdict_explanation(verdict, lexicon)
        if isinstance(verdict, PlanProved | Rejected | Disputed):
            return plan_explanation(lexicon, verdict.plan, files.specification(), verdict.proof) | explanation
        return explanation | {"near_misses": near_misses(lexicon, files.specification(), plans)}

    return exit_code(verdict), await in_thread(explained)


async def _plans_without(
    planners: Planning, specification: tuple[TracedConstraint, ...], limits: SolveLimits
) -> list[str]:
    """Plans without any of the constraints, and without each of them; together they get as much time again."""
    parts = [specification[:index] + specification[index + 1 :] for index in range(len(specification))]
    asked = list(dict.fromkeys([(), *parts]))
    each = limits.model_copy(update={"seconds": limits.seconds / len(asked)})
    verdicts = [await planners.verdict(each, part, explain=False) for part in asked]
    return [verdict.plan for verdict in verdicts if isinstance(verdict, PlanProved)]


def _beyond_model(files: PlanningFiles) -> CommandFault:
    from plancritic.pddl.language import UnsupportedFeatureError, parse_domain, parse_problem

    feature = "this problem"
    try:
        parse_problem(files.problem, parse_domain(files.domain, str(files.domain_file)), str(files.problem_file))
    except UnsupportedFeatureError as error:
        feature = error.feature
    fault = Fault(
        code=FaultCode.INVALID_MESSAGE,
        message=f"`explain` does not support {feature}",
        remedy="try `plancritic plan` or `plancritic validate`: planners and judges support more of PDDL",
        file=str(files.domain_file),
    )
    return CommandFault(fault, ExitCode.OTHER_VERDICT)
