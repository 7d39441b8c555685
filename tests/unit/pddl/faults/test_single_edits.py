from collections import Counter

import pytest

from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.pddl.faults import FAULT_KINDS, additions, exclusions, faulty_schemas
from plancritic.pddl.language import SchemaEditError, conjuncts, with_action

BAKERY = load_corpus().domains["bakery"].reference


def test_every_fault_is_one_edit_and_says_which() -> None:
    found = faulty_schemas(BAKERY.actions["load-oven"], BAKERY)
    details = [(each.kind, each.detail) for each in found]
    assert ("swap", "(hot ?o) is an effect and (in-oven ?b ?o) a condition") in details
    assert ("negation", "condition (hot ?o) is negated") in details
    assert ("negation", "effect (not (vacant ?o)) is negated") in details
    assert ("removal", "condition (hot ?o) is missing") in details
    assert ("removal", "effect (in-oven ?b ?o) is missing") in details
    assert ("mutex", "condition (in-oven ?b ?o) excludes (shaped ?b)") in details
    # Three conditions and three effects: each may be negated or missing.
    assert Counter(each.kind for each in found)["negation"] == 6
    assert Counter(each.kind for each in found)["removal"] == 6


def test_facts_exclude_each_other_where_an_action_exchanges_them() -> None:
    pairs = exclusions(BAKERY)
    assert ("fresh-dough", "planned") in pairs and ("planned", "fresh-dough") in pairs
    assert ("on-rack", "vacant") not in pairs


def test_every_kind_occurs_in_every_domain_and_every_fault_is_legal_and_wrong() -> None:
    for domain in load_corpus().domains.values():
        kinds = set()
        for action in domain.reference.actions.values():
            for fault in faulty_schemas(action, domain.reference):
                kinds.add(fault.kind)
                assert fault.schema != action
                assert fault.schema.name == action.name and fault.schema.parameters == action.parameters
        assert kinds == set(FAULT_KINDS), domain.name


def test_faulty_schemas_are_accepted_by_the_parser() -> None:
    for fault in faulty_schemas(BAKERY.actions["load-oven"], BAKERY):
        assert with_action(BAKERY, fault.schema).actions["load-oven"].parameters == fault.schema.parameters


def test_a_fault_can_be_made_in_another_version_of_the_schema() -> None:
    action = BAKERY.actions["load-oven"]
    hot, shaped = (
        next(each for each in faulty_schemas(action, BAKERY) if each.detail == f"condition {literal} is missing")
        for literal in ("(hot ?o)", "(shaped ?b)")
    )
    both = shaped.in_schema(hot.schema)
    assert both == hot.in_schema(shaped.schema)
    assert {str(each) for each in conjuncts(both.conditions_at_start)}.isdisjoint({"(hot ?o)", "(shaped ?b)"})
    with pytest.raises(SchemaEditError):
        hot.in_schema(hot.schema)


def test_additions_add_one_literal_over_different_variables() -> None:
    action = BAKERY.actions["load-oven"]
    found = additions(action, BAKERY)
    assert len({each.schema for each in found}) == len(found) > 0
    conditions, effects = conjuncts(action.conditions_at_start), action.effects_at_start
    for each in found:
        more = each.schema
        if each.place == "precondition":
            assert more.effects_at_start == effects and len(conjuncts(more.conditions_at_start)) == len(conditions) + 1
        else:
            assert len(more.effects_at_start) == len(effects) + 1 and conjuncts(more.conditions_at_start) == conditions
