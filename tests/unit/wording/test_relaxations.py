"""Relaxations, near misses, quality, preferences and changes in plain sentences."""

from __future__ import annotations

import pytest

from plancritic.contracts.planning import ConstraintChange, Impossible, PlanQuality, PreferenceOutcome, Relaxation
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import NearMiss
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_plan
from plancritic.wording import (
    Lexicon,
    has_further_clashes,
    near_miss_sentence,
    preference_sentence,
    quality_sentence,
    relaxation_sentence,
    step_changes,
)

WITHIN = TracedConstraint(constraint="(within 5 (at shp_0 shp_dck_0))", statements=("s1",))
END_A = TracedConstraint(constraint="(at end (at sct_ast_0 wpt_a_0))", statements=("s2",), strength="should")
DROP = ConstraintChange(constraint=END_A)


@pytest.mark.parametrize(
    ("relaxation", "sentence"),
    [
        (
            Relaxation(
                kind="later_bound",
                changes=(ConstraintChange(constraint=WITHIN, replacement="(within 10 (at shp_0 shp_dck_0))"),),
                statements=("s1",),
                plan="",
            ),
            'It is possible with "Within the first 10 hours, the wrecked ship is at the ship dock" in place of '
            '"Within the first 5 hours, the wrecked ship is at the ship dock".',
        ),
        (
            Relaxation(kind="drop_statement", changes=(DROP,), statements=("s2",), plan=""),
            "It is possible without statement 's2': At the end, the scout is at waypoint A.",
        ),
        (
            Relaxation(kind="drop_statement", changes=(DROP,), statements=("s2", "s3"), plan=""),
            "It is possible without statements 's2' and 's3': At the end, the scout is at waypoint A.",
        ),
        (
            Relaxation(kind="drop_constraint", changes=(DROP,), plan=""),
            "It is possible without this: At the end, the scout is at waypoint A.",
        ),
        (
            Relaxation(kind="drop_constraint", changes=(DROP, ConstraintChange(constraint=WITHIN)), plan=""),
            "It is possible without these: At the end, the scout is at waypoint A. "
            "Within the first 5 hours, the wrecked ship is at the ship dock.",
        ),
    ],
)
def test_relaxations_in_words(relaxation: Relaxation, sentence: str, waterway: Lexicon) -> None:
    assert relaxation_sentence(relaxation, waterway) == sentence


def test_a_clash_is_not_the_only_one_where_nothing_alone_makes_up_for_it() -> None:
    one = Relaxation(kind="drop_constraint", changes=(DROP,), plan="")
    two = Relaxation(kind="drop_constraint", changes=(DROP, DROP), plan="")
    statements = Relaxation(kind="drop_statement", changes=(DROP, DROP), statements=("s1",), plan="")
    for relaxations, further in [((), False), ((one, two), False), ((two,), True), ((statements,), False)]:
        verdict = Impossible(engine="kairos", reason="proved", clash=(END_A,), relaxations=relaxations)
        assert has_further_clashes(verdict) is further


def test_without_a_lexicon_a_relaxation_stands_as_its_pddl() -> None:
    relaxation = Relaxation(kind="drop_constraint", changes=(DROP,), plan="")
    assert relaxation_sentence(relaxation) == f"It is possible without this: {END_A.constraint}"


def test_near_misses_in_words(waterway: Lexicon) -> None:
    late = NearMiss(constraint=WITHIN.constraint, plan="", gap="it is there 1.2 hours late", amount=1.2, unit="time")
    assert near_miss_sentence(late, waterway) == (
        '"Within the first 5 hours, the wrecked ship is at the ship dock": in the closest plan that is known '
        "it is there 1.2 hours late."
    )
    kept = NearMiss(constraint=END_A.constraint, plan="", gap="this plan satisfies it", amount=0)
    assert near_miss_sentence(kept, waterway) == (
        '"At the end, the scout is at waypoint A": a plan that is known satisfies this by itself.'
    )


def test_quality_in_words(waterway: Lexicon) -> None:
    same = PlanQuality(makespan_before=9.6, makespan_after=9.6, steps_before=15, steps_after=15)
    assert quality_sentence(same, waterway) == "The plan takes 9.6 hours in 15 steps; nothing in it was needless."
    better = PlanQuality(
        makespan_before=12,
        makespan_after=9.6,
        steps_before=16,
        steps_after=15,
        removed=("(move_scout_asset wpt_ini wpt_a_0 sct_ast_0)",),
    )
    assert quality_sentence(better, waterway) == (
        "The plan takes 9.6 hours in 15 steps, before it was improved 12 hours in 16 steps. "
        "Needless: the scout moves from the start to waypoint A."
    )
    assert quality_sentence(better).endswith("Needless: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0).")


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (
            PreferenceOutcome(constraint=END_A, kept=True, price_time=1.5, price_steps=1),
            'Kept (should): "At the end, the scout is at waypoint A"; it costs 1.5 hours more and 1 step more.',
        ),
        (
            PreferenceOutcome(constraint=END_A, kept=True, price_time=0, price_steps=0),
            'Kept (should): "At the end, the scout is at waypoint A"; it costs no time and no step.',
        ),
        (
            PreferenceOutcome(constraint=END_A, kept=False, reason="it clashes with a must"),
            'Left out (should): "At the end, the scout is at waypoint A" (it clashes with a must).',
        ),
    ],
)
def test_preferences_in_words(outcome: PreferenceOutcome, sentence: str, waterway: Lexicon) -> None:
    assert preference_sentence(outcome, waterway) == sentence


def test_what_a_step_changes_in_words(waterway: Lexicon) -> None:
    plan = parse_plan("0.000: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]")
    assert step_changes(execute(waterway.problem, plan), 0, waterway) == (
        "the scout leaves the start",
        "the scout reaches waypoint A",
    )


def test_pddl_without_a_context_speaks_of_names_and_time_units() -> None:
    domain = (
        "(define (domain d) (:requirements :strips) (:predicates (on ?x)) (:functions (total-cost))"
        " (:action turn :parameters (?x) :precondition () :effect (and (on ?x) (increase (total-cost) 2))))"
    )
    problem = "(define (problem p) (:domain d) (:objects a) (:init (= (total-cost) 1)) (:goal (on a)))"
    lexicon = Lexicon.without_context(domain, problem)
    assert lexicon.duration(2) == "2 time units"
    assert step_changes(execute(lexicon.problem, parse_plan("(turn a)")), 0, lexicon) == (
        "'on a' becomes true",
        "the total-cost goes from 1 to 3",
    )
