from dataclasses import replace

import pytest

from plancritic.contracts.planning import PlanProved
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.coordinator.evaluation.evidence import ENOUGH, Findings
from plancritic.coordinator.evaluation.fitness import NO_PLAN, Evaluation, Fitness, brevity_of, fitness_of, likeness_of
from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.problem.specification import Individual

PLAN = "0.000: (go a b) [2.000]\n"
SHORTER = "0.000: (go a b) [1.000]\n"
INDIVIDUAL = Individual((TracedConstraint(constraint="(always (p))"),), ("reading", "mutation"))
OURS = PRESETS["ours"]


def fitness(
    *evidence: float | None, individual: Individual = INDIVIDUAL, plan: str = PLAN, raw: float = 0.6
) -> Fitness:
    findings = [Findings(scorer=raw, called=raw >= 0.5)] * len(evidence)
    return fitness_of(individual, plan, findings, evidence, OURS)


def evaluation(*evidence: float | None) -> Evaluation:
    verdict = PlanProved(engine="none", plan=PLAN, proof=Proof(ruling="accepted"))
    return Evaluation(INDIVIDUAL, verdict, PLAN, evidence=evidence)


def test_a_plan_is_adherent_if_there_is_enough_evidence_for_every_statement():
    assert evaluation(ENOUGH, 1.0).adherent
    assert not evaluation(1.0, ENOUGH - 0.01).adherent
    assert not evaluation().adherent


def test_a_statement_on_which_nothing_that_counts_has_a_word_keeps_no_search_going():
    assert evaluation(0.9, None).adherent
    assert not evaluation(0.5, None).adherent
    assert not evaluation(None).adherent
    assert fitness(0.5, None).adherence == 0.5
    assert fitness(None).adherence == 0.0


def test_adherence_is_the_mean_over_the_statements():
    assert fitness(0.8, 0.4).adherence == pytest.approx(0.6)


def test_more_than_enough_evidence_is_no_fitter_than_enough():
    assert fitness(ENOUGH) == fitness(0.99)
    assert fitness(ENOUGH) > fitness(ENOUGH - 0.01)


def test_among_equals_the_shorter_plan_is_fitter():
    assert fitness(1.0, plan=SHORTER) > fitness(1.0, plan=PLAN)
    assert fitness(ENOUGH, plan=SHORTER) > fitness(0.99, plan=PLAN)


def test_among_equals_the_individual_closer_to_what_was_said_is_fitter():
    closer = Individual(INDIVIDUAL.specification, ("reading",))
    assert fitness(1.0, individual=closer) > fitness(1.0, raw=0.9)


def test_of_two_statements_that_clash_the_one_that_may_be_misread_is_left_out():
    clear = Findings(scorer=None, called=False, check="adhered", reading=0.997, meant=0.997)
    doubtful = Findings(scorer=None, called=False, check="adhered", reading=0.9, meant=0.9)

    def of(one: Findings, other: Findings, plan: str, preset: str = "ours") -> Fitness:
        evidence = [each.meant if each.check == "adhered" else 0.0 for each in (one, other)]
        return fitness_of(INDIVIDUAL, plan, (one, other), evidence, PRESETS[preset])

    keeps_clear = (clear, replace(doubtful, check="violated", meant=0.0))
    keeps_doubtful = (replace(clear, check="violated", meant=0.0), doubtful)
    assert of(*keeps_clear, PLAN) > of(*keeps_doubtful, SHORTER)
    assert of(clear, doubtful, SHORTER) > of(clear, doubtful, PLAN)
    assert of(*keeps_clear, PLAN, "code").sureness == of(*keeps_doubtful, PLAN, "code").sureness


def test_in_the_published_presets_ties_go_to_the_raw_score():
    published = PRESETS["code"]
    weak, strong = ([Findings(scorer=score, called=True)] for score in (0.6, 0.9))
    assert fitness_of(INDIVIDUAL, PLAN, strong, (1.0,), published) > fitness_of(
        INDIVIDUAL, SHORTER, weak, (1.0,), published
    )


def test_any_plan_is_fitter_than_none():
    assert fitness(0.0, raw=0.0) > NO_PLAN


def test_what_the_check_alone_settles_counts_like_enough_evidence():
    verdict = PlanProved(engine="none", plan=PLAN, proof=Proof(ruling="accepted"))
    assert Evaluation(INDIVIDUAL, verdict, PLAN, evidence=(0.66, 0.9), by_check=(0,)).adherent
    assert not Evaluation(INDIVIDUAL, verdict, PLAN, evidence=(0.9, 0.66), by_check=(0,)).adherent
    findings = [Findings(scorer=0.53, called=True)] * 2
    assert fitness_of(INDIVIDUAL, PLAN, findings, (0.66, 0.9), OURS, by_check=(0,)).adherence == 1.0


def test_a_must_that_is_met_makes_a_plan_fitter_than_a_wish_that_is() -> None:
    findings = [Findings(scorer=0.5, called=True)] * 2
    weights = (1.0, 0.5)
    must, wish = (
        fitness_of(INDIVIDUAL, PLAN, findings, evidence, OURS, weights=weights) for evidence in ((1.0, 0.0), (0.0, 1.0))
    )
    assert must > wish
    assert must.adherence == pytest.approx(2 / 3)


def test_a_must_outweighs_any_number_of_wishes() -> None:
    findings = [Findings(scorer=0.5, called=True)] * 4
    weights = (1.0, 0.5, 0.5, 0.5)
    must, wishes = (
        fitness_of(INDIVIDUAL, PLAN, findings, evidence, OURS, weights=weights)
        for evidence in ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 1.0, 1.0))
    )
    assert must > wishes
    assert wishes > NO_PLAN


SHOWN = "0: (go a b) [4]\n5: (load b) [1]\n7: (go b c) [2]\n"
SWAPPED = "0: (load b) [1]\n2: (go a b) [4]\n7: (go b c) [2]\n"
OTHER = "0: (fly a c) [8.9]\n"


def test_the_likeness_of_plans_counts_actions_and_then_their_times() -> None:
    assert likeness_of(SHOWN, SHOWN) == (0, 0)
    assert likeness_of(OTHER, SHOWN) == (-4, 0)
    assert likeness_of(SWAPPED, SHOWN) == (0, -2)
    # An action that takes place once more is one more action.
    assert likeness_of(f"{SHOWN}9: (go a b) [1]\n", SHOWN) == likeness_of(f"{SHOWN}9: (go c d) [1]\n", SHOWN) == (-1, 0)


def cost(plan: str, shown: str | None = SHOWN, meant: float | None = None, keep_close: bool = False) -> Fitness:
    found = [Findings(scorer=None, called=False, check="adhered", meant=meant)]
    return fitness_of(INDIVIDUAL, plan, found, (meant or 1.0,), OURS, (0,), shown=shown, keep_close=keep_close)


def test_of_plans_that_end_together_the_one_like_the_plan_shown_is_fitter_and_a_sooner_end_comes_first() -> None:
    assert cost(SHOWN) > cost(SWAPPED)
    assert cost(SHOWN) > cost("0: (fly a c) [9]\n")
    assert cost("0: (fly a c) [4]\n") > cost(SHOWN)


def test_ends_that_differ_by_the_least_times_between_steps_are_the_same_end() -> None:
    assert brevity_of("0: (fly a c) [8.999]\n") == brevity_of(SHOWN)
    assert brevity_of(OTHER) > brevity_of(SHOWN)


def test_kept_close_the_plan_like_the_one_shown_is_fitter_whatever_its_end() -> None:
    assert cost(SHOWN, keep_close=True) > cost("0: (fly a c) [4]\n", keep_close=True)
    assert cost(SHORTER, shown=None, keep_close=True) > cost(PLAN, shown=None, keep_close=True)


def test_a_reading_that_was_not_chosen_is_worth_nothing_but_at_equal_cost() -> None:
    assert cost(SHOWN, meant=0.9) > cost(SHOWN, meant=0.6)
    assert cost("0: (fly a c) [4]\n", meant=0.6) > cost(SHOWN, meant=0.9)
    assert cost(SHOWN, meant=0.6) > cost(SWAPPED, meant=0.9)


def test_without_a_plan_shown_the_plan_that_ends_sooner_is_fitter() -> None:
    assert cost(SHORTER, shown=None) > cost(PLAN, shown=None)
