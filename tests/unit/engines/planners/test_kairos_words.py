"""Reasons that a person reads name nothing that only the planner knows."""

import pytest

from plancritic.engines.planners.kairos_words import plain_feature, plain_reason
from plancritic.pddl.compilation.windows import Names
from plancritic.pddl.language import parse_domain


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        (
            "no plan: the timed initial literals take away what the goal needs before it can be reached, even ignoring"
            " deletes and with the shortest durations: (w-good-1)",
            "even with the shortest durations, not everything can happen in time",
        ),
        (
            "the goal needs atoms that no action can reach\n(kairos-aux-1) can never be reached:\n  go adds it",
            "the goal needs something that no action can bring about",
        ),
        ("engine M3: 4 durative actions as snap actions, 2 timed initial literals", ""),
        ("engine M2 found no plan, which does not prove there is none for this task", ""),
        ("(seen-phi-0) is needed", ""),
    ],
)
def test_inner_names_give_way_to_what_they_mean(message: str, plain: str) -> None:
    assert plain_reason([message]) == plain


def test_what_names_nothing_inner_stays_as_it_is() -> None:
    words = "the goal needs atoms that no action can reach\n(at shp_0 shp_dck_0) can never be reached:\n  move adds it"
    assert plain_reason([words, "engine M3: nothing", words, "and more"]) == f"{words} and more"


def test_names_of_a_domain_that_resemble_inner_ones_are_left_alone() -> None:
    words = "(width-3) and (m3-door open) can never be reached"
    assert plain_reason([words.replace("m3-", "door-")]) == words.replace("m3-", "door-")


def test_facts_that_compiling_adds_are_known_whatever_a_domain_is_like() -> None:
    fact = Names(parse_domain("(define (domain d) (:predicates (w-door) (p)))")).new("seen")
    assert str(fact) == "(ww-seen-1)"
    assert plain_reason([f"needs {fact}"]) == ""


def test_a_feature_is_named_without_the_core_that_lacks_it() -> None:
    message = "engine M3 cannot plan this yet: (go) has end effects with conditions at start (M3 cannot check them yet)"
    assert plain_feature([message]) == "(go) has end effects with conditions at start"
