"""What a text says by its words alone: times, and verbs that tell of a predicate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from plancritic.adherence.durations import Time, TimeReader
from plancritic.adherence.mentions import Mentions
from plancritic.adherence.tokens import Word, words_of
from plancritic.domains import TimeUnit
from plancritic.pddl.language import LARGEST
from plancritic.reading.relations import Relation
from plancritic.reading.vocabulary import Vocabulary
from plancritic.wording import Lexicon

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {"first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine",
             "twelfth": "twelve"}  # fmt: skip
_UNITS = {name: float(number) for number, name in enumerate(_ONES)}
_TEN_TIMES = {name: 10.0 * number for number, name in enumerate(_TENS, start=2)}
#: Words beside which "one", "first" and "second" may be a time.
_BESIDE = frozenset(("from", "to", "until", "till", "by", "at", "after", "before", "between", "through"))
#: Words that tell nothing by themselves.
_EMPTY = frozenset((
    "be", "is", "are", "get", "have", "has", "to", "of", "at", "in", "on", "the", "a", "an", "for", "with", "by", "up",
    "off", "out", "into", "from", "it", "do", "go", "come", "take", "put", "make", "keep", "stay", "been", "away",
))  # fmt: skip


def said_times(text: str, found: Mentions, unit: TimeUnit) -> list[Time]:
    """Return the times of a text in their order, and its other numbers that are of no name: any of them may be one."""
    words = words_of(text)
    named = [(mention.start, mention.stop) for mention in found.objects]
    free = [not any(word.start < stop and word.stop > start for start, stop in named) for word in words]
    times = TimeReader(unit).read(words, free, text)
    units = {unit.singular.split()[-1].lower(), unit.plural.split()[-1].lower(), "step", "steps"}
    at = 0
    while at < len(words):
        amount, used = _number(words, at)
        span = words[at : at + max(used, 1)]
        if used > 1:
            # "Twenty-fifth" is no twenty.
            times = [time for time in times if (time.start, time.stop) != (span[0].start, span[0].stop)]
        taken = any(span[0].start < time.stop and span[-1].stop > time.start for time in times)
        around = {words[n].text for n in (at - 1, at + used) if 0 <= n < len(words)}
        vague = span[0].text in ("one", "first", "second") and used == 1 and not around & (units | _BESIDE)
        if amount is not None and all(free[at : at + used]) and not taken and not vague:
            times.append(Time(span[0].start, span[-1].stop, amount))
        at += max(used, 1)
    # What is larger than a planner reads is no time.
    return sorted((time for time in times if time.amount <= LARGEST), key=lambda time: time.start)


def _number(words: Sequence[Word], at: int) -> tuple[float | None, int]:
    """The number that begins at a word, in digits or in words ("sixteenth"), and of how many words it is."""
    if words[at].text[0].isdecimal():
        return float(words[at].text), 1
    first = _cardinal(words[at].text)
    if first in _TEN_TIMES:
        following = _cardinal(words[at + 1].text) if at + 1 < len(words) else ""
        if 1.0 <= _UNITS.get(following, 0.0) <= 9.0:
            return _TEN_TIMES[first] + _UNITS[following], 2
        return _TEN_TIMES[first], 1
    return (_UNITS[first], 1) if first in _UNITS else (None, 0)


def _cardinal(word: str) -> str:
    if word in _ORDINALS:
        return _ORDINALS[word]
    if word.endswith("tieth"):
        return f"{word[:-4]}y"
    return word[:-2] if word.endswith("th") and word[:-2] in _UNITS else word


class PredicateWords:
    """The verbs of a problem's predicates, found in texts by their stems."""

    def __init__(self, lexicon: Lexicon, vocabulary: Vocabulary) -> None:
        self._phrases: list[tuple[tuple[str, ...], int, Relation]] = []
        self._hints: dict[str, set[int]] = {}
        for row, name in enumerate(vocabulary.predicates):
            entry = lexicon.predicate(name)
            for verbs in (entry.verbs, entry.heard):
                for relation, phrases in (
                    (Relation.TOLD, (*verbs.holds, *verbs.starts)),
                    (Relation.DENIED, (*verbs.fails, *verbs.stops)),
                ):
                    for phrase in phrases:
                        self._add(phrase, row, relation)

    def _add(self, phrase: str, row: int, relation: Relation) -> None:
        stems = tuple(stem(word.text) for word in words_of(phrase))
        content = [each for each, word in zip(stems, words_of(phrase), strict=True) if word.text not in _EMPTY]
        if stems and stems[0] == "be" and len(stems) > 1:
            stems = stems[1:]
        if not content:
            return
        self._phrases.append((stems, row, relation))
        for each in content:
            self._hints.setdefault(each, set()).add(row)

    def find(self, text: str) -> Iterator[tuple[int, int, int, Relation]]:
        """Yield characters from, to, the predicate's row and what is said of it; whole phrases come last."""
        words = words_of(text)
        stems = [stem(word.text) for word in words]
        for word, each in zip(words, stems, strict=True):
            for row in sorted(self._hints.get(each, ())):
                yield word.start, word.stop, row, Relation.HINTED
        for phrase, row, relation in self._phrases:
            for at in _places(phrase, stems):
                yield words[at[0]].start, words[at[0]].stop, row, relation
                yield words[at[-1]].start, words[at[-1]].stop, row, relation


def _places(phrase: Sequence[str], stems: Sequence[str]) -> Iterator[list[int]]:
    """Yield where the words of a phrase stand in their order, at most three others between two of them."""
    for start, each in enumerate(stems):
        if each != phrase[0]:
            continue
        at = [start]
        for wanted in phrase[1:]:
            following = next((n for n in range(at[-1] + 1, min(len(stems), at[-1] + 5)) if stems[n] == wanted), None)
            if following is None:
                break
            at.append(following)
        if len(at) == len(phrase):
            yield at


_FORMS = {
    "be": "is are am was were been being", "bring": "brought", "come": "came", "do": "does did done doing",
    "drive": "drove driven", "feed": "fed", "fly": "flew flown", "get": "got gotten", "give": "gave given",
    "go": "goes went gone going", "have": "has had", "hold": "held", "keep": "kept", "leave": "left",
    "lie": "lay lies lying lain", "make": "made", "meet": "met", "run": "ran", "send": "sent", "sit": "sat",
    "stand": "stood", "stick": "stuck", "take": "took taken", "wear": "wore worn",
}  # fmt: skip
_IRREGULAR = {form: verb for verb, forms in _FORMS.items() for form in forms.split()}


def stem(word: str) -> str:
    """Return a word without its ending, crudely but alike for all forms of most verbs."""
    word = _IRREGULAR.get(word.lower(), word.lower())
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)] + ("y" if ending in ("ied", "ies") else "")
            break
    if re.search(r"([bdfgklmnprst])\1$", word) and len(word) > 3:
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
