"""What a candidate domain has to be, and what is said of one that is not."""

from __future__ import annotations

import pytest
from tests.support.refinement import hasty_start, hiking, request

from plancritic.contracts.errors import FaultCode
from plancritic.refiner.benchmark import benchmark_domains
from plancritic.refiner.candidate_domain import UnusableDomainError, complaint_about, read_candidate

PROBLEMS = tuple(each.text for each in request().task.problems)


@pytest.mark.parametrize("name", sorted(benchmark_domains()))
def test_true_domains_keep_the_contract(name: str) -> None:
    domain = benchmark_domains()[name]
    read_candidate(domain.text, domain.description, (*domain.feedback_problems(), *domain.evaluation_problems()))


def test_names_of_variables_are_free() -> None:
    text = hasty_start().replace("?from", "?here").replace("?h ", "?someone ")
    assert set(read_candidate(text, hiking(), PROBLEMS).actions) == {"walk", "climb"}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(:action walk", "(:action stroll", "the action 'walk' is missing; the description has no action 'stroll'"),
        ("?h - hiker ?from ?to - place)", "?h - hiker ?from ?to ?via - place)", "there are 4, not 3"),
        ("?h - hiker ?from ?to - place)", "?from ?to - place ?h - hiker)", "number 1 has type place, not hiker"),
        (
            "?h - hiker ?from ?to - place)",
            "?h - hiker ?from - object ?to - place)",
            "number 2 has type object, not place",
        ),
        ("(hill ", "(peak ", "problem 1 does not fit the domain"),
        ("(dry ?from))", "(or (dry ?from) (flat ?from)))", "no conjunction of facts"),
        ("(not (at ?h ?from))", "(forall (?p - place) (not (at ?h ?p)))", "an effect that is no fact"),
    ],
)
def test_a_broken_contract_is_named(old: str, new: str, complaint: str) -> None:
    text = hasty_start()
    assert old in text
    with pytest.raises(UnusableDomainError) as caught:
        read_candidate(text.replace(old, new), hiking(), PROBLEMS, "mine.pddl")
    assert complaint in caught.value.fault.message
    assert caught.value.fault.code == FaultCode.UNKNOWN_NAME
    assert caught.value.fault.file == "mine.pddl"


def test_a_predicate_with_another_number_of_places_does_not_fit_the_problems() -> None:
    text = hasty_start().replace("(hill ?p - place)", "(hill ?p ?q - place)").replace("(hill ?to)", "(hill ?to ?from)")
    assert read_candidate(text, hiking())
    with pytest.raises(UnusableDomainError, match="problem 1 does not fit the domain: hill takes 2 arguments"):
        read_candidate(text, hiking(), PROBLEMS)


def test_a_fault_of_syntax_has_its_place_and_the_line_for_a_model() -> None:
    text = hasty_start().replace("(flat ?to) (dry ?from))", "(flat ?to) (dry ?from)")
    with pytest.raises(UnusableDomainError) as caught:
        read_candidate(text, hiking())
    fault = caught.value.fault
    assert (fault.code, fault.file, fault.line) == (FaultCode.SYNTAX_ERROR, "domain.pddl", 13)
    assert complaint_about(text, fault).startswith("line 13, `:effect (and (at ?h ?to)")
