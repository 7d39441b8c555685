"""Combinations as jobs: what is decided, and decisions, as stored values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import CombinationTask, DecidedBoxes, SolvedBox
from plancritic.contracts.syntax_faults import fault_of
from plancritic.domains.descriptions import schema_of
from plancritic.pddl.grounding import NotStripsError
from plancritic.pddl.language import PddlSyntaxError, parse_domain, parse_problem
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.combination.decision import Solved, Undecided, Unsolvable, decide
from plancritic.schema_library.combination.product import Box, halves, numbers, volume, whole
from plancritic.schema_library.combination.steps import SharedSteps, TooManyStepsError, share_steps


def task_of(skeleton: str, problem: str, candidates: Mapping[str, Sequence[Candidate]]) -> CombinationTask:
    """Return the task of deciding all combinations of these candidates."""
    texts = {name: tuple(one.strips_text for one in each) for name, each in candidates.items()}
    return CombinationTask(skeleton=skeleton, problem=problem, candidates=texts)


def shared_steps(task: CombinationTask) -> SharedSteps:
    """Return the ground steps of a task's candidates.

    Raises:
        ContractError: the texts are no legal PDDL, or more than combinations can be decided for.
    """
    with told_as_faults():
        skeleton = parse_domain(task.skeleton)
        problem = parse_problem(task.problem, skeleton)
        schemas = {name: [schema_of(skeleton, text) for text in texts] for name, texts in task.candidates.items()}
        return share_steps(problem, schemas)


def parts_of(sizes: Sequence[int], part_size: int, most: int) -> tuple[Box, ...]:
    """Return disjoint boxes that make up the product, of at most `part_size` combinations but no more than `most`."""
    parts = [whole(sizes)]
    while len(parts) < most:
        largest = max(parts, key=volume)
        if volume(largest) <= max(part_size, 1):
            break
        parts.remove(largest)
        parts.extend(halves(largest))
    return tuple(parts)


def decided_boxes(
    shared: SharedSteps,
    box: Box,
    most_states: int,
    seconds: float | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> DecidedBoxes:
    """Return the decisions of a box as they are stored; plans are PDDL plan text.

    What is left after `seconds`, or once `is_stopped` says so, is undecided.
    """
    plans: dict[str, int] = {}
    solved: list[SolvedBox] = []
    unsolvable: list[tuple[tuple[int, ...], ...]] = []
    undecided: list[tuple[tuple[int, ...], ...]] = []
    for each in decide(shared, box, most_states, seconds, is_stopped):
        match each:
            case Solved(solved_box, plan):
                number = plans.setdefault(shared.plan_text(plan), len(plans))
                solved.append(SolvedBox(box=numbers(solved_box), plan=number))
            case Unsolvable():
                unsolvable.append(numbers(each.box))
            case Undecided():
                undecided.append(numbers(each.box))
    return DecidedBoxes(
        plans=tuple(plans), solved=tuple(solved), unsolvable=tuple(unsolvable), undecided=tuple(undecided)
    )


@contextmanager
def told_as_faults() -> Iterator[None]:
    """Have what combinations cannot be decided for told as a typed fault.

    Raises:
        ContractError: the texts are no legal PDDL, or more than combinations can be decided for.
    """
    try:
        yield
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except (NotStripsError, TooManyStepsError) as error:
        remedy = "describe a domain of plain actions and a problem of plain facts, with fewer objects or candidates"
        raise ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=str(error), remedy=remedy)) from None
