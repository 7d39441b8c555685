"""A first context with the words of a description: what it says of predicates, actions and types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.context import ActionEntry, DomainContext, ObjectEntry, PredicateEntry, TypeEntry, Verbs
from plancritic.domains.descriptions import one_line
from plancritic.domains.phrases.action_sentences import ActionSentence
from plancritic.domains.phrases.description_words import (
    DescriptionWords,
    head_noun,
    object_phrase,
    type_noun,
    without_noun,
)
from plancritic.domains.phrases.english import sentence
from plancritic.domains.phrases.forms import Forms
from plancritic.domains.phrases.identifiers import numbered, words_of
from plancritic.english.forms import plural
from plancritic.pddl.language import Domain, Problem


def described_context(
    guessed: DomainContext, description: DomainDescription, domain: Domain, problems: Sequence[Problem]
) -> DomainContext:
    """Return a guessed context in which the words of a description stand instead of guesses.

    What the description does not have (a predicate or a type that the domain declares beyond it) stays guessed.

    Raises:
        DescriptionError: What the description declares cannot be read.
    """
    words = DescriptionWords.of(description)
    said = words.actions(domain.actions.values())
    known = {name.lower() for name in description.actions}
    overview = one_line(description.overview)
    return guessed.model_copy(
        update={
            "description": sentence(overview.rstrip(".")) if overview else guessed.description,
            "types": {name: _type(name, entry, description) for name, entry in guessed.types.items()},
            "objects": _objects(problems),
            "predicates": {
                name: _predicate(entry, words.predicates.get(name), len(domain.predicates[name]))
                for name, entry in guessed.predicates.items()
            },
            "actions": {
                name: _action(entry, said[name]) if name in known else entry for name, entry in guessed.actions.items()
            },
        }
    )


def _type(name: str, guessed: TypeEntry, description: DomainDescription) -> TypeEntry:
    """Return a type's words, with what its meaning calls it as a synonym, unless that means another type too."""
    nouns = {
        one_line(declared).partition(" - ")[0].lower(): head_noun(meaning)
        for declared, meaning in description.types.items()
    }
    noun = nouns.get(name, "")
    if not noun or noun == guessed.singular or list(nouns.values()).count(noun) > 1 or noun in nouns:
        return guessed
    return guessed.model_copy(update={"synonyms": (noun,)})


def _predicate(guessed: PredicateEntry, forms: Forms | None, arity: int) -> PredicateEntry:
    """Return a predicate's sentences; a form that does not name all arguments is left to the guess."""
    if forms is None:
        return guessed
    places = {f"{{{number}}}" for number in range(arity)}
    said = {
        form: text
        for form, text in forms._asdict().items()
        if form != "phrase" and set(re.findall(r"\{\d+\}", text)) == places
    }
    phrase = (forms.phrase,) if forms.phrase and forms.phrase not in guessed.verbs.holds else ()
    verbs = guessed.verbs
    if guessed.changes and phrase:
        verbs = Verbs(starts=verbs.starts, stops=verbs.stops, holds=(*phrase, *verbs.holds), fails=verbs.fails)
    return guessed.model_copy(update={**said, "verbs": verbs})


def _action(guessed: ActionEntry, said: ActionSentence) -> ActionEntry:
    return ActionEntry(
        sentence=said.sentence, gerund=said.gerund, verbs=tuple(dict.fromkeys((*guessed.verbs, said.verb)))
    )


def _objects(problems: Iterable[Problem]) -> tuple[ObjectEntry, ...]:
    """Return entries that name every object of the problems by its type: "printer p1", "the blue spool"."""
    kinds: dict[str, set[str]] = {}
    written: dict[str, str] = {}
    for problem in problems:
        for name, type_name in problem.objects.items():
            kinds.setdefault(name, set()).add(type_name)
            written.setdefault(name, problem.display[name])
    stems: dict[str, set[tuple[str, ...]]] = {}
    for name, types in kinds.items():
        parts = numbered(written[name])
        if parts is not None:
            stems.setdefault(parts[0].lower(), set()).add(tuple(sorted(types)))
    # Numbered objects of one type alone have one entry, which names those of other problems too.
    patterns = {stem: next(iter(types)) for stem, types in stems.items() if len(types) == 1}
    single = [name for name in sorted(kinds) if (numbered(written[name]) or ("", ""))[0].lower() not in patterns]
    entries = [_single(written[name], sorted(kinds[name])) for name in single]
    ordered = sorted(patterns.items(), key=lambda each: (-len(each[0]), each[0]))
    return (*entries, *(_numbered(stem, types) for stem, types in ordered))


def _single(written: str, types: Sequence[str]) -> ObjectEntry:
    noun = type_noun(types)
    label = " ".join(words_of(written)) or written
    phrase = object_phrase(written, noun)
    synonyms = dict.fromkeys((label, f"{label} {noun}", f"{noun} {label}"))
    return ObjectEntry(
        match=re.escape(written),
        name=phrase,
        synonyms=tuple(each for each in synonyms if each not in (phrase, f"the {phrase}") and not _is_double(each)),
        **_sole(noun),
    )


def _numbered(stem: str, types: Sequence[str]) -> ObjectEntry:
    noun = type_noun(types)
    words = words_of(stem)
    rest = without_noun(f"{stem}0", noun)
    if words[-len(noun.split()) :] == tuple(noun.split()):
        name = f"{' '.join(words)} {{1}}"
    else:
        name = f"{noun} {{0}}" if rest is None else f"{noun} {rest[:-1]}{{1}}"
    synonyms = (f"{' '.join(words)} {{1}}", f"{noun} {{1}}") if words else ()
    return ObjectEntry(
        match=f"{re.escape(stem)}(\\d+)",
        name=name,
        synonyms=tuple(dict.fromkeys(each for each in synonyms if each != name)),
        **_sole(noun),
    )


def _sole(noun: str) -> dict[str, str | tuple[str, ...]]:
    """Return the phrase of the only object of its type, and what else it is called."""
    return {"sole": f"the {noun}", "sole_synonyms": (noun,)}


def _is_double(phrase: str) -> bool:
    """Whether a phrase says a word twice: "blue spool spool"."""
    words = phrase.split()
    return any(one in (other, plural(other)) for one, other in pairwise(words))
