"""What a proved bound on the end of every plan says of a statement that wants the plan to end earlier."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plancritic.contracts.planning import ConstraintChange, LowerBound, Relaxation
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading
from plancritic.pddl.language import TOTAL_TIME, PlanBound, parse_constraint, parse_plan, plan_bound
from plancritic.wording import Lexicon, earliest_end_sentence, relaxation_sentence


@dataclass(frozen=True)
class EarliestEnd:
    """A proved `bound` on the end of every plan that meets what `plan` meets.

    `under_wishes`: the plan meets wishes, and which of them the proof needs is not known.
    """

    bound: LowerBound
    plan: str
    under_wishes: bool = False

    def excludes(self, reading: Reading | None) -> bool:
        """Return whether a reading wants an end before the bound: then no plan meets it beside what the plan meets."""
        return reading is not None and any(self._too_early(each) is not None for each in reading.constraints)

    def what_would_do(self, reading: Reading, lexicon: Lexicon) -> str:
        """Return how soon a plan can end, and the smallest change of the reading that is known to do."""
        end = math.ceil(round(parse_plan(self.plan).makespan * 1000, 3)) / 1000
        changes = tuple(
            ConstraintChange(
                constraint=TracedConstraint(constraint=each), replacement=str(PlanBound(TOTAL_TIME, "<=", end))
            )
            for each in reading.constraints
            if self._too_early(each) is not None
        )
        relaxation = Relaxation(kind="later_bound", changes=changes, plan=self.plan)
        earliest = earliest_end_sentence(self.bound, end, lexicon, self.under_wishes)
        # Of another wish in the same statement nothing is known.
        return (
            earliest
            if len(changes) < len(reading.constraints)
            else f"{earliest} {relaxation_sentence(relaxation, lexicon)}"
        )

    def _too_early(self, constraint: str) -> PlanBound | None:
        found = plan_bound(parse_constraint(constraint))
        if found is None or found.measure != TOTAL_TIME or not found.is_upper or found.limit >= self.bound.value:
            return None
        return found
