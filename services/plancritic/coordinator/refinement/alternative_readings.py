"""After the search: where the scorer is against the plan for a reading and for that for another, the other is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.coordinator.evaluation.evidence import is_against, outweighs
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.refinement.completion import Completion, standing
from plancritic.coordinator.refinement.guessing import keeps, likelihood
from plancritic.coordinator.refinement.readings import contested_places
from plancritic.coordinator.refinement.understanding import Reread, Understanding, best_of
from plancritic.coordinator.search.population import Individual, Specification, meaning, merged


async def read_again(completion: Completion, statements: Sequence[Statement], understanding: Understanding) -> None:
    """Takes another reading where the scorer, which judges the person's words alone, speaks against the first.

    That is the case where the plan does what was read, or no plan does (proved, whatever else was said), and the scorer
    calls neither that plan adherent nor the one without feedback: where it has no fault to find with what somebody
    complains of, its word is worth little. Tried are the statement's other readings and the guesses at it, each in
    place of the first and beside all that the best plan does. The likeliest is taken of those for whose plan the scorer
    outweighs the translator (`evidence.outweighs`), which the best plan does not do already, and beside which nothing
    else is worse off (`guessing.keeps`). The new best stands in `completion` at once, the rest in `understanding`, so
    that being cut off by the deadline loses none of it. What is violated beside it is to be tried anew (`complete`).
    """
    if not {"scorer", "check"} <= understanding.evaluator.evidence.sources:
        return
    without = await understanding.evaluator.without_feedback()
    for place, statement in enumerate(statements):
        first, best = understanding.readings[place], completion.best
        impossible = best.checks[place] != "adhered"
        if first is None or (impossible and completion.impossible.get(statement.id) != ()):
            continue
        if not is_against(without.findings[place]) or not is_against(best.findings[place]):
            continue
        found = await _better(best, statements, understanding, place, impossible)
        if found is not None:
            said = best.findings[place].scorer
            assert said is not None, "a scorer that is against a plan has a probability"
            completion.best, taken = found
            understanding.translated, understanding.evaluator = taken.translated, taken.evaluator
            understanding.reread[statement.id] = Reread(first, said, impossible)
            completion.read_again(statement.id)


async def _better(
    best: Evaluation,
    statements: Sequence[Statement],
    understanding: Understanding,
    place: int,
    impossible: bool,
) -> tuple[Evaluation, Understanding] | None:
    """A plan for another reading of the statement, judged as if it had been read so; None where none is worth it."""
    others = _others(understanding.translated[place])
    whole = standing(statements, understanding.readings, best)
    lineage = (*best.individual.lineage, f"read again: statement {statements[place].id}")
    individuals = [Individual(_instead(whole, statements[place], other), lineage) for other in others]
    # All at once, by an evaluator that rules out nothing: what contradicts the first reading is what is looked for.
    evaluator = understanding.evaluator.reading(understanding.readings, contested_places(understanding.translated))
    tried = [
        (other, its)
        for other, its in zip(others, await evaluator.evaluate(individuals), strict=True)
        if its.plan is not None and outweighs(best.findings[place], its.findings[place], evaluator.evidence, impossible)
    ]
    for other, its in sorted(tried, key=lambda each: likelihood(each[0], each[1].findings[place].scorer), reverse=True):
        taken = _read_as(understanding, place, other)
        before, after = await taken.evaluator.evaluate([best.individual, its.individual])
        does = before.checks[place] != "adhered" and after.checks[place] == "adhered"
        if does and keeps(best, after, aside=(place,)):
            return after, taken
    return None


def _read_as(understanding: Understanding, place: int, other: Reading) -> Understanding:
    """The statements with the other reading as the best of one, and an evaluator that judges by that."""
    before = understanding.translated
    read = before[place].model_copy(update={"readings": (other, *before[place].readings)})
    translated = (*before[:place], read, *before[place + 1 :])
    evaluator = understanding.evaluator.reading(best_of(translated), contested_places(translated))
    return replace(understanding, translated=translated, evaluator=evaluator)


def _others(read: StatementReadings) -> list[Reading]:
    """Other readings of a statement than its best, then guesses at it, of each meaning one."""
    found: dict[str, Reading] = {}
    for each in (*read.readings, *read.guesses):
        found.setdefault(meaning(frozenset(each.constraints)), each)
    return list(found.values())[1:]


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
