import random
from collections import Counter

import pytest

from plancritic.domains import load_domain
from plancritic.pddl.constraints import check_constraint, parse_constraint
from plancritic.scorer.training.questions import Question, QuestionSource
from plancritic.wording import Lexicon


def source(lexicon: Lexicon, seed: int = 1) -> QuestionSource:
    return QuestionSource(lexicon, "1", random.Random(seed), horizon=10.0)


@pytest.mark.parametrize("domain", ["waterway", "satellite"])
def test_every_question_is_well_formed_and_so_is_its_near_miss(domain: str) -> None:
    lexicon = Lexicon(load_domain(domain), "1")
    questions = source(lexicon)

    for question in [*questions.given(), *(questions.draw() for _ in range(150))]:
        for one in (question, questions.near_miss(question)):
            assert one.constraints
            for constraint in one.constraints:
                assert check_constraint(constraint, lexicon.problem) == ()


def test_the_same_seed_draws_the_same_questions(lexicon: Lexicon) -> None:
    assert [source(lexicon, 7).draw() for _ in range(1)] == [source(lexicon, 7).draw()]
    one, other = source(lexicon, 7), source(lexicon, 8)
    assert [one.draw() for _ in range(20)] != [other.draw() for _ in range(20)]


def test_all_types_are_asked_about(lexicon: Lexicon) -> None:
    questions = source(lexicon)

    sorts = Counter(questions.draw().sort for _ in range(300))

    assert len(sorts) == 10


def test_a_near_miss_asks_for_something_else(lexicon: Lexicon) -> None:
    questions = source(lexicon)
    drawn = [questions.draw() for _ in range(100)]

    same = sum(questions.near_miss(question).constraints == question.constraints for question in drawn)

    assert same < 10


def test_an_archetype_about_a_whole_type_is_known_as_such(lexicon: Lexicon) -> None:
    given = {question.texts[0]: question for question in source(lexicon).given() if question.texts}
    archetypes = {a.name: a.meaning for a in lexicon.bundle.archetypes}

    everyone = given[archetypes["no_asset_visits_a"]]
    assert everyone.quantified is not None and everyone.quantified.exceptions == ()
    assert everyone.sort == "always"

    but_the_scout = given[archetypes["endpoint_scouted_before_salvage_leaves"]]
    assert but_the_scout.quantified is not None and but_the_scout.quantified.exceptions == ("sct_ast_0",)


def test_deeds_say_what_is_done_to_things(lexicon: Lexicon) -> None:
    removed = {
        deed.types: {str(constraint) for constraint in question.constraints}
        for question in source(lexicon).given()
        if (deed := question.deed) is not None
    }

    assert removed[(("underwater_debris", True),)] == {
        "(at end (is_location_not_blocked wpt_ini wpt_b_0))",
        "(at end (is_location_not_blocked wpt_b_0 wpt_end))",
    }
    assert (("underwater_debris", True), ("normal_debris", False)) in removed


def test_after_restricting_only_facts_that_change_are_asked_about(lexicon: Lexicon) -> None:
    questions = source(lexicon)
    atoms = parse_constraint("(sometime (at sct_ast_0 wpt_a_0))").atoms()
    questions.restrict(atoms)

    drawn = [questions.draw() for _ in range(50)]

    constraints = [one for question in drawn if question.quantified is None for one in question.constraints]
    assert {atom for constraint in constraints for atom in constraint.atoms()} == {*atoms}


def test_constraints_of_several_types_are_a_conjunction() -> None:
    constraints = (parse_constraint("(always (p a))"), parse_constraint("(at end (p a))"))

    assert Question(constraints).sort == "conjunction"
    assert Question(constraints[:1]).sort == "always"
