"""Statements given up, one at a time, until a plan from here meets the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from plancritic.contracts.execution.record import GivenUp, WhyGivenUp
from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, Verdict
from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.specification import TracedConstraint
from plancritic.coordinator.evaluation.preferences import with_strengths
from plancritic.coordinator.problem.specification import Specification, specification_of
from plancritic.coordinator.sessions.turn import number_in
from plancritic.coordinator.workers.interface import Workers
from plancritic.pddl.execution import Assessment, History
from plancritic.pddl.language import parse_constraint
from plancritic.wording import (
    Lexicon,
    constraint_in_words,
    relaxation_sentence,
    sentence_in_words,
    verdict_sentence,
)

_NOT_IN_TIME = "Time ran out before the search found a plan from here that meets it."


@dataclass
class Concessions:
    """The statements that still stand, and those given up with the reason."""

    standing: list[StatementInForce]
    given_up: list[GivenUp] = field(default_factory=list)

    @property
    def specification(self) -> Specification:
        """Return the constraints of the statements that stand, each as strong as its statement."""
        return specification_in(self.standing)

    def give_up(self, entry: StatementInForce, why: WhyGivenUp, explanation: str, beside: Sequence[str] = ()) -> None:
        """Leave a statement out from now on."""
        self.standing = [each for each in self.standing if each is not entry]
        self.given_up.append(
            GivenUp(statement=entry.statement.id, why=why, explanation=explanation, together_with=tuple(sorted(beside)))
        )


def specification_in(entries: Sequence[StatementInForce]) -> Specification:
    """Return the constraints of statements in force, with their strengths."""
    found = specification_of([(each.statement.id, each.constraints) for each in entries])
    return with_strengths(found, [each.statement for each in entries])


def without_violated(entries: Sequence[StatementInForce], history: History, lexicon: Lexicon) -> Concessions:
    """Return the statements that what happened does not violate already; the others are given up."""
    concessions = Concessions(list(entries))
    for entry in entries:
        for constraint in entry.constraints:
            violation = history.progressed(parse_constraint(constraint)).violation
            if violation is not None:
                concessions.give_up(entry, "already_violated", _already(constraint, violation, lexicon))
                break
    return concessions


def _already(constraint: str, violation: Assessment, lexicon: Lexicon) -> str:
    """Return why nothing that follows can meet a constraint, in words."""
    by = f" (by {sentence_in_words(violation.step, lexicon)})" if violation.step is not None else ""
    words = constraint_in_words(constraint, lexicon).rstrip(".")
    return f'What happened already violates "{words}": {sentence_in_words(violation.explanation, lexicon)}{by}.'


async def plan_with_concessions(
    concessions: Concessions,
    workers: Workers,
    limits: SolveLimits,
    engine: str | None,
    lexicon: Lexicon,
    over: float | None = None,
) -> PlanProved | None:
    """Return a plan of all musts that can be met together, and give up those that cannot; None where there is none.

    Where one statement is in the way, the least important of those whose leaving helps is given up: a must that was
    said later counts less. The planner may leave preferences out. At `over`, a time of the running loop, all musts
    that still stand are given up: there are as many jobs as pairs of them, and a plan from here is better than none.
    """
    try:
        async with asyncio.timeout_at(over):
            return await _planned(concessions, workers, limits, engine, lexicon)
    except TimeoutError:
        for entry in [each for each in concessions.standing if each.statement.strength == "must"]:
            concessions.give_up(entry, "not_in_time", _NOT_IN_TIME)
        return None


async def _planned(
    concessions: Concessions, workers: Workers, limits: SolveLimits, engine: str | None, lexicon: Lexicon
) -> PlanProved | None:

    async def solved(entries: Sequence[StatementInForce]) -> Verdict:
        return await workers.solve(specification_in(entries), limits, engine, explain=True)

    while True:
        verdict = await solved(concessions.standing)
        if isinstance(verdict, PlanProved):
            return verdict
        candidates = _in_the_way(concessions.standing, verdict)
        if not candidates:
            return None
        for each in candidates if len(candidates) > 1 else ():
            found = await solved([one for one in concessions.standing if one is not each])
            if isinstance(found, PlanProved):
                _give_up(concessions, each, candidates, verdict, lexicon)
                return found
        _give_up(concessions, candidates[0], candidates, verdict, lexicon)


def _in_the_way(standing: Sequence[StatementInForce], verdict: Verdict) -> list[StatementInForce]:
    """Return the musts that a verdict blames, or all where it blames none, the least important first."""
    musts = [each for each in standing if each.statement.strength == "must"]
    blamed = _statements(verdict.clash) if isinstance(verdict, Impossible) else set()
    found = [each for each in musts if each.statement.id in blamed] or musts
    return sorted(found, key=lambda each: (each.turn, number_in(each.statement.id)), reverse=True)


def _give_up(
    concessions: Concessions,
    entry: StatementInForce,
    candidates: Sequence[StatementInForce],
    verdict: Verdict,
    lexicon: Lexicon,
) -> None:
    if not isinstance(verdict, Impossible):
        reason = "The search found neither a plan from here that meets it nor a proof that there is none: "
        concessions.give_up(entry, "no_plan_found", reason + verdict_sentence(verdict, lexicon))
        return
    beside = [each.statement.id for each in candidates if each is not entry]
    if beside:
        reason = f"No plan from here meets it together with {', '.join(sorted(beside))} (proved)."
    else:
        reason = "No plan from here that reaches the goal meets it (proved)."
    instead = next((each for each in verdict.relaxations if entry.statement.id not in each.statements), None)
    if instead is not None:
        reason = f"{reason} {relaxation_sentence(instead, lexicon)}"
    concessions.give_up(entry, "impossible", reason, beside)


def _statements(clash: Sequence[TracedConstraint]) -> set[str]:
    return {name for traced in clash for name in traced.statements}
