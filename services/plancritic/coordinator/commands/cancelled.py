"""What a cancellation takes back: a statement, the part of it that was named, or what the person is asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.translation import Statement
from plancritic.coordinator.commands.aims import objects_in
from plancritic.coordinator.commands.corrections import Entry
from plancritic.coordinator.commands.reasons import first_clause, names_part
from plancritic.coordinator.commands.replacing import concepts
from plancritic.coordinator.commands.session_commands import AmbiguousTarget, Spoken, Target
from plancritic.coordinator.commands.undoing import undoes
from plancritic.coordinator.mentions.named import Mention, NamedObjects, tokens_of, without_article
from plancritic.coordinator.mentions.parts import objects_of, without
from plancritic.coordinator.mentions.vocabulary import vocabulary
from plancritic.coordinator.sessions.faults import not_in_force, several_statements
from plancritic.coordinator.understanding.questions import Effect

_DROPPED = "it is dropped, all others stay"
#: "The one about the scout" is a statement; "the bit about the scout" is a part of one.
_WHOLE = re.compile(
    r"(?<!that )(?<!this )\b(?:one|thing|wish|rule|request|statement|condition|demand|order|instruction|constraint"
    r"|requirement|sentence)s?\b",
    re.IGNORECASE,
)

_SEPARATOR = re.compile(r"[,;:.!?]")


def describes_statement(text: str) -> bool:
    """Return whether a text has a word for a statement: "the rule about A"."""
    return _WHOLE.search(text) is not None


def cancelled(
    said: Statement,
    found: Sequence[StatementInForce],
    known: Sequence[StatementInForce],
    names: NamedObjects,
    chosen: Effect | None,
) -> Spoken:
    """Return the turn without one of the statements found, or without the part of it that the text names.

    `known` are listed where none was found.

    Raises:
        AmbiguousTarget: several statements fit, or the words fit a statement and a part of it; nothing is done.
        ContractError: no statement fits; nothing is done.
    """
    if not found:
        raise not_in_force([repr(said.quoted)], known)
    targets = [target for each in found for target in _targets(said.text, each, names)]
    if len(found) > 1:
        targets.append(_all_of(found))
    meant = [each for each in targets if each.is_chosen(chosen)] or targets
    if len(meant) > 1:
        raise AmbiguousTarget(said, several_statements(said.quoted, found).fault, targets)
    (target,) = meant
    if target.variant == "all":
        return dropped(said.quoted, found)
    assert isinstance(target.entry, StatementInForce), "what is cancelled is in force"
    if target.variant == "part":
        return narrowed(said, target.entry, target.constraints, names)
    return dropped(said.quoted, [target.entry])


def dropped(text: str, found: Sequence[StatementInForce]) -> Spoken:
    """Return the turn without some statements."""
    told = "; ".join(f"statement {each.statement.id} ({each.statement.text!r})" for each in found)
    sentence = f"{text!r}: {told} {'is' if len(found) == 1 else 'are'} dropped."
    return Spoken((), drop=tuple(each.statement.id for each in found), taken_as=(sentence,))


def about(phrase: str, in_force: Sequence[StatementInForce], names: NamedObjects) -> list[StatementInForce]:
    """Return the statements in force that are about what a phrase names, else those that have its words."""
    objects = names.named(phrase)
    if objects:
        by_object = [each for each in in_force if any(objects == its.objects for its in _mentions(each, names))]
        by_object = by_object or [each for each in in_force if objects <= objects_of(each.constraints, names)]
        if by_object:
            return by_object
    words = {each.casefold() for each in tokens_of(without_article(phrase)) if len(each) > 1 or not each.islower()}
    return [each for each in in_force if words and words <= {word.casefold() for word in _words(each)}]


def about_in_words(phrase: str, in_force: Sequence[StatementInForce], names: NamedObjects) -> list[StatementInForce]:
    """Return the statements in force that a phrase is `about`, else those of which it says nothing but what they say.

    "The loading order" is what "load parcel 2 before parcel 1" is about: words are compared by their stems, and words
    of order are one.
    """
    found = about(phrase, in_force, names)
    if found or _SEPARATOR.search(phrase):
        # What has several clauses describes no statement.
        return found
    named = frozenset(each for mention in names.mentions(phrase) for each in mention.objects)
    known = vocabulary().concepts
    words = {f"<{each}>" if each in known else each for each in concepts(phrase, names)}
    return [
        each
        for each in in_force
        if words
        and words <= concepts(f"{each.statement.text} {each.said_back}", names)
        and named <= objects_in(each, names)
    ]


def about_all_of(phrase: str, in_force: Sequence[StatementInForce], names: NamedObjects) -> list[StatementInForce]:
    """Return the statements in force that name all that a longer phrase names, those with most of its words."""
    objects = {each.objects for each in names.mentions(phrase)}
    named = [each for each in in_force if objects and objects <= {its.objects for its in _mentions(each, names)}]
    words = {each.casefold() for each in tokens_of(phrase)}
    shared = [len(words & {word.casefold() for word in _words(each)}) for each in named]
    return [each for each, count in zip(named, shared, strict=True) if count == max(shared)]


def _targets(text: str, entry: StatementInForce, names: NamedObjects) -> list[Target]:
    """Return what a cancellation may take back of one statement: all of it, a part, or either."""
    left = without(entry.constraints, text, names)
    whole = Target(entry, _DROPPED)
    takes_all_back = undoes(first_clause(text)[0]) and not names_part(text)
    if left is None or takes_all_back:
        # What a reason names after "take that back" is no part of it.
        return [whole]
    in_words = names.in_words(left)
    part = Target(entry, f"what stays of it: {in_words}", variant="part", constraints=left)
    own = {each.objects for each in names.mentions(entry.statement.text)}
    named = {each.objects for each in names.mentions(text)} & own
    # "The one about the scout" describes a statement that speaks of the scout; no other has a reason to be dropped.
    return [whole, part] if named and _WHOLE.search(text) else [part]


def _all_of(found: Sequence[StatementInForce]) -> Target:
    constraints = tuple(dict.fromkeys(each for entry in found for each in entry.constraints))
    ordered = sorted(found, key=lambda each: each.turn)
    named = " and ".join(each.statement.id for each in ordered)
    return Target(ordered[0], f"{named} are dropped", variant="all", constraints=constraints)


def narrowed(said: Statement, entry: StatementInForce, left: tuple[str, ...], names: NamedObjects) -> Spoken:
    """Return the turn in which a part of a statement is left; its reading is no surer than it was."""
    text, name = names.in_words(left), entry.statement.id
    statement = said.composed(text, entry.statement.strength)
    made = entry.model_copy(
        update={
            "statement": statement,
            "constraints": left,
            "mid_level_goal": text,
            "said_back": text,
            "similarity": None,
            "reading": "clear" if entry.reading == "confirmed" else entry.reading,
        }
    )
    sentence = f"{said.quoted!r}: of statement {name} ({entry.statement.text!r}) this is left: {text!r}"
    drop = (name,)
    return Spoken((statement,), drop=drop, replaced=drop, changed={said.id: made}, taken_as=(sentence,))


def _mentions(entry: Entry, names: NamedObjects) -> tuple[Mention, ...]:
    return (*names.mentions(entry.statement.text), *names.mentions(entry.said_back))


def _words(entry: Entry) -> list[str]:
    # A small "a" is an article, never a name.
    return [each for each in tokens_of(f"{entry.statement.text} {entry.said_back}") if each != "a"]
