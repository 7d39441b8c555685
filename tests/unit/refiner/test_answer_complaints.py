"""What a language model is told about its PDDL."""

from __future__ import annotations

import pytest
from tests.support.refinement import hasty_start

from plancritic.pddl.language import PddlSyntaxError, parse_domain
from plancritic.refiner.answer_complaints import complaint_about, signature_complaint, strips_complaint, syntax_fault

DOMAIN = hasty_start()
WALK = parse_domain(DOMAIN).actions["walk"]


def test_a_fault_of_syntax_has_the_line_that_it_is_about() -> None:
    text = DOMAIN.replace("(flat ?to) (dry ?from))", "(flat ?to) (dry ?from)")
    with pytest.raises(PddlSyntaxError) as caught:
        parse_domain(text)
    assert complaint_about(text, syntax_fault(caught.value)).startswith("line 13, `:effect (and (at ?h ?to)")


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ("?someone - hiker ?here ?there - place", None),
        ("?h - hiker ?from ?to ?via - place", "there are 4, not 3"),
        ("?from ?to - place ?h - hiker", "number 1 has type place, not hiker"),
    ],
)
def test_a_signature_counts_by_number_and_types(parameters: str, complaint: str | None) -> None:
    head = DOMAIN[: DOMAIN.index("(:action")]
    action = parse_domain(f"{head}(:action walk :parameters ({parameters}) :effect (and)))").actions["walk"]
    said = signature_complaint(action, WALK)
    assert said is None if complaint is None else complaint in (said or "")


def test_what_is_no_strips_is_named() -> None:
    assert strips_complaint(WALK) is None
    either = parse_domain(DOMAIN.replace("(dry ?from))", "(or (dry ?from) (flat ?from)))")).actions["walk"]
    assert "no conjunction of facts" in (strips_complaint(either) or "")
