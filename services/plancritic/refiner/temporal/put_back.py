"""The end of a refinement of a STRIPS part as one of its domain: put back, in words with times, and checked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice, product

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.refinement.knowledge import GoalNotReached, RightPlanRefused, StepNotPossible
from plancritic.contracts.refinement.messages import DomainRefined, LeftComplaint, candidate_id
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import (
    Action,
    Atom,
    Condition,
    Domain,
    FactEffect,
    Not,
    PddlError,
    Plan,
    parse_domain,
    parse_problem,
    unmet,
)
from plancritic.pddl.language.schema_edits import ConditionMoment
from plancritic.pddl.strips_part import Joined, joined_at, timed_conditions
from plancritic.refiner.questions.literal_words import Has, LiteralWords, literal_sentence
from plancritic.refiner.temporal.separated_request import SeparatedRequest, TimedProblem

#: So many ways to place new literals are tried where known plans do not work with the usual one, for so many seconds.
_MOST_PLACEMENTS, _PLACEMENT_SECONDS = 200, 10.0
#: So many new literals may be moved: all ways of eight are some thousand.
_MOST_MOVED = 8


def put_back(separated: SeparatedRequest, end: DomainRefined) -> DomainRefined:
    """Return the end with the whole domain, its changes with their times, and what known plans with times say.

    Known plans are carried out in the whole domain, durations and numbers included: those with times as they are, the
    others one step after another. Questions that the numbers answer are left out.

    Raises:
        ContractError: The refined part does not fit its domain any more, as where a duration needs what went.
    """
    part = parse_domain(end.domain)
    separated = separated.of_start(end.start)
    try:
        whole = placed(separated, part)
    except PddlError as error:
        message = f"the refined part does not fit the domain's durations and numbers: {error}"
        remedy = "have the domain's parameters agree with those of the description, and refine again"
        raise ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy)) from None
    moments = dict(_moments(separated.whole, whole, LiteralWords.of(separated.request.description, whole)))
    update: dict[str, object] = {
        "domain": whole.text,
        "candidate": candidate_id(end.domain),
        "changes": tuple(_with_moment(each, moments) for each in end.changes),
        "reason": "; ".join((end.reason, *separated.notes)),
        "questions": tuple(
            each for each in end.questions if separated.problems[each.problem].numbers.broken(each.steps) is None
        ),
    }
    if end.refined:
        complaints = [each.complaint for each in end.left]
        known = {(each.problem, each.plan) for each in complaints if isinstance(each, RightPlanRefused)}
        found = [
            complaint
            for number, problem in enumerate(separated.problems)
            for complaint in _broken(whole, number, problem, separated.request.problems[number].plans)
            if (number, complaint.plan) not in known
        ]
        update["left"] = (*end.left, *(LeftComplaint(complaint=each, text=_words(each)) for each in found))
        if found:
            update["reason"] = f"{update['reason']}; {len(found)} known plans do not work with the times and numbers"
    return end.model_copy(update=update)


def placed(separated: SeparatedRequest, part: Domain) -> Domain:
    """Return the whole domain with a refined part, its new literals where most known plans work.

    Literals stand where other actions of the domain have theirs, unless fewer known plans would work so.

    Raises:
        PddlError: The part does not fit its domain.
    """
    first = joined_at(separated.whole, part, {})
    best, fewest = first.domain, _failing(separated, first.domain, None)
    deadline = time.monotonic() + _PLACEMENT_SECONDS
    ways = [
        each.possible if place < _MOST_MOVED else (usual,) for place, (each, usual) in enumerate(first.placed.items())
    ]
    others = product(*ways)
    for moments in islice(sorted(others, key=lambda each: _moved(each, first)), _MOST_PLACEMENTS):
        if not fewest or time.monotonic() > deadline:
            break
        domain = joined_at(separated.whole, part, dict(zip(first.placed, moments, strict=True))).domain
        failing = _failing(separated, domain, fewest)
        if failing < fewest:
            best, fewest = domain, failing
    return best


def _moved(moments: tuple[ConditionMoment, ...], usual: Joined) -> int:
    """How many literals stand at other moments than the usual ones."""
    return sum(one != other for one, other in zip(moments, usual.placed.values(), strict=True))


def _failing(separated: SeparatedRequest, domain: Domain, most: int | None) -> int:
    """How many known plans do not work in a domain; counted up to `most`."""
    broken = (
        each
        for number, problem in enumerate(separated.problems)
        for each in _broken(domain, number, problem, separated.request.problems[number].plans)
    )
    return sum(1 for _ in islice(broken, most))


def _broken(
    whole: Domain, number: int, timed: TimedProblem, sequences: tuple[tuple[tuple[str, ...], ...], ...]
) -> Iterator[RightPlanRefused]:
    """Give the known plans that do not work in the whole domain, with the first thing that is wrong."""
    problem = parse_problem(timed.problem.text, whole)
    for plan, steps in zip(timed.plans, timed.sequences, strict=True):
        found = execute(problem, plan)
        if found.fault is not None or not found.goal_met:
            yield _refused_plan(number, steps, found)
    for steps in (each for each in sequences if each not in timed.sequences):
        schedule = timed.numbers.scheduled(steps)
        assert isinstance(schedule, Plan), "what the numbers forbid was refused with the request"
        found = execute(problem, schedule)
        if found.fault is not None or not found.goal_met:
            yield _refused_plan(number, steps, found)


def _refused_plan(number: int, steps: tuple[tuple[str, ...], ...], found: Trajectory) -> RightPlanRefused:
    fault = found.fault
    if fault is not None:
        step = found.plan.steps[fault.index] if fault.index is not None else found.plan.steps[0]
        words = (step.action, *step.arguments)
        needed = f"{fault.needed} {fault.moment}".rstrip()
        place = _place(steps, words, found.plan, fault.index or 0)
        return RightPlanRefused(
            problem=number, plan=steps, first_fault=StepNotPossible(number=place, step=words, unmet=(needed,))
        )
    state = found.states[-1]
    left = tuple(str(each) for each in unmet(found.problem.goal, state.facts, state.values or {}))
    return RightPlanRefused(problem=number, plan=steps, first_fault=GoalNotReached(unmet=left))


def _place(steps: tuple[tuple[str, ...], ...], words: tuple[str, ...], plan: Plan, index: int) -> int:
    """Return where a step of a plan stands in its sequence, from 1: equal steps keep their order."""
    earlier = sum((each.action, *each.arguments) == words for each in plan.steps[:index])
    places = [place for place, each in enumerate(steps, 1) if each == words]
    return places[earlier]


def _words(complaint: RightPlanRefused) -> str:
    fault = complaint.first_fault
    known = f"A plan of problem {complaint.problem + 1} that is known to work does not with its times and numbers"
    if isinstance(fault, StepNotPossible):
        return f"{known}: ({' '.join(fault.step)}) needs {' '.join(fault.unmet)}."
    assert isinstance(fault, GoalNotReached), "steps of a known plan are known"
    return f"{known}: after it {' '.join(fault.unmet)} of the goal does not hold."


def _with_moment(change: str, moments: dict[str, str]) -> str:
    """Return a change's sentence with the time at which the domain has it, where it is about a literal."""
    for sentence, moment in moments.items():
        if change == sentence or change.startswith(f"{sentence} "):
            return f"{sentence} {moment}{change[len(sentence) :]}"
    return change


def _moments(before: Domain, after: Domain, words: LiteralWords) -> Iterator[tuple[str, str]]:
    """Give the sentence for each literal that came or went, and its times."""
    for name, new in after.actions.items():
        old = before.actions.get(name)
        if old is None or not new.is_durative:
            continue
        ways: tuple[tuple[Has, Action, Action], ...] = (("also", new, old), ("no longer", old, new))
        for came, one, other in ways:
            has, had = _timed_literals(one), _timed_literals(other)
            for (part, literal), moments in has.items():
                changed = [each for each in moments if each not in had.get((part, literal), ())]
                if changed:
                    sentence = literal_sentence(name, "precondition" if part else "effect", came, literal, words)
                    yield sentence, " and ".join(changed)


def _timed_literals(action: Action) -> dict[tuple[bool, str], list[str]]:
    """Return the moments of each literal of an action, by whether it is a condition and by its text."""
    found: dict[tuple[bool, str], list[str]] = {}
    for moment, parts in timed_conditions(action).items():
        for part in parts:
            found.setdefault((True, str(part)), []).append(moment)
    for moment, effects in (("at start", action.effects_at_start), ("at end", action.effects_at_end)):
        for effect in effects:
            if isinstance(effect, FactEffect):
                literal: Atom | Condition = effect.atom if effect.becomes else Not(effect.atom)
                found.setdefault((False, str(literal)), []).append(moment)
    return found
