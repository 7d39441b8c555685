"""Clauses denied: "does not hold" for "holds", and "something is in" for "nothing is in"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancritic.domains.phrases.clause import Clause, VerbKind, clause_of
from plancritic.domains.phrases.english import (
    AUXILIARIES,
    BE,
    COORDINATORS,
    DETERMINERS,
    DO,
    HAVE,
    NEGATIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
)
from plancritic.domains.phrases.places import PLACE, Placed
from plancritic.english.forms import indefinite, is_participle, third_person

_POSITIVE = {"nobody": "somebody", "nothing": "something", "none": "one", "nowhere": "somewhere"}
_NEGATIVE = {"somebody": "nobody", "someone": "nobody", "something": "nothing", "somewhere": "nowhere"}
#: What goes with a negation: "does not hold any", "is not used any more".
_WITH_NEGATION = {
    **{"any": "some", "anything": "something", "anybody": "somebody", "anyone": "someone", "anywhere": "somewhere"},
    "ever": None,
}


#: Of "every", "all" and the like the denial is about how many.
_ALL = {"every": "every", "each": "every", "all": "all", "both": "both", "only": "only"}
#: What something is that must not be, or may not be, where this is denied.
_ALLOWED = {"must": "may", "may": "may", "should": "may"}


def denied(clause: Clause) -> Clause | None:
    """Return the clause that is true where this one is false, without a double negation; None where none is found.

    A clause that joins two statements has none: its denial would have to say which of them fails. One in the past has
    one only where a word is exchanged ("nobody dug" of "somebody dug").
    """
    if clause.negatives:
        return _affirmed(clause)
    if clause.is_coordinated:
        return None
    # The base form of a verb in the past would have to be known: "did not bring".
    return _without_indefinite(clause) or (None if clause.kind == "past" else _with_not(clause))


def has_indefinite_subject(clause: Clause) -> bool:
    """Return whether the subject is some thing or other: denied it becomes "no", not "not"."""
    return _without_indefinite(clause) is not None


def _with_not(clause: Clause) -> Clause:
    plain = clause.without_tense_adverbs
    before, after = plain.before, plain.after
    if ("still" in clause.before) or ("still" in clause.after):
        after = (*after, "any", "more")
    if before and before[0].lower() in _ALL:
        return replace(clause, before=("not", _ALL[before[0].lower()], *before[1:]), after=after)
    if clause.verb in ("must", "shall"):
        return replace(clause, before=before, verb="need", after=("not", *after))
    if clause.verb == "can":
        return replace(clause, before=before, verb="cannot", after=after)
    if clause.kind in ("be", "modal", "do") or clause.is_perfect:
        return replace(clause, before=before, after=("not", *after))
    auxiliary = {"has": "does", "had": "did"}.get(clause.verb, "does" if clause.kind == "third" else "do")
    base = "have" if clause.kind == "have" else clause.base
    return Clause(before, auxiliary, ("not", base, *after), "do")


def _without_indefinite(clause: Clause) -> Clause | None:
    """Return "no reader has asked" of "a reader has asked", "there is no food" of "there is food"."""
    words = [each.lower() for each in clause.before]
    if words == ["there"] and clause.kind == "be":
        after = clause.after
        if after and after[0].lower() in ("a", "an", "some", "one"):
            return replace(clause, after=("no", *after[1:]))
        if after and after[0].isalpha() and after[0].lower() not in DETERMINERS | PRONOUNS | PREPOSITIONS:
            return replace(clause, after=("no", *after))
        return _swapped_first(clause, after)
    if words and words[0] in _NEGATIVE:
        return replace(clause, before=(_NEGATIVE[words[0]], *clause.before[1:]))
    if len(words) > 1 and words[0] in ("a", "an", "some") and not any(map(PLACE.fullmatch, words[:2])):
        return replace(clause, before=("no", *clause.before[1:]))
    return None


def _swapped_first(clause: Clause, after: Sequence[str]) -> Clause | None:
    """Return "there is nothing in" of "there is something in"."""
    if after and after[0].lower() in _NEGATIVE:
        return replace(clause, after=(_NEGATIVE[after[0].lower()], *after[1:]))
    return None


def _affirmed(clause: Clause) -> Clause | None:
    """Return a clause with one negation without it."""
    found = [place for place, each in enumerate(clause.words) if each in NEGATIVES]
    if len(found) == 1 and (one_fails := _either(clause)) is not None:
        return one_fails
    if clause.is_coordinated:
        return None
    if clause.words[found[0]] == "neither" and found[0] == 0:
        if len(found) == 2 and clause.words[found[1]] == "nor" and found[1] < len(clause.before):
            return _plain_after(replace(clause, before=_or(clause.before)))
        return None
    if len(found) == 2 and found[0] == len(clause.before) + 1 and clause.after[0].lower() == "neither":
        either = tuple("or" if each.lower() == "nor" else each for each in clause.after[1:])
        return _plain_after(replace(clause, after=either)) if "or" in either else None
    if len(found) > 1:
        return None
    (place,) = found
    verb = len(clause.before)
    word = clause.words[place]
    if place < verb:
        before = _positive_phrase(clause.before, place)
        return None if before is None else _plain_after(replace(clause, before=before))
    if place == verb:
        return _plain_after(replace(clause, verb="can")) if word == "cannot" else None
    here = place - verb - 1
    if here == 0 and word == "not":
        rest = clause.after[1:]
        if clause.kind == "do" and rest:
            third = third_person(rest[0]) if clause.verb == "does" else rest[0]
            return _plain_after(Clause(clause.before, third, tuple(rest[1:]), "third"))
        return _plain_after(replace(clause, verb=_ALLOWED.get(clause.verb, clause.verb), after=rest))
    if any(each.lower() in RELATIVES for each in clause.after[:here]):
        return None
    after = _positive_phrase(clause.after, here)
    return None if after is None else _plain_after(replace(clause, after=after))


def _either(clause: Clause) -> Clause | None:
    """Return "is not clean, or dough lies on it" of "is clean, and no dough lies on it".

    None where no second statement that is denied follows a first one that is not.
    """
    places = [place for place, each in enumerate(clause.after) if each.lower() == "and"]
    for place in places:
        first, second = clause.after[:place], clause.after[place + 1 :]
        while first and first[-1] == ",":
            first = first[:-1]
        one = replace(clause, after=first)
        if one.negatives or not second or one.is_coordinated or one.kind == "past":
            continue
        if clause.kind == "be" and second[0].lower() == "not":
            # "are weighed and not kneaded yet"
            second = (clause.verb, *second)
        said = _without_subject(second) or clause_of(Placed(second))
        other = None if said is None or not said.negatives or said.is_coordinated else _affirmed(said)
        if other is not None:
            plain = _with_not(one)
            return replace(plain, after=(*plain.after, ",", "or", *other.before, other.verb, *other.after))
    return None


def _without_subject(words: Sequence[str]) -> Clause | None:
    """Return the clause "has not been burnt", which has no subject of its own."""
    verb = words[0].lower()
    kind: VerbKind = "be" if verb in BE else "have" if verb in HAVE else "do" if verb in DO else "modal"
    is_denied = verb in AUXILIARIES and [each.lower() for each in words[1:2]] == ["not"]
    return Clause((), verb, tuple(words[1:]), kind) if is_denied else None


def _plain_after(clause: Clause) -> Clause:
    """Return a clause without the words that go with a negation ("yet", "any more")."""
    after = list(clause.after)
    kept: list[str] = []
    place = 0
    while place < len(after):
        word = after[place].lower()
        following = after[place + 1].lower() if place + 1 < len(after) else ""
        if word == "yet" or (word == "any" and following in ("more", "longer")):
            place += 1 if word == "yet" else 2
            continue
        if word == "anymore":
            place += 1
            continue
        changed = _WITH_NEGATION.get(word, after[place])
        kept += [] if changed is None else [changed]
        place += 1
    return replace(clause, after=tuple(kept))


def _positive_phrase(words: Sequence[str], place: int) -> tuple[str, ...] | None:
    """Return words in which the negative word at a place says the contrary."""
    word = words[place].lower()
    if word in _POSITIVE:
        return (*words[:place], _POSITIVE[word], *words[place + 1 :])
    if word != "no":
        return None
    rest = words[place + 1 :]
    noun: list[str] = []
    for each in rest:
        low = each.lower()
        if not low[:1].isalpha() or low in PREPOSITIONS | AUXILIARIES | RELATIVES | COORDINATORS | PRONOUNS | {"to"}:
            break
        if noun and (low.endswith("ly") or is_participle(low) or low in ("yet", "right", "left", "there", "here")):
            break
        noun.append(each)
    if noun and noun[0].lower() == "one":
        return (*words[:place], "somebody", *rest[1:])
    if not noun or noun[0].lower() in ("longer", "more"):
        return None
    return (*words[:place], *indefinite(" ".join(noun)).split(), *rest[len(noun) :])


def _or(words: Sequence[str]) -> tuple[str, ...]:
    return tuple("or" if each.lower() == "nor" else each for each in words[1:])
