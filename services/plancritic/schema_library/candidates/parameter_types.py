"""Arguments in their places, and parameters with the types that their predicates demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, permutations

from plancritic.pddl.language import Domain, Parameter
from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.literals import Literal
from plancritic.schema_library.candidates.sections import CannotCorrectError

#: Predicates of more places, and actions of more parameters, are not tried in every order.
MOST_PLACES = 6
MOST_PARAMETERS = 20
_ANYTHING = ("object",)

#: The types of each variable; None where the model said none that exists.
Types = Mapping[str, tuple[str, ...] | None]


def arranged(literals: Iterable[Literal], types: Types, domain: Domain, report: list[Correction]) -> list[Literal]:
    """Return the literals with as many arguments as their predicates have places, in an order that fits the types.

    Raises:
        CannotCorrectError: An argument is missing, too much or in the wrong place, and there are several ways to mend
            it, or none.
    """
    return [_in_order(_of_arity(each, types, domain, report), types, domain, report) for each in literals]


def misfits(literals: Iterable[Literal], types: Types, domain: Domain) -> dict[str, tuple[str, ...]]:
    """Return the variables whose declared type none of the places they stand in can take, with what the places want."""
    wanted: dict[str, list[tuple[str, ...]]] = {}
    for each in literals:
        for argument, place in zip(each.arguments, _places(each, domain), strict=False):
            wanted.setdefault(argument, []).append(place.types)
    return {
        name: places[0]
        for name, places in wanted.items()
        if types.get(name) and len(set(places)) == 1 and not _fits(types[name], places[0], domain)
    }


def demanded(
    name: str, declared: tuple[str, ...] | None, literals: Iterable[Literal], domain: Domain
) -> tuple[str, ...]:
    """Return the most general types of a variable that every predicate it stands in can take.

    Raises:
        CannotCorrectError: There is none.
    """
    types = declared or _ANYTHING
    for each in literals:
        for argument, place in zip(each.arguments, _places(each, domain), strict=True):
            if argument != name:
                continue
            met = _met(types, place.types, domain)
            if not met:
                wants = place.type_text
                raise CannotCorrectError(f"{name} is of type {' or '.join(types)}, but {each} wants {wants} there")
            types = met
    return types


def _places(literal: Literal, domain: Domain) -> tuple[Parameter, ...]:
    if literal.predicate == "=":
        return (Parameter("?left", _ANYTHING), Parameter("?right", _ANYTHING))
    return domain.predicates[literal.predicate]


def _of_arity(literal: Literal, types: Types, domain: Domain, report: list[Correction]) -> Literal:
    places, arguments = _places(literal, domain), literal.arguments
    if len(arguments) == len(places):
        return literal
    what = f"{literal.predicate} takes {len(places)} argument{'' if len(places) == 1 else 's'}, found {len(arguments)}"
    if max(len(places), len(arguments)) > MOST_PLACES or len(types) > MOST_PARAMETERS:
        raise CannotCorrectError(what)
    if len(arguments) > len(places):
        choices: set[tuple[str, ...]] = set(combinations(arguments, len(places)))
    else:
        free = [name for name in types if name not in arguments]
        choices = {
            tuple(_woven(arguments, added, gaps))
            for added in permutations(free, len(places) - len(arguments))
            for gaps in combinations(range(len(places)), len(added))
        }
    fitting = [each for each in choices if _all_fit(each, places, types, domain, strictly=bool(places))]
    if len(fitting) != 1:
        ways = "no way to mend it fits the types" if not fitting else f"{len(fitting)} ways to mend it fit the types"
        raise CannotCorrectError(f"{what}: {ways}")
    mended = replace(literal, arguments=fitting[0])
    report.append(Correction("arity", f"{literal} written {mended}: {what}"))
    return mended


def _woven(arguments: tuple[str, ...], added: tuple[str, ...], gaps: tuple[int, ...]) -> Iterable[str]:
    own, new = iter(arguments), iter(added)
    return (next(new) if place in gaps else next(own) for place in range(len(arguments) + len(added)))


def _in_order(literal: Literal, types: Types, domain: Domain, report: list[Correction]) -> Literal:
    places = _places(literal, domain)
    if len(places) > MOST_PLACES or _all_fit(literal.arguments, places, types, domain):
        return literal
    orders = {each for each in permutations(literal.arguments) if _all_fit(each, places, types, domain)}
    if len(orders) != 1:
        return literal
    mended = replace(literal, arguments=next(iter(orders)))
    report.append(Correction("arguments", f"{literal} written {mended}, as the types demand"))
    return mended


def _all_fit(
    arguments: tuple[str, ...], places: tuple[Parameter, ...], types: Types, domain: Domain, strictly: bool = False
) -> bool:
    """Whether each argument may stand in its place; `strictly` refuses those of which no type is known."""
    if strictly and len(set(arguments)) < len(arguments):
        return False
    return all(
        _fits(types.get(argument), place.types, domain) and not (strictly and types.get(argument) is None)
        for argument, place in zip(arguments, places, strict=True)
    )


def _fits(types: tuple[str, ...] | None, wanted: tuple[str, ...], domain: Domain) -> bool:
    return types is None or bool(_met(types, wanted, domain))


def _met(types: tuple[str, ...], wanted: tuple[str, ...], domain: Domain) -> tuple[str, ...]:
    """The types that are of one of `types` and of one of `wanted`."""
    below = [each for each in types if any(domain.is_subtype(each, other) for other in wanted)]
    above = [each for each in wanted if any(domain.is_subtype(each, other) for other in types)]
    found = tuple(dict.fromkeys((*below, *above)))
    return tuple(each for each in found if not any(other != each and domain.is_subtype(each, other) for other in found))


__all__ = ["MOST_PARAMETERS", "arranged", "demanded", "misfits"]
