"""Domains and problems from PDDL text.

Kairos' parser reads every text first: it knows the whole language and its errors say what was meant. Our own
reader then builds the model, which Kairos does not show.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import kairos

from plancritic.pddl.language.domain_reader import read_domain
from plancritic.pddl.language.errors import PddlSyntaxError, UnsupportedFeatureError
from plancritic.pddl.language.expansion import check_task
from plancritic.pddl.language.model import Domain, Problem
from plancritic.pddl.language.problem_reader import read_problem

#: Kairos takes an undeclared predicate for one that is never true, and joins or overrides what is declared twice; we
#: refuse both: one of the two declarations is a slip, and which one only the author knows.
_REFUSED_WARNINGS = {
    "dialect.undeclared_predicate": None,
    "dialect.function_redeclared": "leave one of the declarations out",
    "parse.duplicate_section": "join the two sections",
    "semantic.conflicting_init": "leave one of the values out",
    "semantic.duplicate_object": "leave one of the declarations out",
    "semantic.duplicate_parameter": "give the second parameter a name of its own",
}


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
        ExpansionTooLargeError: A quantifier of the problem, or of an action of its domain, has too many instances.
    """
    _raise_first(kairos.check_problem(text, domain.text, filename, domain.file))
    check_task(domain.text, text, domain.file, filename)
    return read_problem(text, domain, filename)


def read_task_model(
    domain: str, problem: str, domain_file: str = "domain.pddl", problem_file: str = "problem.pddl"
) -> Problem | UnsupportedFeatureError:
    """Return the problem, or the error that names the feature of it that the model lacks.

    Either way nothing in the two texts is too large.

    Raises:
        PddlSyntaxError: A text is not valid; `UnsupportedFeatureError` is never raised.
        ExpansionTooLargeError: A quantifier has too many instances.
    """
    try:
        return parse_problem(problem, parse_domain(domain, domain_file), problem_file)
    except UnsupportedFeatureError as error:
        check_task(domain, problem, domain_file, problem_file)
        return error


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
            remedy = _note(report, line) or _REFUSED_WARNINGS.get(diagnostic.code)
            raise PddlSyntaxError(diagnostic.message, file, line, column, diagnostic.code, remedy)


def _note(report: kairos.CheckReport, line: int) -> str | None:
    """What Kairos notes beside its errors: what may have been meant, or where the trouble began."""
    note = next((each for each in report.diagnostics if each.severity == kairos.Severity.NOTE), None)
    if note is None:
        return None
    begins = note.location.line if note.location else line
    return str(note.message) if begins == line else f"line {begins}: {note.message}"
