"""What a reader network is given: a text's tokens, the items of its problem, and how they are related.

Tokens, predicates, objects, sets and times of a text are the rows of one table. `relations` says how each row is
related to each other one: a token names an object, a verb tells of a predicate, an object is in a set, two objects are
in one fact that is true at first (relation-aware encoding, Wang et al. 2020). So words of a domain enter by its
`context.yaml` alone, and the state in which the plan begins by the problem: "the van at the market" is a van by a fact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.inputs import Arrays, passages
from plancritic.adherence.mentions import GROUP, NAME, ROLE, MentionFinder, Mentions
from plancritic.embedding import Encoder
from plancritic.pddl.language import Atom, conjuncts
from plancritic.reading.relations import RELATIONS, Relation
from plancritic.reading.said import PredicateWords, said_times
from plancritic.reading.vocabulary import TIMES, Vocabulary, vocabulary_of
from plancritic.reading.writing import Mentioned
from plancritic.wording import Lexicon

#: Tokens of a text that are read.
MOST_TOKENS = 192


class Kind(IntEnum):
    """What a row of the table is."""

    TOKEN = 0
    PREDICATE = auto()
    OBJECT = auto()
    SET = auto()
    #: The first time of the text; the others follow.
    TIME = auto()


#: How many kinds there are.
KINDS = Kind.TIME + TIMES
#: What is known of a row by itself: named in the text, the only object of its type, in the goal, a predicate that
#: holds of something at first.
MARKS = ("named", "alone", "wanted", "at first")


@dataclass(frozen=True, slots=True)
class TextInput:
    """A text: `tokens` (length, dimensions), `marks` (rows, MARKS), `relations` (rows, rows), `times` it speaks of."""

    tokens: NDArray[np.float32]
    marks: NDArray[np.float32]
    relations: NDArray[np.uint8]
    times: tuple[float, ...]
    mentioned: Mentioned


class ProblemInput:
    """Reads texts about one problem. Thread-safe, if the encoder is."""

    def __init__(self, lexicon: Lexicon, encoder: Encoder) -> None:
        self.lexicon = lexicon
        self.vocabulary: Vocabulary = vocabulary_of(lexicon)
        self._encoder = encoder
        self._finder = MentionFinder(lexicon)
        self._verbs = PredicateWords(lexicon, self.vocabulary)
        phrases = _phrases(lexicon, self.vocabulary)
        vectors = encoder.encode([text for pair in phrases for text in pair])
        nothing = np.zeros((TIMES, encoder.dimensions), dtype=np.float32)
        #: Vectors (items, dimensions) of what each item is called, and of what it is called besides.
        self.called = np.concatenate([vectors[::2], nothing])
        self.besides = np.concatenate([vectors[1::2], nothing])
        self.kinds = _kinds(self.vocabulary)
        self._marks = _marks(lexicon, self.vocabulary)
        self._among = _relations_of_items(self.vocabulary, _state(lexicon))

    def read(self, texts: Sequence[str]) -> list[TextInput]:
        """Return the texts' inputs, in their order."""
        return [
            self._read(text, encoded.vectors[:MOST_TOKENS], encoded.offsets[:MOST_TOKENS])
            for text, encoded in zip(texts, self._encoder.encode_tokens(texts), strict=True)
        ]

    def with_places_exchanged(self, text: TextInput, names: Mapping[str, str]) -> TextInput:
        """Return the text as it is read where things have changed places: by its name what stands where a thing stood.

        What held of a thing at first, and what the goal wants of it, holds of the other one.
        """
        length = len(text.tokens)
        relations, marks = text.relations.copy(), text.marks.copy()
        facts, wanted = (
            [replace(atom, arguments=tuple(names.get(each, each) for each in atom.arguments)) for atom in atoms]
            for atoms in _state(self.lexicon)
        )
        relations[length:, length:] = _relations_of_items(self.vocabulary, (facts, wanted))
        first = self.vocabulary.first_object
        for row, name in enumerate(self.vocabulary.objects):
            marks[length + first + row, 2] = float(any(name in atom.arguments for atom in wanted))
        return replace(text, relations=relations, marks=marks)

    def _read(self, text: str, vectors: NDArray[np.float32], offsets: Sequence[tuple[int, int]]) -> TextInput:
        found = self._finder.find(text)
        times = said_times(text, found, self.lexicon.time)[:TIMES]
        starts, stops = np.array(offsets, dtype=np.int64).reshape(-1, 2).T
        length, items = len(starts), self.vocabulary.count
        relations = np.zeros((length + items, length + items), dtype=np.uint8)
        relations[:length, :length] = _among_tokens(text, starts)
        relations[length:, length:] = self._among
        marks = np.concatenate([np.zeros((length, len(MARKS)), dtype=np.float32), self._marks])

        def relate(start: int, stop: int, item: int, relation: Relation) -> None:
            inside = np.flatnonzero((starts < stop) & (stops > start))
            relations[inside, length + item] = relation
            relations[length + item, inside] = relation + RELATIONS
            if relation in (Relation.NAMED, Relation.NAMED_SET, Relation.TIMED):
                marks[[*inside, length + item], 0] = 1.0

        for start, stop, predicate, relation in self._verbs.find(text):
            relate(start, stop, predicate, relation)
        for mention in sorted(found.objects, key=lambda each: -each.kind):
            for name in mention.objects:
                item = self.vocabulary.first_object + self.vocabulary.row[name]
                relate(mention.start, mention.stop, item, _RELATION_OF[mention.kind])
            if mention.kind == GROUP:
                members = tuple(sorted(self.vocabulary.row[name] for name in mention.objects))
                for number, each in enumerate(self.vocabulary.sets):
                    if each.members == members:
                        relate(mention.start, mention.stop, self.vocabulary.first_set + number, Relation.NAMED_SET)
        for number, time in enumerate(times):
            relate(time.start, time.stop, self.vocabulary.first_time + number, Relation.TIMED)
        amounts = tuple(time.amount for time in times)
        return TextInput(vectors, marks, relations, amounts, _mentioned(amounts, found, self.vocabulary))


def text_arrays(texts: Sequence[tuple[ProblemInput, TextInput]]) -> Arrays:
    """Return texts, each with its problem, as arrays of one length.

    `tokens` (texts, length, dimensions), `called` and `besides` (texts, items, dimensions), `kinds` (texts, length +
    items), `marks` (texts, length + items, MARKS), `relations` (texts, length + items, length + items), `present`
    (texts, length + items) 0 for padding. Items follow the tokens.
    """
    length = max(len(text.tokens) for _, text in texts)
    items = max(problem.vocabulary.count for problem, _ in texts)
    dimensions = texts[0][1].tokens.shape[1]
    count, rows = len(texts), length + items
    found: Arrays = {
        "tokens": np.zeros((count, length, dimensions), dtype=np.float32),
        "called": np.zeros((count, items, dimensions), dtype=np.float32),
        "besides": np.zeros((count, items, dimensions), dtype=np.float32),
        "kinds": np.zeros((count, rows), dtype=np.int64),
        "marks": np.zeros((count, rows, len(MARKS)), dtype=np.float32),
        "relations": np.zeros((count, rows, rows), dtype=np.int64),
        "present": np.zeros((count, rows), dtype=np.float32),
    }
    for number, (problem, text) in enumerate(texts):
        own, of_problem = len(text.tokens), problem.vocabulary.count
        at = np.concatenate([np.arange(own), length + np.arange(of_problem)])
        found["tokens"][number, :own] = text.tokens
        found["called"][number, :of_problem] = problem.called
        found["besides"][number, :of_problem] = problem.besides
        found["kinds"][number, length : length + of_problem] = problem.kinds
        found["marks"][number, at] = text.marks
        found["relations"][number][np.ix_(at, at)] = text.relations
        found["present"][number, at] = 1.0
        # A time that the text does not speak of is no row.
        first = length + problem.vocabulary.first_time
        found["present"][number, first + len(text.times) : length + of_problem] = 0.0
    return found


_RELATION_OF = {NAME: Relation.NAMED, ROLE: Relation.BY_ROLE, GROUP: Relation.BY_GROUP}
_PLACES = (Relation.FIRST_PLACE, Relation.SECOND_PLACE, Relation.FURTHER_PLACE)
_PLACES_AT_FIRST = (
    Relation.FIRST_PLACE_AT_FIRST,
    Relation.SECOND_PLACE_AT_FIRST,
    Relation.FURTHER_PLACE_AT_FIRST,
)


def _phrases(lexicon: Lexicon, vocabulary: Vocabulary) -> list[tuple[str, str]]:
    """What each item but the times is called, and what it is called besides."""
    found: list[tuple[str, str]] = []
    for name in vocabulary.predicates:
        parameters = lexicon.problem.domain.predicates[name]
        words = {n: f"the {' or '.join(lexicon.noun(t) for t in each.types)}" for n, each in enumerate(parameters)}
        atom = Atom(name, tuple("?" for _ in parameters))
        found.append(
            (
                f"{lexicon.fact(atom, 'holds', words)}; {lexicon.fact(atom, 'starts', words)}",
                f"{lexicon.fact(atom, 'fails', words)}; {lexicon.fact(atom, 'stops', words)}",
            )
        )
    for name, type_name in zip(vocabulary.objects, vocabulary.types, strict=True):
        entry = lexicon.type_entry(type_name)
        nouns = "thing" if entry is None else ", ".join((entry.singular, *entry.synonyms[:3]))
        synonyms = [each for each in lexicon.synonyms(name) if each.lower() not in lexicon.name(name).lower()]
        found.append((lexicon.name(name), ", ".join((nouns, *synonyms[:3]))))
    for each in vocabulary.sets:
        found.append((each.nouns[0], ", ".join(each.nouns[1:5]) or each.nouns[0]))
    return found


def _kinds(vocabulary: Vocabulary) -> NDArray[np.int64]:
    counts = (len(vocabulary.predicates), len(vocabulary.objects), len(vocabulary.sets))
    named = np.repeat(np.array((Kind.PREDICATE, Kind.OBJECT, Kind.SET), dtype=np.int64), counts)
    return np.concatenate([named, Kind.TIME + np.arange(TIMES, dtype=np.int64)])


def _marks(lexicon: Lexicon, vocabulary: Vocabulary) -> NDArray[np.float32]:
    """What is known of items without a text (items, MARKS)."""
    found = np.zeros((vocabulary.count, len(MARKS)), dtype=np.float32)
    _, wanted = _state(lexicon)
    for row, type_name in enumerate(vocabulary.types):
        item = vocabulary.first_object + row
        found[item, 1] = float(vocabulary.types.count(type_name) == 1)
        found[item, 2] = float(any(vocabulary.objects[row] in atom.arguments for atom in wanted))
    for row, name in enumerate(vocabulary.predicates):
        found[row, 2] = float(any(atom.predicate == name for atom in wanted))
        found[row, 3] = float(any(atom.predicate == name for atom in lexicon.problem.facts))
    return found


def _state(lexicon: Lexicon) -> tuple[list[Atom], list[Atom]]:
    """The facts that are true at first, and those that the goal wants."""
    wanted = [each for each in conjuncts(lexicon.problem.goal) if isinstance(each, Atom)]
    return sorted(lexicon.problem.facts, key=str), wanted


def _relations_of_items(vocabulary: Vocabulary, state: tuple[Sequence[Atom], Sequence[Atom]]) -> NDArray[np.uint8]:
    count, first_object = vocabulary.count, vocabulary.first_object
    facts, wanted = state
    found = np.zeros((count, count), dtype=np.uint8)

    def relate(one: int, other: int, relation: Relation) -> None:
        found[one, other] = relation
        found[other, one] = relation + RELATIONS

    def relate_arguments(atom: Atom, relation: Relation) -> None:
        rows = [vocabulary.row[each] for each in atom.arguments if each in vocabulary.row]
        for one, other in combinations(dict.fromkeys(rows), 2):
            relate(first_object + one, first_object + other, relation)

    # Of several facts with the same objects one that changes says more.
    changing = [atom.predicate in vocabulary.predicate_row for atom in facts]
    for atom, changes in zip(facts, changing, strict=True):
        if not changes:
            relate_arguments(atom, Relation.LASTING)
    for atom in wanted:
        relate_arguments(atom, Relation.WANTED)
    for atom, changes in zip(facts, changing, strict=True):
        if changes:
            relate_arguments(atom, Relation.AT_FIRST)
    np.fill_diagonal(found, Relation.SAME)
    for row, places in enumerate(vocabulary.admitted):
        for place, admitted in reversed(list(enumerate(places))):
            relation = _PLACES[min(place, len(_PLACES) - 1)]
            for each in admitted:
                relate(row, first_object + each, relation)
    for atom, changes in zip(facts, changing, strict=True):
        for place, name in reversed(list(enumerate(atom.arguments)) if changes else []):
            relation = _PLACES_AT_FIRST[min(place, len(_PLACES_AT_FIRST) - 1)]
            relate(vocabulary.predicate_row[atom.predicate], first_object + vocabulary.row[name], relation)
    for number, several in enumerate(vocabulary.sets):
        for member in several.members:
            relate(first_object + member, vocabulary.first_set + number, Relation.MEMBER)
    return found


def _among_tokens(text: str, starts: NDArray[np.int64]) -> NDArray[np.uint8]:
    length = len(starts)
    distance = np.arange(length)[None, :] - np.arange(length)[:, None]
    steps = np.clip(np.abs(distance), 0, 4)
    names = np.array([Relation.SAME, Relation.NEXT, Relation.SECOND_NEXT, Relation.THIRD_NEXT, Relation.LATER])
    found = names[steps] + np.where(distance < 0, RELATIONS, 0)
    passage = passages(text, starts)
    apart = passage[:, None] != passage[None, :]
    far = (steps == 4) & apart
    return np.where(far, Relation.OTHER_SENTENCE + np.where(distance < 0, RELATIONS, 0), found).astype(np.uint8)


def _mentioned(times: tuple[float, ...], found: Mentions, vocabulary: Vocabulary) -> Mentioned:
    """The times, and where each object is first named, itself and in a group."""
    places: dict[int, int] = {}
    groups: dict[int, int] = {}
    for mention in found.objects:
        for name in mention.objects:
            (groups if mention.kind == GROUP else places).setdefault(vocabulary.row[name], mention.start)
    return Mentioned(times, places, groups)
