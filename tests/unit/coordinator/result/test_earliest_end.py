"""A bound that is proved for every plan excludes an earlier end, and says what would do instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from plancritic.contracts.planning import LowerBound
from plancritic.contracts.translation import Reading
from plancritic.coordinator.result.earliest_end import EarliestEnd
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

PLAN = "0.000: (noop) [9.602]\n"


def earliest(met: bool = True) -> EarliestEnd:
    return EarliestEnd(LowerBound(value=9.552, means="search", reason="a test", met=met), PLAN)


def reading(*constraints: str) -> Reading:
    return Reading(mid_level_goal="a wish", constraints=constraints, score=0.9)


@pytest.mark.parametrize(
    ("constraint", "excluded"),
    [
        ("(<= (total-time) 9)", True),
        ("(< (total-time) 9.55)", True),
        ("(<= (total-time) 9.6)", False),
        ("(>= (total-time) 9)", False),
        ("(<= (total-steps) 9)", False),
        ("(within 9 (at sct_ast_0 wpt_ini))", False),
    ],
)
def test_an_end_before_the_bound_is_excluded(constraint: str, excluded: bool) -> None:
    assert earliest().excludes(reading(constraint)) is excluded
    assert earliest().excludes(None) is False


def test_the_bound_and_the_smallest_relaxation_are_told() -> None:
    lexicon = Lexicon(load_domain("waterway"), "1")
    told = earliest().what_would_do(reading("(<= (total-time) 9)"), lexicon)
    assert told.startswith("The earliest possible end is 9.552 hours (proved")
    assert told.endswith('It is possible with "The plan ends by 9.602 hours" in place of "The plan ends by 9 hours".')
    open_end = earliest(met=False).what_would_do(reading("(<= (total-time) 9)"), lexicon)
    assert open_end.startswith("No plan ends before 9.552 hours (proved), and the earliest end known is 9.602 hours.")


@pytest.mark.parametrize(
    ("met", "words"),
    [
        (True, "The earliest possible end under these wishes is 9.552"),
        (False, "No plan under these wishes ends before 9.552"),
    ],
)
def test_what_is_proved_of_the_plans_under_wishes_is_said_of_no_others(met: bool, words: str) -> None:
    under = replace(earliest(met), under_wishes=True)
    assert under.what_would_do(reading("(<= (total-time) 9)"), Lexicon(load_domain("waterway"), "1")).startswith(words)


def test_of_a_statement_with_another_wish_only_the_bound_is_told() -> None:
    both = reading("(<= (total-time) 9)", "(sometime (at sct_ast_0 wpt_a_0))")
    assert "It is possible" not in earliest().what_would_do(both, Lexicon(load_domain("waterway"), "1"))
