from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.fitness import NO_PLAN, check_of, fitness_of
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


def test_in_our_preset_scorer_and_exact_check_count_alike():
    fitness = fitness_of(INDIVIDUAL, PLAN, (0.9, 0.1), ("adhered", "adhered"), 0.5, PRESETS["ours"])
    assert fitness.adherence == 0.75


def test_in_the_published_presets_the_scorer_alone_counts():
    fitness = fitness_of(INDIVIDUAL, PLAN, (0.9, 0.1), ("violated", "adhered"), 0.5, PRESETS["paper"])
    assert fitness.adherence == 0.5


def test_a_statement_without_a_reading_is_judged_by_the_scorer_alone():
    assert fitness_of(INDIVIDUAL, PLAN, (0.6,), (None,), 0.5, PRESETS["ours"]).adherence == 1.0


def test_among_equals_the_individual_closer_to_what_was_said_is_fitter():
    closer = Individual(INDIVIDUAL.specification, ("reading",))
    ours = PRESETS["ours"]
    assert fitness_of(closer, PLAN, (0.6,), (None,), 0.5, ours) > fitness_of(
        INDIVIDUAL, PLAN, (0.9,), (None,), 0.5, ours
    )


def test_any_plan_is_fitter_than_none():
    assert fitness_of(INDIVIDUAL, PLAN, (0.0,), ("violated",), 0.5, PRESETS["ours"]) > NO_PLAN
