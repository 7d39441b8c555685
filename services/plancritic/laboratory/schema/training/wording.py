"""Descriptions made of schemas by rule: more anchors for training, of right schemas and of faulty ones.

People described only right schemas. With descriptions of faulty ones, too, the encoder cannot learn which schemas are
plausible in place of reading what the description says.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.english.numbers import ORDINALS
from plancritic.pddl.language import Action, Atom, FactEffect, Not, conjuncts

_ORDINALS = tuple(ORDINALS)[:8]
_BEFORE = (
    "Beforehand {}.",
    "It has to be so that {}.",
    "For this, {}.",
    "The following must hold: {}.",
    "This needs that {}.",
    "Only possible while {}.",
)
_AFTER = ("Afterwards {}.", "Once done, {}.", "Then {}.", "As a result {}.", "From then on {}.", "This makes that {}.")
_NOT_BEFORE = ("it must not be so that {}", "it is not the case that {}", "not: {}")
_NOT_AFTER = ("it is no longer so that {}", "it stops being the case that {}", "it is not true any more that {}")


def worded(schema: Action, description: DomainDescription, rng: random.Random) -> str:
    """Return a description of a plain STRIPS action in the words of the domain's predicates, in a random manner."""
    meanings = _meanings(description)
    names = _phrases(schema, rng)
    conditions = list(conjuncts(schema.conditions_at_start))
    effects = [
        effect.atom if effect.becomes else Not(effect.atom)
        for effect in schema.effects_at_start
        if isinstance(effect, FactEffect)
    ]
    rng.shuffle(conditions)
    rng.shuffle(effects)
    parts = []
    if conditions:
        said = [_said(each, meanings, names, rng.choice(_NOT_BEFORE)) for each in conditions]
        parts.append(rng.choice(_BEFORE).format(_joined(said, rng)))
    if effects:
        said = [_said(each, meanings, names, rng.choice(_NOT_AFTER)) for each in effects]
        parts.append(rng.choice(_AFTER).format(_joined(said, rng)))
    return " ".join(parts) or "Nothing is needed and nothing changes."


def _meanings(description: DomainDescription) -> Mapping[str, tuple[tuple[tuple[str, str], ...], str]]:
    """Each predicate's variables with their types, and its meaning."""
    found = {}
    for declaration, meaning in description.predicates.items():
        predicate, *rest = declaration.strip("() ").split()
        variables: list[tuple[str, str]] = []
        waiting: list[str] = []
        for word in rest:
            if word.startswith("?"):
                waiting.append(word[1:])
            elif word != "-":
                variables += [(each, word) for each in waiting]
                waiting = []
        found[predicate.lower()] = (tuple(variables) + tuple((each, "object") for each in waiting), meaning)
    return found


def _phrases(schema: Action, rng: random.Random) -> Mapping[str, str]:
    total = Counter(parameter.type_text for parameter in schema.parameters)
    seen: Counter[str] = Counter()
    numbered = rng.random() < 0.5
    phrases = {}
    for parameter in schema.parameters:
        kind = parameter.type_text
        seen[kind] += 1
        noun = kind.replace("-", " ")
        if total[kind] == 1:
            phrases[parameter.name] = f"the {noun}"
        elif numbered:
            phrases[parameter.name] = f"{noun} {seen[kind]}"
        else:
            phrases[parameter.name] = f"the {_ORDINALS[min(seen[kind], len(_ORDINALS)) - 1]} {noun}"
    return phrases


def _said(
    literal: object,
    meanings: Mapping[str, tuple[tuple[tuple[str, str], ...], str]],
    names: Mapping[str, str],
    negative: str,
) -> str:
    atom = literal.condition if isinstance(literal, Not) else literal
    if not isinstance(atom, Atom) or atom.predicate not in meanings:
        return str(literal)
    variables, meaning = meanings[atom.predicate]
    for place, (variable, kind) in enumerate(variables):
        noun = re.escape(kind.replace("-", " "))
        # "a" is an article unless its type or a list shows that it is the variable.
        plain = rf"|\b{re.escape(variable)}\b" if variable not in {"a", "i"} else rf"|\b{variable}\b(?=,| and | is )"
        meaning = re.sub(rf"\b{noun} {re.escape(variable)}\b{plain}", f"\0{place}\0", meaning)
    for place, argument in enumerate(atom.arguments):
        meaning = meaning.replace(f"\0{place}\0", names.get(argument, argument))
    return negative.format(meaning) if isinstance(literal, Not) else meaning


def _joined(parts: list[str], rng: random.Random) -> str:
    if len(parts) == 1:
        return parts[0]
    if rng.random() < 0.3:
        return "; ".join(parts)
    return ", ".join(parts[:-1]) + ", and " + parts[-1]
