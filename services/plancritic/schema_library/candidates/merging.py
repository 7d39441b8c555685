"""Candidates of a domain from answers: the same schema in other words is one candidate.

Schemas are the same up to names of variables, order of parameters, order and repetition of conjuncts. All candidates
of an action have their parameters in one order (`parameter_order`), or in that of a prescribed signature
(`prescribed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import (
    prescribed_duration,
    prescribed_parameters,
    schema_of,
    skeleton_of,
    texts_in,
)
from plancritic.pddl.language import Action, Atom, Condition, Domain, FactEffect, Not, Parameter, conjuncts
from plancritic.pddl.strips_part import action_part
from plancritic.schema_library.candidates.answers import Block, blocks_of, prose_about
from plancritic.schema_library.candidates.candidate import Candidate, Correction, Dropped, Library
from plancritic.schema_library.candidates.correction import Corrected, corrected
from plancritic.schema_library.candidates.durative import (
    canonical_durative_text,
    durative_schema,
    has_time_or_numbers,
)
from plancritic.schema_library.candidates.names import clearly_closest, same_spelling
from plancritic.schema_library.candidates.sections import CannotCorrectError
from plancritic.schema_library.candidates.settling import in_doubt, settled

#: Why an action has no schema where an answer has no block for it, and where it does not even name it.
IN_PROSE_ONLY = "the answer speaks of it, but holds no PDDL for it"
NOT_IN_ANSWER = "not in the answer"


@dataclass(frozen=True, slots=True)
class AnswerSchemas:
    """What one answer gave: a schema of each action it wrote, and the blocks that were of no use."""

    schemas: Mapping[str, Corrected]
    dropped: tuple[Dropped, ...]

    def unusable(self, actions: Iterable[str]) -> dict[str, str]:
        """Return the actions without a schema, each with the reason."""
        reasons = {each.action: each.reason for each in self.dropped if each.action is not None}
        doubtful = {name: in_doubt(each) for name, each in self.schemas.items() if not each.is_sure}
        return {
            name: doubtful.get(name) or reasons.get(name, NOT_IN_ANSWER)
            for name in actions
            if name not in self.schemas or name in doubtful
        }


def library_of(description: DomainDescription, register: Register, answers: Mapping[str, str]) -> Library:
    """Return all candidates of a domain from answers, by the name of the instance that gave each.

    Every action of the description is a key, in lower case and in its order, one without any candidate too.

    Raises:
        DescriptionError: A declaration cannot be read, or an action is not described in this register.
    """
    texts_in(description, register)
    skeleton = skeleton_of(description)
    merged: dict[str, dict[str, _Votes]] = {name.lower(): {} for name in description.actions}
    dropped: list[Dropped] = []
    written: dict[str, dict[str, Corrected]] = {action: {} for action in merged}
    for instance, answer in answers.items():
        found = schemas_of(description, skeleton, instance, answer)
        dropped.extend(found.dropped)
        told = {each.action for each in found.dropped} | found.schemas.keys()
        dropped.extend(_without_block(answer, instance, [each for each in written if each not in told]))
        for action, each in found.schemas.items():
            written[action][instance] = each
    for action, several in written.items():
        prescribed = _prescribed(description, action)
        # The order of parameters is compared by facts alone: what takes time or has numbers keeps its own.
        timed = {instance: each for instance, each in several.items() if has_time_or_numbers(each.schema)}
        plain = {instance: each for instance, each in several.items() if instance not in timed}
        read = settled(plain, prescribed is not None, canonical_text)
        for instance, reason in read.doubtful.items():
            text = canonical_text(several[instance].schema, prescribed)
            dropped.append(Dropped(action, instance, text, reason))
        schemas = {**read.schemas, **timed}
        for instance in (each for each in several if each in schemas):
            one = schemas[instance]
            votes = merged[action].setdefault(canonical_text(one.schema, prescribed), _Votes())
            votes.instances.append(instance)
            votes.corrections.extend(Correction(each.kind, f"{instance}: {each.text}") for each in one.corrections)
    candidates = {
        action: tuple(
            _candidate(action, skeleton, text, votes)
            # Of equal ones the one written first: sorting is stable.
            for text, votes in sorted(texts.items(), key=lambda each: -len(each[1].instances))
        )
        for action, texts in merged.items()
    }
    return Library(skeleton, candidates, tuple(dropped))


def schemas_of(description: DomainDescription, skeleton: Domain, instance: str, answer: str) -> AnswerSchemas:
    """Return the schemas of one answer; of an action written several times the last one that can be used.

    What stands in a fence counts before what stands outside the fences.
    """
    schemas: dict[str, Corrected] = {}
    dropped: list[Dropped] = []
    written: dict[str, Block] = {}
    actions = [name.lower() for name in description.actions]
    assigned = _assigned(blocks_of(answer), actions)
    for block, action, renamed in sorted(assigned, key=lambda each: not each[0].aside):
        if block.unread is not None:
            dropped.append(Dropped(action, instance, block.text, block.unread))
            continue
        if action is None:
            dropped.append(Dropped(None, instance, block.text, _no_action(block)))
            continue
        try:
            found = _schema(block.text, action, skeleton, description)
        except CannotCorrectError as error:
            dropped.append(Dropped(action, instance, block.text, str(error)))
            continue
        if action in schemas and schemas[action].is_sure and not found.is_sure:
            dropped.append(Dropped(action, instance, block.text, in_doubt(found)))
            continue
        if action in schemas:
            where = "in a fence" if written[action].aside and not block.aside else "later in the answer"
            dropped.append(Dropped(action, instance, written[action].text, f"written again {where}"))
        schemas[action] = replace(found, corrections=(*renamed, *found.corrections))
        written[action] = block
    return AnswerSchemas(schemas, tuple(dropped))


def canonical_text(schema: Action, prescribed: tuple[Parameter, ...] | None = None) -> str:
    """Return PDDL that is the same for the same schema: variables named by type, conjuncts sorted, none twice.

    Where the signature is prescribed the variables keep its names.
    """
    renamed = _names(schema.parameters) if prescribed is None else {each.name: each.name for each in prescribed}
    if has_time_or_numbers(schema):
        return canonical_durative_text(schema, renamed)
    parameters = " ".join(str(Parameter(renamed[each.name], each.types)) for each in schema.parameters)
    conditions = {_literal(each, renamed) for each in _parts(schema.conditions_at_start)}
    effects = {
        (not each.becomes, str(_renamed(each.atom, renamed)))
        for each in schema.effects_at_start
        if isinstance(each, FactEffect)
    }
    return (
        f"(:action {schema.name}\n  :parameters ({parameters})\n"
        f"  :precondition {_conjunction(conditions)}\n  :effect {_conjunction(effects)})"
    )


def _without_block(answer: str, instance: str, actions: Sequence[str]) -> Iterator[Dropped]:
    """What tells of the actions that no block of an answer was taken for."""
    for action in actions:
        text = prose_about(answer, action)
        yield Dropped(action, instance, text or "", IN_PROSE_ONLY if text else NOT_IN_ANSWER)


@dataclass(slots=True)
class _Votes:
    instances: list[str] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)


def _schema(text: str, action: str, skeleton: Domain, description: DomainDescription) -> Corrected:
    prescribed = _prescribed(description, action)
    if not description.is_temporal and not description.functions:
        return corrected(text, action, skeleton, prescribed)
    named = next(name for name in description.actions if name.lower() == action)
    return durative_schema(text, action, skeleton, prescribed, prescribed_duration(description, named))


def _candidate(action: str, skeleton: Domain, text: str, votes: _Votes) -> Candidate:
    schema = schema_of(skeleton, text)
    whole = schema if has_time_or_numbers(schema) else None
    # Candidates with one STRIPS part have it in one order of literals.
    part = schema if whole is None else action_part(whole)
    strips = schema if whole is None else schema_of(skeleton, canonical_text(part, part.parameters))
    return Candidate(action, strips, text, tuple(votes.instances), tuple(votes.corrections), whole)


def _prescribed(description: DomainDescription, action: str) -> tuple[Parameter, ...] | None:
    return prescribed_parameters(description, next(name for name in description.actions if name.lower() == action))


def _assigned(
    blocks: tuple[Block, ...], actions: list[str]
) -> Iterator[tuple[Block, str | None, tuple[Correction, ...]]]:
    """Each block with the action that it writes, None where that is in doubt, and how it was found out."""
    found: dict[int, str] = {}
    for number, block in enumerate(blocks):
        known = same_spelling(block.name or "", actions)
        if known is not None:
            found[number] = known
    for number, block in sorted(enumerate(blocks), key=lambda each: each[1].aside):
        # A heading announces what stands aside and what stands in the fence below it.
        left = [each for each in actions if block.aside or each not in found.values()]
        if number not in found and (named := _named(block, left)) is not None:
            found[number] = named
    left = [each for each in actions if each not in found.values()]
    unknown = [number for number in range(len(blocks)) if number not in found]
    # A block with another name is another action: nobody asked for it.
    if len(left) == len(unknown) == 1 and blocks[unknown[0]].name is None:
        found[unknown[0]] = left[0]
    for number, block in enumerate(blocks):
        action = found.get(number)
        written = block.name or "without a name"
        renamed = (Correction("action name", f"the action {written} taken for {action}"),)
        yield block, action, () if action is None or written.lower() == action else renamed


def _named(block: Block, actions: list[str]) -> str | None:
    """The action that a block's own name is a slip of, or that its heading names."""
    if block.name and (closest := clearly_closest(block.name, actions)):
        return closest
    heading = f"-{'-'.join((block.heading or '').lower().translate(_PUNCTUATION).split())}-"
    inside = [each for each in actions if f"-{each.replace('_', '-')}-" in heading]
    # `move` stands in `move-to-trap` too: the longest one is meant, if it holds the others.
    longest = max(inside, key=len, default=None)
    return longest if longest is not None and all(each in longest for each in inside) else None


_PUNCTUATION = str.maketrans(dict.fromkeys("`*_:.()#-", " "))


def _no_action(block: Block) -> str:
    named = f"is named {block.name!r}" if block.name else "has no name"
    return f"the block {named}, and which action of the description it writes is in doubt"


def _names(parameters: tuple[Parameter, ...]) -> dict[str, str]:
    """New names for parameters: the type, with a number where several are of it."""
    kinds = ["x" if len(each.types) > 1 or each.types == ("object",) else each.types[0] for each in parameters]
    names: dict[str, str] = {}
    for place, (parameter, kind) in enumerate(zip(parameters, kinds, strict=True)):
        name = f"?{kind}{kinds[: place + 1].count(kind)}" if kinds.count(kind) > 1 else f"?{kind}"
        while name in names.values() or (name[1:] in kinds and name[1:] != kind):
            # A type `room1` beside two of the type `room`.
            name += "-"
        names[parameter.name] = name
    return names


def _parts(condition: Condition) -> Iterator[Condition]:
    for part in conjuncts(condition):
        if part == condition:
            yield part
        else:
            yield from _parts(part)


def _literal(condition: Condition, renamed: Mapping[str, str]) -> tuple[bool, str]:
    """A literal as a key that sorts: whether it is denied, and its atom."""
    atom = condition.condition if isinstance(condition, Not) else condition
    assert isinstance(atom, Atom)
    return isinstance(condition, Not), str(_renamed(atom, renamed))


def _renamed(atom: Atom, renamed: Mapping[str, str]) -> Atom:
    arguments = tuple(renamed[each] for each in atom.arguments)
    # Equality is the same both ways round.
    return Atom(atom.predicate, tuple(sorted(arguments)) if atom.predicate == "=" else arguments)


def _conjunction(literals: set[tuple[bool, str]]) -> str:
    parts = (f"(not {atom})" if denied else atom for denied, atom in sorted(literals))
    return f"({' '.join(('and', *parts))})"
