"""Domains and problems from PDDL text.

Kairos' parser reads every text first: it knows the whole language and its errors say what was meant. Our own
reader then builds the model, which Kairos does not show.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import kairos

from plancritic.pddl.domain_reader import read_domain
from plancritic.pddl.errors import PddlSyntaxError
from plancritic.pddl.model import Domain, Problem
from plancritic.pddl.problem_reader import read_problem

#: Kairos takes an undeclared predicate for one that is never true; we refuse it.
_REFUSED_WARNINGS = frozenset({"dialect.undeclared_predicate"})


@lru_cache(maxsize=64)
def parse_domain(text: str, filename: str = "domain.pddl") -> Domain:
    """Read a domain; the same text gives the same object for a while.

    Raises:
        PddlSyntaxError: The text is no valid domain; it names file, line and column.
        UnsupportedFeatureError: It uses a feature that the model lacks (derived predicates, processes, events,
            continuous effects, object fluents).
    """
    _raise_first(kairos.check_domain(text, filename))
    return read_domain(text, filename)


@lru_cache(maxsize=256)
def parse_problem(text: str, domain: Domain, filename: str = "problem.pddl") -> Problem:
    """Read a problem of a domain; the same text and domain give the same object for a while.

    Raises:
        PddlSyntaxError: The text is no valid problem of the domain; it names file, line and column.
        UnsupportedFeatureError: It uses a feature that the model lacks.
    """
    _raise_first(kairos.check_problem(text, domain.text, filename, domain.file))
    return read_problem(text, domain, filename)


def load_problem(domain_path: Path | str, problem_path: Path | str) -> Problem:
    """Read a problem and its domain from files.

    Raises:
        OSError: A file cannot be read.
        PddlSyntaxError: A text is not valid; it names the file.
    """
    domain = parse_domain(Path(domain_path).read_text(encoding="utf-8"), str(domain_path))
    return parse_problem(Path(problem_path).read_text(encoding="utf-8"), domain, str(problem_path))


def _raise_first(report: kairos.CheckReport) -> None:
    for diagnostic in report.diagnostics:
        if diagnostic.severity == kairos.Severity.ERROR or diagnostic.code in _REFUSED_WARNINGS:
            place = diagnostic.location
            file, line, column = (place.file, place.line, place.column) if place else ("input", 1, 1)
            raise PddlSyntaxError(diagnostic.message, file, line, column, diagnostic.code, _note(report, line))


def _note(report: kairos.CheckReport, line: int) -> str | None:
    """What Kairos notes beside its errors: what may have been meant, or where the trouble began."""
    note = next((each for each in report.diagnostics if each.severity == kairos.Severity.NOTE), None)
    if note is None:
        return None
    begins = note.location.line if note.location else line
    return str(note.message) if begins == line else f"line {begins}: {note.message}"
