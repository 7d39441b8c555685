"""A request about a domain with time or numbers as one about its STRIPS part, which any search can work on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.contracts.refinement.messages import RefinementRequested
from plancritic.contracts.syntax_faults import fault_of
from plancritic.pddl.language import (
    Domain,
    PddlError,
    PddlSyntaxError,
    Plan,
    Problem,
    parse_domain,
    parse_plan,
    parse_problem,
)
from plancritic.pddl.strips_part import (
    NotSeparableError,
    NumberBroken,
    NumbersOf,
    Sequenced,
    TimedFactsError,
    is_strips,
    numeric_part,
    problem_part,
    sequenced,
    strips_part,
)

_NUMBERS = "its durations and numbers are not refined: leave it out, or correct them in the domain or the problem"


@dataclass(frozen=True)
class TimedProblem:
    """A problem with time or numbers, what these allow, and the plans that are known to work in it.

    `sequences` are the steps of each plan in the order in which the STRIPS part takes them.
    """

    problem: Problem
    numbers: NumbersOf
    plans: tuple[Plan, ...]
    sequences: tuple[Steps, ...]


@dataclass(frozen=True)
class SeparatedRequest:
    """A request whose domain and problems are STRIPS, and what was left out of them.

    `request` is worked on like any other; `notes` say in words what was left out of what is known. `others` are the
    whole domains of the request's other starts; None of one that has no STRIPS part, which cannot be refined.
    """

    whole: Domain
    part: Domain
    request: RefinementRequested
    numbers: str
    problems: tuple[TimedProblem, ...]
    notes: tuple[str, ...]
    others: tuple[Domain | None, ...] = ()

    def of_start(self, start: int) -> SeparatedRequest:
        """Return it with the whole domain of one of the starts, by its place among them."""
        whole = self.whole if start == 0 else self.others[start - 1]
        assert whole is not None, "what has no STRIPS part is not refined"
        return replace(self, whole=whole)


def separated(request: RefinementRequested) -> SeparatedRequest | None:
    """Return a request's STRIPS part; None where its domain has neither time nor numbers, or cannot be read.

    Raises:
        ContractError: What is about facts is more than STRIPS, a problem or plan cannot be read, or what is known to
            work breaks a duration or a number; the fault says where.
    """
    try:
        whole = parse_domain(request.domain)
    except PddlError:
        return None  # whoever works on the request says why
    is_timed = bool(whole.functions) or any(each.is_durative for each in whole.actions.values())
    if not is_timed or is_strips(whole):
        return None
    part = _part_of(whole, "the domain")
    numeric = numeric_part(whole)
    found = [_problem(each, whole, part, numeric, number) for number, each in enumerate(request.problems, 1)]
    reference = None
    if request.reference is not None:
        try:
            reference = _part_of(parse_domain(request.reference), "the reference").text
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
    others = [_other(each) for each in request.others]
    own = request.model_copy(
        update={
            "domain": part.text,
            "others": tuple(
                text if found_part is None else found_part.text
                for text, (_, found_part) in zip(request.others, others, strict=True)
            ),
            "problems": tuple(each.known for each in found),
            "reference": reference,
        }
    )
    notes = tuple(note for each in found for note in each.notes)
    timed = tuple(each.timed for each in found)
    return SeparatedRequest(whole, part, own, numeric.text, timed, notes, tuple(each for each, _ in others))


def without_times(request: RefinementRequested) -> RefinementRequested:
    """Return a request about a domain without time: its plans with times are sequences, in the order of their starts.

    Raises:
        ContractError: A plan cannot be read.
    """
    if not any(each.timed_plans for each in request.problems):
        return request
    problems: list[KnownProblem] = []
    for number, each in enumerate(request.problems, 1):
        try:
            plans = [parse_plan(text, f"plan of problem {number}") for text in each.timed_plans]
        except PddlSyntaxError as error:
            raise ContractError(fault_of(error)) from None
        sequences = tuple(tuple((step.action, *step.arguments) for step in plan.steps) for plan in plans)
        problems.append(each.model_copy(update={"plans": (*each.plans, *sequences), "timed_plans": ()}))
    return request.model_copy(update={"problems": tuple(problems)})


@dataclass(frozen=True)
class _Separated:
    known: KnownProblem
    timed: TimedProblem
    notes: tuple[str, ...]


def _other(text: str) -> tuple[Domain | None, Domain | None]:
    """Return another start and its STRIPS part; None and None of one that has none, of which the search says so."""
    try:
        whole = parse_domain(text)
        return whole, strips_part(whole)
    except (PddlError, NotSeparableError):
        return None, None


def _part_of(domain: Domain, what: str) -> Domain:
    try:
        return strips_part(domain)
    except NotSeparableError as error:
        fault = Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"{what} cannot be refined: {error}",
            remedy="write facts and negated facts alone there; conditions and effects on numbers may stay as they are",
            line=error.line,
        )
        raise ContractError(fault) from None


def _problem(known: KnownProblem, whole: Domain, part: Domain, numeric: Domain, number: int) -> _Separated:
    try:
        problem = parse_problem(known.text, whole, f"problem {number}")
        own = problem_part(problem, part)
        numbers = NumbersOf(parse_problem(known.text, numeric, f"problem {number}"))
        plans = [
            parse_plan(text, f"plan {place} of problem {number}") for place, text in enumerate(known.timed_plans, 1)
        ]
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except TimedFactsError as error:
        remedy = "take a problem without timed initial literals"
        raise _refused(f"problem {number}: {error.reason}; a refinement goes by sequences of steps", remedy) from None
    except NotSeparableError as error:
        remedy = "write the goal as a conjunction of facts, negated facts and numeric conditions"
        raise _refused(f"problem {number}: {error.reason}", remedy) from None
    except PddlError as error:
        raise _refused(f"problem {number} cannot be read: {error}", "take a problem without this feature") from None
    notes: list[str] = []
    sequences = tuple(_sequence(whole, plan, numbers, number, place, notes) for place, plan in enumerate(plans, 1))
    for steps in known.plans:
        _check_numbers(numbers.broken(steps, with_goal=True), f"problem {number}: a plan given as working")
    allowed: list[Steps] = []
    refused: list[Steps] = []
    # Answers may be wrong: one that the numbers contradict is told, and no reason to refuse everything.
    for answers, kept in ((known.allowed, allowed), (known.refused, refused)):
        for steps in answers:
            broken = numbers.broken(steps)
            if broken is None:
                kept.append(steps)
            elif kept is refused and broken.number == len(steps):
                notes.append(f"problem {number}: that ({' '.join(steps[-1])}) is refused follows from the numbers")
            else:
                notes.append(f"problem {number}: an answer is left out, since the numbers contradict it: {broken}")
    plain = known.model_copy(
        update={
            "text": own.text,
            "plans": (*known.plans, *(each.words for each in sequences if not each.entangled)),
            "allowed": tuple(allowed),
            "refused": tuple(refused),
            "timed_plans": (),
            "with_numbers": known.text,
        }
    )
    timed = TimedProblem(problem, numbers, tuple(plans), tuple(each.words for each in sequences))
    return _Separated(plain, timed, tuple(notes))


def _sequence(whole: Domain, plan: Plan, numbers: NumbersOf, number: int, place: int, notes: list[str]) -> Sequenced:
    if (broken := numbers.broken_in_time(plan)) is not None:
        raise _refused(f"problem {number}: plan {place} that is to work does not: {broken}", _NUMBERS)
    found = sequenced(whole, plan)
    if found.entangled:
        steps = ", ".join(each.ground for each in found.entangled)
        notes.append(
            f"plan {place} of problem {number} only checks the result: {steps} must overlap other steps, and a "
            "sequence of steps cannot show that"
        )
    return found


def _check_numbers(broken: NumberBroken | None, what: str) -> None:
    if broken is not None:
        raise _refused(f"{what}: {broken}", _NUMBERS)


def _refused(message: str, remedy: str) -> ContractError:
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
