"""What a request says is known, read, and held against all sets of schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import Step
from plancritic.contracts.modelling.messages import DomainDescribed, KnownFit
from plancritic.contracts.syntax_faults import fault_of
from plancritic.pddl.grounding import NotStripsError, literals
from plancritic.pddl.language import Action, Domain, PddlSyntaxError, Problem, parse_problem
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.combination.decision import Solved
from plancritic.schema_library.combination.evidence import Evidence, WeighedBox
from plancritic.schema_library.combination.landmarks import KnownLandmarks
from plancritic.schema_library.combination.product import Box, intersection, volume, whole
from plancritic.schema_library.combination.task import told_as_faults
from plancritic.schema_library.ranking.interpretations import RankedPlan, Weights, contradicted
from plancritic.schema_library.ranking.scoring import Combination

#: So long plans for one other problem are looked for, to hold them against its landmarks.
LANDMARK_SECONDS = 10.0


def check_known(request: DomainDescribed, skeleton: Domain) -> None:
    """Check that known problems and steps are those of the description, before anybody is asked for answers.

    How many parameters an action has is not checked: where the description prescribes none, candidates differ in it.

    Raises:
        ContractError: they are not, with the place.
    """
    actions = {each.lower() for each in request.description.actions}
    for number, known in enumerate(request.known, 1):
        problem = _readable(known.text, skeleton, number)
        for steps in (*known.plans, *known.landmarks, *known.allowed, *known.refused, *known.unknown):
            for step in steps:
                _check_step(step, actions, problem, number)


@dataclass(frozen=True)
class HeldKnown:
    """What is known, held against all sets of the kept candidates (each by its place).

    `missed` has for each plan of a set, by number, the landmarks of which it has no step, in words: those of the
    description's own problem, which the plans are for. `elsewhere` are those of other problems.
    """

    evidence: Evidence
    candidates: Mapping[str, Sequence[Action]]
    boxes: tuple[WeighedBox, ...]
    missed: Mapping[int, tuple[str, ...]]
    elsewhere: tuple[KnownLandmarks, ...]
    count: int

    @classmethod
    def of(
        cls,
        request: DomainDescribed,
        skeleton: Domain,
        candidates: Mapping[str, Sequence[Candidate]],
        plans: Sequence[str] = (),
        seconds: float = LANDMARK_SECONDS,
    ) -> HeldKnown:
        """Hold what a request says is known against the candidates, and against plans for its problem.

        Plans for other problems with landmarks are looked for, for so many seconds each.

        Raises:
            ContractError: a candidate is more than STRIPS, or the candidates have too many ground steps.
        """
        own, elsewhere = _landmarks(request, skeleton)
        schemas = {name: [one.schema for one in each] for name, each in candidates.items()}
        with told_as_faults():
            evidence = Evidence(request.known, skeleton, schemas)
            boxes = evidence.weighed(whole(tuple(map(len, schemas.values()))))
            for each in elsewhere:
                boxes = each.weighed(schemas, boxes, seconds)
        missed = {
            number: tuple(text for each in own for text in each.missed(_steps(plan)))
            for number, plan in enumerate(plans)
        }
        count = len(evidence.courses) + sum(len(each.landmarks) for each in request.known)
        return cls(evidence, schemas, boxes, missed, elsewhere, count)

    @property
    def weights(self) -> Weights:
        """What interpretations are ranked by before any score."""
        return Weights(self.boxes, {(number,): len(missed) for number, missed in self.missed.items()})

    def against(self, combination: Combination, plan: int) -> tuple[str, ...]:
        """Return in words what of the known speaks against a set and its plan."""
        chosen = {
            name: several[number] for (name, several), number in zip(self.candidates.items(), combination, strict=True)
        }
        elsewhere = (text for each in self.elsewhere for text in each.against(chosen))
        return (*self.evidence.against(combination), *self.missed.get(plan, ()), *elsewhere)

    def fit(self, solved: Sequence[Solved], plans: Sequence[RankedPlan]) -> KnownFit:
        """Return how the solvable sets, and their ranked plans, agree with what is known."""
        sets = contradicted(solved, self.weights)
        doubtful = [each.box for each in self.boxes if each.unchecked]
        return KnownFit(
            known=self.count,
            interpretations=len(plans),
            contradicting=sum(1 for each in plans if any(each.against)),
            sets=sets.total(),
            contradicting_sets=sets.total() - sets[0, 0],
            unchecked=sum(volume(intersection(each.box, box)) for each in solved for box in doubtful),
        )


def agreeing_sets(boxes: Sequence[Box]) -> int:
    """Return how many sets some disjoint boxes have."""
    return sum(map(volume, boxes))


def _readable(text: str, skeleton: Domain, number: int) -> Problem:
    where = f"known problem {number}"
    try:
        problem = parse_problem(text, skeleton, where)
        literals(problem.goal, f"the goal of {where}")
    except PddlSyntaxError as error:
        raise ContractError(fault_of(error)) from None
    except NotStripsError as error:
        remedy = "write the goal as a conjunction of facts and negated facts"
        raise ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=str(error), remedy=remedy)) from None
    return problem


def _check_step(step: Step, actions: set[str], problem: Problem, number: int) -> None:
    name, *objects = step
    written = f"({' '.join(step)})"
    if name not in actions:
        message = f"known problem {number}: {written} is not a step of the description: there is no action {name!r}"
        raise _unknown(message)
    for each in objects:
        if each not in problem.objects:
            raise _unknown(f"known problem {number}: {each!r} of {written} is not an object of the problem")


def _unknown(message: str) -> ContractError:
    remedy = "write the steps with the description's actions and the problem's objects"
    return ContractError(Fault(code=FaultCode.UNKNOWN_NAME, message=message, remedy=remedy))


def _landmarks(
    request: DomainDescribed, skeleton: Domain
) -> tuple[tuple[KnownLandmarks, ...], tuple[KnownLandmarks, ...]]:
    """Return the landmarks of the description's own problem, and those of others."""
    own = parse_problem(request.description.problem or "", skeleton)
    found: tuple[list[KnownLandmarks], list[KnownLandmarks]] = [], []
    for number, known in enumerate(request.known, 1):
        if known.landmarks:
            problem = parse_problem(known.text, skeleton)
            is_own = (problem.objects, problem.facts, problem.goal) == (own.objects, own.facts, own.goal)
            found[not is_own].append(KnownLandmarks(number, problem, known.landmarks))
    return tuple(found[0]), tuple(found[1])


def _steps(plan: str) -> list[Step]:
    return [tuple(line.strip("()").split()) for line in plan.splitlines()]
