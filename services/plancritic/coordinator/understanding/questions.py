"""When to ask what a statement means, and what is offered then."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.questions import MOST_CHOICES, Choice, QuestionKind
from plancritic.contracts.translation import Reading, Statement
from plancritic.coordinator.problem.specification import meaning
from plancritic.coordinator.search.contradictions import contradict
from plancritic.coordinator.understanding.absurd import is_absurd, strays, turns_round
from plancritic.coordinator.understanding.candidates import is_idle, parts_of
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.pddl.language import Problem, parse_constraint, parse_plan
from plancritic.posterior import Behaviour, PosteriorModel, StatementPosterior, shipped_model

#: Statements of a run that are asked about at most: those that change the plan most come first. A question that follows
#: "none of these" is about the same statement, and does not count.
MOST_QUESTIONS = 2
#: A behaviour below this share is not offered at first.
LEAST_OFFERED = 0.02
#: From this share on a reading is so likely that nobody is asked.
ALMOST_SURE = 0.95
#: A reading below this share is asked about, also where it is the only likely one.
LEAST_LIKELY = 0.6
#: Where no reading comes near one half, the likeliest must have this share for a question to be worth it.
LEAST_ASKED = 0.15
#: What contradicts the likeliest reading is offered only where it is at least so likely, in shares of that one's.
_OPPOSITE = 0.5
#: Readings of which parts are offered, and how many further choices there are beside the plan of a reading.
_PARTED, _FURTHER = 3, MOST_CHOICES - 1


#: What a command may do: to the statement as a whole (empty), to a part of it, to all that fit, or beside them.
Variant = Literal["", "part", "all", "beside"]


class Effect(BaseModel):
    """What a choice does to a statement: it is dropped, becomes a should, or is the one that a command means.

    Where a command means one name in a statement, `at` is its place in the text. `variant` says what a command does
    where it may do several things: to a part of the statement, to all that fit, or to none of them.
    """

    model_config = ConfigDict(frozen=True)

    does: Literal["drop", "weaken", "target"]
    statement: str
    at: int | None = None
    variant: Variant = ""


class Offer(BaseModel):
    """A reading that is offered, and the share of it; `plan_only` says that its plan is, though it was not meant."""

    model_config = ConfigDict(frozen=True)

    reading: Reading
    probability: float
    plan_only: bool = False


class Question(BaseModel):
    """A question about the statement at a place among those of the turn, with the choices as they are `offered`.

    Of a `meaning`, choice n means the nth of the `offers`; `again` says that it follows "none of these". Choices of
    other kinds have an effect each.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    place: int
    choices: int
    kind: QuestionKind = "meaning"
    text: str = ""
    offered: tuple[Choice, ...] = ()
    effects: tuple[Effect, ...] = ()
    offers: tuple[Offer, ...] = ()
    again: bool = False


def asked_about(questions: Sequence[Question]) -> int:
    """Return how many questions count against `MOST_QUESTIONS`."""
    return sum(not each.again for each in questions)


def is_settled(found: StatementPosterior, model: PosteriorModel) -> bool:
    """Return whether there is nothing to ask.

    One behaviour is almost sure, or alone in the conformal set; or none is likely enough to be worth a question. KnowNo
    (Ren et al. 2023): act where the set has one member, else ask for help. A reading that no plan follows is asked
    about unless it is clear: only then `impossible` can be told.
    """
    if not found.behaviours:
        return True
    likely, none = found.conformal_set(model)
    first = found.behaviours[0].probability
    if found.behaviours[0].impossible and first >= LEAST_ASKED and found.behaviours[0].sureness < model.clear:
        return False
    if first >= ALMOST_SURE or (first >= LEAST_LIKELY and len(likely) == 1 and not none):
        return True
    return not likely and none and first < LEAST_ASKED


def open_places(
    posteriors: Posteriors, problem: Problem, first: int = 0, rejected: Collection[int] = ()
) -> tuple[int, ...]:
    """Return the places of the statements to ask about: those that change the plan most, `MOST_QUESTIONS` at most.

    Of the statements before the place `first`, which are in force, nothing is asked; nor of a statement that no
    candidate was found for. After a reading was `rejected` the next likeliest is asked about in any case.
    """

    def settled(found: StatementPosterior) -> bool:
        return is_settled(found, shipped_model(posteriors.with_scorer, found.with_reader))

    places = [
        place
        for place, found in enumerate(posteriors.statements)
        if place >= first and (place in rejected or not settled(found)) and first_offers(found, problem)
    ]
    return tuple(sorted(places, key=lambda place: (-_spread(posteriors, place), place))[:MOST_QUESTIONS])


def first_offers(found: StatementPosterior, problem: Problem, named: frozenset[str] = frozenset()) -> tuple[Offer, ...]:
    """Return what a statement is likeliest to mean, likeliest first.

    Left out are what asks for nothing, what no plan does and the opposite of the likeliest reading, unless the words
    allow both; what is absurd, or strays from the objects `named` in the statement. A single choice gets others beside
    it: its parts, and what is less likely.
    """
    first = found.behaviours[0].probability if found.behaviours else 0.0
    likely = [
        each
        for place, each in enumerate(found.behaviours)
        if each.probability >= LEAST_OFFERED
        and (place == 0 or not each.impossible or each.probability >= _OPPOSITE * first)
    ]
    offers = [Offer(reading=each.best, probability=each.probability) for each in likely]
    kept = [each for each in _worth_offering(offers, problem) if not _strays(each, offers, named, problem)][
        :MOST_CHOICES
    ]
    if len(kept) == 1:
        further = _further(found, kept, problem)
        kept += [each for each in further if not _strays(each, offers, named, problem)][: MOST_CHOICES - 1]
    return tuple(kept)


def further_offers(found: StatementPosterior, asked: Sequence[Offer], problem: Problem) -> tuple[Offer, ...]:
    """Return what to offer after "none of these": less likely readings, parts, and last the plan of the likeliest.

    Empty where nothing is left to offer but that plan and its reading is unlikely.
    """
    best = max(asked, key=lambda each: each.probability)
    plan = best.model_copy(update={"plan_only": True})
    return (*_further(found, asked, problem)[:_FURTHER], plan)


def question_text(statement: Statement, question: Question) -> str:
    """Return the question in words."""
    said = f'You said: "{statement.quoted}"'
    if statement.own_words:
        said = f'{said} Taken as: "{statement.text}"'
    if question.again:
        return f"{said} None of these, then. Is it one of these?"
    if question.choices == 1:
        return f"{said} Is this what you mean?"
    return f"{said} Which of these do you mean?"


def _further(found: StatementPosterior, asked: Sequence[Offer], problem: Problem) -> list[Offer]:
    known = {_meaning(each.reading) for each in asked}
    readings = [(reading, each) for each in found.behaviours if not each.impossible for reading in each.readings]
    offers = [Offer(reading=reading, probability=each.probability) for reading, each in readings]
    parts = [Offer(reading=part, probability=each.probability / 2) for each, part in _parts(found.behaviours)]
    left: dict[str, Offer] = {}
    for each in sorted((*parts, *offers), key=lambda one: -one.probability):
        if (key := _meaning(each.reading)) not in known:
            left.setdefault(key, each)
    return [
        each
        for each in left.values()
        if not (is_idle(each.reading, problem) or is_absurd(each.reading) or _is_opposite(each, asked))
    ]


def _is_opposite(offer: Offer, asked: Sequence[Offer]) -> bool:
    """Return whether an unlikely reading is the opposite of the likeliest one that was asked about."""
    best = max(asked, key=lambda each: each.probability, default=None)
    return best is not None and offer.probability < _OPPOSITE * best.probability and _contradicts(offer, best)


def _parts(behaviours: Sequence[Behaviour]) -> Iterator[tuple[Behaviour, Reading]]:
    return ((each, part) for each in behaviours[:_PARTED] for part in parts_of(each.readings[:1]))


def _worth_offering(offers: Sequence[Offer], problem: Problem) -> Iterator[Offer]:
    """Yield the offers without what asks for nothing and without opposites of the first; the first in any case."""
    for place, each in enumerate(offers):
        opposite = place > 0 and each.probability < _OPPOSITE * offers[0].probability
        if place == 0 or not (
            is_idle(each.reading, problem) or is_absurd(each.reading) or (opposite and _contradicts(each, offers[0]))
        ):
            yield each


def _strays(offer: Offer, offers: Sequence[Offer], named: frozenset[str], problem: Problem) -> bool:
    """Return whether an unlikely reading speaks of what nobody said."""
    if not named or offer is offers[0] or offer.probability >= _OPPOSITE * offers[0].probability:
        return False
    return strays(offer.reading, offers[0].reading, named, problem)


def _contradicts(one: Offer, other: Offer) -> bool:
    mine = [parse_constraint(each) for each in one.reading.constraints]
    yours = [parse_constraint(each) for each in other.reading.constraints]
    return turns_round(one.reading, other.reading) or any(contradict(a, b) for a in mine for b in yours)


def _meaning(reading: Reading) -> str:
    return meaning(frozenset(reading.constraints))


def _spread(posteriors: Posteriors, place: int) -> float:
    """Return how far apart the plans for the likeliest meanings are: the range of their ends and numbers of steps."""
    likely = posteriors.statements[place].behaviours[:MOST_CHOICES]
    plans = [_plan_for(posteriors, each) for each in likely if each.probability >= LEAST_OFFERED]
    parsed = [parse_plan(each) for each in plans if each is not None]
    if len(parsed) < 2:
        return 0.0
    ends, steps = [each.makespan for each in parsed], [len(each.steps) for each in parsed]
    return (max(ends) - min(ends)) / max(max(ends), 1e-9) + (max(steps) - min(steps)) / max(*steps, 1)


def _plan_for(posteriors: Posteriors, behaviour: Behaviour) -> str | None:
    """Return the first plan of the bank that satisfies the behaviour: the plan shown, if it does."""
    met = zip(posteriors.plans, behaviour.satisfied, strict=True)
    return next((plan for plan, satisfied in met if satisfied), None)
