"""Landmarks of a problem held against the shortest plans of all combinations of candidates."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plancritic.contracts.modelling.known_problem import Landmark, Step
from plancritic.pddl.language import Action, Problem
from plancritic.schema_library.combination.decision import Decision, Solved, Undecided, decide
from plancritic.schema_library.combination.evidence import WeighedBox
from plancritic.schema_library.combination.known_problem import united
from plancritic.schema_library.combination.product import Box
from plancritic.schema_library.combination.steps import SharedSteps, share_steps

#: A search of combinations for a plan to hold against landmarks is given up beyond so many states.
MOST_STATES = 20_000


@dataclass(frozen=True)
class KnownLandmarks:
    """The landmarks of a problem; `number` is the problem's place from one, for the words.

    A problem with landmarks has a plan, so that combinations without one are wrong.
    """

    number: int
    problem: Problem
    landmarks: tuple[Landmark, ...]

    def missed(self, plan: Sequence[Step]) -> Iterator[str]:
        """Yield in words the landmarks of which a plan has no step."""
        steps = set(plan)
        for number, landmark in enumerate(self.landmarks, 1):
            if steps.isdisjoint(landmark):
                one_of = " or ".join(f"({' '.join(each)})" for each in landmark)
                yield f"landmark {number} of problem {self.number}: the plan does without {one_of}"

    def weighed(
        self, candidates: Mapping[str, Sequence[Action]], boxes: Sequence[WeighedBox], seconds: float
    ) -> tuple[WeighedBox, ...]:
        """Return disjoint boxes with one more against their combinations for each landmark that their plans miss.

        Boxes that least speaks against are looked at first. What is not decided after so many seconds is unchecked.

        Raises:
            NotStripsError, TooManyStepsError: as `share_steps`.
        """
        shared = share_steps(self.problem, candidates)
        ends = time.monotonic() + seconds
        found: dict[tuple[tuple[int, int], int], list[Box]] = {}
        for each in sorted(boxes, key=lambda one: (one.against, one.box)):
            for decision in decide(shared, each.box, MOST_STATES, max(0.0, ends - time.monotonic())):
                plans, answers = each.against
                more = len(tuple(self._wrong(shared, decision)))
                unchecked = each.unchecked + isinstance(decision, Undecided)
                found.setdefault(((plans + more, answers), unchecked), []).append(decision.box)
        return tuple(WeighedBox(box, *key) for key in sorted(found) for box in sorted(united(found[key])))

    def against(self, schemas: Mapping[str, Action]) -> tuple[str, ...]:
        """Return in words what speaks against one set of schemas."""
        shared = share_steps(self.problem, {name: [schema] for name, schema in schemas.items()})
        return tuple(
            text for decision in decide(shared, most_states=MOST_STATES) for text in self._wrong(shared, decision)
        )

    def _wrong(self, shared: SharedSteps, decision: Decision) -> Iterator[str]:
        if isinstance(decision, Solved):
            yield from self.missed([tuple(shared.steps[each].split()) for each in decision.plan])
        elif not isinstance(decision, Undecided):
            yield f"problem {self.number} has no plan"
