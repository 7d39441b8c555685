"""Questions in words: the step, what came before it, and what stands against it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Atom
from plancritic.refiner.equivalence.executor import Step

_NAME = re.compile(r"\?([A-Za-z][A-Za-z0-9_-]*)")


def question_text(problem: int, steps: Sequence[Step], doubts: Sequence[str]) -> str:
    """Return a question about the last of some steps; `doubts` say what a domain that refuses it holds against it."""
    before = " and ".join(f"({' '.join(each)})" for each in steps[:-1])
    place = f"Problem {problem + 1}, {f'after {before}' if before else 'at the beginning'}"
    although = f" although {' and '.join(doubts)}" if doubts else ""
    return f"{place}: may ({' '.join(steps[-1])}) be done{although}?"


def literal_text(fact: Atom, description: DomainDescription, *, holds: bool) -> str:
    """Return in words that a fact holds or does not: those of the description, where they name all its parameters."""
    said = _said(fact, description) or str(fact)
    return f"it is true that {said}" if holds else f"it is not true that {said}"


def _said(fact: Atom, description: DomainDescription) -> str | None:
    for declared, meaning in description.predicates.items():
        words = declared.strip("() \n").lower().split()
        if words and words[0] == fact.predicate:
            return _with_objects(meaning, _NAME.findall(declared), fact.arguments)
    return None


def _with_objects(meaning: str, names: Sequence[str], objects: Sequence[str]) -> str | None:
    """Return a meaning with objects in the place of all names; None where it does not name them all."""
    if not names:
        return meaning
    named = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    if len(names) != len(objects) or set(named.findall(meaning)) != set(names):
        return None
    by_name = dict(zip(names, objects, strict=True))
    return named.sub(lambda found: by_name[found.group()], meaning)
