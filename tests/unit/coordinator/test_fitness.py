import pytest

from plancritic.contracts.planning import PlanProved
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.fitness import NO_PLAN, Evaluation, check_of, evidence_of, fitness_of
from plancritic.coordinator.population import Individual
from plancritic.coordinator.presets import PRESETS

PLAN = "0.000: (go a b) [2.000]\n"
INDIVIDUAL = Individual((TracedConstraint(constraint="(always (p))"),), ("reading", "mutation"))


def proofs(*rulings: str) -> list[ConstraintProof]:
    return [ConstraintProof(constraint="(always (p))", proof=Proof(ruling=ruling)) for ruling in rulings]


def test_a_reading_is_violated_if_one_of_its_constraints_is_refused():
    assert check_of(proofs("accepted", "rejected", "disputed")) == "violated"


def test_a_reading_on_which_judges_disagree_is_disputed_and_so_is_one_nobody_can_judge():
    assert check_of(proofs("accepted", "disputed")) == "disputed"
    assert check_of(proofs("unjudged")) == "disputed"


def test_a_reading_is_adhered_to_if_all_its_constraints_are_accepted():
    assert check_of(proofs("accepted", "accepted")) == "adhered"


def test_in_our_preset_the_exact_check_counts_as_much_as_the_translator_is_sure():
    ours = PRESETS["ours"]
    assert evidence_of(0.1, "adhered", 0.9, 0.5, ours) == pytest.approx(0.9)
    assert evidence_of(0.9, "violated", 0.9, 0.5, ours) == pytest.approx(0.1)
    assert evidence_of(0.9, "adhered", 0.6, 0.5, ours) == 1.0
    assert evidence_of(0.1, "disputed", 0.6, 0.5, ours) == 0.0


def test_in_the_published_presets_the_scorer_alone_counts():
    assert evidence_of(0.9, "violated", 0.9, 0.5, PRESETS["paper"]) == 1.0
    assert evidence_of(0.1, "adhered", 0.9, 0.5, PRESETS["code"]) == 0.0


def test_a_statement_without_a_reading_is_judged_by_the_scorer_alone():
    assert evidence_of(0.6, None, 0.0, 0.5, PRESETS["ours"]) == 1.0


def test_a_reading_met_exactly_is_enough_only_if_it_is_sure_or_the_scorer_agrees():
    verdict = PlanProved(engine="none", plan=PLAN, proof=Proof(ruling="accepted"))

    def adherent(*evidence: float) -> bool:
        return Evaluation(INDIVIDUAL, verdict, PLAN, evidence=evidence).adherent

    assert adherent(evidence_of(0.1, "adhered", 0.95, 0.5, PRESETS["ours"]))
    assert not adherent(1.0, evidence_of(0.1, "adhered", 0.6, 0.5, PRESETS["ours"]))
    assert not adherent()


def test_adherence_is_the_mean_over_the_statements():
    assert fitness_of(INDIVIDUAL, PLAN, (0.9, 0.1), (1.0, 0.5), PRESETS["ours"]).adherence == 0.75


def test_among_equals_the_shorter_plan_is_fitter():
    shorter = "0.000: (go a b) [1.000]\n"
    ours = PRESETS["ours"]
    assert fitness_of(INDIVIDUAL, shorter, (0.6,), (1.0,), ours) > fitness_of(INDIVIDUAL, PLAN, (0.6,), (1.0,), ours)


def test_among_equals_the_individual_closer_to_what_was_said_is_fitter():
    closer = Individual(INDIVIDUAL.specification, ("reading",))
    ours = PRESETS["ours"]
    assert fitness_of(closer, PLAN, (0.6,), (1.0,), ours) > fitness_of(INDIVIDUAL, PLAN, (0.9,), (1.0,), ours)


def test_any_plan_is_fitter_than_none():
    assert fitness_of(INDIVIDUAL, PLAN, (0.0,), (0.0,), PRESETS["ours"]) > NO_PLAN
