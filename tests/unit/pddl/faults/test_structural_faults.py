"""Domains with faults that are larger than one edit."""

import pytest

from plancritic.pddl.faults import STRUCTURAL_KINDS, StructuralKind, structural_faults
from plancritic.pddl.language import Domain, conjuncts, parse_domain

HIKING = parse_domain("""(define (domain hiking) (:requirements :strips :typing) (:types hiker place - object)
 (:predicates (at ?h - hiker ?p - place) (adjacent ?p ?next - place) (dry ?p - place) (tired ?h - hiker))
 (:action walk :parameters (?h - hiker ?from ?to - place)
  :precondition (and (at ?h ?from) (adjacent ?from ?to) (dry ?from))
  :effect (and (at ?h ?to) (tired ?h) (not (at ?h ?from))))
 (:action rest :parameters (?h - hiker ?p - place) :precondition (and (at ?h ?p) (dry ?p))
  :effect (and (not (tired ?h)))))""")


def conditions(domain: Domain, action: str) -> set[str]:
    return set(map(str, conjuncts(domain.actions[action].conditions_at_start)))


def effects(domain: Domain, action: str) -> set[str]:
    return {f"{'' if each.becomes else 'not '}{each.atom}" for each in domain.actions[action].effects_at_start}  # type: ignore[union-attr]


def made(kind: StructuralKind) -> dict[tuple[str, str], Domain]:
    return {(each.action, each.detail): each.domain for each in structural_faults(HIKING, kind)}


def test_an_action_loses_all_its_conditions_or_all_that_it_makes_false() -> None:
    bare = made("preconditions-gone")
    assert [action for action, _ in bare] == ["walk", "rest"]
    assert conditions(bare["walk", "all conditions are missing"], "walk") == set()
    assert conditions(bare["walk", "all conditions are missing"], "rest") == conditions(HIKING, "rest")
    kept = made("deletes-gone")
    assert effects(kept["walk", "nothing becomes false"], "walk") == {"(at ?h ?to)", "(tired ?h)"}
    assert effects(kept["rest", "nothing becomes false"], "rest") == set()


def test_a_forgotten_predicate_stands_in_no_action_and_stays_declared() -> None:
    forgotten = made("predicate-forgotten")
    assert list(forgotten) == [("all", f"{each} is forgotten") for each in ("at", "adjacent", "dry", "tired")]
    without = forgotten["all", "dry is forgotten"]
    assert conditions(without, "walk") == {"(at ?h ?from)", "(adjacent ?from ?to)"}
    assert conditions(without, "rest") == {"(at ?h ?p)"}
    assert without.predicates == HIKING.predicates


def test_coupled_actions_have_the_same_fault() -> None:
    coupled = structural_faults(HIKING, "coupled")
    removed = [each.domain for each in coupled if each.detail.startswith("condition (dry ?from) is missing")]
    assert len(removed) == 1
    assert "(dry ?from)" not in conditions(removed[0], "walk") and "(dry ?p)" not in conditions(removed[0], "rest")
    assert {each.variant for each in coupled} == {"removal", "negation", "addition"}


def test_arguments_are_turned_in_one_literal_or_in_all_of_a_part() -> None:
    turned = made("arguments-turned")
    one = turned["walk", "condition (adjacent ?from ?to) became (adjacent ?to ?from)"]
    assert conditions(one, "walk") == {"(at ?h ?from)", "(adjacent ?to ?from)", "(dry ?from)"}
    every = turned["walk", "?from and ?to stand for each other in all conditions"]
    assert conditions(every, "walk") == {"(at ?h ?to)", "(adjacent ?to ?from)", "(dry ?to)"}
    assert effects(turned["walk", "?from and ?to stand for each other in all effects"], "walk") == {
        "(at ?h ?from)",
        "(tired ?h)",
        "not (at ?h ?to)",
    }


def test_a_parameter_has_another_type_and_predicates_take_it() -> None:
    wrong = made("types-wrong")["rest", "?p is of type hiker"]
    assert [each.type_text for each in wrong.actions["rest"].parameters] == ["hiker", "hiker"]
    assert [each.type_text for each in wrong.predicates["dry"]] == ["object"]
    assert [each.type_text for each in wrong.predicates["adjacent"]] == ["place", "place"]


def test_a_parameter_is_missing_with_what_is_said_of_it() -> None:
    found = made("parameter-missing")["walk", "parameter ?from is missing"]
    assert [each.name for each in found.actions["walk"].parameters] == ["?h", "?to"]
    assert conditions(found, "walk") == set() and effects(found, "walk") == {"(at ?h ?to)", "(tired ?h)"}


def test_an_action_or_every_condition_is_missing() -> None:
    assert list(made("action-missing")["walk", "the action is missing"].actions) == ["rest"]
    ((_, bare),) = made("no-preconditions").items()
    assert all(conditions(bare, each) == set() for each in bare.actions)


@pytest.mark.parametrize("kind", STRUCTURAL_KINDS)
def test_every_fault_changes_the_domain_and_no_two_are_the_same(kind: StructuralKind) -> None:
    texts = [each.domain.text for each in structural_faults(HIKING, kind)]
    right = parse_domain(HIKING.text).text
    assert texts and right not in texts
    if kind != "arguments-turned":  # of two literals one may turn into what two parameters in all effects give
        assert len(set(texts)) == len(texts)
