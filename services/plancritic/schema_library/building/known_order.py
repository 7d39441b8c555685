"""Parameters of candidates in the order in which known steps write them: in which order they stand means nothing.

Where a description prescribes no parameters, writers choose their order, and whoever knows a plan may write its steps
in another one. Types tell which; among orders that they allow, the one in which known plans work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem, Step
from plancritic.domains.descriptions import schema_of
from plancritic.pddl.language import Problem, parse_problem
from plancritic.schema_library.candidates.candidate import Candidate, Correction, Library
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.combination.evidence import Against, Evidence
from plancritic.schema_library.combination.product import whole
from plancritic.schema_library.combination.task import told_as_faults

#: Of an action with more parameters, and of one with more orders that types allow, the order is left as it is.
MOST_PARAMETERS, MOST_ORDERS = 6, 24

#: For each place of a known step, the place of the parameter that is meant.
Order = tuple[int, ...]


def in_known_order(library: Library, description: DomainDescription, known: Sequence[KnownProblem]) -> Library:
    """Return a library whose candidates take the known steps, where another order of their parameters does that.

    Actions with prescribed parameters stay as they are; so do all whose order fits as well as any other. A candidate
    whose order was changed has a correction that says so.

    Raises:
        ContractError: a candidate is more than STRIPS.
    """
    steps = _steps_by_action(library, known)
    free = {name.lower() for name, each in description.actions.items() if each.parameters is None}
    orders = {
        name: fitting
        for name, several in library.candidates.items()
        if name in free and name in steps and several and (fitting := _fitting_orders(several, steps[name]))
    }
    # By types first: one wrong order hides what another one does.
    candidates = {
        name: _ordered(several, orders[name][0], library) if name in orders else several
        for name, several in library.candidates.items()
    }
    with told_as_faults():
        least = _least(candidates, library, known)
        for name, several in orders.items():
            for order in several[1:]:
                if least == (0, 0):
                    break
                tried = {**candidates, name: _ordered(library.candidates[name], order, library)}
                found = _least(tried, library, known)
                if found < least:
                    least, candidates = found, tried
    return replace(library, candidates=candidates)


def _steps_by_action(library: Library, known: Sequence[KnownProblem]) -> Mapping[str, Sequence[tuple[Problem, Step]]]:
    found: dict[str, list[tuple[Problem, Step]]] = {}
    for each in known:
        problem = parse_problem(each.text, library.skeleton)
        courses = (*each.plans, *each.allowed, *each.refused)
        for step in dict.fromkeys(step for steps in courses for step in steps):
            found.setdefault(step[0], []).append((problem, step))
    return found


def _fitting_orders(candidates: Sequence[Candidate], steps: Sequence[tuple[Problem, Step]]) -> list[Order]:
    """Return the orders in which most writers' schemas take the steps by their types; the given one stands first."""
    count = len(steps[0][1]) - 1
    if not 2 <= count <= MOST_PARAMETERS:
        return []
    votes = {order: sum(_taken(each, steps, order) for each in candidates) for order in permutations(range(count))}
    most = max(votes.values())
    fitting = [order for order, number in votes.items() if number == most]
    return fitting if most and len(fitting) <= MOST_ORDERS else []


def _taken(candidate: Candidate, steps: Sequence[tuple[Problem, Step]], order: Order) -> int:
    """Return the votes of a candidate if it takes all steps in an order, by its types; zero if not."""
    parameters = candidate.schema.parameters
    takes = all(
        len(objects) == len(parameters) == len(order)
        and all(
            name in problem.objects_of(*parameters[place].types) for name, place in zip(objects, order, strict=True)
        )
        for problem, (_, *objects) in steps
    )
    return candidate.votes if takes else 0


def _ordered(candidates: Sequence[Candidate], order: Order, library: Library) -> tuple[Candidate, ...]:
    return tuple(_reordered(candidates, order, library))


def _reordered(candidates: Sequence[Candidate], order: Order, library: Library) -> Iterator[Candidate]:
    for each in candidates:
        parameters = each.schema.parameters
        if len(parameters) != len(order) or order == tuple(range(len(order))):
            yield each
            continue
        schema = replace(each.schema, parameters=tuple(parameters[place] for place in order))
        text = canonical_text(schema)
        told = Correction(
            "order", f"the parameters in the order of the known steps: ({' '.join(map(str, schema.parameters))})"
        )
        yield replace(each, schema=schema_of(library.skeleton, text), text=text, corrections=(*each.corrections, told))


def _least(candidates: Mapping[str, Sequence[Candidate]], library: Library, known: Sequence[KnownProblem]) -> Against:
    schemas = {name: [one.schema for one in each] for name, each in candidates.items()}
    weighed = Evidence(known, library.skeleton, schemas).weighed(whole(tuple(map(len, schemas.values()))))
    return min((each.against for each in weighed), default=(0, 0))
