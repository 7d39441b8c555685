"""Candidates with time and numbers: blocks of answers read as PDDL, and one text for the ways to write the same.

A block that takes time or has numbers must be legal PDDL of the domain. A plain one may be corrected as everywhere;
where the description prescribes a duration it gets that, and its literals the usual moments: conditions and deletions
at start, additions at end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from plancritic.domains.descriptions import schema_of, timed_signature
from plancritic.pddl.grounding import NotStripsError, strips_action
from plancritic.pddl.language import (
    TRUE,
    Action,
    Domain,
    Parameter,
    PddlError,
    PddlSyntaxError,
    action_text,
)
from plancritic.pddl.language.writer import effect_text
from plancritic.pddl.strips_part import NotSeparableError, check_separable, joined, strips_part, timed_conditions
from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.correction import Corrected, corrected
from plancritic.schema_library.candidates.sections import CannotCorrectError

_VARIABLE = re.compile(r"\?[^\s()]+")
_DURATIVE = re.compile(r":durative-action\b", re.IGNORECASE)


def durative_schema(
    text: str, action: str, skeleton: Domain, prescribed: tuple[Parameter, ...] | None, duration: str | None
) -> Corrected:
    """Return the schema that a block holds, perhaps one that takes time, under the given name of the action.

    Args:
        text: The block.
        action: The name that the schema gets.
        skeleton: The domain with its types, predicates and functions.
        prescribed: The parameters that the description demands; None: whoever models the domain chooses them.
        duration: The duration that it prescribes, as PDDL over these parameters; None: the block's own counts.

    Raises:
        CannotCorrectError: It is no legal action, or more than literals where it is about facts.
    """
    report: list[Correction] = []
    try:
        schema = replace(schema_of(skeleton, text), name=action)
        is_plain = not has_time_or_numbers(schema)
    except PddlError as error:
        if _DURATIVE.search(text):
            raise CannotCorrectError(f"not legal in this domain: {_reason(error)}") from None
        is_plain = True
    if is_plain:
        found = corrected(text, action, skeleton, prescribed)
        schema, report = found.schema, list(found.corrections)
    try:
        check_separable(schema)
    except NotSeparableError as error:
        raise CannotCorrectError(error.reason) from None
    if not (*schema.effects_at_start, *schema.effects_at_end):
        raise CannotCorrectError("the action has no effect")
    if prescribed is not None:
        schema = _as_prescribed(schema, prescribed, skeleton, report)
    if duration is not None:
        schema = _lasting(schema, duration, skeleton, report)
    return Corrected(schema, tuple(dict.fromkeys(report)))


def _reason(error: PddlError) -> str:
    """What is wrong, without the place: the text that was read is more than the block."""
    return error.message if isinstance(error, PddlSyntaxError) else str(error)


def has_time_or_numbers(schema: Action) -> bool:
    """Return whether an action is more than STRIPS."""
    try:
        strips_action(schema)
    except NotStripsError:
        return True
    return False


def canonical_durative_text(schema: Action, renamed: Mapping[str, str]) -> str:
    """Return PDDL that is the same for the same schema: parts sorted by moment and text, none twice.

    `renamed` has the new name of each variable.
    """
    bare = replace(
        schema,
        parameters=tuple(Parameter(renamed[each.name], each.types) for each in schema.parameters),
        conditions_at_start=TRUE,
        conditions_over_all=TRUE,
        conditions_at_end=TRUE,
        effects_at_start=(),
        effects_at_end=(),
        preferences=(),
    )
    head, tail = action_text(schema.name, replace(bare, duration=schema.duration), bare.parameters)
    condition, effect = _sorted(_conditions(schema), renamed), _sorted(_effects(schema), renamed)
    # The parameters have their new names already; the duration stands below them.
    first, *rest = head.split("\n  :duration", 1)
    head = first if not rest else f"{first}\n  :duration{renamed_text(rest[0], renamed)}"
    return f"{head}{condition}{tail}{effect}))"


def _sorted(parts: Iterator[str], renamed: Mapping[str, str]) -> str:
    # `at end`, `at start`, `over all`: any order will do that is always the same.
    return " ".join(sorted({renamed_text(each, renamed) for each in parts}))


def renamed_text(text: str, renamed: Mapping[str, str]) -> str:
    """Return PDDL with other names of variables; those without a new name keep theirs."""
    return _VARIABLE.sub(lambda found: renamed.get(found[0], found[0]), text)


def _conditions(schema: Action) -> Iterator[str]:
    for moment, parts in timed_conditions(schema).items():
        for part in parts:
            yield f"({moment} {part})" if schema.is_durative else str(part)


def _effects(schema: Action) -> Iterator[str]:
    for moment, effects in (("at start", schema.effects_at_start), ("at end", schema.effects_at_end)):
        yield from (effect_text(each, moment if schema.is_durative else None) for each in effects)


def _as_prescribed(
    schema: Action, prescribed: tuple[Parameter, ...], skeleton: Domain, report: list[Correction]
) -> Action:
    """Return the schema with the prescribed parameters: by their names, or by place where the types are the same."""
    own = [each.name for each in schema.parameters]
    wanted = [each.name for each in prescribed]
    listed = " ".join(map(str, prescribed))
    if set(own) <= set(wanted):
        renamed = {name: name for name in own}
    elif [each.types for each in schema.parameters] == [each.types for each in prescribed]:
        renamed = dict(zip(own, wanted, strict=True))
    else:
        raise CannotCorrectError(
            f"the parameters have to be ({listed}), found ({' '.join(map(str, schema.parameters))})"
        )
    if schema.parameters == prescribed:
        return schema
    report.append(Correction("signature", f"the parameters made ({listed})"))
    text = canonical_durative_text(schema, renamed)
    # Up to where the parameters end they are written anew.
    _, _, rest = text.partition("\n  :parameters (")
    kind = ":durative-action" if schema.is_durative else ":action"
    _, _, rest = rest.partition("\n")
    try:
        return schema_of(skeleton, f"({kind} {schema.name}\n  :parameters ({listed})\n{rest}")
    except PddlError as error:
        raise CannotCorrectError(f"with the parameters ({listed}) it is not legal: {_reason(error)}") from None


def _lasting(schema: Action, duration: str, skeleton: Domain, report: list[Correction]) -> Action:
    """Return the schema with a prescribed duration; what takes no time yet gets the usual moments."""
    listed = " ".join(map(str, schema.parameters))
    try:
        signature = replace(timed_signature(skeleton, listed, duration), name=schema.name, parameters=schema.parameters)
    except PddlError as error:
        raise CannotCorrectError(f"the prescribed duration {duration} does not fit it: {_reason(error)}") from None
    if schema.duration == signature.duration:
        return schema
    report.append(Correction("duration", f"the duration made {duration}"))
    if schema.is_durative:
        return replace(schema, duration=signature.duration)
    if has_time_or_numbers(schema):
        raise CannotCorrectError("it takes time: write it as a :durative-action, so that its numbers have a moment")
    part = replace(strips_part(skeleton), actions={schema.name: schema})
    return joined(replace(skeleton, actions={schema.name: signature}), part).actions[schema.name]
