"""Composes candidate meanings of a statement from what it mentions, and ranks them by its cues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations, product
from typing import TypeAlias

import yaml

from plancritic.pddl.language import Condition, Constraint
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.translator.composition.mentions import Mention, MentionFinder
from plancritic.translator.composition.shapes import Constraints, Shape, first_of, in_sequence, last_of, of_one, of_two
from plancritic.translator.composition.times_said import times_said
from plancritic.translator.effort import step
from plancritic.translator.events import EventReader
from plancritic.translator.grammar import Cue
from plancritic.translator.items import Item
from plancritic.translator.text import words

#: Candidates composed of one statement.
MOST = 40
#: Words that nobody here knows, as far as they count: what they say may be what is wished for.
_MOST_UNKNOWN = 4
#: The name of what a shape weighs without any cue.
ALWAYS = "always"
_INSTEAD = words("instead rather not")
_LAST = words("last lastly finally")
_RETURN = words("again back return returns longer anymore")


#: What a fit is counted from, by shape and cue.
Features: TypeAlias = Mapping[tuple[str, str], float]


@dataclass(frozen=True)
class Composed:
    """A candidate: its constraints, and how well they fit what is mentioned and cued."""

    constraints: tuple[Constraint, ...]
    fit: float


@cache
def cue_weights() -> Mapping[str, Mapping[str, float]]:
    """Return what cues say for the shapes."""
    text = resources.files("plancritic.translator.composition").joinpath("cues.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, float]] = yaml.safe_load(text)
    return found


class Composer:
    """Composes candidates for statements about one problem."""

    def __init__(self, reader: EventReader) -> None:
        self._world = reader.world
        self._linker = reader.linker
        self._finder = MentionFinder(reader)

    def composed(self, items: tuple[Item, ...]) -> tuple[Composed, ...]:
        """Return at most `MOST` candidates of different meanings, those that fit best first."""
        times = times_said(items, self._linker)
        free = tuple(item for item in items if item.start not in times.starts)
        mentions = self._finder.mentions(free)
        named = [frozenset(sense.objects for sense in item.named()) for item in free if item.named()]
        unknown = float(min(sum(map(self._linker.is_unknown, items)), _MOST_UNKNOWN))
        ranked: list[tuple[float, int, Composed]] = []

        def add(
            constraints: Constraints, used: Sequence[Mention], shapes: Sequence[tuple[str, frozenset[str]]]
        ) -> None:
            step()
            objects = frozenset(name for each in used for name in each.objects)
            left_out = sum(not any(objects & set(sense) for sense in senses) for senses in named)
            features: dict[tuple[str, str], float] = {
                ("all", "mentions"): round(sum(each.fit for each in used) / len(used) ** 0.5, 4),
                ("all", "left out"): float(left_out),
                ("all", "unknown"): unknown,
                ("all", "two wishes"): float(len(shapes) > 1),
                ("all", "fails"): float(any(each.fails for each in used)),
            }
            for shape, cues in shapes:
                for cue in (ALWAYS, *sorted(cues)):
                    features[shape, cue] = features.get((shape, cue), 0.0) + 1.0
            fit = round(_weighed(features), 4)
            ranked.append((-fit, len(ranked), Composed(constraints, fit)))

        cues = _cues(items) | times.cues
        for shape, used in self._shapes(mentions, times.values):
            add(shape.constraints, used, [(shape.name, cues)])
        for pair, used in self._two_wishes(items, mentions):
            add(tuple(c for shape, _ in pair for c in shape.constraints), used, [(s.name, its) for s, its in pair])
        ranked.sort(key=lambda each: each[:2])
        found: dict[str, Composed] = {}
        for _, _, each in ranked:
            if len(found) == MOST:
                break
            if not any(check_constraint(constraint, self._world.problem) for constraint in each.constraints):
                found.setdefault(canonical_key(each.constraints), each)
        return tuple(found.values())

    def _two_wishes(
        self, items: tuple[Item, ...], mentions: Sequence[Mention]
    ) -> Iterator[tuple[tuple[tuple[Shape, frozenset[str]], ...], tuple[Mention, ...]]]:
        """Return pairs of wishes, each about one fact, with the cues and times of its own part of the statement."""
        segments = self._finder.segments(items)
        best: dict[Mention, list[tuple[Shape, frozenset[str]]]] = {}
        for each in mentions:
            part = tuple(item for item, segment in zip(items, segments, strict=True) if segment == each.segment)
            times = times_said(part, self._linker)
            cues = _cues(part) | times.cues
            shapes = of_one(each.conditions, times.values, each.choice)
            best[each] = [(shape, cues) for shape in sorted(shapes, key=lambda found: -_cued(found.name, cues))[:2]]
        for one, two in combinations(sorted(mentions, key=lambda each: each.place), 2):
            if one.segment != two.segment and not set(one.conditions) & set(two.conditions):
                for first, second in product(best[one], best[two]):
                    yield (first, second), (one, two)

    def _shapes(
        self, mentions: Sequence[Mention], times: Sequence[float]
    ) -> Iterator[tuple[Shape, tuple[Mention, ...]]]:
        for each in mentions:
            for shape in of_one(each.conditions, times, each.choice):
                yield shape, (each,)
        for one, two in combinations(sorted(mentions, key=lambda each: each.place), 2):
            if set(one.conditions) & set(two.conditions):
                continue
            for shape in of_two(one.conditions, two.conditions, times, self._world):
                yield shape, (one, two)
            if not times:
                yield last_of(one.conditions, two.conditions, self._world), (one, two)
                yield last_of(two.conditions, one.conditions, self._world), (one, two)
                yield first_of(one.conditions, two.conditions, self._world), (one, two)
        if not times:
            yield from self._among_wanted(mentions)
            yield from self._sequences(mentions)

    def _among_wanted(self, mentions: Sequence[Mention]) -> Iterator[tuple[Shape, tuple[Mention, ...]]]:
        """Return what the goal asks for after, or before, all else of its kind that the goal asks for."""
        goal = self._world.goal_atoms()
        for each in mentions:
            if set(each.conditions) <= set(goal):
                predicate = _predicate(each.conditions[0])
                others = [a for a in goal if a.predicate == predicate and a not in each.conditions]
                if others:
                    yield last_of(each.conditions, others, self._world), (each,)
                    yield first_of(each.conditions, others, self._world), (each,)

    def _sequences(self, mentions: Sequence[Mention]) -> Iterator[tuple[Shape, tuple[Mention, ...]]]:
        """Return facts of one predicate one after another, in the order in which they are said."""
        kinds: dict[str, list[Mention]] = {}
        for each in sorted(mentions, key=lambda each: each.place):
            kinds.setdefault(_predicate(each.conditions[0]), []).append(each)
        for its in kinds.values():
            alone = [each for each in its if len(each.conditions) == 1]
            if len(alone) > 2:
                yield in_sequence([each.conditions for each in alone[:4]], self._world), tuple(alone[:4])


def _predicate(condition: Condition) -> str:
    return str(condition).strip("(").split()[0]


def _weighed(features: Features) -> float:
    weights = cue_weights()
    return sum(weights.get(shape, {}).get(cue, 0.0) * value for (shape, cue), value in features.items())


def _cued(shape: str, cues: Iterable[str]) -> float:
    return _weighed({(shape, cue): 1.0 for cue in (ALWAYS, *cues)})


def _cues(items: Iterable[Item]) -> frozenset[str]:
    found: set[str] = set()
    for item in items:
        found |= {str(sense.value) for sense in item.senses if isinstance(sense, Cue)}
        said = set(item.text.split())
        if said & _LAST:
            found.add("last")
        if said & _INSTEAD:
            found.add("instead")
        if said & _RETURN:
            found.add("return")
        if said & {"or", "either"}:
            found.add("choice")
        if any(name.negative for name in item.named()):
            found.add("not")
    if "always" in found:
        found = (found - {"always"}) | {"always-word"}
    return frozenset(found)
