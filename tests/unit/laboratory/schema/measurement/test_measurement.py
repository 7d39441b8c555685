from __future__ import annotations

import random

import pytest
from tests.support.scorer_model import HashEncoder

from plancritic.laboratory.schema.calibration.similarity import calibrate
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.measurement.coverage import coverage_over_splits
from plancritic.laboratory.schema.measurement.pairs import (
    NEGATIVE_KINDS,
    ScoredAction,
    accuracy,
    scored_actions,
    separation,
)
from plancritic.laboratory.schema.measurement.report import measured, report_lines
from plancritic.laboratory.schema.measurement.seeded import seeded_library, sieve
from plancritic.pddl.faults import FAULT_KINDS


def scored(true: float, *faulty: float, domain: str = "d", action: str = "a") -> ScoredAction:
    wrong = {kind: faulty if kind in FAULT_KINDS else () for kind in NEGATIVE_KINDS}
    return ScoredAction(domain, action, "detailed", true, wrong)


def test_accuracy_is_the_mean_over_actions_and_a_tie_is_half() -> None:
    actions = [scored(0.5, 0.4, 0.5, 0.6, 0.4), scored(0.5, 0.4)]
    assert accuracy(actions, "swap") == pytest.approx((2.5 / 4 + 1) / 2)
    assert accuracy(actions, "easy") is None


def test_separation_compares_with_the_faults_of_every_action() -> None:
    assert separation([scored(0.5, 0.1), scored(0.3, 0.4)]) == pytest.approx(0.75)


def test_coverage_of_exchangeable_domains_is_what_was_asked_for() -> None:
    rng = random.Random(1)
    similarities = {f"d{each}": [rng.random() for _ in range(20)] for each in range(20)}
    found = coverage_over_splits(similarities, 0.2, 40, seed=1)
    assert found.low <= found.mean <= found.high
    assert found.mean == pytest.approx(0.8, abs=0.03)


def test_a_domain_unlike_the_others_lowers_coverage() -> None:
    similarities = {f"d{each}": [0.9] * 20 for each in range(9)} | {"odd": [0.1] * 20}
    assert coverage_over_splits(similarities, 0.2, 40, seed=1).mean < 1


def test_a_seeded_library_is_the_same_for_a_seed_and_errs_at_its_rate() -> None:
    actions = [scored(0.9, 0.1, 0.2, 0.3, action=f"a{each}") for each in range(30)]
    library = seeded_library(actions, writers=10, rate=0.5, seed=3)
    assert library == seeded_library(actions, writers=10, rate=0.5, seed=3)
    assert library != seeded_library(actions, writers=10, rate=0.5, seed=4)
    assert all(each.true is None and each.faulty for each in seeded_library(actions, 10, 1.0, 3))
    assert all(each.true == 0.9 and not each.faulty for each in seeded_library(actions, 10, 0.0, 3))


def test_the_sieve_counts_what_a_threshold_drops() -> None:
    library = seeded_library([scored(0.9, 0.1), scored(0.2, 0.1)], writers=50, rate=0.5, seed=0)
    assert [len(each.faulty) for each in library] == [4, 4]  # one fault of each kind
    found = sieve([library], 0.15)
    assert (found.true, found.true_dropped, found.faulty, found.faulty_dropped) == (2, 0, 8, 8)
    assert (found.combinations, found.combinations_left) == (25, 1)
    everything = sieve([library], None)
    assert (everything.faulty_dropped, everything.combinations_left) == (0, 25)


def test_the_same_faults_are_seeded_whatever_the_encoder() -> None:
    one = seeded_library([scored(0.9, 0.1, 0.2, 0.3)], 10, 0.5, 0)
    other = seeded_library([scored(0.8, 0.5, 0.6, 0.7)], 10, 0.5, 0)
    places = {0.1: 0.5, 0.2: 0.6, 0.3: 0.7}
    assert tuple(places[each] for each in one[0].faulty) == other[0].faulty


def test_faults_are_scored_against_their_own_action() -> None:
    domain = load_corpus().domains["bakery"]
    found = scored_actions(HashEncoder(16), [domain], "layman")
    assert [each.action for each in found] == list(domain.description.actions)
    assert all(len(each.wrong["semi-hard"]) == len(found) - 1 and not each.wrong["easy"] for each in found)
    assert all(each.wrong[kind] for each in found for kind in ("swap", "negation", "removal"))


def test_a_report_has_a_row_for_each_encoder_register_and_epsilon() -> None:
    corpus = load_corpus()
    encoder = HashEncoder(16)
    report = measured([(encoder, calibrate(encoder, corpus))], corpus, splits=20)
    assert [(row.register, row.epsilon) for row in report.coverage] == [
        (register, epsilon) for register in ("detailed", "layman") for epsilon in (0.1, 0.2, 0.3)
    ]
    # An encoder that knows nothing: no better than a coin, and still covered.
    assert all(0.4 < row.separation < 0.6 for row in report.accuracy)
    assert report.bar("hash").met
    assert not report.bar("unknown").met
    lines = "\n".join(report_lines(report))
    assert "| hash | measuring set | detailed | 50 |" in lines
