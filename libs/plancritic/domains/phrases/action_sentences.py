"""What an action does as one sentence about its parameters, taken from the first sentence of its description."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from plancritic.domains.phrases.clause import Clause, clause_of
from plancritic.domains.phrases.commands import plain_command
from plancritic.domains.phrases.english import (
    AUXILIARIES,
    BE,
    COORDINATORS,
    DETERMINERS,
    NEGATIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
)
from plancritic.domains.phrases.identifiers import words_of
from plancritic.domains.phrases.mentions import Mention, mentions_of
from plancritic.domains.phrases.places import PLACE, Parameter, Placed, joined, tokens_of
from plancritic.english.forms import base_form, gerund, is_third_person, third_person
from plancritic.english.lists import enumerated

#: Who does what is said as a command.
SOMEBODY = "somebody"
#: Prepositions that parameters are named by.
_WAYS = ("from", "to", "into", "onto", "over", "via", "through", "at", "in", "on", "with", "for", "under", "between")
#: Prepositions that may end a sentence: "picks it up", "takes it off".
_PARTICLES = frozenset({"off", "out", "over", "through", "on", "in", "up", "down"})
#: A command speaks to whoever reads it; told of somebody, it speaks of them.
_OF_WHOEVER = {"you": "them", "your": "their", "yourself": "themselves", "my": "their"}
#: Words that say where to something is moved.
_DIRECTIONS = frozenset({"down", "up", "away", "back", "out", "off", "over", "together"})
_SUBJECT_PRONOUNS = frozenset({"you", "them", "they", "he", "she", "we", "it", "nobody", "somebody"})


@dataclass(frozen=True)
class ActionSentence:
    """An action as a sentence and as a gerund, with `{name}` for its parameters; `verb` is its verb (base form)."""

    sentence: str
    gerund: str
    verb: str


def action_sentence(
    name: str, texts: Iterable[str], parameters: Sequence[Parameter], actors: Container[frozenset[str]] = ()
) -> ActionSentence | None:
    """Return the sentence that names most parameters among the first ones of some texts.

    Parameters that it does not name stand behind it. A command is done by somebody, or by a parameter that it does not
    name, if things of its kinds are among `actors`. None where no text begins with what is done.
    """
    found = [_of_text(name, text, parameters, actors) for text in texts]
    best = max((each for each in found if each is not None), key=lambda each: each[0], default=None)
    return None if best is None else best[1]


def unnamed_action(name: str, parameters: Sequence[str]) -> ActionSentence:
    """Return a sentence for an action that no text tells of: "the step 'swap' is done with {a} and {b}"."""
    things = f" with {enumerated([f'{{{each}}}' for each in parameters])}" if parameters else ""
    step = f"the step '{' '.join(words_of(name)) or name}'"
    return ActionSentence(f"{step} is done{things}", f"{step} being done{things}", next(iter(words_of(name)), name))


def told_apart(sentences: Mapping[str, ActionSentence]) -> dict[str, ActionSentence]:
    """Return sentences of which no two are the same but for their parameters: the name stands behind those that are."""
    shapes = {name: re.sub(r"\{[^}]*\}", "{}", each.sentence) for name, each in sentences.items()}
    often = Counter(shapes.values())
    return {
        name: each
        if often[shapes[name]] == 1
        else ActionSentence(f"{each.sentence}{_named(name)}", f"{each.gerund}{_named(name)}", each.verb)
        for name, each in sentences.items()
    }


def _named(name: str) -> str:
    return f" (step '{' '.join(words_of(name)) or name}')"


def acting_parameter(name: str, texts: Iterable[str], parameters: Sequence[Parameter]) -> int | None:
    """Return the parameter that is the subject of what is done ("the hiker goes"); None where it is none of them."""
    for text in texts:
        clause = _clause(*_main_words(name, *_read(name, text, parameters)), None)
        subject = None if clause is None or clause.kind == "be" else PLACE.fullmatch(clause.before[0])
        if subject is not None and clause is not None and not clause.negatives:
            return int(subject[1])
    return None


def _of_text(
    name: str, text: str, parameters: Sequence[Parameter], actors: Container[frozenset[str]]
) -> tuple[tuple[int, bool, int], ActionSentence] | None:
    words, is_command = _main_words(name, *_read(name, text, parameters))
    named = [int(each) for word in words for each in PLACE.findall(word)]
    missing = [number for number in range(len(parameters)) if number not in named]
    actor = next((number for number in missing if parameters[number].kinds in actors), None)
    clause = _clause(words, is_command, actor)
    if clause is None or len(set(named)) < len(named) or any("?" in each for each in clause.words):
        return None
    # "bees come to {p} and it starts": two statements, of which the second was taken for the main one.
    if any(one == "and" and two in PRONOUNS for one, two in pairwise(clause.before)):
        return None
    missing = [number for number in missing if f"{{{number}}}" not in clause.before]
    tail = _tail(missing, parameters)
    sentence = _filled(f"{clause.text}{tail}", parameters)
    base = "have" if clause.kind == "have" else clause.base
    doing = "being" if clause.kind == "be" else gerund(base)
    after = _joined_verbs(clause.after, gerund, is_third_person)
    gerundive = _filled(f"{joined((*clause.before, doing, *after))}{tail}", parameters)
    score = (len(parameters) - len(missing), clause.before[0] != SOMEBODY, -len(clause.words))
    return score, ActionSentence(sentence, gerundive, base)


def _read(name: str, text: str, parameters: Sequence[Parameter]) -> tuple[list[str], list[Mention]]:
    """Return the words of the first sentence, and which of them mean parameters."""
    first = re.split(r"(?<=[.!;:])\s", " ".join(text.split()), maxsplit=1)[0].rstrip(".!;:")
    told = plain_command(name, tokens_of(f"{first[:1].lower()}{first[1:]}"))
    tokens = [_OF_WHOEVER.get(each.lower(), each) for each in told]
    return tokens, mentions_of(tokens, parameters)


def _clause(words: Sequence[str], is_command: bool, actor: int | None) -> Clause | None:
    """Return what is done, by the actor if it is a command; None where the words do not say it."""
    if not words:
        return None
    if not is_command:
        told = clause_of(Placed(tuple(words)))
        is_doing = told is not None and told.kind in ("third", "base", "be", "have") and not told.is_perfect
        is_doing = is_doing and told is not None and bool(told.after or told.kind in ("third", "base"))
        return told if told is not None and is_doing and told.verb in words and not told.negatives else None
    first = words[0].lower()
    if first in AUXILIARIES | PREPOSITIONS | COORDINATORS | NEGATIVES | RELATIVES or not first.isalpha():
        return None
    rest = _joined_verbs(words[1:], third_person, lambda word: not is_third_person(word))
    return Clause((SOMEBODY if actor is None else f"{{{actor}}}",), third_person(first), rest, "third")


def _is_command(name: str, tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether a sentence begins with its verb: "take the cup", and not "a cup is taken" or "clean cups are taken"."""
    words = [each.lower() for each in tokens[:4]]
    if not words or words[0] in DETERMINERS | PRONOUNS or any(each.first == 0 for each in mentions):
        return False
    verb = next(iter(words_of(name)), "")
    if is_third_person(words[0]) or (verb in words[1:2] and verb != words[0]):
        return False
    begins = DETERMINERS | PREPOSITIONS | _DIRECTIONS
    if len(words) > 2 and is_third_person(words[1]) and (words[2] in begins or any(e.first == 2 for e in mentions)):
        return False
    for word in words[1:]:
        if word in BE:
            return False
        if not word.isalpha() or word in DETERMINERS | PREPOSITIONS:
            break
    return True


def _joined_verbs(
    words: Sequence[str], inflected: Callable[[str], str], is_meant: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return words in which a verb behind "and" has the form of the first one: "and fill it", "and fills it"."""
    found: list[str] = []
    for place, word in enumerate(words):
        low, before = word.lower(), words[place - 1].lower() if place else ""
        follows = words[place + 1].lower() if place + 1 < len(words) else ""
        is_verb = before == "and" and low.isalpha() and low not in DETERMINERS | PREPOSITIONS | PRONOUNS | AUXILIARIES
        is_verb = is_verb and (follows in DETERMINERS | PRONOUNS or PLACE.fullmatch(follows) is not None)
        found.append(inflected(base_form(low) if is_third_person(low) else low) if is_verb and is_meant(low) else word)
    return tuple(found)


def _main_words(name: str, tokens: Sequence[str], mentions: Sequence[Mention]) -> tuple[list[str], bool]:
    """Return the words of the main clause, with places for the mentions, without relative clauses.

    Second, whether it is a command.
    """
    is_command = _is_command(name, tokens, mentions)
    words: list[str] = []
    end = 0
    for mention in mentions:
        between = list(tokens[end : mention.first])
        while between and between[-1].lower() in DETERMINERS - {"that"}:
            between.pop()
        has_verb = is_command or _is_told(words)
        kept = between if not end else _without_relative(between)
        if end == 0 and len(_cut(between, False)) < len(between):
            return _trimmed(_cut(between, False), False), is_command
        if (
            kept is None
            or (between and not kept)
            or (has_verb and end and any(map(_is_finite, kept)) and "and" not in kept[:1])
        ):
            return _trimmed(words + _cut(between, has_verb), False), is_command
        words += [*kept, *" and ".join(f"{{{number}}}" for number in mention.numbers).split()]
        end = mention.last + 1 + _modifying(tokens[mention.last + 1 :])
    rest = list(tokens[end:])
    has_verb = is_command or _is_told(words)
    tail = _cut(rest, has_verb)
    if not tail and has_verb:
        tail = _cut(_without_relative(rest) or [], True)
        tail = [] if any(each.lower() in PRONOUNS for each in tail) else tail
    if mentions and mentions[-1].is_pronoun and any(each.lower() in PRONOUNS for each in tail):
        tail = []
    return _trimmed(words + tail, len(tail) == len(rest)), is_command


def _modifying(tokens: Sequence[str]) -> int:
    """Return how many words say of what a mention is, where a name says it: "of origin" behind "the floor"."""
    if len(tokens) < 2 or tokens[0].lower() != "of" or not tokens[1].isalpha() or tokens[1].lower() in DETERMINERS:
        return 0
    follows = tokens[2].lower() if len(tokens) > 2 else ","
    return 2 if follows in PREPOSITIONS | RELATIVES | COORDINATORS | {",", "to"} else 0


def _is_told(words: Sequence[str]) -> bool:
    """Whether the finite verb of a statement is among its first words."""
    clause = clause_of(Placed(tuple(words))) if words else None
    return clause is not None and clause.verb in [each.lower() for each in words]


def _is_finite(word: str) -> bool:
    low = word.lower()
    return low in AUXILIARIES or is_third_person(low)


def _trimmed(words: list[str], is_end: bool) -> list[str]:
    """Return words without what must not stand at the end of a sentence; its own end may be a particle."""
    ending = COORDINATORS | (DETERMINERS - {"one"}) | {",", "to"} | (PREPOSITIONS - (_PARTICLES if is_end else set()))
    while words and words[-1].lower() in ending:
        words = words[:-1]
    return words


def _without_relative(words: list[str]) -> list[str] | None:
    """Return the words between two mentions without a relative clause: "on" of "that the hand holds on".

    None where it cannot be told where that clause ends.
    """
    low = [each.lower() for each in words]
    begins = next((n for n, each in enumerate(low) if each in RELATIVES or each == ","), None)
    if begins is None and low and low[0] in _SUBJECT_PRONOUNS:
        begins = 0
    if begins is None:
        return words
    kept, rest = words[:begins], words[begins:]
    goes_on = _goes_on(rest)
    if goes_on is not None:
        return kept + rest[goes_on:]
    while kept and kept[-1].lower() in PREPOSITIONS | {"to"}:
        kept = kept[:-1]  # "to" of "to which the hose leads"
    verb = next((n for n, each in enumerate(rest) if n and _is_verb(rest, n)), None)
    after = [] if verb is None else rest[verb + 1 :]
    while after and after[0].lower() in PRONOUNS:
        after = after[1:]
    if after and after[0].lower() in PREPOSITIONS | _DIRECTIONS | {"to"} and low[begins] != ",":
        return kept + after
    return None


def _goes_on(words: Sequence[str]) -> int | None:
    """Return where the main clause goes on behind a relative one: "that waits in the yard", "and hangs it on"."""
    low = [each.lower() for each in words]
    for place, (one, two, three) in enumerate(zip(low, low[1:], low[2:], strict=False)):
        if one == "and" and two not in AUXILIARIES | DETERMINERS | PREPOSITIONS and three in ("it", "them"):
            return place
    return None


def _is_verb(words: Sequence[str], place: int) -> bool:
    low = words[place].lower()
    if low in AUXILIARIES or (is_third_person(low) and words[place - 1].lower() not in DETERMINERS):
        return True
    return words[place - 1].lower() in ("you", "they", "we", "them") and low.isalpha()


def _cut(words: list[str], has_verb: bool) -> list[str]:
    """Return words up to where something else begins to be said; `has_verb` if the verb stands before them."""
    for place, word in enumerate(words):
        low = word.lower()
        follows = words[place + 1].lower() if place + 1 < len(words) else ""
        if low in RELATIVES | {",", "(", "-", "till", "until", "before", "after"}:
            return words[:place]
        if low in COORDINATORS and has_verb:
            return words[:place]
        if low in AUXILIARIES and has_verb:
            return words[:place]
        if low in _SUBJECT_PRONOUNS and has_verb and (_is_finite(follows) or low == "them"):
            return words[:place]
    return words


def _tail(missing: Sequence[int], parameters: Sequence[Parameter]) -> str:
    """Return the parameters that the sentence does not name: " from {0} to {1} (rear: {2})"."""
    ways = [number for number in missing if parameters[number].name.lower() in _WAYS]
    ways.sort(key=lambda number: _WAYS.index(parameters[number].name.lower()))
    said = "".join(f" {parameters[number].name.lower()} {{{number}}}" for number in ways)
    rest = [number for number in missing if number not in ways]
    return f"{said} ({enumerated([f'{{{number}}}' for number in rest])})" if rest else said


def _filled(sentence: str, parameters: Sequence[Parameter]) -> str:
    return PLACE.sub(lambda found: f"{{{parameters[int(found[1])].name}}}", sentence)
