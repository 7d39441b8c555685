"""A file of constraints, read with the domain and the problem it is about."""

from pathlib import Path

import pytest

from plancritic.command_line.planning.specification import read_specification
from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import PddlSyntaxError

COURIER = Path(__file__).parents[3] / "cases" / "courier"
DOMAIN, PROBLEM = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl"))


def specification(constraints: str) -> tuple[TracedConstraint, ...]:
    return read_specification(DOMAIN, PROBLEM, constraints, "domain.pddl", "problem.pddl", "wishes.pddl")


def test_constraints_may_have_comments_several_lines_and_quantifiers() -> None:
    found = specification(
        """; the customer said
(always ; all the time
  (forall (?c - courier) (or (at ?c home) (not (at ?c market)))))
(preference should (sometime (exists (?c - courier) (at ?c market))))
(preference nice_2 (at end (at bob home)))
"""
    )
    assert [one.strength for one in found] == ["must", "should", "nice"]
    assert "(at ann home)" in found[0].constraint


@pytest.mark.parametrize("name", ["must", "shuold", "", "p1"])
def test_a_preference_whose_name_is_no_strength_is_refused_at_its_place(name: str) -> None:
    with pytest.raises(PddlSyntaxError, match="strength") as raised:
        specification(f"(sometime (at bob market))\n(preference {name} (always (at ann home)))")
    assert (raised.value.file, raised.value.line, raised.value.column) == ("wishes.pddl", 2, 1)


@pytest.mark.parametrize(
    ("word", "hint"), [("sometimes", ", did you mean 'sometime'?"), ("x", "is not a type of constraint")]
)
def test_an_unknown_type_is_answered_with_the_ten_there_are(word: str, hint: str) -> None:
    with pytest.raises(PddlSyntaxError) as raised:
        specification(f"({word} (at bob market))")
    assert raised.value.message.endswith(hint)
    assert "always, sometime, within, at-most-once, sometime-after, sometime-before" in raised.value.remedy
    assert raised.value.remedy.endswith("always-within, hold-during, hold-after, at end")


def test_the_section_of_a_problem_is_told_to_be_unwrapped() -> None:
    with pytest.raises(PddlSyntaxError, match="one constraint after another, without") as raised:
        specification("; copied\n(:constraints (and (always (at ann home))))")
    assert raised.value.line == 2
