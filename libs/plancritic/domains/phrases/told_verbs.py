"""The verb of a meaning that no ending shows: found by where it stands behind its subject."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from plancritic.domains.phrases.clause import ADVERBS, Clause, VerbKind, clause_of
from plancritic.domains.phrases.english import (
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    NEGATIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    VERBS_IN_LY,
)
from plancritic.domains.phrases.places import PLACE, Placed
from plancritic.english.forms import is_gerund, is_participle, is_plural, is_simple_past

_FUNCTION_WORDS = AUXILIARIES | COORDINATORS | DETERMINERS | NEGATIVES | PREPOSITIONS | PRONOUNS | RELATIVES
#: A verb's object begins with one of these, or with a place.
_OBJECTS = DETERMINERS | (PRONOUNS - {"there"})
#: Participles that are base forms too: behind a plural they tell of now.
_ALSO_BASE = frozenset({"become", "come", "cut", "overcome", "put", "read", "run", "set", "shut"})
#: Participles that say nothing of a state.
_ACTIVE = frozenset({"got", "had", "been"})


def told_clause(placed: Placed) -> Clause | None:
    """Return the clause of a meaning; None where no verb is found in it.

    A verb that its ending shows counts first ("lies", "is"). Without one it is looked for behind the subject: "children
    wait near {0}", "the tyres of {0} leak", "the owner paid for {0}", "{0} lost a wheel".
    """
    known = clause_of(placed)
    if known is not None and _is_shown(known, placed.tokens):
        return known
    return _by_position(placed.tokens) or known


def _is_shown(clause: Clause, tokens: Sequence[str]) -> bool:
    """Whether a clause has its verb from the sentence, and not from a relative clause in front of it."""
    place = len(clause.before)
    is_said = place < len(tokens) and tokens[place].lower() == clause.verb
    return is_said and not any(each.lower() in RELATIVES for each in clause.before)


def _by_position(tokens: Sequence[str]) -> Clause | None:
    words = [each.lower() for each in tokens]
    if not words:
        return None
    if PLACE.fullmatch(words[0]):
        return _behind_place(tokens, words)
    start = 1 if words[0] in DETERMINERS else 0
    if words[0] in PRONOUNS:
        # "something on {0} broke"
        behind = _behind_of(words, 1) if words[1:2] and words[1] in PREPOSITIONS else 1
        return None if behind is None else _clause(tokens, words, behind, is_many=False)
    run = _run(words, start)
    if not run:
        return None
    head = start + len(run) - 1
    if words[head + 1 : head + 2] == ["of"]:
        behind = _behind_of(words, head + 1)
        return None if behind is None else _clause(tokens, words, behind, is_many=is_plural(words[head]))
    for number, word in enumerate(run[1:], 1):
        if _is_past(word):
            return _clause(tokens, words, start + number, is_many=is_plural(run[number - 1]))
    many = next((number for number, word in enumerate(run[:-1]) if is_plural(word)), None)
    # "bus drivers know"; of "the sports ground" nothing is told.
    return None if many is None else _clause(tokens, words, start + many + 1, is_many=True)


def _behind_place(tokens: Sequence[str], words: Sequence[str]) -> Clause | None:
    """Return the clause whose subject is a place, or a part of one ("{0} of {1}"), if what is behind it is a verb."""
    place: int | None = 1
    if words[1:2] == ["of"]:
        place = _behind_of(words, 1)
    if place is None:
        return None
    while place < len(words) and words[place] in ADVERBS:
        place += 1
    if place >= len(words):
        return None
    word, follows = words[place], words[place + 1] if place + 1 < len(words) else ""
    if not _is_content(word):
        return None
    has_object = follows in _OBJECTS or PLACE.fullmatch(follows) is not None
    # "{0} lost blood"; but "{0} painted red" and "{0} left in the box" tell of a state.
    is_irregular = is_participle(word) and not word.endswith("ed") and _is_content(follows)
    if is_simple_past(word) or word in _ACTIVE or (is_participle(word) and (has_object or is_irregular)):
        return Clause(tuple(tokens[:place]), word, tuple(tokens[place + 1 :]), "past")
    return None


def _behind_of(words: Sequence[str], place: int) -> int | None:
    """Return the place behind a preposition and the thing that it names; None where the sentence ends there."""
    place += 1
    while place < len(words) and words[place] in DETERMINERS:
        place += 1
    return place + 1 if place + 1 < len(words) else None


def _clause(tokens: Sequence[str], words: Sequence[str], place: int, *, is_many: bool) -> Clause | None:
    """Return the clause with the verb at a place, in the past or of a subject in the plural."""
    while place < len(words) and words[place] in ADVERBS:
        place += 1
    if place >= len(words) or not _is_content(words[place]):
        return None
    verb = words[place]
    kind: VerbKind | None = "base" if is_many else None
    if _is_past(verb) and not (is_many and verb in _ALSO_BASE):
        kind = "past"
    return None if kind is None else Clause(tuple(tokens[:place]), verb, tuple(tokens[place + 1 :]), kind)


def _run(words: Sequence[str], start: int) -> list[str]:
    """Return the nouns and whatever else has a meaning of its own, up to the next preposition, determiner or place."""
    return list(takewhile(lambda each: _is_content(each) or each in ADVERBS, words[start:]))


def _is_content(word: str) -> bool:
    is_adverb = word.endswith("ly") and word not in VERBS_IN_LY
    return word.isalpha() and word not in _FUNCTION_WORDS and not is_gerund(word) and not is_adverb


def _is_past(word: str) -> bool:
    return is_simple_past(word) or is_participle(word)
