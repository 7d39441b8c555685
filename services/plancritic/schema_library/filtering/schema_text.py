"""What the encoder reads: an action schema as words, and an action's description.

A schema's text does not depend on names of variables, on the order of conjuncts, on the action's name or on its
layout, so that schemas that mean the same to the library have one text and one score.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from plancritic.contracts.descriptions import DomainDescription, Register
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.pddl.language import Action, Atom, Condition, FactEffect, Not, conjuncts
from plancritic.pddl.language.writer import effect_text

#: Changed with what `schema_text` writes: scores of another version are not comparable.
TEXT_VERSION = 1

_VARIABLE = re.compile(r"\?[\w-]+")


def schema_text(schema: Action) -> str:
    """Return a schema as words: what holds before, what holds after and what does no longer.

    A variable is named by its type, and by a number too where several have the type.
    Example: `before: hand free, on table book. after: holding book, no longer hand free, no longer on table book.`
    """
    names = _names(schema)
    conditions = (
        *conjuncts(schema.conditions_at_start),
        *conjuncts(schema.conditions_over_all),
        *conjuncts(schema.conditions_at_end),
    )
    effects = (*schema.effects_at_start, *schema.effects_at_end)
    before = _listed((_condition_words(each, names) for each in conditions if str(each) != "(and)"), "not ")
    after = _listed(
        (
            _atom_words(each.atom, names, "" if each.becomes else "no longer ")
            if isinstance(each, FactEffect)
            else _other_words(effect_text(each), names)
            for each in effects
        ),
        "no longer ",
    )
    return f"before: {before}. after: {after}."


def description_text(description: DomainDescription, action: str, register: Register) -> str:
    """Return an action's description in a register, white space made plain.

    Raises:
        ContractError: The description has no such action, or not in this register.
    """
    described = description.actions.get(action)
    text = None if described is None else described.text(register)
    if text is None or not text.strip():
        what = "is not described" if described is None else f"has no {register} description"
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"action {action!r} of domain {description.domain!r} {what}",
                remedy=f"write `{register}:` for it, or filter in the other register",
            )
        )
    return " ".join(text.split())


def _names(schema: Action) -> Mapping[str, str]:
    total = Counter(parameter.type_text for parameter in schema.parameters)
    seen: Counter[str] = Counter()
    names = {}
    for parameter in schema.parameters:
        kind = parameter.type_text
        seen[kind] += 1
        number = f" {seen[kind]}" if total[kind] > 1 else ""
        names[parameter.name] = _plain(kind) + number
    return names


def _listed(parts: Iterable[str], negative: str) -> str:
    """Join parts in a fixed order: what is so first, what is not so last."""
    return ", ".join(sorted(set(parts), key=lambda part: (part.startswith(negative), part))) or "nothing"


def _condition_words(condition: Condition, names: Mapping[str, str]) -> str:
    match condition:
        case Atom():
            return _atom_words(condition, names)
        case Not(Atom() as atom):
            return _atom_words(atom, names, "not ")
        case _:
            return _other_words(str(condition), names)


def _atom_words(atom: Atom, names: Mapping[str, str], prefix: str = "") -> str:
    predicate = "same" if atom.predicate == "=" else _plain(atom.predicate)
    return prefix + " ".join((predicate, *(names.get(each, _plain(each)) for each in atom.arguments)))


def _other_words(text: str, names: Mapping[str, str]) -> str:
    """What is no literal (`or`, `when`, numbers) is left in its PDDL, with the variables' names."""
    return _VARIABLE.sub(lambda found: names.get(found[0], found[0][1:]), text)


def _plain(name: str) -> str:
    return re.sub(r"[-_()]+", " ", name).strip()
