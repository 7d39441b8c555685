"""The offline translator: a semantic parser over the domain's linker, with several readings and their scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item, is_so, sentences
from plancritic.mentions.light_verbs import with_light_verbs
from plancritic.mentions.linking import Linker
from plancritic.mentions.partners import partner
from plancritic.mentions.text import tokens, unread_text
from plancritic.mentions.world import holds_at_first
from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.pddl.specification import canonical_key, check_constraint
from plancritic.translator.candidates.calibration import scores
from plancritic.translator.candidates.weights import explains, weight
from plancritic.translator.clauses.reader import ClauseReader
from plancritic.translator.happenings.contrasts import reject_contrast
from plancritic.translator.happenings.exclusive_permission import reject_others
from plancritic.translator.happenings.facts import ClauseReading, Context, Facts, negators
from plancritic.translator.happenings.universals import put_as_moves
from plancritic.translator.refusals.denied_parts import reject_denial
from plancritic.translator.refusals.doubts import (
    ASKS_UNREAD,
    DOUBT,
    REASONS,
    denies_order,
    elliptical,
    permits,
    question,
    requests,
    unknown_words,
)
from plancritic.translator.refusals.leftovers import reject_ways
from plancritic.translator.refusals.lost_returns import reject_return
from plancritic.translator.refusals.polarity import reversals, single
from plancritic.translator.refusals.twists import twisted, unguessed
from plancritic.translator.refusals.unread import lone_denial, verdicts
from plancritic.translator.refusals.unread_clauses import Account, account_of
from plancritic.translator.refusals.whole_sense import reject_sense
from plancritic.translator.sentences.endings import marked
from plancritic.translator.sentences.rewriting import rewritten
from plancritic.translator.sentences.speech import requested, telling

LEAST_SCORE = 0.35  #: Below this a reading is a guess, and guesses are not offered.
_DOUBT_OF_GUESS = 0.1  #: What a doubt takes from a guess (`DOUBT` from a reading).
_MOST_CUTS = 3
_LONGEST = 70  #: Items (words, mostly) that are read as one: the number of ways grows fast.
#: What opens a clause that says why.
_REASONS = words("because since as for so or otherwise though although else")
_MOST_CUT_PLACES = 12
_OPENING = words(". ; ! ? , - the our my this that and but so")
_BEING = words("is are was were has have had")
_POLITE = words("please want would could need let make rather like prefer see keep")


@dataclass(frozen=True)
class Parse:
    """One reading of a whole statement."""

    constraints: tuple[Constraint, ...]
    score: float
    slips: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class _Partial:
    ways: tuple[ClauseReading, ...]
    context: Context

    @property
    def used(self) -> frozenset[int]:
        return frozenset().union(*(way.used for way in self.ways)) if self.ways else frozenset()


class Parser:
    """Reads statements about one problem."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self._reader = ClauseReader(linker)
        self._last: tuple[tuple[Item, ...], tuple[_Partial, ...]] = ((), ())

    def parse(self, statement: str, most: int = 5) -> tuple[Parse, ...]:
        """Readings of a statement, best first; none if it was not understood."""
        if unread_text(statement) is not None or twisted(statement) is not None:
            return ()
        items = self._asked(statement)
        slips = tuple(slip for item in items for slip in item.slips)
        if len(items) <= _LONGEST:
            return tuple(replace(parse, slips=slips) for parse in calibrated(self._read(items))[:most])
        return self._read_long(items, slips)

    def _asked(self, statement: str) -> tuple[Item, ...]:
        """The items of what a statement asks for; none where it asks a question."""
        self._last = ((), ())
        items = self._items(requested(statement))
        return () if any(question(sentence) for sentence in sentences(items)) else items

    def _items(self, text: str) -> tuple[Item, ...]:
        """The items of a text, put as the readers expect them."""
        linked = self.linker.link(tokens(marked(text, self.linker.domain_words)))
        return put_as_moves(rewritten(with_light_verbs(linked, self.linker), self.linker.world), self.linker.world)

    def _read_long(self, items: tuple[Item, ...], slips: tuple[tuple[str, str], ...]) -> tuple[Parse, ...]:
        """A long text is read sentence by sentence: one reading, of what was understood."""
        ends = [n for n, item in enumerate(items) if item.text in (".", "!", "?", ";")]
        bounds = (0, *(n + 1 for n in ends), len(items))
        spans = [(a, b) for a, b in pairwise(bounds) if a < b]
        parses = [self._read(items[a:b]) if b - a <= _LONGEST else [] for a, b in spans]
        if any(requests(items[a:b]) for (a, b), found in zip(spans, parses, strict=True) if not found):
            # Half of what was asked for is not what was asked for.
            return ()
        best = [found[0] for found in parses if found]
        constraints = tuple(dict.fromkeys(c for parse in best for c in parse.constraints))
        score = sum(parse.score for parse in best) / max(1, len(spans))
        return (Parse(constraints, round(score, 4), slips),) if score >= LEAST_SCORE else ()

    def _read(self, items: tuple[Item, ...]) -> list[Parse]:
        best: dict[tuple[str, ...], Parse] = {}
        for partial in self._whole(items):
            constraints = tuple(dict.fromkeys(c for way in partial.ways for c in way.constraints))
            if not constraints or self._lost(items, constraints) is not None:
                continue
            score = self._score(items, partial) - (0.2 if any(map(self._cannot_be, constraints)) else 0.0)
            key = tuple(sorted(map(str, constraints)))
            if score >= LEAST_SCORE and (key not in best or score > best[key].score):
                best[key] = Parse(constraints, round(score, 4))
        ranked = sorted(best, key=lambda key: (-best[key].score, len(key), key))
        # What no plan can do is read only where nothing else can be.
        able = [key for key in ranked if not any(self._cannot_be(c) for c in best[key].constraints)]
        ranked = able or ranked
        problem = self.linker.world.problem
        return [best[key] for key in ranked if not any(check_constraint(c, problem) for c in best[key].constraints)]

    def doubted(self, statement: str, most: int = 5) -> tuple[tuple[tuple[Constraint, ...], float], ...]:
        """What a statement without a reading says in spite of the doubts: constraints with their fit, best first.

        They are for guesses: a doubt takes little from the fit here, and none of these is a reading.
        """
        items = self._items(requested(statement))
        if len(items) > _LONGEST or unread_text(statement) is not None or unguessed(statement) is not None:
            return ()
        fits: dict[frozenset[Constraint], float] = {}
        for partial in self._whole(items):
            constraints = frozenset(c for way in partial.ways for c in way.constraints)
            spared = (DOUBT - _DOUBT_OF_GUESS) * sum(len(way.doubts) for way in partial.ways)
            lost = any(way.reversed for way in partial.ways) or self._lost(items, tuple(constraints)) is not None
            if constraints and not lost:
                fits[constraints] = max(fits.get(constraints, 0.0), self._score(items, partial, spared))
        found: dict[str, tuple[tuple[Constraint, ...], float]] = {}
        ranked = sorted(
            ((-fit, sorted(each, key=str)) for each, fit in fits.items()), key=lambda one: (one[0], str(one[1]))
        )
        for fit, said in ranked:
            if len(found) == most:
                break
            if not any(check_constraint(each, self.linker.world.problem) for each in said):
                found.setdefault(canonical_key(said), (tuple(said), round(-fit, 4)))
        return tuple(found.values())

    def account(self, statement: str, constraints: tuple[Constraint, ...]) -> Account:
        """Return which words of a statement these constraints have, and which they leave out; empty where unknown."""
        items = self._items(requested(statement))
        if len(items) > _LONGEST:
            return Account()
        fits = [
            partial
            for partial in self._whole(items)
            if {each for way in partial.ways for each in way.constraints} == set(constraints)
        ]
        best = max(fits, key=lambda partial: self._score(items, partial), default=None)
        if best is None:
            return Account()
        account = account_of(items, frozenset().union(*(way.used for way in best.ways if way.constraints)))
        return replace(account, unused=(*account.unused, *telling(statement)))

    def reverser(self, statement: str) -> Callable[[tuple[Constraint, ...]], bool]:
        """What tells whether constraints, from wherever they are, say the reverse of a statement of one clause."""
        items = self._items(requested(statement))
        alone, world = single(items), self.linker.world
        if alone and denies_order(items):
            return lambda said: True
        return lambda said: self._lost(items, said) is not None or (alone and any(reversals(items, said, world)))

    def _lost(self, items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> str | None:
        """Why the constraints are not what the statement as a whole says, whatever its clauses say."""
        world = self.linker.world
        return (
            reject_contrast(items, constraints, world)
            or reject_denial(items, constraints)
            or reject_return(items, constraints, world)
            or reject_others(items, constraints, world)
            or reject_sense(items, constraints)
            or next(reject_ways(items, constraints, world), None)
            or next(verdicts(items, self.linker), None)
        )

    def _cannot_be(self, constraint: Constraint) -> bool:
        """Whether it wants one thing before another that is so from the beginning: hardly what was meant."""
        late = constraint.conditions[0]
        return constraint.type is ConstraintType.SOMETIME_BEFORE and holds_at_first(late, self.linker.world)

    def named(self, statement: str) -> tuple[str, ...]:
        """Return the phrases of a statement that name something of the problem."""
        items = () if unread_text(statement) else self.linker.link(tokens(statement))
        return tuple(dict.fromkeys(f"{item.text!r}" for item in items if item.named()))

    def why_not(self, statement: str) -> tuple[str, ...]:
        """Return what in a statement that was not understood stood in the way, as far as it can be told."""
        refused = unread_text(statement) or twisted(statement)
        if refused is not None:
            return (refused,)
        asked = requested(statement)
        if not asked and statement.strip():
            return ("it states a fact; say what the plan must do",)
        items = self._items(asked)
        for sentence in sentences(items):
            if question(sentence):
                return ("it is a question; say what the plan must do",)
        if permits(items):
            return ("it allows something but asks for nothing",)
        if len(items) > _LONGEST:
            return ()
        nearest = max(self._partials(items), key=lambda p: self._score(items, p), default=None)
        found = tuple(dict.fromkeys(doubt for way in nearest.ways for doubt in way.doubts)) if nearest else ()
        contrast = self._lost(items, tuple(c for way in nearest.ways for c in way.constraints)) if nearest else None
        found = found or ((contrast,) if contrast is not None else ())
        return found or tuple(
            dict.fromkeys(f"I do not know what {word!r} means here" for word in unknown_words(items, self.linker))
        )

    def _whole(self, items: tuple[Item, ...]) -> tuple[_Partial, ...]:
        """The partials of items, remembered for a statement: guesses at it look at what its readings were made of."""
        if not self._last[0] or self._last[0] != items:
            self._last = (items, tuple(self._partials(items)))
        return self._last[1]

    def _partials(self, items: tuple[Item, ...]) -> Iterator[_Partial]:
        """The statement cut at a few of the places where a request may end, each part read for itself."""
        cuts = [
            n
            for n, item in enumerate(items)
            if 0 < n < len(items) - 1
            and (item.text in (",", ".", "!", "?", ";", ":", "-") or item.has(Cue.JOIN))
            and not (item.has(Cue.OTHER) and not any(i.named() for i in items[n + 1 :]))
            # "All of it goes, apart from the piece at B": an exception is no request of its own.
            and not (item.text == "," and items[n + 1].has(Cue.EXCEPT) and not items[n + 1].has(Cue.JOIN, Cue.NOT))
        ]
        weighty = sorted(
            cuts,
            key=lambda n: (
                items[n].text not in (".", ";", "!", "?"),
                items[n].text not in ("and", "but", "so", "while"),
                n,
            ),
        )
        cuts = sorted(weighty[:_MOST_CUT_PLACES])
        memory: dict[tuple[int, int, Context], tuple[ClauseReading, ...]] = {}
        for number in range(min(_MOST_CUTS, len(cuts)) + 1):
            for chosen in combinations(cuts, number):
                bounds = (0, *chosen, len(items))
                states = [_Partial((), Context())]
                for start, stop in pairwise(bounds):
                    states = self._extend(states, items, start, stop, memory)
                yield from states

    def _extend(
        self,
        states: list[_Partial],
        items: tuple[Item, ...],
        start: int,
        stop: int,
        memory: dict[tuple[int, int, Context], tuple[ClauseReading, ...]],
    ) -> list[_Partial]:
        part = items[start:stop]
        asked = requests(items) or any(item.text in _POLITE for item in items)  # else all is a request, as on the radio
        starts = frozenset(item.start for item in part)
        found: list[_Partial] = []
        for state in states:
            key = (start, stop, state.context)
            if key not in memory:
                unique: dict[frozenset[str], ClauseReading] = {}
                for way in self._reader.ways(part, state.context):
                    content = frozenset(map(str, way.constraints))
                    old = unique.get(content)
                    if old is None or len(way.used) - way.assumed > len(old.used) - old.assumed:
                        unique[content] = way
                memory[key] = tuple(sorted(unique.values(), key=lambda w: w.assumed - 0.1 * len(w.used))[:4])
            ways = memory[key]
            told_why = start > 0 and items[start].text in (",", "-", ":", ";", ".") and explains(part)
            told_why = told_why or (stop - start < len(items) and self._tells_of_others(part))
            if told_why or any(item.text in REASONS for item in part[:2]):
                after = Facts(part, self.linker, state.context).after()
                found.append(_Partial((*state.ways, ClauseReading((), starts, 0.0, after)), after))
                continue
            if (
                ways
                and (not requests(part) or is_so(items, stop))
                and stop < len(items)
                and (asked or items[stop].text != ";")
                and (items[stop].text in (".", "!", ";") or is_so(items, stop))
            ):
                # A statement of fact before the wish: what it names may be referred to, nothing is asked for.
                told = ClauseReading((), starts, 0.14, Facts(part, self.linker, state.context).after())
                found.append(_Partial((*state.ways, told), told.context))
            if not ways:
                # Words of explanation: what they name may still be referred to.
                after = Facts(part, self.linker, state.context).after()
                unread = self._unread(items, start, stop)
                denied = lone_denial(part, items[stop : stop + 1])
                told = ClauseReading((), frozenset(), DOUBT * len(unread), after, unread, denied)
                found.append(_Partial((*state.ways, told) if unread else state.ways, after))
            # What stands before "so" is the reason, not the wish.
            reason = 0.12 if is_so(items, start) else 0.0
            explained = tuple(replace(w, assumed=w.assumed + reason) if w.constraints else w for w in state.ways)
            for way in ways:
                found.append(_Partial((*explained, way), way.context))
        return found[:48]

    def _tells_of_others(self, part: tuple[Item, ...]) -> bool:
        """Whether a part only says how something is that this problem knows nothing of: "diesel is not free"."""
        said = [i for i in part if i.text not in _OPENING]
        if len(said) < 3 or said[1].text not in _BEING or any(i.named() for i in part):
            return False
        return self.linker.is_unknown(said[0])

    def _unread(self, items: tuple[Item, ...], start: int, stop: int) -> tuple[str, ...]:
        """What a part without a reading asks for all the same: then it is no explanation."""
        part = items[start:stop]
        if permits(part):
            return ()
        text = " ".join(item.text for item in part)
        if lone_denial(part, items[stop : stop + 1]):
            return (f"I cannot tell what {text!r} forbids",)
        if any(item.text == "if" for item in part):
            return ("it depends on something that the plan cannot know",)
        beside = partner(items, stop - 1, self.linker.world)
        if beside is not None:
            # "Satellite0 and satellite1 end ...": what is said of the second is said of the first.
            return (f"I cannot tell what you want of {items[stop - 1].text!r}",)
        if any(re.fullmatch(r"\d+(\.\d+)?", i.text) and not i.named() for i in part) and any(i.named() for i in items):
            return (f"I cannot tell what {text!r} limits",)
        if elliptical(part) and any(i.named() for i in part):
            return (f"{text!r} is incomplete; say it in full",)
        opening = " ".join(item.text for item in part[:2]).split()[:2]
        if any(word in _REASONS for word in opening) or is_so(items, stop):
            return ()
        told = [i for i in part if i.text not in (",", "and", "but", "please", "so")]
        if (
            told
            and told[0].has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL)
            and not told[0].named()
            and any(i.named() for i in told)
        ):
            return (f"I cannot tell what {text!r} refers to",)
        if len(told) < 3 and any(i.has(Cue.PART) for i in told):
            return (f"I cannot tell what {text!r} counts",)
        orders = told and (told[0].has(Cue.STAY, Cue.GONE) or told[0].hints() or told[0].has(Cue.NOT)) and len(told) > 1
        if requests(part) or (orders and not told[0].named()):
            return (f"{text!r} {ASKS_UNREAD}",)
        if start and items[start].text in ("and", "but", ",") and negators(part) and any(i.named() for i in part):
            return (f"I cannot tell what {text!r} forbids",)
        if start and items[start].text == "with" and any(i.named() for i in part):
            return (f"I cannot tell what {text!r} belongs to",)
        if start and items[start].text in ("with", "and", ","):
            return tuple(f"I do not know what {word!r} means here" for word in unknown_words(part, self.linker))
        return ()

    def _score(self, items: tuple[Item, ...], partial: _Partial, spared: float = 0.0) -> float:
        used = partial.used
        total = gained = 0.0
        for item in items:
            heft = weight(item, self.linker.is_unknown(item))
            total += heft
            gained += heft if item.start in used else 0.0
        if total == 0:
            return 0.0
        assumed = sum(way.assumed for way in partial.ways) - spared
        slips = sum(len(item.slips) for item in items)
        return max(0.0, min(1.0, gained / total - assumed - 0.03 * (len(partial.ways) - 1) - 0.02 * slips))


def calibrated(parses: Sequence[Parse]) -> list[Parse]:
    """Return the readings, best first, with scores that say how often such a reading is right."""
    if not parses:
        return []
    meant = canonical_key(parses[0].constraints)
    rival = next((p.score for p in parses[1:] if canonical_key(p.constraints) != meant), None)
    found = scores([parse.score for parse in parses], rival)
    return [replace(parse, score=score) for parse, score in zip(parses, found, strict=True)]
