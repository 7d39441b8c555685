"""What the scorer must reach, and what it reached."""

from __future__ import annotations

from collections.abc import Mapping

from plancritic.adherence.model_card import Accuracy, Evaluation
from plancritic.laboratory.reporting import Bar
from plancritic.pddl.language import ConstraintType

#: The archetype of which the published scorer called every plan adherent.
HARDEST_ARCHETYPE = "underwater_all_removed"
_ACCURACY, _BY_TYPE, _NEAR_MISSES, _FALSE_POSITIVES = 0.92, 0.85, 0.85, 0.10
#: A share, None where nothing could be judged; its interval is over resampled texts (see `Accuracy`).
ScorerBar = Bar[float, float | None]
#: JSON's keys for the fields of a bar.
_NAMES = ("name", "reached", "bound", "at_least", "examples", "texts", "interval", "met")
BAR_FIELDS = {each: each for each in _NAMES} | {"bound": "wanted"}


def bars(
    evaluation: Evaluation, archetypes: tuple[str, ...], held_out: Mapping[str, Evaluation]
) -> tuple[ScorerBar, ...]:
    """The bars for a domain with these archetypes: on its test split, and on the hardest archetype in people's words.

    `held_out` are suites of people's feedback by name; one that does not ask for the hardest archetype has no bar.
    """
    found = [_bar("accuracy", evaluation.overall, _ACCURACY)]
    for sort in dict.fromkeys([*(kind.value for kind in ConstraintType), *evaluation.by_type]):
        found.append(_bar(f"accuracy on {sort}", evaluation.by_type.get(sort), _BY_TYPE))
    found.append(_bar("accuracy on near misses", evaluation.near_misses, _NEAR_MISSES))
    if HARDEST_ARCHETYPE in archetypes:
        name = f"false positives on {HARDEST_ARCHETYPE}"
        found.append(_bar(name, evaluation.archetypes.get(HARDEST_ARCHETYPE), _FALSE_POSITIVES, at_least=False))
        people = {
            suite: judged.archetypes[HARDEST_ARCHETYPE]
            for suite, judged in held_out.items()
            if HARDEST_ARCHETYPE in judged.archetypes
        }
        # Where no one's words were judged, that is a bar not met and not a bar less.
        found += [
            _bar(f"{name}, {suite}", people.get(suite), _FALSE_POSITIVES, at_least=False)
            for suite in people or ("people's words",)
        ]
    return tuple(found)


def _bar(name: str, judged: Accuracy | None, bound: float, at_least: bool = True) -> ScorerBar:
    if judged is None:
        return Bar(name, bound, None, met=False, at_least=at_least)
    reached = judged.accuracy if at_least else judged.false_positives
    met = reached is not None and (reached >= bound if at_least else reached < bound)
    interval = judged.interval if at_least else judged.false_positives_interval
    return Bar(name, bound, reached, met, at_least, interval, judged.examples, judged.texts)
