"""Whether a plan of an interpretation is valid in the reference domain, its steps put into the reference's signatures.

Candidates choose their own parameters. A mapping of an action says which of its parameters each parameter of the
reference is; it is the same in all steps of the plan and must fit the types of their objects. A parameter of the
reference that the candidate lacks is filled with any object that lets the plan go on. Mappings that keep the order come
first; another one is taken only where the plan is valid by it. VAL has the last word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.judges import Judge, JudgeRequest
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.pddl.language import Action, Problem
from plancritic.schema_library.combination.steps import SharedSteps, share_steps

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
    best: list[str] = []
    most = -1
    for mapping in islice(mappings, MOST_MAPPINGS):
        options = [_options(problem, actions[step[0]], mapping[step[0]], step) for step in steps]
        taken, valid = _carried_out(shared, numbers, options)
        if valid or len(taken) > most:
            most = len(taken)
            best = [*taken, *(choices[0] for choices in options[most:])]
        if valid:
            break
    return "\n".join(f"({text})" for text in best)


def _mappings(problem: Problem, action: Action, steps: Sequence[Sequence[str]]) -> list[Mapped]:
    """Return the mappings that lack as few parameters as any, those that keep the order first."""
    fitting: list[list[int | None]] = []
    for parameter in action.parameters:
        objects = set(problem.objects_of(*parameter.types))
        places = range(1, len(steps[0]))
        fitting.append([*(place for place in places if all(each[place] in objects for each in steps)), None])
    found = [
        chosen
        for chosen in product(*fitting)
        if len(used := [place for place in chosen if place is not None]) == len(set(used))
    ]
    fewest = min(chosen.count(None) for chosen in found)
    return sorted((chosen for chosen in found if chosen.count(None) == fewest), key=_disorder)


def _disorder(chosen: Mapped) -> tuple[int, tuple[int, ...]]:
    used = tuple(place for place in chosen if place is not None)
    return sum(one > other for number, one in enumerate(used) for other in used[number + 1 :]), used


def _options(problem: Problem, action: Action, mapped: Mapped, step: Sequence[str]) -> list[str]:
    """Return what a step may be in the reference's signature: any object stands for a parameter that is lacking."""
    choices = (
        problem.objects_of(*parameter.types) if place is None else (step[place],)
        for parameter, place in zip(action.parameters, mapped, strict=True)
    )
    return [" ".join((action.name, *objects)) for objects in product(*choices)]


def _carried_out(
    shared: SharedSteps, numbers: Mapping[str, int], options: Sequence[Sequence[str]]
) -> tuple[list[str], bool]:
    """Return the longest start of a plan that can be carried out with some option for each step, and if it is valid."""
    furthest: list[str] = []
    seen: set[tuple[int, int]] = set()
    pending: list[tuple[int, list[str]]] = [(shared.initial, [])]
    while pending:
        state, taken = pending.pop()
        if len(taken) > len(furthest):
            furthest = taken
        if len(taken) == len(options):
            if shared.reaches(state) and not shared.hopeless:
                return taken, True
            continue
        if (len(taken), state) in seen:
            continue
        seen.add((len(taken), state))
        # The first option is looked at first.
        for text in reversed(options[len(taken)]):
            for each in shared.by_step[numbers[text]] if text in numbers else ():
                if each.applies(state):
                    pending.append((each.after(state), [*taken, text]))
    return furthest, False


def _words(line: str) -> list[str]:
    return line.strip().strip("()").split()
