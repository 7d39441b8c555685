"""What the scorer must reach, and what it reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import computed_field

from plancritic.adherence.model_card import Accuracy, Evaluation
from plancritic.contracts.envelope import Contract
from plancritic.pddl.language import ConstraintType

#: The archetype of which the published scorer called every plan adherent.
HARDEST_ARCHETYPE = "underwater_all_removed"
_ACCURACY, _BY_TYPE, _NEAR_MISSES, _FALSE_POSITIVES = 0.92, 0.85, 0.85, 0.10


class Bar(Contract):
    """A figure with the bound it must keep: at least `bound`, or below it. None where there is nothing to judge.

    `interval` is that of the figure over resampled texts (see `Accuracy`).
    """

    name: str
    reached: float | None
    bound: float
    at_least: bool
    examples: int
    texts: int
    interval: tuple[float, float] | None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def met(self) -> bool:
        """False where nothing could be judged."""
        if self.reached is None:
            return False
        return self.reached >= self.bound if self.at_least else self.reached < self.bound


def bars(evaluation: Evaluation, archetypes: tuple[str, ...], held_out: Mapping[str, Evaluation]) -> tuple[Bar, ...]:
    """The bars for a domain with these archetypes: on its test split, and on the hardest archetype in people's words.

    `held_out` are suites of people's feedback by name; one that does not ask for the hardest archetype has no bar.
    """
    found = [_bar("accuracy", evaluation.overall, _ACCURACY)]
    for sort in dict.fromkeys([*(kind.value for kind in ConstraintType), *evaluation.by_type]):
        found.append(_bar(f"accuracy on {sort}", evaluation.by_type.get(sort), _BY_TYPE))
    found.append(_bar("accuracy on near misses", evaluation.near_misses, _NEAR_MISSES))
    if HARDEST_ARCHETYPE in archetypes:
        name = f"false positives on {HARDEST_ARCHETYPE}"
        found.append(_bar(name, evaluation.archetypes.get(HARDEST_ARCHETYPE), _FALSE_POSITIVES, "false positives"))
        people = {
            suite: judged.archetypes[HARDEST_ARCHETYPE]
            for suite, judged in held_out.items()
            if HARDEST_ARCHETYPE in judged.archetypes
        }
        # Where no one's words were judged, that is a bar not met and not a bar less.
        found += [
            _bar(f"{name}, {suite}", people.get(suite), _FALSE_POSITIVES, "false positives")
            for suite in people or ("people's words",)
        ]
    return tuple(found)


def _bar(
    name: str,
    judged: Accuracy | None,
    bound: float,
    figure: Literal["accuracy", "false positives"] = "accuracy",
) -> Bar:
    at_least = figure == "accuracy"
    if judged is None:
        return Bar(name=name, reached=None, bound=bound, at_least=at_least, examples=0, texts=0, interval=None)
    return Bar(
        name=name,
        reached=judged.accuracy if at_least else judged.false_positives,
        bound=bound,
        at_least=at_least,
        examples=judged.examples,
        texts=judged.texts,
        interval=judged.interval if at_least else judged.false_positives_interval,
    )
