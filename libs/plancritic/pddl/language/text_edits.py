"""Editing a problem's text: only the place concerned changes, comments and layout stay."""

from __future__ import annotations

from collections.abc import Iterable

from plancritic.pddl.language.constraints import Constraint
from plancritic.pddl.language.syntax import Group, read_one


def with_constraints(problem_text: str, constraints: Iterable[str | Constraint]) -> str:
    """Return the problem with these constraints conjoined to its own.

    Without constraints the text comes back as it is.

    Raises:
        PddlSyntaxError: The text or a constraint given as text is no list in parentheses, or the problem has no
            goal to put the constraints after.
    """
    added = [_one_list(constraint) for constraint in constraints]
    if not added:
        return problem_text
    root = read_one(problem_text, "problem.pddl")
    section = _section(root, ":constraints")
    indented = "".join(f"\n    {text}" for text in added)
    if section is None:
        goal = _section(root, ":goal")
        if goal is None:
            raise root.error("the problem has no (:goal ...)", "parse.no_goal")
        return _insert(problem_text, goal.end, f"\n(:constraints (and{indented}\n))")
    own = section.children[1:]
    if len(own) == 1 and isinstance(own[0], Group) and own[0].head == "and":
        return _insert(problem_text, own[0].end - 1, f"{indented}\n")
    if not own:
        return _insert(problem_text, section.end - 1, f" (and{indented}\n)")
    wrapped = _insert(problem_text, own[-1].end, f"{indented}\n)")
    return _insert(wrapped, own[0].start, "(and ")


def with_goal(problem_text: str, goal: str) -> str:
    """Return the problem with another goal.

    Raises:
        PddlSyntaxError: The text or the goal is no list in parentheses, or the problem has no goal.
    """
    goal = read_one(goal, "goal").text
    root = read_one(problem_text, "problem.pddl")
    section = _section(root, ":goal")
    if section is None:
        raise root.error("the problem has no (:goal ...)", "parse.no_goal")
    return problem_text[: section.start] + f"(:goal {goal})" + problem_text[section.end :]


def with_initial(problem_text: str, facts: Iterable[str]) -> str:
    """Return the problem with these facts, values and timed literals as its initial state, in place of its own.

    Raises:
        PddlSyntaxError: The text is no list in parentheses, or has no initial state.
    """
    section = _initial(problem_text)
    content = "".join(f"\n    {fact}" for fact in facts)
    return problem_text[: section.start] + f"(:init{content}\n  )" + problem_text[section.end :]


def with_more_initial(problem_text: str, facts: Iterable[str]) -> str:
    """The problem with these facts, values and timed literals added to its initial state. Raises as `with_initial`."""
    return _insert(problem_text, _initial(problem_text).end - 1, "".join(f"\n    {fact}" for fact in facts))


def without_section(problem_text: str, name: str) -> str:
    """Return the problem without a section of its own, `:constraints` or `:metric` for one; as it is where it has none.

    Raises:
        PddlSyntaxError: The text is no list in parentheses.
    """
    section = _section(read_one(problem_text, "problem.pddl"), name)
    return problem_text if section is None else problem_text[: section.start] + problem_text[section.end :]


def _initial(problem_text: str) -> Group:
    root = read_one(problem_text, "problem.pddl")
    section = _section(root, ":init")
    if section is None:
        raise root.error("the problem has no (:init ...)", "parse.no_init")
    return section


def _one_list(constraint: str | Constraint) -> str:
    return str(constraint) if isinstance(constraint, Constraint) else read_one(constraint, "constraint").text


def _section(root: Group, name: str) -> Group | None:
    return next((child for child in root.children if isinstance(child, Group) and child.head == name), None)


def _insert(text: str, offset: int, addition: str) -> str:
    return text[:offset] + addition + text[offset:]
