"""When to ask what a statement means, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.questions import MOST_CHOICES, Choice, QuestionKind
from plancritic.contracts.translation import Reading, Statement
from plancritic.coordinator.refinement.readings import said_back
from plancritic.coordinator.understanding.posteriors import Posteriors
from plancritic.pddl.language import Plan, parse_plan
from plancritic.posterior import Behaviour, PosteriorModel, StatementPosterior, shipped_model
from plancritic.wording import Lexicon

#: Questions of a run at most: those that change the plan most come first.
MOST_QUESTIONS = 2
#: A behaviour below this share is not offered.
LEAST_OFFERED = 0.02


class Effect(BaseModel):
    """What a choice does to a statement: it is dropped, becomes a should, or is the one that a command means.

    Where a command means one name in a statement, `at` is its place in the text.
    """

    model_config = ConfigDict(frozen=True)

    does: Literal["drop", "weaken", "target"]
    statement: str
    at: int | None = None


class Question(BaseModel):
    """A question about the statement at a place among those of the turn.

    Of a `meaning`, choice n of its `choices` is the nth behaviour of the posterior. Other kinds have their `text`, the
    choices as they are `offered`, and the effect of each.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    place: int
    choices: int
    kind: QuestionKind = "meaning"
    text: str = ""
    offered: tuple[Choice, ...] = ()
    effects: tuple[Effect, ...] = ()


def is_settled(found: StatementPosterior, model: PosteriorModel) -> bool:
    """Return whether there is nothing to ask: one behaviour alone is in the conformal set, or `none` alone.

    KnowNo (Ren et al. 2023): act where the set has one member, else ask for help.
    """
    likely, none = found.conformal_set(model)
    return (len(likely) == 1 and not none) or (not likely and none)


def open_places(posteriors: Posteriors, first: int = 0) -> tuple[int, ...]:
    """Return the places of the statements to ask about: those that change the plan most, `MOST_QUESTIONS` at most.

    Of the statements before the place `first`, which are in force, nothing is asked; nor of a statement that no
    candidate was found for.
    """
    model = shipped_model(posteriors.with_scorer)
    places = [
        place
        for place, found in enumerate(posteriors.statements)
        if place >= first and _offered(found) and not is_settled(found, model)
    ]
    return tuple(sorted(places, key=lambda place: (-_spread(posteriors, place), place))[:MOST_QUESTIONS])


def question_about(posteriors: Posteriors, place: int, identifier: str) -> Question:
    """Return the question about the statement at a place."""
    return Question(id=identifier, place=place, choices=len(_offered(posteriors.statements[place])))


def choices_of(posteriors: Posteriors, question: Question, lexicon: Lexicon) -> tuple[Choice, ...]:
    """Return the choices as the person sees them, likeliest first.

    What the plan comes to under one is that of the choice by itself: nothing else that was said is planned for.
    """
    found = posteriors.statements[question.place]
    shown = parse_plan(posteriors.plans[0])
    choices = []
    for number, behaviour in enumerate(found.behaviours[: question.choices], start=1):
        text = _plan_for(posteriors, behaviour)
        plan = parse_plan(text) if text is not None else None
        if plan is None:
            consequence = "no plan does it (proved)" if behaviour.impossible else "no plan for it was found yet"
        elif text == posteriors.plans[0]:
            consequence = "the plan shown does it already"
        else:
            consequence = f"by itself {difference(shown, plan)}"
        choices.append(
            Choice(
                number=number,
                sentence=_sentence(behaviour.best, lexicon),
                constraints=behaviour.best.constraints,
                probability=behaviour.probability,
                steps=len(plan.steps) if plan is not None else None,
                end=round(plan.makespan, 3) if plan is not None else None,
                consequence=consequence,
            )
        )
    return tuple(choices)


def question_text(statement: Statement, choices: Sequence[Choice]) -> str:
    """Return the question in words."""
    if len(choices) == 1:
        return f'You said: "{statement.text}" Is this what you mean?'
    return f'You said: "{statement.text}" Which of these do you mean?'


def _sentence(reading: Reading, lexicon: Lexicon) -> str:
    """Return what a reading says, and what it leaves out."""
    words = said_back(reading, lexicon)
    unread = ", ".join(f'"{each}"' for each in reading.unread)
    return f"{words} (not read: {unread})" if unread else words


def difference(shown: Plan, plan: Plan) -> str:
    """Return how a plan differs from the one shown, in words: its steps and its end."""
    more = len(plan.steps) - len(shown.steps)
    count = "1 step" if abs(more) == 1 else f"{abs(more)} steps"
    steps = f"{count} {'more' if more > 0 else 'fewer'}" if more else "as many steps"
    return f"{steps}, the plan ends at {plan.makespan:g} instead of {shown.makespan:g}"


def _offered(found: StatementPosterior) -> tuple[Behaviour, ...]:
    return tuple(each for each in found.behaviours if each.probability >= LEAST_OFFERED)[:MOST_CHOICES]


def _plan_for(posteriors: Posteriors, behaviour: Behaviour) -> str | None:
    """Return the first plan of the bank that satisfies the behaviour: the plan shown, if it does."""
    met = zip(posteriors.plans, behaviour.satisfied, strict=True)
    return next((plan for plan, satisfied in met if satisfied), None)


def _spread(posteriors: Posteriors, place: int) -> float:
    """Return how far apart the plans for the choices are: the range of their ends and numbers of steps."""
    plans = [_plan_for(posteriors, each) for each in _offered(posteriors.statements[place])]
    parsed = [parse_plan(each) for each in plans if each is not None]
    if len(parsed) < 2:
        return 0.0
    ends, steps = [each.makespan for each in parsed], [len(each.steps) for each in parsed]
    return (max(ends) - min(ends)) / max(max(ends), 1e-9) + (max(steps) - min(steps)) / max(*steps, 1)
