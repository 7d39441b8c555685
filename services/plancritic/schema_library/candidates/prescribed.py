"""A written signature read as the one that a description prescribes.

A parameter is recognised by its name, by its place or by its type, in this order. Where types leave several ways, all
of them are returned: other candidates may tell which is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from plancritic.pddl.language import Domain, Parameter
from plancritic.schema_library.candidates.literals import Literal
from plancritic.schema_library.candidates.names import same_spelling
from plancritic.schema_library.candidates.parameter_types import demanded
from plancritic.schema_library.candidates.sections import CannotCorrectError
from plancritic.schema_library.candidates.variables import Declared

#: More ways to read a signature are not looked at.
MOST_WAYS = 720


@dataclass(frozen=True, slots=True)
class Assignment:
    """The prescribed name of each written parameter, and in how many of them the written name hints at it."""

    names: Mapping[str, str]
    hints: int


def assignments(
    declared: Declared, prescribed: Sequence[Parameter], literals: Iterable[Literal], skeleton: Domain
) -> tuple[Assignment, ...]:
    """Return the ways to read declared variables as prescribed parameters, those with most equal types.

    Names that are the prescribed ones decide, else the place where types stand in the prescribed order. Without either
    every assignment that types allow is one; the most hints of names stand first.

    Raises:
        CannotCorrectError: There is none, or there are more than `MOST_WAYS`.
    """
    wanted = " ".join(map(str, prescribed))
    refusal = f"the parameters have to be ({wanted}), found ({' '.join(declared)})"
    if len(declared) > len(prescribed):
        raise CannotCorrectError(refusal)
    types = _types(declared, tuple(literals), skeleton)
    fitting = {name: [each for each in prescribed if _fits(types[name], each.types, skeleton)] for name in declared}
    known = _by_name(declared, prescribed, fitting)
    if len(known) == len(declared):
        return (Assignment(known, len(known)),)
    if not known and len(declared) == len(prescribed):
        in_place = dict(zip(declared, prescribed, strict=True))
        if all(types[name] in (None, each.types) for name, each in in_place.items()):
            return (Assignment({name: each.name for name, each in in_place.items()}, 0),)
    taken = set(known.values())
    choices = {
        name: [known[name]] if name in known else [each.name for each in fitting[name] if each.name not in taken]
        for name in declared
    }
    found = list(_injections(tuple(choices.items())))
    if not found:
        raise CannotCorrectError(refusal)
    signature = {each.name: each.types for each in prescribed}
    equal = [sum(types[name] == signature[new] for name, new in each.items()) for each in found]
    best = [each for each, count in zip(found, equal, strict=True) if count == max(equal)]
    made = (Assignment(each, sum(_hints(*pair) for pair in each.items())) for each in best)
    return tuple(sorted(made, key=lambda each: -each.hints))


def _types(declared: Declared, literals: Sequence[Literal], skeleton: Domain) -> dict[str, tuple[str, ...] | None]:
    """The types of each variable, from the predicates it stands in where none is given; None where they do not tell."""
    found: dict[str, tuple[str, ...] | None] = {}
    for name, types in declared.items():
        found[name] = types
        if types is None:
            try:
                met = demanded(name, None, literals, skeleton)
            except (CannotCorrectError, ValueError):
                continue  # an argument is missing or out of place: that is told when the literals are arranged
            found[name] = None if met == ("object",) else met
    return found


def _by_name(
    declared: Declared, prescribed: Sequence[Parameter], fitting: Mapping[str, Sequence[Parameter]]
) -> dict[str, str]:
    """The variables that have a prescribed name whose type they fit."""
    signature = [each.name for each in prescribed]
    found: dict[str, str] = {}
    for name in declared:
        meant = same_spelling(name, signature)
        if meant is not None and meant not in found.values() and meant in {each.name for each in fitting[name]}:
            found[name] = meant
    return found


def _injections(choices: Sequence[tuple[str, Sequence[str]]]) -> Iterator[dict[str, str]]:
    count = 0

    def extend(place: int, chosen: dict[str, str]) -> Iterator[dict[str, str]]:
        nonlocal count
        if place == len(choices):
            count += 1
            if count > MOST_WAYS:
                raise CannotCorrectError(f"types leave more than {MOST_WAYS} ways to read the parameters")
            yield dict(chosen)
            return
        name, names = choices[place]
        for new in names:
            if new not in chosen.values():
                yield from extend(place + 1, {**chosen, name: new})

    yield from extend(0, {})


def _fits(types: tuple[str, ...] | None, wanted: tuple[str, ...], skeleton: Domain) -> bool:
    return types is None or any(
        skeleton.is_subtype(one, other) or skeleton.is_subtype(other, one) for one in types for other in wanted
    )


def _hints(written: str, prescribed: str) -> bool:
    """Whether a name shortens the other one, or has a word in common with it: `?f` and `?from`, `?from-room`."""
    one, other = (re.sub("[_-]+", "-", each.lower().lstrip("?")) for each in (written, prescribed))
    words = set(one.split("-")) & set(other.split("-")) - {""}
    return bool(words) or (bool(one) and bool(other) and (one.startswith(other) or other.startswith(one)))
