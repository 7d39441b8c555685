"""What is asked: a prompt after CO-STAR with a worked example ([DK] appendix E), from files beside this module.

The recordings of `tests/cases/schema_library` answer exactly these prompts: who changes one has to record anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import orjson

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import action_list, meaning_list, one_line, predicate_list
from plancritic.llm import filled_prompt


def actions_prompt(description: DomainDescription, register: Register) -> str:
    """Return the prompt that asks for all actions of a domain; durations and numbers are asked for where it has some.

    Raises:
        DescriptionError: An action is not described in this register.
    """
    parts = {
        "name": description.domain,
        "overview": f"{one_line(description.overview)}\n\n" if description.overview.strip() else "\n",
        "types": meaning_list(description.types) or "- none: leave types out",
        "predicates": predicate_list(description),
        "actions": action_list(description, register),
    }
    if not description.is_temporal and not description.functions:
        return filled_prompt("plancritic.schema_library.candidates", "actions", **parts)
    functions = meaning_list({f"`{name}`": text for name, text in description.functions.items()})
    return filled_prompt(
        "plancritic.schema_library.candidates", "durative_actions", **parts, functions=functions or "- none"
    )


def again_prompt(reasons: Mapping[str, str]) -> str:
    """Return the prompt that asks once more for actions; `reasons` says of each why."""
    return filled_prompt(
        "plancritic.schema_library.candidates",
        "again",
        actions="\n".join(f"- `{name}`: {one_line(reason)}" for name, reason in reasons.items()),
    )


def library_key(description: DomainDescription, register: Register) -> str:
    """Return the hash of what a library is made from: the description, the register and the text of the prompts.

    Answers to an older prompt are thus never taken for answers to this one. The problem is no part of it: candidates
    do not depend on it.

    Raises:
        DescriptionError: An action is not described in this register.
    """
    content = description.model_dump(mode="json", exclude={"problem"})
    # Libraries of descriptions without time and numbers keep the name that they had before there were any.
    if not content["functions"]:
        del content["functions"]
    for action in content["actions"].values():
        if action["duration"] is None:
            del action["duration"]
    asked = [actions_prompt(description, register), again_prompt({})]
    # The order of actions and predicates is that of the prompt, so it counts.
    return hashlib.sha256(orjson.dumps([register, content, asked])).hexdigest()
