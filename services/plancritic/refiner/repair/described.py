"""How strongly the words of an action mention a literal: what a description says outweighs what it is silent about.

Words are compared, not understood: which of two blocks is meant is not told apart, so that the support is one of a
predicate in a role. A description in one short sentence says little, and counts little.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.phrases.english import (
    AUXILIARIES,
    COORDINATORS,
    DETERMINERS,
    NEGATIVES,
    PRONOUNS,
    RELATIVES,
)
from plancritic.domains.phrases.identifiers import words_of
from plancritic.pddl.language import read_one
from plancritic.refiner.repair.schemas import Frame, Lifted, Schema

#: A sentence that begins so, or has such a word in it, tells what is so afterwards.
_AFTERWARDS = re.compile(
    r"^(afterwards?|after that|result|as a result|now|then|hence)\b|\b(then|afterwards|any more|no longer|becomes?)\b",
    re.I,
)
_PART = re.compile(r"\s*(?:[,;:()]|\b(?:and|but|or)\b|\b(?=nor\b))\s*", re.I)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*", re.I)
_DENIAL = re.compile(r"\b(?:any more|any longer|anymore)\b", re.I)
#: Of the first sentence, which says what is done, half is about the result.
_FIRST = 0.5
#: Natural logarithm of how much likelier a literal is where the words mention it fully, and where they are silent.
#: Measured on the 30 domains of the schema library's corpus and the benchmark's eight: a support of 0.8 or more is 6.4
#: times as frequent with literals that are there as with others, silence a tenth as frequent.
MENTIONED, SILENT = 1.8, -2.3
#: So many sentences say something about every condition and effect.
_FULL = 3


class Support(NamedTuple):
    """How strongly words mention a literal in each role of a schema: 0 is silence, 1 all that its meaning says."""

    needs: float = 0.0
    forbids: float = 0.0
    adds: float = 0.0
    deletes: float = 0.0


class _Part(NamedTuple):
    """A stretch of a sentence: its words, whether it denies them, and how far it is about conditions and effects."""

    words: frozenset[str]
    denies: bool
    condition: float
    effect: float


@dataclass(frozen=True)
class _Predicate:
    """The words of a predicate with their weights; `denies`: its name does ("not-boarded")."""

    name: str
    weights: Mapping[str, float]
    denies: bool


class DescribedLiterals:
    """The words of a description, held against the literals of its actions."""

    def __init__(self, frame: Frame, description: DomainDescription) -> None:
        """Read the words of the actions and predicates that the frame has; both registers count."""
        predicates = _predicates(description)
        texts = {name.lower(): (each.detailed, each.layman) for name, each in description.actions.items()}
        self._supports: list[dict[str, Support]] = []
        #: Action by action, how much the words say: 0 nothing, 1 as much as a full description.
        self.told: list[float] = []
        for name in frame.names:
            said = [each for each in texts.get(name, ()) if each]
            parts = [part for text in said for part in _parts(text)]
            self._supports.append({each.name: _support(each, parts) for each in predicates})
            sentences = max((len(_sentences(each)) for each in said), default=0)
            self.told.append(min(1.0, sentences / _FULL))

    def support(self, action: int, atom: Lifted) -> Support:
        """Return how strongly the words of an action mention a literal over its parameters."""
        return self._supports[action].get(str(atom[0]), Support())

    def odds(self, action: int, role: int, atom: Lifted) -> float:
        """Return what the words say for a literal in a role (a field of `Schema`): natural logarithm of odds.

        Linear between silence and full support; nothing where an action is not described.
        """
        return self.told[action] * (SILENT + (MENTIONED - SILENT) * self.support(action, atom)[role])

    def against(self, action: int, before: Schema, after: Schema) -> float:
        """Return what the words say against a change: for what goes, against what comes (natural logarithm of odds)."""
        total = 0.0
        for role, (old, new) in enumerate(zip(before, after, strict=True)):
            total += sum(self.odds(action, role, atom) for atom in old - new)
            total -= sum(self.odds(action, role, atom) for atom in new - old)
        return total


def _predicates(description: DomainDescription) -> list[_Predicate]:
    """Return the predicates; a word that several of them have weighs less."""
    words: dict[str, frozenset[str]] = {}
    denies: dict[str, bool] = {}
    kinds = {lemma(word) for declared in description.types for word in words_of(declared.partition(" - ")[0])}
    for declared, meaning in description.predicates.items():
        group = read_one(declared, "description")
        own = words_of(group.head)
        parameters = {each.lower() for each in re.findall(r"\?([\w-]+)", declared)}
        said = [each for each in _WORD.findall(meaning.lower()) if each not in parameters]
        words[group.head] = frozenset(_lemmas([*own, *said])) - kinds | frozenset(_lemmas(own))
        denies[group.head] = bool({"not", "no", "non"} & set(own))
    often = Counter(word for each in words.values() for word in each)
    return [
        _Predicate(
            name,
            # A word of the name is what a description says when it speaks of the predicate.
            {word: (2.0 if word in _lemmas(words_of(name)) else 1.0) / often[word] for word in each},
            denies[name],
        )
        for name, each in words.items()
    ]


def _support(predicate: _Predicate, parts: Iterable[_Part]) -> Support:
    best: dict[tuple[bool, bool], float] = {}
    total = sum(predicate.weights.values())
    for part in parts:
        if predicate.name in part.words and "-" in predicate.name:
            found, denied = 1.0, part.denies and not predicate.denies
        else:
            found = sum(weight for word, weight in predicate.weights.items() if word in part.words) / (total or 1.0)
            denied = part.denies != predicate.denies
        for is_effect, share in ((False, part.condition), (True, part.effect)):
            key = (is_effect, denied)
            best[key] = max(best.get(key, 0.0), min(1.0, 2 * found) * share)
    return Support(*(best.get(key, 0.0) for key in ((False, False), (False, True), (True, False), (True, True))))


def _parts(text: str) -> Iterator[_Part]:
    for number, sentence in enumerate(_sentences(text)):
        is_after = _AFTERWARDS.search(sentence) is not None
        neither = False
        for stretch in _PART.split(sentence):
            words = [each.lower() for each in _WORD.findall(stretch)]
            if not words:
                continue
            neither = "neither" in words or (neither and "nor" in words)
            denies = bool(NEGATIVES & set(words)) or _DENIAL.search(stretch) is not None
            condition, effect = (0.0, 1.0) if is_after else (1.0, _FIRST if number == 0 else 0.0)
            yield _Part(frozenset(words) | frozenset(_lemmas(words)), denies, condition, effect)


def _sentences(text: str) -> list[str]:
    return [each for each in re.split(r"(?<=[.!])\s+", " ".join(text.split())) if each]


_FUNCTION_WORDS = AUXILIARIES | COORDINATORS | DETERMINERS | NEGATIVES | PRONOUNS | RELATIVES


def _lemmas(words: Iterable[str]) -> set[str]:
    return {lemma(each) for each in words if each not in _FUNCTION_WORDS and len(each) > 1}


def lemma(word: str) -> str:
    """Return the stem that forms of a word share: "hold" of "holds", "holding", "held" only by a list of its own."""
    word = _IRREGULAR.get(word, word)
    for ending in ("ing", "ies", "ied", "es", "ed", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) > 2 and not word.endswith("ss"):
            word = f"{word[: -len(ending)]}{'y' if ending in ('ies', 'ied') else ''}"
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word.removesuffix("e")


_IRREGULAR = {
    **{"held": "hold", "stood": "stand", "lain": "lie", "lying": "lie", "lies": "lie", "eaten": "eat", "gone": "go"},
    **{"goes": "go", "left": "leave", "put": "put", "taken": "take", "got": "get", "kept": "keep", "worn": "wear"},
    **{
        "built": "build",
        "broken": "break",
        "bought": "buy",
        "sent": "send",
        "met": "meet",
        "lit": "light",
        "higher": "high",
    },
    **{"lower": "low", "sat": "sit", "driven": "drive", "done": "do", "made": "make", "cut": "cut", "shut": "shut"},
}
