"""A stretch of a plan's states marked by a fact of its own, so that a window becomes a plain `always`.

The mark is a new predicate, true initially or from a timed literal at the first happening of the stretch, false from
one at the happening after it. Being at happenings of the plan, timed literals make no states of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from plancritic.pddl.language import Domain, Group, number_text, read_one

#: Sections of a domain that come before its predicates.
_BEFORE_PREDICATES = ("domain", ":requirements", ":types", ":constants")


@dataclass(frozen=True, slots=True)
class Mark:
    """A predicate without arguments and the texts that belong into `:init` for it."""

    predicate: str
    facts: tuple[str, ...]

    def given(self, condition: object) -> str:
        """Return the condition demanded of every marked state, as a constraint."""
        return f"(always (or (not ({self.predicate})) {condition}))"


def mark(states: range, times: Sequence[float], predicate: str) -> Mark:
    """Return the mark of an unbroken run of states, given when each state was made."""
    facts = [f"({predicate})" if states[0] == 0 else f"(at {number_text(times[states[0]])} ({predicate}))"]
    if states[-1] < len(times) - 1:
        facts.append(f"(at {number_text(times[states[-1] + 1])} (not ({predicate})))")
    return Mark(predicate, tuple(facts))


def free_name(domain: Domain | None, number: int) -> str:
    """Return a predicate that the domain does not have."""
    name = f"in-window-{number}"
    while domain is not None and name in domain.predicates:
        name += "-"
    return name


def with_marks(domain: str, problem: str, marks: Sequence[Mark]) -> tuple[str, str]:
    """Domain and problem with the marks declared and set."""
    if not marks:
        return domain, problem
    declared = " ".join(f"({each.predicate})" for each in marks)
    place, has_section = _predicates_end(domain)
    added = f" {declared}" if has_section else f"\n(:predicates {declared})"
    facts = "".join(f"\n    {fact}" for each in marks for fact in each.facts)
    end = _init_end(problem)
    return domain[:place] + added + domain[place:], problem[:end] + facts + problem[end:]


@lru_cache(maxsize=64)
def _predicates_end(domain: str) -> tuple[int, bool]:
    """Where a predicate can be declared, and whether there is a section for it."""
    root = read_one(domain, "domain.pddl")
    groups = [child for child in root.children if isinstance(child, Group)]
    for group in groups:
        if group.head == ":predicates":
            return group.end - 1, True
    return max(group.end for group in groups if group.head in _BEFORE_PREDICATES), False


@lru_cache(maxsize=64)
def _init_end(problem: str) -> int:
    root = read_one(problem, "problem.pddl")
    return next(child.end - 1 for child in root.children if isinstance(child, Group) and child.head == ":init")
