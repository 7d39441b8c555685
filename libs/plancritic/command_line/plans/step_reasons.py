"""Why the steps with a number are in a plan, for people and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.padding import Padding
from rich.text import Text

from plancritic.command_line.exit_codes import bad_input
from plancritic.command_line.plans.plan_view import PlanView
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.pddl.execution import CausalLink, ConstraintNeed, StepNeed
from plancritic.pddl.language import parse_plan
from plancritic.pictures.step_reasons import NoSuchStep, reasons_of_step
from plancritic.wording import StepReasons


def reasons_of(view: PlanView, number: int) -> tuple[StepReasons, ...]:
    """Return why each step with this number is in the plan.

    Raises:
        CommandFault: the plan has no such step.
    """
    try:
        return reasons_of_step(view.plan, number, view.lexicon, view.specification, view.statements)
    except NoSuchStep as error:
        bad_input(FaultCode.UNKNOWN_NAME, str(error), "name the number of one of its steps")


def show_reasons(console: Console, found: Sequence[StepReasons]) -> None:
    """Print why steps are there, a paragraph each; of several it is said that they have one number."""
    if len(found) > 1:
        console.print(
            Text(f"{len(found)} steps begin at the same time and share the number {found[0].number}:", "bold")
        )
    for place, each in enumerate(found):
        if place:
            console.print()
        opening, *others = each.sentences
        console.print(Text(opening))
        for sentence in others:
            console.print(Padding(Text(sentence), (0, 0, 0, 2)))


def reasons_json(view: PlanView, number: int, found: Sequence[StepReasons]) -> dict[str, Any]:
    """Return the same as JSON: for each step its links, and the chains that lead to the goal or to statements."""
    plan = parse_plan(view.plan)
    numbers = [each for each, _ in plan.numbered()]

    def link_json(link: CausalLink) -> dict[str, Any]:
        return {
            "step": {"number": numbers[link.producer], "action": plan.steps[link.producer].ground},
            "condition": str(link.condition),
            "needed_by": _consumer_json(link, view, numbers, [step.ground for step in plan.steps]),
        }

    return {
        "domain": view.domain,
        "problem": view.problem,
        "step": number,
        "actions": [
            {
                "action": plan.steps[each.step].ground,
                "start": plan.steps[each.step].start,
                "sentences": list(each.sentences),
                "reasons": [link_json(link) for reason in each.reasons for link in reason.links],
                "chains": [[link_json(link) for link in purpose.chain] for purpose in each.purposes],
            }
            for each in found
        ],
    }


def _consumer_json(link: CausalLink, view: PlanView, numbers: list[int], actions: list[str]) -> Mapping[str, Any]:
    match link.consumer:
        case StepNeed(step, moment):
            return {"kind": "step", "number": numbers[step], "action": actions[step], "moment": moment}
        case ConstraintNeed(constraint):
            traced = view.specification[constraint]
            return {"kind": "constraint", "constraint": traced.constraint, "statements": list(traced.statements)}
    return {"kind": "goal"}
