"""How much of what is known speaks against each combination of candidates, without looking at one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.modelling.known_problem import KnownProblem, Steps
from plancritic.pddl.language import Action, Domain, parse_problem
from plancritic.schema_library.combination.known_problem import (
    Course,
    KnownProblemSteps,
    TooManyBoxesError,
    united,
)
from plancritic.schema_library.combination.product import Box, volume

#: `plan`: the steps work; `allowed`: they can be taken; `refused`: all but the last one can.
EvidenceKind = Literal["plan", "allowed", "refused"]
#: How many plans and landmarks speak against something, and how many answers. Of two the lesser is better: an answer
#: may be wrong, so that no number of them outweighs a plan.
Against = tuple[int, int]


@dataclass(frozen=True, slots=True)
class KnownCourse:
    """Steps of a known problem (counted from zero), what is known of them, and their number among those of its kind."""

    kind: EvidenceKind
    problem: int
    number: int
    steps: Steps


@dataclass(frozen=True, slots=True)
class WeighedBox:
    """Combinations that the same number of known courses speak against; of `unchecked` more nothing is claimed."""

    box: Box
    against: Against
    unchecked: int = 0


class Evidence:
    """What is known of some problems, held against combinations of candidates."""

    def __init__(
        self, known: Sequence[KnownProblem], skeleton: Domain, candidates: Mapping[str, Sequence[Action]]
    ) -> None:
        """Take the candidates of each action, in the order of a box, and the domain without actions.

        Raises:
            PddlSyntaxError: a problem does not fit the domain.
            NotStripsError: a candidate or a goal is more than STRIPS with negation and equality.
        """
        self._problems = [KnownProblemSteps(parse_problem(each.text, skeleton), candidates) for each in known]
        self.courses = known_courses(known)

    def weighed(self, box: Box) -> tuple[WeighedBox, ...]:
        """Return disjoint boxes that make up the box, with how much speaks against their combinations."""
        parts: dict[tuple[Against, int], tuple[Box, ...]] = {((0, 0), 0): (box,)} if volume(box) else {}
        for known in self.courses:
            following: dict[tuple[Against, int], list[Box]] = {}
            for (against, unchecked), boxes in parts.items():
                for each in boxes:
                    try:
                        course = self._problems[known.problem].course(known.steps, each)
                    except TooManyBoxesError:
                        following.setdefault((against, unchecked + 1), []).append(each)
                        continue
                    agreeing, contradicting = _divided(known, course)
                    following.setdefault((against, unchecked), []).extend(agreeing)
                    following.setdefault((_more(against, known), unchecked), []).extend(contradicting)
            parts = {key: united(boxes) for key, boxes in following.items() if boxes}
        return tuple(WeighedBox(each, *key) for key in sorted(parts) for each in sorted(parts[key]))

    def against(self, combination: Sequence[int]) -> tuple[str, ...]:
        """Return in words what of the known courses speaks against one set of schemas, in their order."""
        return tuple(text for known in self.courses for text in self._contradiction(known, combination))

    def _contradiction(self, known: KnownCourse, combination: Sequence[int]) -> Iterator[str]:
        steps = self._problems[known.problem]
        course = steps.course(known.steps, tuple(1 << each for each in combination))
        agreeing, _ = _divided(known, course)
        if agreeing:
            return
        what = f"{_WORDS[known.kind]} {known.number + 1} of problem {known.problem + 1}"
        if course.stopped:
            (taken,) = course.stopped
            unmet = steps.unmet(known.steps[: taken + 1], combination)
            why = f": {_not_holding(unmet)}" if unmet else ": the action has other parameters"
            yield f"{what}: step {taken + 1} ({' '.join(known.steps[taken])}) is refused{why}"
        elif known.kind == "refused":
            yield f"{what}: the last step ({' '.join(known.steps[-1])}) is allowed"
        else:
            unmet = steps.unmet(known.steps, combination)
            yield f"{what}: the goal is not reached: {_not_holding(unmet)}"


_WORDS: dict[EvidenceKind, str] = {"plan": "plan", "allowed": "allowed beginning", "refused": "refused beginning"}


def known_courses(known: Sequence[KnownProblem]) -> tuple[KnownCourse, ...]:
    """Return the courses of steps that are known, problem by problem, without answers that were taken back."""
    found: list[KnownCourse] = []
    for place, problem in enumerate(each.standing for each in known):
        found += [KnownCourse("plan", place, number, each) for number, each in enumerate(problem.plans)]
        found += [KnownCourse("allowed", place, number, each) for number, each in enumerate(problem.allowed)]
        found += [KnownCourse("refused", place, number, each) for number, each in enumerate(problem.refused)]
    return tuple(found)


def _more(against: Against, known: KnownCourse) -> Against:
    plans, answers = against
    return (plans + 1, answers) if known.kind == "plan" else (plans, answers + 1)


def _divided(known: KnownCourse, course: Course) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the boxes that agree with what is known of a course, and the others."""
    stopped = dict(course.stopped)
    agreeing: tuple[Box, ...]
    match known.kind:
        case "plan":
            agreeing, ended = course.ended.get(True, ()), course.ended.get(False, ())
        case "allowed":
            agreeing, ended = tuple(each for boxes in course.ended.values() for each in boxes), ()
        case "refused":
            agreeing = stopped.pop(len(known.steps) - 1, ())
            ended = tuple(each for boxes in course.ended.values() for each in boxes)
    return agreeing, (*ended, *(each for boxes in stopped.values() for each in boxes))


def _not_holding(literals: Sequence[str]) -> str:
    return f"{' and '.join(literals)} {'does' if len(literals) == 1 else 'do'} not hold"
