"""Domains that cannot be judged are refused with a typed fault."""

import pytest

from plancritic.contracts.errors import FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions import DescriptionError
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.refiner.feedback.name_contract import DomainRefusedError, checked_domain

BLOCKS = benchmark_domains()["blocks"]
PROBLEMS = BLOCKS.feedback_problems()


def changed(old: str, new: str) -> str:
    assert old in BLOCKS.text
    return BLOCKS.text.replace(old, new)


def test_the_true_domains_keep_the_contract() -> None:
    for each in benchmark_domains().values():
        checked_domain(each.text, each.description, each.feedback_problems())


def with_parameters(text: str) -> DomainDescription:
    stack = BLOCKS.description.actions["stack"].model_copy(update={"parameters": text})
    return BLOCKS.description.model_copy(update={"actions": BLOCKS.description.actions | {"stack": stack}})


def test_prescribed_parameters_may_stand_in_parentheses() -> None:
    checked_domain(BLOCKS.text, with_parameters("(?x ?below - block)"), PROBLEMS)
    with pytest.raises(DomainRefusedError, match="has 2 parameters, not 3"):
        checked_domain(BLOCKS.text, with_parameters("(?x ?y ?below - block)"), PROBLEMS)
    with pytest.raises(DescriptionError, match="the parameters of 'stack' cannot be read"):
        checked_domain(BLOCKS.text, with_parameters("(?x - block"), PROBLEMS)


def test_types_above_the_prescribed_ones_and_other_variables_are_allowed() -> None:
    wider = changed(":parameters (?x - block)\n    :precondition (and (held ?x))", ":parameters (?y - object)\n ")
    checked_domain(wider.replace("(on-table ?x) (clear ?x) (hand-empty) (not (held ?x))", "(hand-empty)"), *TASK)


TASK = (BLOCKS.description, PROBLEMS)
TABLE = changed("block - object)", "block table - object)").replace(
    BLOCKS.text[BLOCKS.text.index("(:action pick-up") : BLOCKS.text.index("(:action put-down")],
    "(:action pick-up :parameters (?x - table) :effect (hand-empty)) ",
)
BROKEN = {
    "no PDDL": (BLOCKS.text[:-2], FaultCode.SYNTAX_ERROR, "cannot be read"),
    "unknown predicate": (changed("(and (held ?x))", "(and (hold ?x))"), FaultCode.SYNTAX_ERROR, "hold"),
    "renamed action": (changed(":action stack", ":action pile"), FaultCode.UNKNOWN_NAME, "no action 'stack'"),
    "one action more": (
        f"{BLOCKS.text.rstrip()[:-1]} (:action fly :parameters () :effect (hand-empty)))",
        FaultCode.UNKNOWN_NAME,
        "'fly'",
    ),
    "parameter missing": (
        changed(
            "?below - block)\n    :precondition (and (held ?x) (clear ?below))", "- block)\n :precondition (and)"
        ).replace("(on ?x ?below) (clear ?x) (hand-empty) (not (held ?x)) (not (clear ?below))", "(hand-empty)"),
        FaultCode.UNKNOWN_NAME,
        "has 1 parameters, not 2",
    ),
    "another type": (
        TABLE,
        FaultCode.UNKNOWN_NAME,
        "is table, not block",
    ),
    "no STRIPS": (
        changed(":precondition (and (held ?x))", ":precondition (or (held ?x) (clear ?x))"),
        FaultCode.INVALID_MESSAGE,
        "not STRIPS",
    ),
    "predicate of the problems missing": (
        BLOCKS.text.replace("(on ?upper ?lower - block)", "")
        .replace("(on ?x ?below) ", "")
        .replace("(not (on ?x ?below)) ", ""),
        FaultCode.UNKNOWN_NAME,
        "problem 1 does not fit",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_it_is_named(name: str) -> None:
    text, code, words = BROKEN[name]
    with pytest.raises(DomainRefusedError, match=words) as refused:
        checked_domain(text, *TASK)
    assert refused.value.fault.code is code
