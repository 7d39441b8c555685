"""Whether a plan of an interpretation is valid in the reference domain, its steps put into the reference's signatures.

Candidates choose their own parameters. A mapping of an action says which of its parameters each parameter of the
reference is; it is the same in all steps of the plan and must fit the types of their objects. A parameter of the
reference that the candidate lacks is filled with any object that lets the plan go on. Mappings that keep the order come
first; another one is taken only where the plan is valid by it. VAL has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.judges import Judge, JudgeRequest
from plancritic.pddl.language import Action, Problem
from plancritic.schema_library.combination.steps import SharedSteps, share_steps
from plancritic.schema_library.evaluation.cases import EvaluationDomain

#: For each parameter of the reference the place of the candidate's parameter that it is; None: it lacks one.
Mapped = tuple[int | None, ...]
#: So many mappings of all actions together are tried.
MOST_MAPPINGS = 5_000


@dataclass(frozen=True, slots=True)
class ReferenceCheck:
    """VAL's verdict on a plan in the reference domain; `plan` is the plan in the reference's signatures.

    Where it is not valid, `failing_step` is the first step that cannot be taken (None: the goal is not reached), and
    `reason` says what VAL misses.
    """

    plan: str
    valid: bool
    failing_step: str | None
    reason: str


async def checked(domain: EvaluationDomain, plan: str, judge: Judge) -> ReferenceCheck:
    """Judge a plan (one step a line) in the reference domain.

    Raises:
        ContractError: VAL abstains.
    """
    mapped = in_reference(domain.problem, domain.reference.actions, [_words(line) for line in plan.splitlines()])
    report = await judge.judge(JudgeRequest(domain.reference_text, domain.problem_text, mapped))
    if report.ruling == "abstained":
        reasons = "; ".join(each.explanation for each in report.findings)
        raise ContractError(
            Fault(
                code=FaultCode.SERVICE_UNAVAILABLE,
                message=f"{judge.name} gives no verdict on a plan: {reasons}",
                remedy="make setup",
            )
        )
    unmet = next((each for each in report.findings if each.satisfied is False), None)
    reason = "" if unmet is None else unmet.needed or unmet.explanation
    return ReferenceCheck(mapped, report.ruling == "accepted", unmet.step if unmet else None, reason)


def in_reference(problem: Problem, actions: Mapping[str, Action], steps: Sequence[Sequence[str]]) -> str:
    """Return the plan in the signatures of these actions, one step a line; valid by any mapping if there is one.

    A step is its action's name and its objects. Where no mapping makes the plan valid, that by which it goes furthest
    is taken, and among these the first.
    """
    shared = share_steps(problem, {name: [action] for name, action in actions.items()})
    numbers = {text: number for number, text in enumerate(shared.steps)}
    used = list(dict.fromkeys(step[0] for step in steps))
    mappings = (
        dict(zip(used, chosen, strict=True))
        for chosen in product(*(_mappings(problem, actions[name], [s for s in steps if s[0] == name]) for name in used))
    )
    furthest: list[str] = []
    for mapping in islice(mappings, MOST_MAPPINGS):
        options = [_options(problem, actions[step[0]], mapping[step[0]], step) for step in steps]
        taken, valid = _carried_out(shared, numbers, options)
        if valid or not furthest or len(taken) > len(furthest):
            rest = [choices[0] for choices in options[len(taken) :]]
            furthest = [*taken, *rest]
            # What was carried out counts, not what was put after it.
            furthest_done = len(taken)
        if valid:
            break
    return "\n".join(f"({text})" for text in furthest)
