"""Answers to questions about a plan, in words; none where what is asked is not understood."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from plancritic.coordinator.mentions.amounts import amounts
from plancritic.coordinator.mentions.named import Mention, NamedObjects
from plancritic.coordinator.turns.questions.asking import Kind
from plancritic.coordinator.turns.questions.moments import (
    Moment,
    moments,
    movers,
    moves,
    places_of,
    words_of_moment,
    words_of_state,
    words_of_step,
)
from plancritic.coordinator.turns.questions.words import asked_stems, stems_in, things_named
from plancritic.pddl.execution import State, Trajectory
from plancritic.pddl.language import Atom
from plancritic.wording import Lexicon, step_sentence

#: Sentences of an answer at most.
MOST_TOLD = 6
_AT_END = re.compile(
    r"\b(?:at|in) the (?:very )?end\b(?! point| of)|\bwhen (?:it|all|everything) is (?:all )?(?:over|done)\b"
    r"|\bfinally\b",
    re.IGNORECASE,
)
_AT_START = re.compile(
    r"\b(?:at|in) the (?:very )?(?:start|beginning)\b(?! point)|\bat first\b|\binitially\b", re.IGNORECASE
)
_AFTER_STEP = re.compile(r"\bafter step (?P<number>\d+)\b", re.IGNORECASE)
_STATE = re.compile(r"\bhow (?:long|much time) (?:is|are|was|were|will)\b", re.IGNORECASE)
_OVER = re.compile(r"\b(?:over|done)\b", re.IGNORECASE)
_WAY = re.compile(r"\b(?P<way>from|to) (?:the )?$", re.IGNORECASE)
_FIRST, _LAST = re.compile(r"\bfirst\b", re.IGNORECASE), re.compile(r"\blast\b", re.IGNORECASE)
_BACK = re.compile(r"\b(?:back|home|return(?:s|ed)?)\b", re.IGNORECASE)
#: Words of the plan as a whole, of going anywhere, and of staying somewhere.
_WHOLE = stems_in(
    "take last run need require finish end over ready complete everything total altogether job work mission duration"
    " length"
)
_TRIPS = stems_in("trip journey tour ride leg run move travel drive sail walk go turn movement hop make")
_STAYING = stems_in("stay remain stand wait spend sit be")
_ENDING = stems_in("end finish stop park")
_DOING = stems_in("happen go occur do")
_COUNTED = stems_in("make visit happen occur")


@dataclass(frozen=True)
class Asked:
    """A question about a plan: its text and kind, the plan as it runs, and the words of the problem."""

    text: str
    kind: Kind
    trajectory: Trajectory
    names: NamedObjects
    lexicon: Lexicon

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Return what is named, but for times ("at the end") where a place is asked for."""
        times = _times_in(self.text, self.kind)
        return tuple(
            each
            for each in things_named(self.text, self.names, self.lexicon)
            if not any(time.start <= each.start and each.end <= time.end for time in times)
        )

    @cached_property
    def stems(self) -> frozenset[str]:
        """Return the stems of what is said beside the names."""
        return asked_stems(self.text, (*self.mentions, *_times_in(self.text, self.kind)))

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Return what happens in the plan."""
        return tuple(moments(self.trajectory))

    def about(self, objects: Iterable[str]) -> bool:
        """Return whether every thing named is among objects; of a group one is enough."""
        known = set(objects)
        return all(each.objects & known for each in self.mentions)

    def step(self, place: int) -> str:
        """Return a step with its number and its times."""
        step, number = self.trajectory.plan.steps[place], self.number(place)
        begins, ends = self.lexicon.time_text(step.start), self.lexicon.time_text(step.end)
        return f"Step {number}, {begins} to {ends} {self.lexicon.time.plural}: {step_sentence(step, self.lexicon)}"

    def number(self, place: int) -> int:
        """Return the number of a step as a person counts."""
        return self.trajectory.plan.numbered()[place][0]


def answer_of(asked: Asked) -> tuple[str, ...]:
    """Return the answer in sentences; empty where what is asked is not understood."""
    return _BY_KIND[asked.kind](asked)


def steps_asked(asked: Asked) -> list[int]:
    """Return the places of the steps that a question describes: all that is named is theirs, and most of its words."""
    plan = asked.trajectory.plan
    fitting = [place for place, step in enumerate(plan.steps) if asked.about(step.arguments)]
    fitting = [place for place in fitting if _goes_that_way(place, asked)] or fitting
    shared = {place: len(asked.stems & words_of_step(place, asked.trajectory, asked.lexicon)) for place in fitting}
    best = max(shared.values(), default=0)
    if asked.stems:
        return [place for place in fitting if best and shared[place] == best]
    return fitting if asked.mentions else []


def _goes_that_way(place: int, asked: Asked) -> bool:
    """Return whether a step takes something from where the question says, and to where it says."""
    own = [each for each in asked.moments if each.step == place]
    for mention in asked.mentions:
        way = _WAY.search(asked.text[: mention.start])
        if way is None:
            continue
        starts = way["way"].casefold() == "to"
        if not any(each.starts is starts and each.objects & mention.objects for each in own):
            return False
    return True


def _when(asked: Asked) -> tuple[str, ...]:
    if not asked.mentions and asked.stems <= _WHOLE and (asked.stems or _OVER.search(asked.text)):
        return _whole(asked)
    if _BACK.search(asked.text) and asked.mentions:
        return _back(asked)
    found = _moments_asked(asked)
    if not found:
        return tuple(asked.step(place) for place in steps_asked(asked)[:MOST_TOLD])
    found = found[:1] if _FIRST.search(asked.text) else found[-1:] if _LAST.search(asked.text) else found
    return tuple(_told(each, asked) for each in found[:MOST_TOLD])


def _back(asked: Asked) -> tuple[str, ...]:
    """Return when what is named comes to where it began; or where it ends instead."""
    told = []
    where, first = places_of(asked.trajectory), asked.trajectory.states[0]
    for name in sorted(_subject(asked)):
        home = [each for each in first.facts if each.predicate in where and each.arguments[:1] == (name,)]
        came = [each for each in asked.moments if each.starts and each.fact in home]
        if came:
            told.append(_told(came[-1], asked))
            continue
        last = _places(asked, name, asked.trajectory.states[-1])
        told += [f"It does not come back to where it began: in the end {asked.lexicon.fact(each)}." for each in last]
    return tuple(told[:MOST_TOLD])


def _where(asked: Asked) -> tuple[str, ...]:
    subjects = _subject(asked)
    if not subjects:
        return ()
    at = _time(asked)
    if at is not None:
        state = asked.trajectory.states[asked.trajectory.index_at(at)]
        told = [asked.lexicon.fact(fact) for name in sorted(subjects) for fact in _places(asked, name, state)]
        when = "In the end" if at >= asked.trajectory.plan.makespan else f"At {asked.lexicon.amount_of_time(at)}"
        return tuple(f"{when} {each}." for each in told[:MOST_TOLD]) or _running(asked, at)
    steps = steps_asked(asked)
    if asked.stems - _STAYING - _TRIPS and steps:
        return tuple(asked.step(place) for place in steps[:MOST_TOLD])
    where = places_of(asked.trajectory)
    told = [
        f"At the start {asked.lexicon.fact(fact)}."
        for name in sorted(subjects)
        for fact in _places(asked, name, asked.trajectory.states[0])
    ]
    told += [
        _told(each, asked)
        for each in asked.moments
        if each.starts and each.fact.predicate in where and set(each.fact.arguments[:1]) & subjects
    ]
    return _shortened(told)


def _who(asked: Asked) -> tuple[str, ...]:
    at = _time(asked)
    if at is not None and asked.mentions and not asked.stems - _STAYING:
        state = asked.trajectory.states[asked.trajectory.index_at(at)]
        where = places_of(asked.trajectory)
        moving = movers(asked.trajectory)
        there = [
            each
            for each in sorted(state.facts, key=str)
            if each.predicate in where and each.arguments[0] in moving and asked.about(each.arguments)
        ]
        told = [f"At {asked.lexicon.amount_of_time(at)} {asked.lexicon.fact(each)}." for each in there]
        return tuple(told[:MOST_TOLD]) or (f"At {asked.lexicon.amount_of_time(at)}: nobody.",)
    if not asked.stems and not asked.mentions:
        return ()
    found = [each for each in _moments_asked(asked) if each.starts or asked.stems]
    steps = steps_asked(asked) if asked.stems else list(dict.fromkeys(each.step for each in found))
    steps = steps[:1] if _FIRST.search(asked.text) else steps[-1:] if _LAST.search(asked.text) else steps
    return _shortened([asked.step(place) for place in steps])


def _how_long(asked: Asked) -> tuple[str, ...]:
    if not asked.mentions and asked.stems <= _WHOLE:
        return _whole(asked)
    if len(asked.mentions) > 1 and asked.stems and asked.stems <= _STAYING | stems_in("take"):
        return _spans(asked, lambda fact: asked.about(fact.arguments))
    if _STATE.search(asked.text):
        held = _spans(asked, lambda fact: _is_meant(fact, asked))
        if held or not asked.stems:
            return held
    steps = steps_asked(asked)
    if steps:
        total = sum(asked.trajectory.plan.steps[place].duration or 0.0 for place in steps)
        shown = _shortened([asked.step(place) for place in steps])
        if len(steps) == 1:
            return (f"{asked.lexicon.amount_of_time(total)}. {shown[0]}",)
        return (f"{asked.lexicon.amount_of_time(total)} in {len(steps)} steps, added up.", *shown)
    return _spans(asked, lambda fact: _is_meant(fact, asked))


def _is_meant(fact: Atom, asked: Asked) -> bool:
    """Return whether a fact has all that a question names, and one of its words; two names need no word."""
    if not asked.mentions or not asked.about(fact.arguments):
        return False
    return bool(asked.stems & words_of_state(fact, asked.lexicon)) or (
        len(asked.mentions) > 1 and not asked.stems - _STAYING
    )


def _how_many(asked: Asked) -> tuple[str, ...]:
    if re.search(r"\bsteps?\b", asked.text, re.IGNORECASE) and not asked.mentions:
        return (f"The plan has {len(asked.trajectory.plan.steps)} steps.",)
    subjects, at = _subject(asked), _time(asked)
    if at is not None and len(asked.mentions) > 1:
        state = asked.trajectory.states[asked.trajectory.index_at(at)]
        there = [each for each in sorted(state.facts, key=str) if _is_meant(each, asked)]
        counted = {name for each in there for name in each.arguments if name in subjects}
        told = [f"{asked.lexicon.fact(each).capitalize()}." for each in there]
        return (f"{len(counted)} at {asked.lexicon.amount_of_time(at)}.", *_shortened(told))
    if asked.stems and asked.stems <= _TRIPS | stems_in("time") and len(asked.mentions) == 1:
        trips = [
            place
            for place in range(len(asked.trajectory.plan.steps))
            if any(moves(place, name, asked.moments) for name in subjects)
        ]
        return (f"{_times(len(trips))}.", *_shortened([asked.step(place) for place in trips]))
    found = [each for each in _moments_asked(asked) if each.starts]
    if found and asked.mentions:
        return (f"{_times(len(found))}.", *_shortened([_told(each, asked) for each in found]))
    steps = steps_asked(asked) if asked.stems - _COUNTED else []
    return (f"{_times(len(steps))}.", *_shortened([asked.step(place) for place in steps])) if steps else ()


def _what(asked: Asked) -> tuple[str, ...]:
    at = _time(asked)
    plan = asked.trajectory.plan
    if _AFTER_STEP.search(asked.text) and at is not None:
        later = [place for place, each in enumerate(plan.steps) if each.start >= at and asked.about(each.arguments)]
        return _shortened([asked.step(place) for place in later]) or ("Nothing more.",)
    if at is not None and not asked.stems - _DOING:
        return _running(asked, at) or (f"Nothing at {asked.lexicon.amount_of_time(at)}.",)
    if not asked.stems - _DOING and not asked.mentions:
        return ()
    return _shortened([asked.step(place) for place in steps_asked(asked)])


def _running(asked: Asked, at: float) -> tuple[str, ...]:
    """Return the steps of what is named that go on at a time."""
    steps = enumerate(asked.trajectory.plan.steps)
    return _shortened(
        [asked.step(place) for place, each in steps if each.start <= at < each.end and asked.about(each.arguments)]
    )


def _why(asked: Asked) -> tuple[str, ...]:
    # Reasons need the specification: who has it gives them for `steps_asked`.
    return ()


_BY_KIND: dict[Kind, Callable[[Asked], tuple[str, ...]]] = {
    "when": _when,
    "where": _where,
    "who": _who,
    "how long": _how_long,
    "how many": _how_many,
    "what": _what,
    "why": _why,
    "whether": _why,
}


def _moments_asked(asked: Asked) -> list[Moment]:
    """Return the moments that a question describes: those whose facts have all that is named, and most of its words."""
    rated = []
    for each in asked.moments:
        fits = asked.about(each.objects) or (asked.stems and asked.about(each.around))
        if fits:
            shared = len(asked.stems & words_of_moment(each, asked.lexicon))
            rated.append((shared, asked.about(each.objects), each))
    best = max(((shared, own) for shared, own, _ in rated), default=(0, False))
    if asked.stems and best[0] == 0:
        # Two names that are a fact's own say which it is, whatever the verb.
        exact = [each for _, own, each in rated if own and each.starts]
        return exact if len(asked.mentions) > 1 else []
    if not asked.stems and not asked.mentions:
        return []
    found = [each for shared, own, each in rated if (shared, own) == best and (asked.stems or each.starts)]
    named = frozenset(name for each in asked.mentions for name in each.objects)
    beside = min((len(each.objects - named) for each in found), default=0)
    return [each for each in found if len(each.objects - named) == beside]


def _spans(asked: Asked, fits: Callable[[Atom], bool]) -> tuple[str, ...]:
    """Return for how long facts hold that fit, span by span."""
    told = []
    opened: dict[Atom, float] = {each: 0.0 for each in asked.trajectory.states[0].facts if fits(each)}
    spans: list[tuple[float, float, Atom]] = []
    for each in asked.moments:
        if each.starts and fits(each.fact):
            opened.setdefault(each.fact, each.time)
        elif not each.starts and each.fact in opened:
            spans.append((opened.pop(each.fact), each.time, each.fact))
    spans += [(begin, asked.trajectory.plan.makespan, fact) for fact, begin in opened.items()]
    static = {each for each in asked.trajectory.states[0].facts if each not in {one.fact for one in asked.moments}}
    for begin, end, fact in sorted(spans, key=lambda each: (each[0], str(each[2]))):
        if fact in static:
            continue
        begins, ends = asked.lexicon.time_text(begin), asked.lexicon.time_text(end)
        amount = asked.lexicon.amount_of_time(end - begin)
        told.append(f"{amount}, from {begins} to {ends}: {asked.lexicon.fact(fact)}.")
    return _shortened(told)


def _subject(asked: Asked) -> frozenset[str]:
    """Return the objects that are named first: those that a question is about."""
    return asked.mentions[0].objects if asked.mentions else frozenset()


def _places(asked: Asked, name: str, state: State) -> list[Atom]:
    where = places_of(asked.trajectory)
    known = [
        each for each in sorted(state.facts, key=str) if each.arguments[:1] == (name,) and len(each.arguments) == 2
    ]
    changing = {each.fact.predicate for each in asked.moments}
    return [each for each in known if each.predicate in where] or [each for each in known if each.predicate in changing]


def _time(asked: Asked) -> float | None:
    """Return the time that a question names; None where it names none."""
    if _AT_END.search(asked.text) or (asked.kind == "where" and asked.stems & _ENDING):
        return asked.trajectory.plan.makespan
    if asked.kind == "where" and (_AT_START.search(asked.text) or asked.stems & stems_in("begin")):
        return 0.0
    if found := _AFTER_STEP.search(asked.text):
        ends = [each.end for number, each in asked.trajectory.plan.numbered() if number == int(found["number"])]
        return max(ends) if ends else None
    said = [each.value for each in amounts(asked.text, asked.lexicon.time, asked.mentions) if not each.shift]
    return said[0] if len(said) == 1 else None


def _times_in(text: str, kind: Kind) -> tuple[Mention, ...]:
    """Return where a text says "at the end" and the like; "at the start" is a time where a place is asked for."""
    found = [*_AT_END.finditer(text), *(_AT_START.finditer(text) if kind == "where" else ())]
    return tuple(Mention(each.start(), each.end(), frozenset()) for each in found)


def _whole(asked: Asked) -> tuple[str, ...]:
    plan = asked.trajectory.plan
    return (f"The plan takes {asked.lexicon.duration(round(plan.makespan, 2))} and has {len(plan.steps)} steps.",)


def _told(each: Moment, asked: Asked) -> str:
    when = asked.lexicon.amount_of_time(each.time)
    return f"At {when} (step {asked.number(each.step)}) {each.sentence(asked.lexicon)}."


def _times(count: int) -> str:
    return "Once" if count == 1 else "Never" if count == 0 else f"{count} times"


def _shortened(told: Sequence[str]) -> tuple[str, ...]:
    more = len(told) - MOST_TOLD
    return (*told[:MOST_TOLD], f"And {more} more.") if more > 0 else tuple(told)
