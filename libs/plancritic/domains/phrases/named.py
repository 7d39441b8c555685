"""What the name of a predicate says, as sentences: a guess, where nobody has written what it means."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.domains.phrases.english import PREPOSITIONS
from plancritic.domains.phrases.forms import Forms
from plancritic.domains.phrases.identifiers import without_names, words_of
from plancritic.english.forms import base_form, is_gerund, is_participle, is_third_person, third_person
from plancritic.english.lists import enumerated

#: Participles of what is in something else, not connected to it.
_CONTAINED = frozenset(
    {
        "loaded",
        "stored",
        "parked",
        "packed",
        "inserted",
        "kept",
        "placed",
        "contained",
        "installed",
        "located",
        "planted",
    }
)


def named_forms(name: str, types: Sequence[Sequence[str]], at_place: bool = False) -> Forms:
    """Return the sentences that a predicate's name makes; `types` are those of its parameters.

    `at_place` where the second of two parameters is a place.
    """
    alike = len(types) == 2 and types[0] == types[1]
    words = words_of(name) or (name,)
    if words[0] == "is":
        words = without_names(words, (each for some in types for each in some))
    return _forms(words or ("so",), len(types), alike, at_place)


def _forms(words: Sequence[str], arity: int, alike: bool, at_place: bool) -> Forms:
    """`alike` where the two things are of one type, `at_place` where the second is a place."""
    said = " ".join(words)
    if arity == 0:
        return _said_of_it(said, "is so", "is not so", "is never so", "is ever so")
    if arity > 2:
        over = enumerated([f"{{{place}}}" for place in range(arity)])
        verbs = (f"{verb} of {over}" for verb in ("holds", "does not hold", "never holds", "ever holds"))
        return _said_of_it(said, *verbs)
    second = " {1}" if arity == 2 else ""
    if words[0] == "can":
        rest = f"{' '.join(words[1:]) or 'be used'}{second}"
        return _said_of_it("{0}", f"can {rest}", f"cannot {rest}", f"can never {rest}", f"can ever {rest}")
    if _is_verb(words):
        verb, rest = base_form(words[0]), " ".join(words[1:])
        phrase = " ".join(filter(None, (verb, rest, "at" if at_place and not rest else "")))
        tail = f"{phrase.removeprefix(verb)}{second}"
        third = f"{third_person(verb)}{tail}"
        return _said_of_it("{0}", third, f"does not {verb}{tail}", f"never {third}", f"ever {third}", phrase, second)
    state = _state(words, arity)
    if state is not None:
        tail = f"{state}{second}"
        be = (f"is {tail}", f"is not {tail}", f"is never {tail}", f"is ever {tail}")
        if state.startswith("not "):
            without = tail.removeprefix("not ")
            be = (
                f"is not {without}",
                f"is {without}",
                f"is {without} all the time",
                f"is ever without being {without}",
            )
        return _said_of_it("{0}", *be, f"be {state}", second)
    if alike:
        ways = f"{said} from {{0}} to {{1}}"
        return _said_of_it("there", f"is a {ways}", f"is no {ways}", f"is never a {ways}", f"is ever a {ways}")
    return _said_of_it(f"the {said} of {{0}}", "is {1}", "is not {1}", "is never {1}", "is ever {1}")


def _said_of_it(
    subject: str, holds: str, fails: str, never: str, ever: str, phrase: str = "", second: str = ""
) -> Forms:
    said = f"{subject} {holds}"
    starts, stops = _changes(said, phrase, second)
    return Forms(said, f"{subject} {fails}", starts, stops, f"{subject} {never}", f"{subject} {ever}", phrase)


def _is_verb(words: Sequence[str]) -> bool:
    return words[0] in ("has", "have") or (is_third_person(words[0]) and words[0] not in PREPOSITIONS)


def _state(words: Sequence[str], arity: int) -> str | None:
    """What follows "is" in the predicate's sentence; None where its name is, of two things, a noun."""
    said = " ".join(words)
    if words[0] in ("is", "be") and len(words) > 1:
        return " ".join(words[1:])
    if arity == 1 or words[-1] in PREPOSITIONS or is_gerund(words[0]) or said == "on board":
        return said
    if not is_participle(words[-1]):
        return None
    return f"{said} in" if words[-1] in _CONTAINED else f"{said} to"


def _changes(holds: str, phrase: str, second: str) -> tuple[str, str]:
    """The change into the state and out of it: "comes to be at", "ceases to be at"."""
    if not phrase:
        return f"it comes about that {holds}", f"it is no longer so that {holds}"
    return f"{{0}} comes to {phrase}{second}", f"{{0}} ceases to {phrase}{second}"
