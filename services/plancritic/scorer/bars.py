"""What the scorer must reach, and what it reached."""

from __future__ import annotations

from pydantic import computed_field

from plancritic.contracts.envelope import Contract
from plancritic.pddl.constraints import ConstraintType
from plancritic.scorer.card import Evaluation

#: The archetype of which the published scorer called every plan adherent.
HARDEST_ARCHETYPE = "underwater_all_removed"
_ACCURACY, _BY_TYPE, _NEAR_MISSES, _FALSE_POSITIVES = 0.92, 0.85, 0.85, 0.10


class Bar(Contract):
    """A figure with the bound it must keep: at least `bound`, or below it. None where there is nothing to judge."""

    name: str
    reached: float | None
    bound: float
    at_least: bool
    examples: int

    @computed_field  # type: ignore[prop-decorator]
    @property
    def met(self) -> bool:
        """False where nothing could be judged."""
        if self.reached is None:
            return False
        return self.reached >= self.bound if self.at_least else self.reached < self.bound


def bars(evaluation: Evaluation, archetypes: tuple[str, ...]) -> tuple[Bar, ...]:
    """The bars for a domain with these archetypes, on its test split."""
    near = evaluation.near_misses
    found = [
        Bar(
            name="accuracy",
            reached=evaluation.overall.accuracy,
            bound=_ACCURACY,
            at_least=True,
            examples=evaluation.overall.examples,
        )
    ]
    for sort in dict.fromkeys([*(kind.value for kind in ConstraintType), *evaluation.by_type]):
        own = evaluation.by_type.get(sort)
        found.append(
            Bar(
                name=f"accuracy on {sort}",
                reached=None if own is None else own.accuracy,
                bound=_BY_TYPE,
                at_least=True,
                examples=0 if own is None else own.examples,
            )
        )
    found.append(
        Bar(
            name="accuracy on near misses",
            reached=None if near is None else near.accuracy,
            bound=_NEAR_MISSES,
            at_least=True,
            examples=0 if near is None else near.examples,
        )
    )
    if HARDEST_ARCHETYPE in archetypes:
        hardest = evaluation.archetypes.get(HARDEST_ARCHETYPE)
        found.append(
            Bar(
                name=f"false positives on {HARDEST_ARCHETYPE}",
                reached=None if hardest is None else hardest.false_positives,
                bound=_FALSE_POSITIVES,
                at_least=False,
                examples=0 if hardest is None else hardest.examples,
            )
        )
    return tuple(found)
