"""What the plan comes to under each choice of a question, beside all that is in force, before the person is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, Verdict
from plancritic.contracts.questions import Choice
from plancritic.contracts.translation import Reading, Statement
from plancritic.coordinator.evaluation.preferences import with_strengths
from plancritic.coordinator.problem.bank import Bank
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.problem.specification import specification_of
from plancritic.coordinator.sessions.turn import Turn
from plancritic.coordinator.understanding.questions import Offer
from plancritic.coordinator.understanding.readings import said_back
from plancritic.coordinator.workers.interface import Workers, all_of
from plancritic.pddl.language import Plan, parse_plan
from plancritic.wording import Lexicon, plan_steps

#: Steps that are named of those that a choice adds or leaves out.
_MOST_NAMED = 2
#: What planning for one choice may take, in seconds of the run's own kind.
_CHOICE_SECONDS = 1.0


async def choices_for(
    offers: Sequence[Offer],
    said: Statement,
    turn: Turn,
    shown: str,
    workers: Workers,
    situation: Situation,
    limits: SolveLimits,
    engine: str | None,
) -> tuple[Choice, ...]:
    """Return the choices as the person sees them, each with the plan that follows beside all that is in force.

    The plan shown stays where it does what is chosen. Of other plans the end is an upper bound: the run may find one
    that ends sooner.

    Raises:
        ContractError: the planner refuses a job or does not answer.
    """
    kept = [(each.statement.id, each.constraints) for each in turn.kept]
    brief = limits.model_copy(update={"seconds": min(limits.seconds, _CHOICE_SECONDS)})
    statements = (*(each.statement for each in turn.kept), said)
    bank = Bank(situation.problem, (shown,))
    verdicts: dict[tuple[str, ...], Verdict] = {}
    wanted = [
        each.reading.constraints
        for each in offers
        if not (bank.satisfied(each.reading.constraints)[0] and _in_force_met(bank, turn))
    ]
    solved = await all_of(
        workers.solve(with_strengths(specification_of([*kept, (said.id, each)]), statements), brief, engine)
        for each in wanted
    )
    verdicts.update(zip(wanted, solved, strict=True))
    return tuple(
        _choice(number, each, verdicts.get(each.reading.constraints), shown, bool(kept), situation.lexicon)
        for number, each in enumerate(offers, start=1)
    )


def difference(shown: Plan, plan: Plan, lexicon: Lexicon) -> str:
    """Return how a plan differs from the one shown, in words: steps that it adds and leaves out, and its end."""
    before = Counter(each.sentence for each in plan_steps(shown, lexicon))
    after = Counter(each.sentence for each in plan_steps(plan, lexicon))
    told = [*_named("adds", after - before), *_named("leaves out", before - after)]
    told = told or ["the same steps at other times"]
    new, old = f"{plan.makespan:g}", f"{shown.makespan:g}"
    # A better plan is looked for once it is chosen.
    end = f"the plan ends at {new} as before" if new == old else f"the plan ends at {new} or sooner instead of {old}"
    return f"{'; '.join(told)}; {end}"


def _in_force_met(bank: Bank, turn: Turn) -> bool:
    """Return whether the plan shown meets what is in force: not where a statement has changed since."""
    musts = [each for each in turn.kept if each.statement.strength == "must"]
    return all(bank.satisfied(each.constraints)[0] for each in musts)


def _choice(number: int, offer: Offer, verdict: Verdict | None, shown: str, beside: bool, lexicon: Lexicon) -> Choice:
    text = shown if verdict is None else verdict.plan if isinstance(verdict, PlanProved) else None
    plan = parse_plan(text) if text is not None else None
    if plan is None:
        others = " beside what is in force" if beside else ""
        proved = isinstance(verdict, Impossible)
        consequence = f"no plan does it{others} (proved)" if proved else f"no plan for it{others} was found yet"
    elif text == shown:
        consequence = "the plan shown does it already"
    else:
        consequence = difference(parse_plan(shown), plan, lexicon)
    sentence = _sentence(offer.reading, lexicon)
    return Choice(
        number=number,
        sentence=f"Something else, but the plan for this is fine: {sentence}" if offer.plan_only else sentence,
        constraints=offer.reading.constraints,
        probability=offer.probability,
        steps=len(plan.steps) if plan is not None else None,
        end=round(plan.makespan, 3) if plan is not None else None,
        consequence=consequence,
        plan=text,
        plan_only=offer.plan_only,
    )


def _sentence(reading: Reading, lexicon: Lexicon) -> str:
    """Return what a reading says, and what it leaves out."""
    words = said_back(reading, lexicon)
    unread = ", ".join(f'"{each}"' for each in reading.unread)
    return f"{words} (leaves out: {unread})" if unread else words


def _named(word: str, steps: Counter[str]) -> list[str]:
    if not steps:
        return []
    first = [f'"{each.rstrip(".")}"' for each in list(steps)[:_MOST_NAMED]]
    more = steps.total() - len(first)
    rest = [f"{more} more"] if more else []
    return [f"{word} {' and '.join([', '.join(first), *rest])}"]
