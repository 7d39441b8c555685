import random
from collections import Counter

import pytest
from tests.unit.laboratory.adherence.training.walked import lexicon_of, walks

from plancritic.adherence.dataset import SampledProblem, with_problems
from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.known_questions import known_questions
from plancritic.laboratory.adherence.training.questions.plan_facts import facts_of
from plancritic.laboratory.adherence.training.questions.question import Question
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about
from plancritic.pddl.language import And, Atom, Constraint, ConstraintType, Not, Or, parse_constraint
from plancritic.pddl.specification import check_constraint

DOMAINS = ["waterway", "satellite"]


def source(domain: str, seed: int = 1) -> QuestionSource:
    lexicon = lexicon_of(domain)
    return QuestionSource(lexicon, "1", random.Random(seed), facts_of(walks(domain), asked_about(lexicon, "1")))


def drawn(domain: str, each: int, seed: int = 1) -> list[Question]:
    questions = source(domain, seed)
    return [questions.draw(kind) for kind in ConstraintType for _ in range(each)]


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_question_is_well_formed(domain: str) -> None:
    problem = lexicon_of(domain).problem

    for question in [*known_questions(lexicon_of(domain), "1"), *drawn(domain, 40)]:
        assert question.constraints
        assert not [each for one in question.constraints for each in check_constraint(one, problem)]


def test_the_same_seed_draws_the_same_questions() -> None:
    assert drawn("waterway", 5, seed=7) == drawn("waterway", 5, seed=7)
    assert drawn("waterway", 5, seed=7) != drawn("waterway", 5, seed=8)


@pytest.mark.parametrize("domain", DOMAINS)
def test_questions_are_of_the_type_asked_for_and_speak_of_groups_of_any_and_of_either(domain: str) -> None:
    questions = drawn(domain, 60)

    assert dict.fromkeys(ConstraintType, 60) == Counter(question.sort for question in questions)
    groups = [question.quantified for question in questions if question.quantified is not None]
    assert {group.mode for group in groups} == {"all", "any"}
    assert any(group.exceptions for group in groups)
    assert any(group.group is not None for group in groups)
    alone = [one for question in questions if question.quantified is None for one in question.constraints]
    assert {type(one.conditions[0]) for one in alone} == {Atom, Not, Or, And}


def test_any_of_a_group_is_one_constraint_with_a_choice_in_it() -> None:
    found = [one for one in drawn("waterway", 80) if one.quantified is not None and one.quantified.mode == "any"]

    for question in found:
        assert question.quantified is not None
        members = question.quantified.members(lexicon_of("waterway"))
        (constraint,) = question.constraints
        choice = constraint.conditions[0]
        assert isinstance(choice, Or)
        stand = [one.arguments[question.quantified.place] for one in choice.conditions if isinstance(one, Atom)]
        assert tuple(stand) == members


def test_facts_that_never_happen_are_asked_about_now_and_then() -> None:
    facts = source("waterway").facts
    spoken_of = {atom for one in drawn("waterway", 60) for constraint in one.constraints for atom in constraint.atoms()}

    assert facts.never
    assert spoken_of & set(facts.never)
    assert len(spoken_of & set(facts.changing)) > 20


def test_bounds_lie_near_the_times_at_which_plans_do_it() -> None:
    questions = source("waterway")
    within = [questions.constraint(ConstraintType.WITHIN) for _ in range(150)]

    def distance(constraint: Constraint) -> float | None:
        condition = constraint.conditions[0]
        atom, positive = (condition.condition, False) if isinstance(condition, Not) else (condition, True)
        known = questions.facts.times.get((atom, positive), ()) if isinstance(atom, Atom) else ()
        return min((abs(constraint.bounds[0] - time) for time in known), default=None)

    distances = sorted(found for one in within if (found := distance(one)) is not None)
    assert len(distances) > 60
    assert distances[len(distances) // 2] < 0.05 * questions.facts.horizon


def test_an_archetype_about_a_whole_type_is_known_as_such() -> None:
    given = {question.texts[0]: question for question in known_questions(lexicon_of("waterway"), "1") if question.texts}
    archetypes = {a.name: a.meaning for a in lexicon_of("waterway").archetypes}

    everyone = given[archetypes["no_asset_visits_a"]]
    assert everyone.quantified is not None and everyone.quantified.exceptions == ()
    assert (everyone.sort, everyone.archetype) == ("always", "no_asset_visits_a")

    but_the_scout = given[archetypes["endpoint_scouted_before_salvage_leaves"]]
    assert but_the_scout.quantified is not None and but_the_scout.quantified.exceptions == ("sct_ast_0",)


def test_deeds_say_what_is_done_to_things_and_are_known_as_the_archetype_they_mean() -> None:
    removed = {
        deed.types: question
        for question in known_questions(lexicon_of("waterway"), "1")
        if (deed := question.deed) is not None
    }

    underwater = removed[(("underwater_debris", True),)]
    assert {str(constraint) for constraint in underwater.constraints} == {
        "(at end (is_location_not_blocked wpt_ini wpt_b_0))",
        "(at end (is_location_not_blocked wpt_b_0 wpt_end))",
    }
    assert underwater.archetype == "underwater_all_removed"
    assert (("underwater_debris", True), ("normal_debris", False)) in removed


def test_in_a_sampled_problem_only_what_begins_alike_is_asked_as_people_ask_it() -> None:
    bundle = load_folder("waterway")
    moved = bundle.problems["1"].replace("(at deb_ast_0 wpt_ini)", "(at deb_ast_0 wpt_a_0)")
    lexicon = FolderLexicon(with_problems(bundle, [SampledProblem("1s1", "1", moved)]), "1s1")

    names = {question.archetype for question in known_questions(lexicon, "1")}

    # The debris boat is at waypoint A already, so "goes nowhere before" and "never visits A" mean something else.
    assert "underwater_all_removed" in names
    assert not {"scout_end_before_debris_moves", "no_asset_visits_a"} & names


def test_constraints_of_several_types_are_a_conjunction() -> None:
    constraints = (parse_constraint("(always (p a))"), parse_constraint("(at end (p a))"))

    assert Question(constraints).sort == "conjunction"
    assert Question(constraints[:1]).sort == "always"
