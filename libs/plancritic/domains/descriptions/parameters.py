"""Parameters that a description prescribes: `?x ?y - block`, with or without parentheses around them."""

from __future__ import annotations

import re
from functools import lru_cache

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions.description_error import DescriptionError
from plancritic.domains.descriptions.one_line import one_line
from plancritic.pddl.language import Parameter, PddlSyntaxError, read_one, read_parameters

_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")


def prescribed_parameters(description: DomainDescription, action: str) -> tuple[Parameter, ...] | None:
    """Return the parameters of an action (by its name in the description); None where none are prescribed.

    Types are not looked up: `skeleton_of` does that.

    Raises:
        KeyError: The description has no such action.
        DescriptionError: The parameters cannot be read.
    """
    text = description.actions[action].parameters
    if text is None:
        return None
    try:
        return read_prescribed(text)
    except PddlSyntaxError as error:
        message = f"the parameters of {action!r} cannot be read: {error.message}"
        raise DescriptionError(("actions", action, "parameters"), message, error.remedy) from None


@lru_cache(maxsize=256)
def read_prescribed(text: str) -> tuple[Parameter, ...]:
    """Return parameters as a description writes them.

    Raises:
        PddlSyntaxError: They are no typed variables.
    """
    inner = f"({bare_parameters(text)})"
    group = read_one(inner, "parameters")
    if ";" in inner or ":" in inner:
        raise group.error("a character that no parameter has", "parse.unexpected_token")
    return read_parameters(group)


def bare_parameters(parameters: str) -> str:
    """Return prescribed parameters in one line, without parentheses around them."""
    bare = one_line(parameters)
    return bare[1:-1].strip() if bare.startswith("(") and bare.endswith(")") else bare


def prescribed_duration(description: DomainDescription, action: str) -> str | None:
    """Return the duration of an action as PDDL where the description gives it so; None where it is in words or missing.

    PDDL is a number, or begins with a parenthesis.

    Raises:
        KeyError: The description has no such action.
    """
    text = one_line(description.actions[action].duration or "")
    return text if text.startswith("(") or _NUMBER.fullmatch(text) else None
