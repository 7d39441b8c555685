"""What a problem lacks or says twice is refused where it stands: one of the two is a slip."""

from __future__ import annotations

import pytest
from tests.support.tanks import tanks, tanks_domain, tanks_problem

from plancritic.pddl.language import PddlSyntaxError, read_one, without_comments


def test_a_problem_without_a_goal_is_refused_with_place_and_remedy() -> None:
    with pytest.raises(PddlSyntaxError, match="no \\(:goal") as caught:
        tanks(problem=tanks_problem().replace("(:goal (full t1))", ""))
    assert (caught.value.file, caught.value.line, caught.value.code) == ("problem.pddl", 1, "parse.no_goal")
    assert "(:goal (and))" in caught.value.remedy
    assert str(tanks(problem=tanks_problem(goal="(and)")).goal) == "(and)"


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("t1 t2 - tank", "t1 t2 t1 - tank", "t1"),
        ("t1 t2 - tank", "t1 t2 - tank T2 - object", "t2"),
        ("(= (size) 5)", "(= (size) 5) (= (size) 6)", "size"),
        ("(:goal", "(:init (open)) (:goal", ":init"),
    ],
)
def test_what_a_problem_says_twice_is_refused(old: str, new: str, named: str) -> None:
    text = tanks_problem().replace(old, new)
    with pytest.raises(PddlSyntaxError) as caught:
        tanks(problem=text)
    assert named in caught.value.message.lower()
    assert caught.value.line == text[: text.index(new)].count("\n") + 1
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("(:types tank)", "(:types tank tank - object)", "tank"),
        ("(open))", "(open) (open))", "open"),
        ("(level) (size)", "(level) (level) (size)", "level"),
        (" (:durative-action", " (:action fill :parameters () :effect (open))\n (:durative-action", "fill"),
    ],
)
def test_what_a_domain_declares_twice_is_refused(old: str, new: str, named: str) -> None:
    with pytest.raises(PddlSyntaxError) as caught:
        tanks(tanks_domain().replace(old, new))
    assert named in caught.value.message
    assert caught.value.file == "domain.pddl"


def test_a_constant_may_be_declared_among_the_objects_again() -> None:
    domain = tanks_domain().replace("(:types tank)", "(:types tank) (:constants t1 - tank)")
    assert tanks(domain).objects_of("tank") == ("t1", "t2")


def test_comments_go_and_everything_else_keeps_its_place() -> None:
    text = "(a ; one (\n  (b) ;; two )\n; three\n c)"
    bare = without_comments(text)
    assert ";" not in bare
    before, after = read_one(text, "x"), read_one(bare, "x")
    places = [[root.source.place(child.start) for child in root.children] for root in (before, after)]
    assert places[0] == places[1]
