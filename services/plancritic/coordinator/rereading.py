"""After the search: what the scorer speaks clearly against is read again, as something that it speaks clearly for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.completion import Completion, standing
from plancritic.coordinator.evidence import is_against, outweighs
from plancritic.coordinator.fitness import Evaluation
from plancritic.coordinator.guessing import keeps, likelihood
from plancritic.coordinator.population import Individual, Specification, meaning, merged
from plancritic.coordinator.readings import contested_places
from plancritic.coordinator.understanding import Reread, Understanding, best_of
from plancritic.coordinator.workers import all_of


@dataclass(frozen=True)
class _Tried:
    """A plan for another reading of a statement, judged as if it had been read so."""

    reading: Reading
    understood: Understanding
    evaluation: Evaluation


async def read_again(completion: Completion, statements: Sequence[Statement], understanding: Understanding) -> None:
    """Takes another reading where the scorer, which judges the person's words alone, speaks clearly against the first.

    That is the case where the plan does what was read, or no plan does (proved), and the scorer calls neither that plan
    adherent nor the one without feedback: where it has no fault to find with what somebody complains of, its word is
    worth little. Tried are the statement's other readings and the guesses at it, each in place of the first and beside
    all that the best plan does. One is taken where what the scorer says of the two plans outweighs the translator
    (`evidence.outweighs`) and nothing else is worse off (`guessing.keeps`); of several the likeliest. The new best
    stands in `completion` at once, the rest in `understanding`, so that being cut off by the deadline loses none of it.
    """
    evaluator = understanding.evaluator
    if not {"scorer", "check"} <= evaluator.evidence.sources:
        return
    without = (await evaluator.evaluate([Individual((), ("the plan without feedback",))]))[0]
    for place, statement in enumerate(statements):
        first = understanding.readings[place]
        if first is None or not _is_doubted(completion, statement, place) or not is_against(without.findings[place]):
            continue
        tried = await all_of(
            _try(completion.best, statements, understanding, place, other)
            for other in _others(understanding.translated[place])
        )
        impossible = statement.id in completion.impossible
        good = [each for each in tried if _is_better(completion.best, each.evaluation, place, impossible)]
        if good:
            chosen = max(good, key=lambda each: likelihood(each.reading, each.evaluation.findings[place].scorer))
            said = completion.best.findings[place].scorer
            assert said is not None, "a scorer that speaks has a probability"
            reread = Reread(first, said, impossible)
            understanding.translated = chosen.understood.translated
            understanding.evaluator = chosen.understood.evaluator
            understanding.reread[statement.id] = reread
            completion.best = chosen.evaluation
            completion.impossible.pop(statement.id, None)
            completion.relaxations.pop(statement.id, None)


def _is_doubted(completion: Completion, statement: Statement, place: int) -> bool:
    done = completion.best.checks[place] == "adhered" or completion.impossible.get(statement.id) == ()
    return done and is_against(completion.best.findings[place])


def _others(read: StatementReadings) -> list[Reading]:
    """Other readings of a statement, then guesses at it, of each meaning one."""
    found: dict[str, Reading] = {}
    for each in (*read.readings, *read.guesses):
        found.setdefault(meaning(frozenset(each.constraints)), each)
    return list(found.values())[1:]


async def _try(
    best: Evaluation,
    statements: Sequence[Statement],
    understanding: Understanding,
    place: int,
    other: Reading,
) -> _Tried:
    before = understanding.translated[place]
    translated = (
        *understanding.translated[:place],
        before.model_copy(update={"readings": (other, *before.readings)}),
        *understanding.translated[place + 1 :],
    )
    evaluator = understanding.evaluator.reading(best_of(translated), contested_places(translated))
    specification = _instead(standing(statements, understanding.readings, best), statements[place], other)
    note = f"read again: statement {statements[place].id}"
    individual = Individual(specification, (*best.individual.lineage, note))
    evaluation = (await evaluator.evaluate([individual]))[0]
    return _Tried(other, replace(understanding, translated=translated, evaluator=evaluator), evaluation)


def _instead(whole: Specification, statement: Statement, other: Reading) -> Specification:
    """The specification with the other reading in place of all that came from the statement."""
    left = (
        traced.model_copy(update={"statements": tuple(each for each in traced.statements if each != statement.id)})
        for traced in whole
        if traced.statements != (statement.id,)
    )
    # Of a mere wish a must while it is planned for, as a guess is: a plan that leaves it out says nothing about it.
    wish = statement.strength != "must"
    added = (TracedConstraint(constraint=each, statements=(statement.id,), guessed=wish) for each in other.constraints)
    return merged((*left, *added))


def _is_better(best: Evaluation, other: Evaluation, place: int, impossible: bool) -> bool:
    kept = keeps(best, other, aside=(place,)) and other.checks[place] == "adhered"
    return kept and outweighs(best.findings[place], other.findings[place], impossible)
