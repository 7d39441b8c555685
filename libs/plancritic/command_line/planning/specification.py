"""Domain, problem and a file of constraints read together, so that a wrong constraint is named with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.language import (
    Constraint,
    Node,
    PddlSyntaxError,
    Preference,
    Problem,
    as_group,
    check_quantified_types,
    count_parts,
    read,
    read_constraints,
    read_task_model,
)
from plancritic.pddl.specification import check_constraint, misfit_error
from plancritic.verdicts.preferences.texts import traced_constraint

_DEFINED = re.compile(r"\(\s*define\s*\(\s*domain\s+([^\s()]+)", re.IGNORECASE)
_MEANT = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)


def read_specification(
    domain: str, problem: str, constraints: str, domain_file: str, problem_file: str, constraints_file: str
) -> tuple[TracedConstraint, ...]:
    """Return the constraints of a text, checked against the problem: known names, right types, sensible bounds.

    The name of a preference is its strength: `should`, `nice`, `should-1`, `nice-2`.

    Raises:
        PddlSyntaxError: a text is no valid PDDL, a constraint does not fit the problem, or the name of a preference is
            no strength; it names file, line and column.
    """
    try:
        read_model = read_task_model(domain, problem, domain_file, problem_file)
    except PddlSyntaxError as error:
        raise _of_another_domain(domain, problem, domain_file, problem_file) or error from None
    # Where our model lacks a feature the planner may have it: it and the judges say so themselves.
    model = read_model if isinstance(read_model, Problem) else None
    nodes = read(constraints, constraints_file)
    if model is not None:
        check_quantified_types(nodes, model.domain)
        count_parts(nodes, model.objects_of_any)
    found: list[TracedConstraint] = []
    for node in nodes:
        for item in _constraints_of(node, model):
            wish = item.wish if isinstance(item, Preference) else item
            complaints = check_constraint(wish, model) if model is not None and isinstance(wish, Constraint) else ()
            if complaints:
                raise misfit_error(complaints, node.source.file, *node.source.place(node.start))
            found.append(traced_constraint(item, node))
    return tuple(found)


def _constraints_of(node: Node, model: Problem | None) -> Iterator[Constraint | Preference]:
    """The constraints of one list of the file; complaints say what would be right there."""
    if as_group(node, "a constraint").head == ":constraints":
        message = "a file of constraints holds one constraint after another, without (:constraints ...) around them"
        raise node.error(message, "constraint.wrapper", "remove (:constraints ...) and its closing bracket")
    yield from read_constraints(node, None if model is None else model.objects_of_any)


def _of_another_domain(domain: str, problem: str, domain_file: str, problem_file: str) -> PddlSyntaxError | None:
    """What is wrong with two files that do not belong together, which no complaint about their parts would say."""
    defined, meant = _DEFINED.search(domain), _MEANT.search(problem)
    if defined is None or meant is None or defined[1].lower() == meant[1].lower():
        return None
    line = problem.count("\n", 0, meant.start(1)) + 1
    column = meant.start(1) - problem.rfind("\n", 0, meant.start(1))
    message = f"this problem belongs to the domain {meant[1]!r}, but {domain_file} defines {defined[1]!r}"
    remedy = "name a domain and a problem that belong together"
    return PddlSyntaxError(message, problem_file, line, column, "constraint.other_domain", remedy)
