"""The parts of a description as Markdown lists, the way prompts quote them."""

from __future__ import annotations

from collections.abc import Mapping

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions.description_error import DescriptionError
from plancritic.domains.descriptions.one_line import one_line
from plancritic.domains.descriptions.parameters import bare_parameters


def texts_in(description: DomainDescription, register: Register) -> dict[str, str]:
    """Return each action's description in a register, in one line.

    Raises:
        DescriptionError: An action has none.
    """
    found = {}
    for name, action in description.actions.items():
        text = action.text(register)
        if not text or not text.strip():
            message = f"action {name!r} is not described in the register {register!r}"
            raise DescriptionError(("actions", name), message, f"write it under `{register}`, or ask for the other one")
        found[name] = one_line(text)
    return found


def action_list(description: DomainDescription, register: Register) -> str:
    """Return the actions with the signatures and durations that are prescribed. Raises as `texts_in`."""
    lines = []
    for name, text in texts_in(description, register).items():
        parameters = description.actions[name].parameters
        signature = "" if parameters is None else f" with exactly `:parameters ({bare_parameters(parameters)})`"
        duration = description.actions[name].duration
        takes = "" if duration is None else f" It takes time: {one_line(duration)}."
        lines.append(f"- `{name}`{signature}: {text}{takes}")
    return "\n".join(lines)


def predicate_list(description: DomainDescription) -> str:
    """Return the predicates with their meanings."""
    return meaning_list({f"`{name}`": text for name, text in description.predicates.items()})


def meaning_list(entries: Mapping[str, str]) -> str:
    """Return entries with their meanings, one a line."""
    return "\n".join(f"- {name}: {one_line(text)}" for name, text in entries.items())
