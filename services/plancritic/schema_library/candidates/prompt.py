"""What is asked: a prompt after CO-STAR with a worked example ([DK] appendix E), from files beside this module.

The recordings of `tests/cases/schema_library` answer exactly these prompts: who changes one has to record anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import orjson

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import DescriptionError, one_line
from plancritic.schema_library.prompts import prompt


def actions_prompt(description: DomainDescription, register: Register) -> str:
    """Return the prompt that asks for all actions of a domain.

    Raises:
        DescriptionError: An action is not described in this register.
    """
    texts = texts_in(description, register)
    actions = []
    for name, text in texts.items():
        parameters = description.actions[name].parameters
        signature = "" if parameters is None else f" with exactly `:parameters ({_bare(parameters)})`"
        actions.append(f"- `{name}`{signature}: {text}")
    return prompt(
        "candidates",
        "actions",
        name=description.domain,
        overview=f"{one_line(description.overview)}\n\n" if description.overview.strip() else "\n",
        types=_listed(description.types) or "- none: leave types out",
        predicates=_listed({f"`{name}`": text for name, text in description.predicates.items()}),
        actions="\n".join(actions),
    )


def again_prompt(reasons: Mapping[str, str]) -> str:
    """Return the prompt that asks once more for actions; `reasons` says of each why."""
    return prompt(
        "candidates", "again", actions="\n".join(f"- `{name}`: {one_line(reason)}" for name, reason in reasons.items())
    )


def library_key(description: DomainDescription, register: Register) -> str:
    """Return the hash of what a library is made from: the description, the register and the text of the prompts.

    Answers to an older prompt are thus never taken for answers to this one. The problem is no part of it: candidates
    do not depend on it.

    Raises:
        DescriptionError: An action is not described in this register.
    """
    content = description.model_dump(mode="json", exclude={"problem"})
    asked = [actions_prompt(description, register), again_prompt({})]
    # The order of actions and predicates is that of the prompt, so it counts.
    return hashlib.sha256(orjson.dumps([register, content, asked])).hexdigest()


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


def _bare(parameters: str) -> str:
    bare = one_line(parameters)
    return bare[1:-1].strip() if bare.startswith("(") and bare.endswith(")") else bare


def _listed(entries: Mapping[str, str]) -> str:
    return "\n".join(f"- {name}: {one_line(text)}" for name, text in entries.items())
