"""How many atoms the parameters of an action can make: what repairs and judgements of a domain have to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import perm, prod

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.pddl.language import Domain, Parameter

#: Atoms over the parameters of one action; more are refused. Eight predicates of arity 3 over 13 parameters are fewer.
MOST_ATOMS = 20_000


class SchemaTooLargeError(ContractError):
    """An action's parameters can make too many atoms; the fault names it."""


def check_schema_sizes(domain: Domain) -> None:
    """Refuse a domain that is small as text and too large once the atoms of an action are written out.

    Raises:
        SchemaTooLargeError: the parameters of an action can make more than `MOST_ATOMS`.
    """
    for action in domain.actions.values():
        count = sum(_most(places) for _, places in _fitting(domain, action.parameters))
        if count > MOST_ATOMS:
            fault = Fault(
                code=FaultCode.EXPANSION_TOO_LARGE,
                message=f"the {len(action.parameters)} parameters of {action.name!r} make more than {MOST_ATOMS} atoms",
                remedy="use fewer parameters, more types, or predicates with fewer places",
            )
            raise SchemaTooLargeError(fault)


def placed_atoms(domain: Domain, parameters: Sequence[Parameter]) -> Iterator[tuple[str | int, ...]]:
    """Give each predicate with places of parameters whose types fit, no parameter twice."""
    for predicate, places in _fitting(domain, parameters):
        # Place by place: beginnings with a parameter twice would be most of the product.
        found: list[tuple[int, ...]] = [()] if _most(places) else []
        for fitting in places:
            found = [(*each, place) for each in found for place in fitting if place not in each]
        for arguments in found:
            yield (predicate, *arguments)


def is_fitting(domain: Domain, parameter: Parameter, place: Parameter) -> bool:
    """Whether every object that a parameter may be may stand at a place of a predicate."""
    return all(any(domain.is_subtype(kind, wanted) for wanted in place.types) for kind in parameter.types)


def _fitting(domain: Domain, parameters: Sequence[Parameter]) -> Iterator[tuple[str, list[list[int]]]]:
    for predicate, declared in domain.predicates.items():
        yield (
            predicate,
            [
                [place for place, each in enumerate(parameters) if is_fitting(domain, each, wanted)]
                for wanted in declared
            ],
        )


def _most(places: Sequence[Sequence[int]]) -> int:
    """So many ways at most to fill the places with different parameters, without trying them."""
    return min(prod(map(len, places)), perm(len(set().union(*places)), len(places)))
