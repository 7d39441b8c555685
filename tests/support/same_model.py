"""Whether two domains or problems are the same but for the texts they were read from."""

from __future__ import annotations

from dataclasses import fields

from plancritic.pddl.language import Domain, Problem

#: The original texts and what is only computed from the rest.
_LEFT_OUT = {"text", "file", "domain", "ground_actions", "_by_types"}


def differences(one: Domain | Problem, other: Domain | Problem) -> list[str]:
    """The names of the fields in which they differ; the order of declarations counts."""
    return [
        field.name
        for field in fields(one)
        if field.name not in _LEFT_OUT and _value(one, field.name) != _value(other, field.name)
    ]


def _value(model: Domain | Problem, name: str) -> object:
    value = getattr(model, name)
    if name == "constraints_section":
        return str(value).lower()
    return list(value.items()) if hasattr(value, "items") else value
