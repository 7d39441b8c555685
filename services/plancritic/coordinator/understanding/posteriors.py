"""The posterior of each statement: a bank of plans for its candidates, what the scorer says of them, both joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import Impossible, PlanProved, SolveLimits, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.problem.bank import Bank
from plancritic.coordinator.problem.specification import Specification
from plancritic.coordinator.understanding.candidates import candidates_of
from plancritic.coordinator.workers.interface import Workers, all_of
from plancritic.pddl.language import Problem
from plancritic.posterior import CandidateEvidence, StatementPosterior, posterior, shipped_model
from plancritic.threads import in_thread

#: Candidates of a statement that are planned for: the best that no plan of the bank satisfies.
MOST_PLANNED = 16
#: What planning for one candidate may take, in seconds of the run's own kind (CPU seconds with a seed); less where
#: there are many, so that all together take no longer than `CANDIDATES_SECONDS`, but no less than `LEAST_SECONDS`.
CANDIDATE_SECONDS, CANDIDATES_SECONDS, LEAST_SECONDS = 0.5, 1.2, 0.1


@dataclass(frozen=True)
class Posteriors:
    """The posterior of every statement, and whether the scorer had a word on it."""

    statements: tuple[StatementPosterior, ...]
    with_scorer: bool
    #: The bank: the plan shown first, then the others, in the order of each behaviour's `satisfied`.
    plans: tuple[str, ...] = ()
    #: The places of the statements whose reading the person has confirmed.
    confirmed: tuple[int, ...] = ()

    def is_confirmed(self, place: int) -> bool:
        """Return whether the person has confirmed the reading of the statement at this place."""
        return place in self.confirmed

    def without(self, place: int) -> Posteriors:
        """Return the posteriors without that of one statement; those after it move up."""

        def moved(places: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(each - (each > place) for each in places if each != place)

        return replace(
            self,
            statements=(*self.statements[:place], *self.statements[place + 1 :]),
            confirmed=moved(self.confirmed),
        )


async def posteriors_of(
    workers: Workers,
    problem: Problem,
    statements: Sequence[Statement],
    translated: Sequence[StatementReadings],
    plans: Sequence[str],
    limits: SolveLimits,
    engine: str | None,
    scorer: bool,
    guesses: bool,
    decided: Callable[[Specification, Verdict], None] = lambda _specification, _verdict: None,
) -> Posteriors:
    """Return the posterior of every statement over its candidates.

    `plans` are the bank to begin with, the plan shown to the person first. For each candidate that none of them
    satisfies a plan is added, `MOST_PLANNED` at most a statement. `decided` hears of each specification that has a plan
    or is impossible: more time would change neither of these. What is asked of the planner and the scorer
    depends on nothing but the arguments, in their order.

    Raises:
        ContractError: a service refuses a job or does not answer; a domain without a scorer model is no such case.
    """
    candidates = await in_thread(lambda: [candidates_of(each, guesses, problem) for each in translated])
    bank = await in_thread(lambda: Bank(problem, plans))
    open_ones = await in_thread(lambda: [_unsatisfied(bank, each)[:MOST_PLANNED] for each in candidates])
    wanted = {
        reading.constraints: _specification(statement, reading)
        for statement, its in zip(statements, open_ones, strict=True)
        for reading in its
    }
    each_one = max(LEAST_SECONDS, min(CANDIDATE_SECONDS, CANDIDATES_SECONDS / max(len(wanted), 1)))
    bounded = limits.model_copy(update={"seconds": min(limits.seconds, round(each_one, 3))})
    solved = await all_of(workers.solve(each, bounded, engine) for each in wanted.values())
    verdicts = dict(zip(wanted, solved, strict=True))
    for constraints, verdict in verdicts.items():
        if isinstance(verdict, PlanProved | Impossible):
            decided(wanted[constraints], verdict)
    scores = await _scores(workers, statements, bank, verdicts) if scorer else None

    def joined() -> tuple[StatementPosterior, ...]:
        for verdict in verdicts.values():
            if isinstance(verdict, PlanProved):
                bank.add(verdict.plan)
        return tuple(
            _as_printed(
                posterior(
                    [_evidence(bank, reading, verdicts.get(reading.constraints)) for reading in its],
                    [row[place] for row in scores] if scores is not None else None,
                    shipped_model(scores is not None, translated[place].asks_nothing is not None),
                    translated[place].asks_nothing,
                )
            )
            for place, its in enumerate(candidates)
        )

    found = await in_thread(joined)
    return Posteriors(found, scores is not None, bank.plans)


def _as_printed(found: StatementPosterior) -> StatementPosterior:
    """Return the posterior in which the reading whose printed sentence was said is certain; as it is without one."""
    for behaviour in found.behaviours:
        printed = tuple(each for each in behaviour.readings if each.printed)
        if printed:
            meant = behaviour.model_copy(update={"readings": printed, "probability": 1.0, "sureness": 1.0})
            return found.model_copy(update={"behaviours": (meant,), "none": 0.0})
    return found


def _unsatisfied(bank: Bank, candidates: Sequence[Reading]) -> list[Reading]:
    return [each for each in candidates if not any(bank.satisfied(each.constraints))]


def _specification(statement: Statement, reading: Reading) -> Specification:
    return tuple(TracedConstraint(constraint=each, statements=(statement.id,)) for each in reading.constraints)


def _evidence(bank: Bank, reading: Reading, verdict: Verdict | None) -> CandidateEvidence:
    satisfied = bank.satisfied(reading.constraints)
    none = not any(satisfied)
    impossible = none and isinstance(verdict, Impossible)
    return CandidateEvidence(reading, satisfied, 0, impossible, none and not impossible)


async def _scores(
    workers: Workers, statements: Sequence[Statement], bank: Bank, verdicts: dict[tuple[str, ...], Verdict]
) -> Sequence[Sequence[float]] | None:
    """Return the scorer's probabilities, a row a plan of the bank as it will be; None without a model of the domain.

    What the shared reader says is no second opinion: its likelihoods are features of the candidates already.
    """
    new = [verdict.plan for verdict in verdicts.values() if isinstance(verdict, PlanProved)]
    plans = tuple(dict.fromkeys((*bank.plans, *new)))
    try:
        scores = await workers.score(plans, [statement.text for statement in statements])
    except ContractError as error:
        if error.fault.code is not FaultCode.MODEL_MISSING:
            raise
        return None
    return scores.adherence if scores.judged_by == "model" else None
