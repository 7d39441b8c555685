"""Questions in words: the step, what came before it, and what stands against it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Atom
from plancritic.refiner.equivalence.executor import Step

_NAME = re.compile(r"\?([A-Za-z][A-Za-z0-9_-]*)")
#: Names that are words of any sentence: without their mark they are taken for the words.
_WORD = re.compile(
    "an?|the|this|that|i|its?|he|she|they|we|you|of|in|on|at|to|from|by|for|with|as|into|off|up|down|over|under|out|is|"
    "are|be|was|has|have|can|may|must|and|or|not?|if|so|than|then|when|where|who|one|two|all|any|some|each|other|"
    "another|here|there|now"
)


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
            return _with_objects(meaning, _NAME.findall(declared.lower()), fact.arguments)
    return None


def _with_objects(meaning: str, names: Sequence[str], objects: Sequence[str]) -> str | None:
    """Return a meaning with objects in the place of all names; None where it does not name them all."""
    if len(names) != len(objects):
        return None
    marked = {each.lower() for each in _NAME.findall(meaning)}
    patterns = [
        # Where a name stands with its mark, the same word without it is a word.
        rf"\?{re.escape(name)}" if name in marked else rf"(?<![\w?-]){re.escape(name)}"
        for name in names
        if name in marked or not _WORD.fullmatch(name)
    ]
    if len(patterns) < len(names):
        return None
    if not names:
        return meaning
    named = re.compile(rf"({'|'.join(patterns)})(?![\w-])", re.IGNORECASE)
    said = {each.lower().removeprefix("?") for each in named.findall(meaning)}
    if said != set(names):
        return None
    by_name = dict(zip(names, objects, strict=True))
    return named.sub(lambda found: by_name[found.group().lower().removeprefix("?")], meaning)
