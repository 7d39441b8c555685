"""Domain, problem and a file of constraints read together, so that a wrong constraint is named with its place."""

from __future__ import annotations

from plancritic.pddl.constraints import Constraint, check_constraint, parse_constraints, read_constraints
from plancritic.pddl.errors import UnsupportedFeatureError
from plancritic.pddl.parser import parse_domain, parse_problem
from plancritic.pddl.syntax import read


def read_specification(
    domain: str, problem: str, constraints: str, domain_file: str, problem_file: str, constraints_file: str
) -> tuple[Constraint, ...]:
    """The constraints of a text, checked against the problem: known names, right types, sensible bounds.

    Raises:
        PddlSyntaxError: a text is no valid PDDL, or a constraint does not fit the problem; it names file, line
            and column.
    """
    try:
        model = parse_problem(problem, parse_domain(domain, domain_file), problem_file)
    except UnsupportedFeatureError:
        # Our model lacks the feature, the planner may have it: it and the judges say so themselves.
        return parse_constraints(constraints, constraints_file)
    found: list[Constraint] = []
    for node in read(constraints, constraints_file):
        for item in read_constraints(node, lambda types: model.objects_of(*types)):
            if not isinstance(item, Constraint):
                raise node.error("a preference is no constraint", "constraint.preference")
            complaints = check_constraint(item, model)
            if complaints:
                raise node.error("; ".join(complaints), "constraint.form")
            found.append(item)
    return tuple(found)
