"""Labelled examples of the posterior, from the rows of an evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from plancritic.laboratory.feedback.rows import Row


@dataclass(frozen=True)
class Example:
    """One statement: the features of its candidates and of `none`, and which of them are right.

    `right` has one answer a candidate; where none is, the right answer is `none`: the statement asks for something
    that no candidate says, or for nothing.
    """

    domain: str
    suite: str
    statement: str
    candidates: tuple[Mapping[str, float], ...]
    none: Mapping[str, float]
    right: tuple[bool, ...]
    with_scorer: bool

    @property
    def with_reader(self) -> bool:
        """Return whether the reader's networks had a word on it."""
        return "learned" in self.none


def examples_in(rows: Iterable[Row]) -> list[Example]:
    """Return the examples that the rows hold; a statement whose candidates nobody labelled is none."""
    found = []
    for row in rows:
        for each in row.understood:
            meanings = each.meanings
            if meanings is None or len(each.candidates_right) != len(meanings.candidates):
                continue
            found.append(
                Example(
                    domain=row.element.domain,
                    suite=row.element.suite,
                    statement=each.statement,
                    candidates=tuple(candidate.features for candidate in meanings.candidates),
                    none=meanings.none_features,
                    right=each.candidates_right,
                    with_scorer=meanings.with_scorer,
                )
            )
    return found
