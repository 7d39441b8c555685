"""Joint readings come as if all of them had been made, weighed and sorted."""

from __future__ import annotations

import math
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from plancritic.contracts.translation import Reading, StatementReadings
from plancritic.coordinator.problem.specification import meaning
from plancritic.coordinator.search.joint_readings import MOST_JOINT_READINGS, joint_readings

#: Few places and coarse scores: statements often share a meaning, and joint readings are often equally likely.
constraints = st.sampled_from([f"(sometime (at v {place}))" for place in "abcdef"])
scores = st.sampled_from([0.125, 0.25, 0.5, 1.0])


@st.composite
def statements(draw: st.DrawFn) -> list[StatementReadings]:
    return [
        StatementReadings(
            statement=f"s{number}",
            readings=tuple(
                Reading(mid_level_goal="goal", constraints=(each,), score=draw(scores))
                for each in draw(st.lists(constraints, min_size=1, max_size=4, unique=True))
            ),
        )
        for number in range(draw(st.integers(1, 4)))
    ]


def by_brute_force(understood: list[StatementReadings]) -> list[tuple[int, ...]]:
    """Every joint reading made, sorted by its product and the canonical keys, the first of each meaning kept."""

    def chosen(places: tuple[int, ...]) -> list[Reading]:
        return [each.readings[place] for each, place in zip(understood, places, strict=True)]

    def order(places: tuple[int, ...]) -> tuple[float, list[str]]:
        its = chosen(places)
        return -math.prod(each.score for each in its), [meaning(frozenset(each.constraints)) for each in its]

    kept: dict[str, tuple[int, ...]] = {}
    for places in sorted(product(*(range(len(each.readings)) for each in understood)), key=order):
        kept.setdefault(meaning(frozenset(text for each in chosen(places) for text in each.constraints)), places)
    return list(kept.values())[:MOST_JOINT_READINGS]


@given(statements())
def test_they_are_those_of_brute_force_in_its_order(understood: list[StatementReadings]) -> None:
    assert list(joint_readings(understood)) == by_brute_force(understood)
