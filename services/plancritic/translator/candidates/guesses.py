"""What a statement may mean at best, or beside its readings: weak guesses, for a search that has other evidence.

A guess is no reading. It comes from the worked examples of the domain's context and from single facts about what the
statement names, where the sentence encoder finds their words near the statement; for a statement without a reading also
from what the parser read in spite of its doubts. Whether one is worth anything is for whoever can look at plans (the
coordinator) to say.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise

import yaml
from pydantic import BaseModel, ConfigDict

from plancritic.contracts.translation import ReadingKind
from plancritic.domains import DomainBundle
from plancritic.mentions.compounds import CompoundNames
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.symbols import TIME, symbols_of
from plancritic.mentions.text import tokens, unread_text
from plancritic.pddl.grounding import ground_atoms
from plancritic.pddl.language import Atom, Constraint, ConstraintType, Not, parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.translator.candidates.offline import Parser
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.refusals.doubts import permits, question
from plancritic.translator.refusals.twists import unguessed
from plancritic.translator.sentences.speech import requested
from plancritic.wording import Lexicon, constraints_sentence

#: Guesses of one statement: each costs its search a plan.
MOST = 8
#: A guess that is right less often than this is not made. Of 68 statements with a meaning and no reading (those of the
#: suites, 42 worded ones on problem 4) 59 have a guess with it, and of 57 texts of tests/cases/guesses that ask for
#: nothing, or for something else altogether, 14; of 23 that ask for what no plan can do 14: those are close to wishes.
LEAST = 0.03
#: Facts about what is named that are near a statement, each asked for in the ways people ask for a fact.
_FACTS = 2
#: Words that say that something is wished for, whatever else the sentence looks like.
_WISH = re.compile(
    r"\b(must|should|shall|ought|needs?|needed|has to|have to|want|wish|please|insist|require[ds]?|make sure|ensure"
    r"|see to it|would like|i'd like|we'd like|had better|let's|don't|do not|never|kindly"
    r"|can (?:i|we) (?:also )?have)\b",
    re.IGNORECASE,
)
#: Words that tell of what was, beside those that no reading is made of (`speech`).
_ONCE = re.compile(r"\b(used to|formerly|(?:in|since) (?:1[5-9]|20)\d\d)\b", re.IGNORECASE)
_STEPS = re.compile(
    r"\b(steps?|actions?) (?:(?:number|no\.?|#) ?)?"
    r"(\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)"
    r"|#\d|(\d(?:st|nd|rd|th)?|\w+(?:th|rd|st)|second) (?:step|action)\b",
    re.IGNORECASE,
)


class Worth(BaseModel):
    """How often guesses of a kind are right: a line through points of nearness (or fit), flat beyond its ends."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    near: tuple[float, ...]
    right: tuple[float, ...]

    def of(self, nearness: float) -> float:
        """Return the share of guesses as near as this one that are right; 0 below the first point."""
        if nearness < self.near[0]:
            return 0.0
        at = bisect_right(self.near, nearness)
        if at == len(self.near):
            return self.right[-1]
        low, high = self.near[at - 1], self.near[at]
        return self.right[at - 1] + (nearness - low) / (high - low) * (self.right[at] - self.right[at - 1])


class Worths(BaseModel):
    """The worth of the three kinds of guesses (`guesses.yaml`, with where the numbers come from)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    doubted: Worth
    known: Worth
    fact: Worth


@cache
def shipped_worths() -> Worths:
    """Return the numbers that come with the translator."""
    text = resources.files("plancritic.translator").joinpath("guesses.yaml").read_text(encoding="utf-8")
    return Worths.model_validate(yaml.safe_load(text))


@dataclass(frozen=True)
class Guess:
    """What a statement may mean, with how often such a guess is right."""

    constraints: tuple[Constraint, ...]
    score: float
    kind: ReadingKind = "guess"


@dataclass(frozen=True)
class _Meaning:
    """A meaning that is known of the problem, and sentences that say it."""

    constraints: tuple[Constraint, ...]
    sentences: tuple[str, ...]

    @property
    def objects(self) -> frozenset[str]:
        return frozenset(name for c in self.constraints for atom in c.atoms() for name in atom.arguments)


class Guesser:
    """Guesses what statements about one problem may mean; without `retrieval` only by what the parser doubted."""

    def __init__(
        self, parser: Parser, words: Lexicon, bundle: DomainBundle, problem: str, retrieval: Retrieval | None
    ) -> None:
        self._parser = parser
        self._words = words
        self._retrieval = retrieval
        self._known = tuple(_known_meanings(bundle, problem))
        self._worths = shipped_worths()

    def guesses(self, statement: str, read: bool = False) -> tuple[Guess, ...]:
        """At most `MOST` guesses of different meanings, best first; none for what asks for nothing.

        None either for a statement that cannot be read, or about steps: what those come to depends on a plan that is
        not looked at here. What names times has no guess without them. The guesses of what has been `read` may be right
        as rarely as they like: that it asks for something is known.
        """
        if unread_text(statement) is not None:
            return ()
        asked = requested(statement)
        if _STEPS.search(statement) or unguessed(statement) is not None or not self._wishes(asked):
            return ()
        times = self._times(asked)
        reverses = self._parser.reverser(statement)
        best: dict[str, Guess] = {}
        for guess in self._all(asked):
            if not times <= {round(bound, 6) for each in guess.constraints for bound in each.bounds}:
                # What a statement bounds by a time it does not mean at any other.
                continue
            if reverses(guess.constraints):
                continue
            key = canonical_key(guess.constraints)
            if (read or guess.score >= LEAST) and (key not in best or guess.score > best[key].score):
                best[key] = guess
        # Of guesses that are right as often the nearer ones come first, as they were found.
        return tuple(sorted(best.values(), key=lambda guess: -guess.score)[:MOST])

    def _times(self, statement: str) -> frozenset[float]:
        """The times that a statement names, in the domain's unit; numbers of things and of names are none."""
        linker = self._parser.linker
        unit = linker.context.time
        items = linker.link(tokens(statement))
        # "Call it a day" names no time.
        ends = {item.start for item in items if item.has(Cue.END)}
        names = (unit.singular, unit.plural, *unit.abbreviations)
        symbols = CompoundNames(linker).compounds(symbols_of(items, names, unit.seconds, linker.world.places))
        return frozenset(round(s.value, 6) for s in symbols if s.text == TIME and ends.isdisjoint(s.starts))

    def _wishes(self, asked: str) -> bool:
        """Whether a statement asks for anything: it does not only tell, ask to be told or allow something."""
        items = self._parser.linker.link(tokens(asked))
        if not items or permits(items):
            # Whatever its words: "I don't mind whether it needs to" wishes for nothing.
            return False
        if self._is_foreign(items):
            return False
        # A question after the wish ("How copy?") takes nothing back.
        speaking = [sentence for sentence in _sentences(items) if any(item.senses for item in sentence)]
        tells = all(map(question, speaking)) or _ONCE.search(asked)
        return not tells or _WISH.search(asked) is not None

    def _is_foreign(self, items: tuple[Item, ...]) -> bool:
        """Whether most words are unknown, as in another language: its denials are not heard either."""
        linker = self._parser.linker
        said = [item for item in items if item.senses or item.text.isalpha()]
        return 2 * sum(map(linker.is_unknown, said)) > len(said)

    def _named(self, statement: str) -> frozenset[str]:
        """The objects that a statement is about, named one by one: a name that may be of others too is of none here.

        It is not about what stands after "except for".
        """
        items = [item for item in self._parser.linker.link(tokens(statement)) if item.senses]
        about = (item for item, before in zip(items, (None, *items), strict=False) if not _excepts(before))
        alone = [next(iter(each)) for item in about if len(each := {name.objects for name in item.named()}) == 1]
        return frozenset(objects[0] for objects in alone if len(objects) == 1)

    def _all(self, statement: str) -> Iterator[Guess]:
        for constraints, fit in self._parser.doubted(statement):
            yield Guess(constraints, round(self._worths.doubted.of(fit), 4), "doubt")
        yield from self._near_by(statement)

    def _near_by(self, statement: str) -> Iterator[Guess]:
        """Guesses that owe nothing to the grammar."""
        if self._retrieval is None:
            return
        named = self._named(statement)
        # A meaning that leaves out what the statement names is not what it means.
        known = [each for each in self._known if named <= each.objects]
        yield from self._near(statement, known, self._worths.known)
        yield from self._near(statement, self._facts(statement, named), self._worths.fact)

    def _near(self, statement: str, meanings: Sequence[_Meaning], worth: Worth) -> Iterator[Guess]:
        assert self._retrieval is not None, "only called with one"
        sentences = list(dict.fromkeys(sentence for each in meanings for sentence in each.sentences))
        cosine = dict(zip(sentences, self._retrieval.similarity(statement, sentences), strict=True))
        nearest = [(max(cosine[sentence] for sentence in each.sentences), each) for each in meanings]
        for nearness, each in sorted(nearest, key=lambda found: -found[0]):
            yield Guess(each.constraints, round(worth.of(nearness), 4))

    def _facts(self, statement: str, named: frozenset[str]) -> list[_Meaning]:
        """What may be wished of the facts about what is named that are nearest to the statement."""
        if not named:
            return []
        assert self._retrieval is not None, "only called with one"
        world = self._parser.linker.world
        atoms = [
            atom
            for atom in ground_atoms(world.problem)
            if atom.predicate in world.changeable - world.locks and not named.isdisjoint(atom.arguments)
        ]
        cosines = self._retrieval.similarity(statement, [self._words.fact(atom) for atom in atoms])
        nearest = sorted(zip(cosines, atoms, strict=True), key=lambda each: (-each[0], str(each[1])))[:_FACTS]
        return [
            _Meaning((constraint,), (constraints_sentence((constraint,), self._words),))
            for _, atom in nearest
            for constraint in _wishes_for(atom)
        ]


def _excepts(item: Item | None) -> bool:
    """Whether an item makes an exception of what follows; "but", which joins too, may not."""
    return item is not None and item.has(Cue.EXCEPT) and not item.has(Cue.JOIN)


def _sentences(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    ends = [number + 1 for number, item in enumerate(items) if item.text in (".", "!", "?", ";")]
    for start, stop in pairwise(sorted({0, *ends, len(items)})):
        yield items[start:stop]


def _wishes_for(atom: Atom) -> Iterator[Constraint]:
    """The ways to ask for a fact that need no time and no other fact."""
    yield Constraint(ConstraintType.AT_END, (atom,))
    yield Constraint(ConstraintType.AT_END, (Not(atom),))
    yield Constraint(ConstraintType.SOMETIME, (atom,))
    yield Constraint(ConstraintType.ALWAYS, (atom,))
    yield Constraint(ConstraintType.ALWAYS, (Not(atom),))


def _known_meanings(bundle: DomainBundle, problem: str) -> Iterable[_Meaning]:
    """The worked examples of the domain's context: archetypes are the answer key of evaluations."""
    for example in bundle.context.examples:
        if example.problem == problem:
            constraints = tuple(map(parse_constraint, example.constraints))
            yield _Meaning(constraints, (example.statement, example.mid_level_goal))
