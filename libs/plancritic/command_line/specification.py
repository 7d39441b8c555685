"""Domain, problem and a file of constraints read together, so that a wrong constraint is named with its place."""

from __future__ import annotations

import re

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.constraints import Constraint, Preference, check_constraint, read_constraints
from plancritic.pddl.errors import PddlSyntaxError, UnsupportedFeatureError
from plancritic.pddl.model import Problem
from plancritic.pddl.parser import parse_domain, parse_problem
from plancritic.pddl.syntax import read
from plancritic.verdicts.preferences import read_preferences

_DEFINED = re.compile(r"\(\s*define\s*\(\s*domain\s+([^\s()]+)", re.IGNORECASE)
_MEANT = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)


def read_specification(
    domain: str, problem: str, constraints: str, domain_file: str, problem_file: str, constraints_file: str
) -> tuple[TracedConstraint, ...]:
    """The constraints of a text, checked against the problem: known names, right types, sensible bounds.

    A constraint in `(preference NAME constraint)` is a nice where it is called so (`nice`, `nice-1`), else a should.

    Raises:
        PddlSyntaxError: a text is no valid PDDL, or a constraint does not fit the problem; it names file, line
            and column.
    """
    try:
        model: Problem | None = parse_problem(problem, parse_domain(domain, domain_file), problem_file)
    except UnsupportedFeatureError:
        model = None  # our model lacks the feature, the planner may have it: it and the judges say so themselves
    except PddlSyntaxError as error:
        raise _of_another_domain(domain, problem, domain_file, problem_file) or error from None
    found: list[TracedConstraint] = []
    for node in read(constraints, constraints_file):
        for item in read_constraints(node, None if model is None else model.objects_of_any):
            wish = item.wish if isinstance(item, Preference) else item
            complaints = check_constraint(wish, model) if model is not None and isinstance(wish, Constraint) else ()
            if complaints:
                raise node.error("; ".join(complaints), "constraint.form")
            found += read_preferences(_text(item), constraints_file)
    return tuple(found)


def _of_another_domain(domain: str, problem: str, domain_file: str, problem_file: str) -> PddlSyntaxError | None:
    """What is wrong with two files that do not belong together, which no complaint about their parts would say."""
    defined, meant = _DEFINED.search(domain), _MEANT.search(problem)
    if defined is None or meant is None or defined[1].lower() == meant[1].lower():
        return None
    line = problem.count("\n", 0, meant.start(1)) + 1
    column = meant.start(1) - problem.rfind("\n", 0, meant.start(1))
    message = f"this is a problem of the domain {meant[1]!r}, and {domain_file} defines {defined[1]!r}"
    return PddlSyntaxError(message, problem_file, line, column, "parse.other_domain")


def _text(item: Constraint | Preference) -> str:
    return str(item) if isinstance(item, Constraint) else f"(preference {item.name} {item.wish})"
