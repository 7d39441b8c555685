"""Single faults of the true domain: which of them show in the states that a problem can reach."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.laboratory.refinement.benchmark.strict import compare
from plancritic.pddl.faults import FaultySchema, additions, faulty_schemas
from plancritic.pddl.language import Domain, PddlError, parse_problem, with_action


def single_faults(domain: Domain) -> tuple[FaultySchema, ...]:
    """Return all schemas that a removal, a negation or an addition of one literal makes, action by action."""
    return tuple(
        fault
        for action in domain.actions.values()
        for fault in (*faulty_schemas(action, domain), *additions(action, domain))
        if fault.kind in ("removal", "negation", "addition")
    )


def hidden_faults(domain: Domain, faults: Sequence[FaultySchema], problems: Sequence[str]) -> tuple[FaultySchema, ...]:
    """Return the faults in which no problem (PDDL text) differs from the true domain in any state that both reach.

    Raises:
        NotStripsError: the domain is more than STRIPS.
    """
    true = [parse_problem(each, domain) for each in problems]
    hidden = []
    for fault in faults:
        try:
            changed = with_action(domain, fault.schema)
        except PddlError:
            continue  # a schema that is no PDDL is no fault of a readable domain
        if all(compare(one, parse_problem(text, changed)).is_right for one, text in zip(true, problems, strict=True)):
            hidden.append(fault)
    return tuple(hidden)
